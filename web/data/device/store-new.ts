import { CallFault } from '../fault.ts'
import { type Operation, operations } from '../operations.ts'
import { saveKeyOf } from '../save-key.ts'

const quiet = [0, 401, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503, 504, 507]

/** Stores new rows whose ids this device made, once however often it is called. `id`: of the first of them. */
export async function storeNew(id: string, list: readonly Operation[]): Promise<void> {
  await operations(list, saveKeyOf(id, list), { quiet }).catch((failure: unknown) => {
    // Stored before, although no answer came: the ids are nobody else's.
    if (!(failure instanceof CallFault && failure.status === 409)) throw failure
  })
}
