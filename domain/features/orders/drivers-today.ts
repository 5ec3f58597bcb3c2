import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/**
 * The drivers for today's work: those on shift or with an open working day, and those with work but neither. Work is the undelivered part of today's
 * orders, including late and undated ones and goods already on board. The board of the day has their loads (board-drivers.ts).
 */
export const driversTodayCall = defineCall({
  method: 'GET',
  path: '/api/paivan_kuljettajat',
  roles: ['yllapito'],
  input: z.strictObject({}),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      /** A working day is open, or a shift of today has not reached its planned end. */
      vuorossa: z.boolean(),
      /** The car of the open working day, of the shift, of its work route, or of most of the work. */
      auto: z.strictObject({ id: z.uuid(), rekisterinumero: z.string() }).nullable(),
    }),
  ),
})
export type DriverToday = OutputOf<typeof driversTodayCall>['data'][number]
