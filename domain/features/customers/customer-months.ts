import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { addMonths, dayOf, midnightOf } from '../../values/time/time.ts'

const shownMonths = 12

/** The starts of the last twelve months in Finnish time, the current month last; unix seconds. */
export function lastMonths(now: number): number[] {
  const current = midnightOf(`${dayOf(now).slice(0, 7)}-01`)
  return Array.from({ length: shownMonths }, (_, index) => addMonths(current, index - shownMonths + 1))
}

/** A customer's delivered and invoiced orders by month of delivery. Prices that the caller may not see count as 0. */
export const customerMonthsCall = defineCall({
  method: 'GET',
  path: '/api/asiakas/kuukaudet',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({ asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase() }),
  output: listOf(
    z.strictObject({
      /** The start of the month, unix seconds. */
      kuukausi: z.number(),
      tilauksia: z.number(),
      /** EUR without VAT. */
      summa: z.number(),
    }),
  ),
})
export type CustomerMonth = OutputOf<typeof customerMonthsCall>['data'][number]
