import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { type deleteCustomersCall, deleteFailure } from '#domain/features/customers/delete-customers.ts'
import type { Context } from '#server/context.ts'
import { removeRow } from '#server/entities/engine.ts'

type Input = z.output<typeof deleteCustomersCall.input>

/** Removes all of them or none. */
export async function deleteCustomers({ engine }: Context, viewer: Viewer, { ids }: Input): Promise<{ success: true }> {
  try {
    await engine.save(
      viewer,
      ids.map((id, index) => removeRow('asiakas', id, { pointer: `/ids/${index}` })),
    )
  } catch (error) {
    const [first] = error instanceof RequestFault ? error.faults : []
    if (!(error instanceof RequestFault) || !first) throw error
    throw new RequestFault([{ kind: first.kind, detail: deleteFailure, pointer: '/ids' }, ...error.faults])
  }
  return { success: true }
}
