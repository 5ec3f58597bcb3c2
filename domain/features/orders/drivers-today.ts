import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/**
 * The drivers that work is given to today: those on shift, and those who have work without one. Their load is what is still to
 * be delivered of today's orders, late and undated ones and what is already on board too; of orders and pieces, and kg.
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
      vuorossa: z.boolean(),
      /** Of the shift, of its work route, or the one that most of the load is on. */
      auto: z.strictObject({ id: z.uuid(), rekisterinumero: z.string() }).nullable(),
      tilauksia: z.number(),
      kolli: z.number(),
      paino: z.number(),
    }),
  ),
})
export type DriverToday = OutputOf<typeof driversTodayCall>['data'][number]
