import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { operationIds, operationResults } from './operation-results.ts'

const reason = z.string('Syy on tekstiä.').trim().normalize().max(1000, 'Syy on enintään 1000 merkkiä.')
const mostEuros = 9_999_999.99

/** What an administrator does to uninvoiced orders. Every order stands on its own: one that fails holds up no other. */
export const invoiceOrdersCall = defineCall({
  method: 'POST',
  path: '/api/laskuttamattomat_tilaukset',
  roles: ['yllapito'],
  input: z.discriminatedUnion(
    'operation',
    [
      /** Marks as invoiced elsewhere; sends nothing. */
      z.strictObject({ operation: z.literal('laskuta'), ids: operationIds, syy: reason.default('') }),
      /** The price of a whole order, euros without VAT. */
      z.strictObject({
        operation: z.literal('setHinta'),
        ids: operationIds,
        hinta: z
          .number('Anna hinta lukuna.')
          .min(0, 'Hinta ei voi olla negatiivinen.')
          .max(mostEuros, 'Hinta on liian suuri.')
          .refine((hinta) => Number(hinta.toFixed(2)) === hinta, 'Hinnassa on enintään kaksi desimaalia.'),
      }),
      /** Ours: back to toimitettu (RULES section 3). */
      z.strictObject({ operation: z.literal('peru_laskutus'), ids: operationIds, syy: reason.min(1, 'Kerro syy.') }),
    ],
    'Tuntematon operaatio. Anna laskuta, setHinta tai peru_laskutus.',
  ),
  output: operationResults,
})
