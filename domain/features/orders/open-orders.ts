import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { operationResults, reasonText } from '../../model/operation-results.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { orderRow } from './order-row.ts'

const path = '/api/avoimet_tilaukset'
const sorts = ['toivottu_toimitus', '-toivottu_toimitus', 'tilausnro', '-tilausnro'] as const

/**
 * Undelivered orders with their lines: a customer's own, or a driver's own and the lines that they
 * drive. Fields that the policy table hides from a role are missing, and customers see no transfer states.
 */
export const openOrdersCall = defineCall({
  method: 'GET',
  path,
  roles: ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
    sort: z.enum(sorts, `Tuntematon järjestys (sort). Järjestykset: ${sorts.join(', ')}.`).default('toivottu_toimitus'),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(orderRow),
})

export const maxTransfers = 250
const uuid = (what: string) => z.uuid(`Tunniste (${what}) on UUID.`).toLowerCase()
/** One or several shipments or orders. For an order, those of its shipments that the state table allows are changed. */
const marked = z
  .union(
    [
      uuid('id').transform((id) => [id]),
      z.array(uuid('id')).min(1, 'Valitse ainakin yksi rivi.').max(maxTransfers, `Valitse enintään ${maxTransfers} riviä kerrallaan.`),
    ],
    {
      error: 'Anna tunniste (id) tai tunnisteiden luettelo.',
    },
  )
  .transform((ids) => [...new Set(ids)])
const syy = reasonText.default('')
const params = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, { error: ({ code }) => (code === 'invalid_type' ? 'Anna parametrit (params) oliona.' : undefined) })

/** Transfers to a terminal (rules/orders.md#transfer-states): each id has its result. */
export const transferCall = defineCall({
  method: 'POST',
  path,
  roles: ['yllapito', 'kuljettaja'],
  input: z.discriminatedUnion(
    'operation',
    [
      z.strictObject({
        operation: z.literal('markAsSiirrossa'),
        params: params({ id: marked, syy }),
      }),
      z.strictObject({
        operation: z.literal('markAsSiirretty'),
        params: params({
          id: marked,
          /** The terminal where the goods are now; required unless the shipment already has one. */
          nykyinen_osoite: uuid('nykyinen_osoite').optional(),
          syy,
        }),
      }),
    ],
    'Tuntematon operaatio. Anna markAsSiirrossa tai markAsSiirretty.',
  ),
  output: operationResults,
})
