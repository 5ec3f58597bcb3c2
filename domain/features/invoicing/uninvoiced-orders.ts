import { z } from 'zod'
import { billingKinds } from '../../entities/order/order.billing.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idQuery } from '../../model/id-query.ts'
import { pageOf } from '../../model/page-input.ts'
import { listOf } from '../../model/query/list-of.ts'
import { missingNames } from './missing-for-invoice.ts'

/** Uninvoiced orders, those of one customer together: the content of the screen `laskuta`. */
export const uninvoicedOrdersCall = defineCall({
  method: 'GET',
  path: '/api/laskuttamattomat_tilaukset',
  roles: ['yllapito'],
  input: z
    .strictObject({
      operation: z.literal('getTilaukset', 'Tuntematon operaatio.').optional(),
      /** With `getTilaukset`: only these orders, as a comma-separated list. */
      tilausIds: idQuery('tilausIds', 500).optional(),
      ...pageOf({ usual: 500, max: 1000 }),
    })
    .refine(({ operation, tilausIds }) => (operation === undefined) === (tilausIds === undefined), {
      error: 'getTilaukset ja tilausIds annetaan yhdessä.',
      path: ['tilausIds'],
    }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      tunniste: z.string(),
      tilausnro: z.number(),
      asiakas: z.strictObject({ id: z.uuid(), name: z.string(), y_tunnus: z.string() }),
      timestamp_toimitettu: z.number(),
      /** The order's own price; an order of a group is invoiced at the group's. */
      hinta: z.number(),
      /** The order group (rules/orders.md#order-groups) with its joint price. */
      ryhma: z.strictObject({ id: z.uuid(), vid: z.number(), tunniste: z.string(), hinta: z.number() }).nullable(),
      /** Null without a billing address of any kind. */
      laskutustapa: z.literal(Object.keys(billingKinds) as (keyof typeof billingKinds)[]).nullable(),
      puuttuu: z.array(z.literal(missingNames)),
      /** Live shipments and hourly jobs; pieces, kg and references of the shipments. */
      lahetyksia: z.number(),
      tuntitoita: z.number(),
      kolli: z.number(),
      paino: z.number(),
      viitteet: z.array(z.string()),
    }),
  ),
})
export type UninvoicedOrder = OutputOf<typeof uninvoicedOrdersCall>['data'][number]
