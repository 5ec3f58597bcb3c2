import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { addMonths, dayOf, midnightOf } from '../../values/time/time.ts'

const shownMonths = 12

/** The beginnings of the last twelve months on the company's clock, the running one last; unix seconds. */
export function lastMonths(now: number): number[] {
  const running = midnightOf(`${dayOf(now).slice(0, 7)}-01`)
  return Array.from({ length: shownMonths }, (_, index) => addMonths(running, index - shownMonths + 1))
}

/** Delivered and invoiced orders of a customer by month of delivery, with their prices as far as the caller sees them. */
export const customerMonthsCall = defineCall({
  method: 'GET',
  path: '/api/asiakas/kuukaudet',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({ asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase() }),
  output: listOf(
    z.strictObject({
      /** When the month begins. */
      kuukausi: z.number(),
      tilauksia: z.number(),
      /** EUR without VAT. */
      summa: z.number(),
    }),
  ),
})
export type CustomerMonth = OutputOf<typeof customerMonthsCall>['data'][number]
