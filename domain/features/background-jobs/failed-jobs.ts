import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'

/** Background jobs of the last 90 days that failed in all attempts, newest first. */
export const failedJobsCall = defineCall({
  method: 'GET',
  path: '/api/epaonnistuneet_tyot',
  roles: ['yllapito'],
  input: z.strictObject({ ...pageOf({ usual: 50, max: 250 }) }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      /** The queue: `rahtikirjat`, `mail`, `housekeeping`… */
      laji: z.string(),
      /** The row that the job concerned, such as a message of `GET /api/lahteva_posti`, or the name of a scheduled task. */
      kohde: z.string(),
      /** When it was queued, and when its last attempt failed. */
      luotu: z.number(),
      epaonnistui: z.number(),
      yrityksia: z.number(),
      /** The kind of error; the server's log has the details. */
      virhe: z.string(),
    }),
  ),
})
export type FailedJob = OutputOf<typeof failedJobsCall>['data'][number]
