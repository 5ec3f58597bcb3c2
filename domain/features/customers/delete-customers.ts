import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { idsOf } from '../../model/operation-results.ts'

/** Shown when it fails (rules/errors.md#customer-deletion); the reasons are among the answer's errors. */
export const deleteFailure = 'Poisto epäonnistui'

/** Removes customers (status 0), all or none, and none with open or uninvoiced orders. Their orders and history stay. */
export const deleteCustomersCall = defineCall({
  method: 'POST',
  path: '/api/asiakas/delete',
  roles: ['yllapito'],
  input: z.strictObject({ ids: idsOf({ max: 250, what: { one: 'asiakas', many: 'asiakasta' } }) }),
  output: z.strictObject({ success: z.literal(true) }),
})
