import { z } from 'zod'
import { archivedStates } from '../../entities/order/order.lists.ts'
import { defineCall } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'
import { orderRow } from './order-row.ts'

const sorts = ['-timestamp_toimitettu', 'timestamp_toimitettu', 'tilausnro', '-tilausnro'] as const
const day = (name: string) =>
  z.coerce.number<string | number>().int().min(firstValidMoment, `${name} on päivä vuodesta 1971 alkaen.`).max(lastMoment)

/**
 * Delivered or invoiced orders: without `vuosi` those of the last 12 months, with it that year's older ones (rules/orders.md#lists).
 * `alku` and `loppu` are the first and the last day, in unix seconds.
 */
export const archivedOrdersCall = defineCall({
  method: 'GET',
  path: '/api/arkistoidut_tilaukset',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
    vuosi: z.coerce.number<string | number>().int().min(1971, 'Vuosi (vuosi) on 1971 tai myöhempi.').max(9998).optional(),
    alku: day('alku').optional(),
    loppu: day('loppu').optional(),
    tila: z.enum(archivedStates, `Tuntematon tila. Anna ${archivedStates.join(' tai ')}.`).optional(),
    q: z.string().trim().max(100, 'Hakuteksti on enintään 100 merkkiä.').optional(),
    /** By default by day of delivery, latest first; search results by relevance. */
    sort: z.enum(sorts, `Tuntematon järjestys (sort). Järjestykset: ${sorts.join(', ')}.`).optional(),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(orderRow.extend({ timestamp_toimitettu: z.number() })),
})
