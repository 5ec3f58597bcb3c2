import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { uninvoicedFilter, uninvoicedSort } from './uninvoiced-filter.ts'

/** Whole days since the delivery that each sum covers; the last one has no upper limit. */
export const uninvoicedAges = { summa_0_7: 7, summa_8_14: 14, summa_15_30: 30, summa_yli_30: Number.POSITIVE_INFINITY } as const
export type UninvoicedAge = keyof typeof uninvoicedAges
export const uninvoicedAgeLabels: Readonly<Record<UninvoicedAge, string>> = {
  summa_0_7: '0–7 pv',
  summa_8_14: '8–14 pv',
  summa_15_30: '15–30 pv',
  summa_yli_30: 'yli 30 pv',
}

/** Euros without VAT; an order group counts once, at its joint price and at the age of its oldest order. */
const sums = {
  summa: z.number(),
  summa_0_7: z.number(),
  summa_8_14: z.number(),
  summa_15_30: z.number(),
  summa_yli_30: z.number(),
}

/** What is uninvoiced of each customer, in the order in which the list of orders has them. */
export const uninvoicedCustomersCall = defineCall({
  method: 'GET',
  path: '/api/laskuttamattomat_tilaukset/asiakkaat',
  roles: ['yllapito'],
  input: z.strictObject({ ...uninvoicedFilter, sort: uninvoicedSort }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        y_tunnus: z.string(),
        tilauksia: z.number(),
        /** Orders that lack something. */
        puutteellisia: z.number(),
        /** When the oldest of the orders was delivered. */
        vanhin: z.number(),
        ...sums,
      }),
    ),
    meta: z.strictObject({
      count: z.number(),
      /** Of all that the other filters find, whatever `puuttuu` is. */
      kaikki: z.number(),
      valmiit: z.number(),
      puutteelliset: z.number(),
    }),
  }),
})
export type UninvoicedCustomer = OutputOf<typeof uninvoicedCustomersCall>['data'][number]
