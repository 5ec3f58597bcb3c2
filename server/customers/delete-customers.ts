import type { z } from 'zod'
import { type deleteCustomersCall, deleteFailure } from '#domain/calls/delete-customers.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Intent } from '../jsonapi/intents.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'

type Asked = z.output<typeof deleteCustomersCall.input>

export async function deleteCustomers(parts: JsonApi, viewer: Viewer, { ids }: Asked): Promise<{ success: true }> {
  const { model, rules, pool } = parts
  const resource = resourceNamed(model, 'asiakas')
  const removals = ids.map((id, index): Intent => {
    const pointer = `/ids/${index}`
    return { op: 'remove', resource, id, values: {}, echoed: {}, linked: {}, vid: null, reason: '', pointer }
  })
  try {
    await inTransaction(pool, (client) =>
      save({ model, rules, runner: client, viewer, rights: parts.rightsOf(viewer), now: parts.clock() }, removals),
    )
  } catch (error) {
    const [first] = error instanceof RequestFault ? error.faults : []
    if (!(error instanceof RequestFault) || !first) throw error
    throw new RequestFault([{ kind: first.kind, detail: deleteFailure, pointer: '/ids' }, ...error.faults])
  }
  return { success: true }
}
