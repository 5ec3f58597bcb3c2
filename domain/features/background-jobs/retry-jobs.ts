import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { idsOf, operationResults } from '../../model/operation-results.ts'

/** Tries failed work anew; `ids` are those of `failedJobsCall`. */
export const retryJobsCall = defineCall({
  method: 'POST',
  path: '/api/epaonnistuneet_tyot',
  roles: ['yllapito'],
  input: z.strictObject({
    operation: z.literal('yrita_uudelleen', 'Toiminto on yrita_uudelleen.'),
    ids: idsOf({ max: 250, what: { one: 'työ', many: 'työtä' } }),
  }),
  output: operationResults,
})
