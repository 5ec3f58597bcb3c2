import { z } from 'zod'
import { hourlyKinds } from '../../entities/hourly/hourly.entity.ts'
import { invoiceProviders, invoiceStates } from '../../entities/invoice/invoice.states.ts'
import { billingKinds } from '../../entities/order/order.billing.ts'
import { orderTypes } from '../../entities/order/order.states.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idQuery } from '../../model/query/id-query.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { keyOf } from '../../values/key-of.ts'
import { missingNames } from './missing-for-invoice.ts'
import { uninvoicedFilter, uninvoicedSort } from './uninvoiced-filter.ts'

/** The most orders that `getTilaukset` returns by id. */
export const maxOrdersById = 500

/** Uninvoiced orders, those of one customer together: the content of the screen `laskuta`. */
export const uninvoicedOrdersCall = defineCall({
  method: 'GET',
  path: '/api/laskuttamattomat_tilaukset',
  roles: ['yllapito'],
  input: z
    .strictObject({
      operation: z.literal('getTilaukset', 'Tuntematon operaatio.').optional(),
      /** With `getTilaukset`: only these orders, as a comma-separated list. */
      tilausIds: idQuery('tilausIds', maxOrdersById).optional(),
      ...uninvoicedFilter,
      sort: uninvoicedSort,
      ...pageOf({ usual: 500, max: 1000 }),
    })
    .refine(({ operation, tilausIds }) => (operation === undefined) === (tilausIds === undefined), {
      error: 'getTilaukset ja tilausIds annetaan yhdessä.',
      path: ['tilausIds'],
    }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      vid: z.number(),
      tunniste: z.string(),
      tilausnro: z.number(),
      tyyppi: keyOf(orderTypes),
      asiakas: z.strictObject({ id: z.uuid(), name: z.string(), y_tunnus: z.string() }),
      timestamp_toimitettu: z.number(),
      toivottu_toimitus: z.number(),
      /** The order's own price; an order of a group is invoiced at the group's. */
      hinta: z.number(),
      /** The price was typed; otherwise it comes from the price list, when there is one. */
      hinta_kasin: z.boolean(),
      /**
       * The order group (rules/orders.md#order-groups) with its joint price. The orders of a group follow each other: `jarjestys` is the
       * order's position among the `tilauksia` of the group that the list holds.
       */
      ryhma: z
        .strictObject({
          id: z.uuid(),
          vid: z.number(),
          tunniste: z.string(),
          hinta: z.number(),
          jarjestys: z.number(),
          tilauksia: z.number(),
        })
        .nullable(),
      /** Null without a billing address of any kind. */
      laskutustapa: keyOf(billingKinds).nullable(),
      puuttuu: z.array(z.literal(missingNames)),
      /** The first day on which a route's order may be invoiced (rules/standing-routes.md#billing-days); 0 for any day. */
      laskutettavissa: z.number(),
      /** Live shipments and hourly jobs; pieces, kg and references of the shipments. */
      lahetyksia: z.number(),
      tuntitoita: z.number(),
      kolli: z.number(),
      paino: z.number(),
      viitteet: z.array(z.string()),
      /** The towns of the first shipment, or of the first hourly job. */
      nouto: z.string(),
      toimitus: z.string(),
      /** What the only hourly job of the order is charged by, and how much (minutes, km or pieces); null without exactly one. */
      tuntityo: z.strictObject({ tyyppi: keyOf(hourlyKinds), maara: z.number() }).nullable(),
      /** The invoice that the order is on, which has not been sent: it is under way, has failed (`virhe` says why) or is to be checked. */
      lasku: z
        .strictObject({
          id: z.uuid(),
          tunniste: z.string(),
          tila: keyOf(invoiceStates),
          jarjestelma: keyOf(invoiceProviders),
          virhe: z.string(),
        })
        .nullable(),
    }),
  ),
})
export type UninvoicedOrder = OutputOf<typeof uninvoicedOrdersCall>['data'][number]
