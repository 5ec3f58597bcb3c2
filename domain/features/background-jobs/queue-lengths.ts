import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/** How much work each queue has. */
export const queueLengthsCall = defineCall({
  method: 'GET',
  path: '/api/tyojonot',
  roles: ['yllapito'],
  input: z.strictObject({}),
  output: listOf(
    z.strictObject({
      /** Of `queueLabels`. */
      nimi: z.string(),
      odottaa: z.number(),
      /** Of those that wait, the ones that failed and are tried again. */
      uusitaan: z.number(),
      kaynnissa: z.number(),
    }),
  ),
})
export type QueueLength = OutputOf<typeof queueLengthsCall>['data'][number]
