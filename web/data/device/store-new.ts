import { CallFault } from '../fault.ts'
import { type Operation, operations } from '../operations.ts'
import type { Passed } from '../request.ts'
import { saveKeyOf } from '../save-key.ts'

/** Stores new rows whose ids this device made, once however often it is called. `id`: of the first of them. */
export async function storeNew(id: string, list: readonly Operation[], options: Passed): Promise<void> {
  await operations(list, saveKeyOf(id, list), options).catch((failure: unknown) => {
    // Stored before, although no answer came: the ids are nobody else's.
    if (!(failure instanceof CallFault && failure.status === 409)) throw failure
  })
}
