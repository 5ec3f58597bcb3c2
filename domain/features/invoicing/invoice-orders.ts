import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { idsOf, operationResults, reasonText } from '../../model/operation-results.ts'
import { maxEuros } from '../../values/money.ts'

export const maxInvoicedOrders = 500
const ids = idsOf({ max: maxInvoicedOrders, what: { one: 'tilaus', many: 'tilausta' } })

/** An administrator's actions on uninvoiced orders. Each order is handled separately: a failure does not stop the others. */
export const invoiceOrdersCall = defineCall({
  method: 'POST',
  path: '/api/laskuttamattomat_tilaukset',
  roles: ['yllapito'],
  input: z.discriminatedUnion(
    'operation',
    [
      /** Marks as invoiced elsewhere; sends nothing. */
      z.strictObject({ operation: z.literal('laskuta'), ids, syy: reasonText.default('') }),
      /** The price of a whole order, euros without VAT. */
      z.strictObject({
        operation: z.literal('setHinta'),
        ids,
        hinta: z
          .number('Anna hinta lukuna.')
          .min(0, 'Hinta ei voi olla negatiivinen.')
          .max(maxEuros, 'Hinta on liian suuri.')
          .refine((hinta) => Number(hinta.toFixed(2)) === hinta, 'Hinnassa on enintään kaksi desimaalia.'),
      }),
      /** Ours: restores the state toimitettu (rules/invoicing.md#undoing). */
      z.strictObject({ operation: z.literal('peru_laskutus'), ids, syy: reasonText.min(1, 'Kerro syy.') }),
    ],
    'Tuntematon operaatio. Anna laskuta, setHinta tai peru_laskutus.',
  ),
  output: operationResults,
})
