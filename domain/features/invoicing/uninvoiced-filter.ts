import { z } from 'zod'
import { orderTypes } from '../../entities/order/order.states.ts'
import { toNfc } from '../../values/nfc.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'
import { missingNames } from './missing-for-invoice.ts'

const types = Object.keys(orderTypes) as (keyof typeof orderTypes)[]
export const missingFilters = ['ei_mitaan', 'jotain', ...missingNames] as const
const day = (name: string) =>
  z.coerce
    .number<string | number>(`${name} on päivä sekunteina (unix).`)
    .int(`${name} on päivä sekunteina (unix).`)
    .min(firstValidMoment, `${name} on päivä vuodesta 1971 alkaen.`)
    .max(lastMoment, `${name} on liian kaukana.`)

/** The filters of uninvoiced orders, in the query of the list and of its figures by customer. */
export const uninvoicedFilter = {
  asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
  /** Number of the order or its group, own references, name and Y-tunnus of the customer. */
  q: z.string().trim().overwrite(toNfc).max(100, 'Hakuteksti on enintään 100 merkkiä.').optional(),
  /** Orders that lack something, nothing, or the named detail. */
  puuttuu: z.enum(missingFilters, `Tuntematon puute (puuttuu). Puutteet: ${missingFilters.join(', ')}.`).optional(),
  tyyppi: z.enum(types, `Tuntematon tyyppi (tyyppi). Tyypit: ${types.join(', ')}.`).optional(),
  /** The first and the last day of delivery, unix seconds. */
  alku: day('alku').optional(),
  loppu: day('loppu').optional(),
}
export type UninvoicedFilter = z.output<z.ZodObject<typeof uninvoicedFilter>>

/** By name, sum or oldest delivery the customers follow each other; the other keys sort the orders of each customer, whose customers follow each other by name. */
export const uninvoicedSorts = [
  'asiakas',
  '-asiakas',
  'summa',
  '-summa',
  'vanhin',
  '-vanhin',
  'timestamp_toimitettu',
  '-timestamp_toimitettu',
  'tilausnro',
  '-tilausnro',
  'toivottu_toimitus',
  '-toivottu_toimitus',
  'hinta',
  '-hinta',
] as const
export type UninvoicedSort = (typeof uninvoicedSorts)[number]
export const uninvoicedSort = z
  .enum(uninvoicedSorts, `Tuntematon järjestys (sort). Järjestykset: ${uninvoicedSorts.join(', ')}.`)
  .default('timestamp_toimitettu')
