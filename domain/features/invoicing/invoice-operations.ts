import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idsOf, reasonText } from '../../model/operation-results.ts'
import { maxEuros } from '../../values/money.ts'

const ids = idsOf({ max: 500, what: { one: 'lasku', many: 'laskua' } })
const reason = reasonText.min(1, 'Kerro syy.')
const creditedRow = z.strictObject({
  id: z.uuid('Tunniste (id) on UUID.'),
  /** Euros without VAT; at most what is left of the row. */
  veroton: z
    .number('Anna hyvitys lukuna.')
    .positive('Hyvityksen on oltava suurempi kuin nolla.')
    .max(maxEuros, 'Hyvitys on liian suuri.')
    .refine((euros) => Number(euros.toFixed(2)) === euros, 'Hyvityksessä on enintään kaksi desimaalia.'),
})

/** Seconds for one sending, its repeats within one attempt included. */
export const sendTimeout = 60
/** In seconds after a sending began: its answer could still come or be stored, so nobody can say yet whether the invoice left. */
export const answerComesWithin = 2 * sendTimeout

/** An administrator's actions on invoices. Each invoice is handled separately: a failure does not stop the others. */
export const invoiceOperationsCall = defineCall({
  method: 'POST',
  path: '/api/laskut',
  roles: ['yllapito'],
  input: z.discriminatedUnion(
    'operation',
    [
      /** Queues failed drafts again, and invoices to be checked where a repeat is harmless. */
      z.strictObject({ operation: z.literal('laheta_uudelleen'), ids }),
      /** Removes drafts that no provider has taken; their orders can be invoiced again. */
      z.strictObject({ operation: z.literal('peru'), ids, syy: reason }),
      /** The administrator has looked whether the provider took the invoices in the state tarkista. */
      z.strictObject({ operation: z.literal('tarkista'), ids, lahti: z.boolean('Kerro, lähtikö lasku.') }),
      /** Makes and sends a credit note: of the rows named, or of all that is left. */
      z.strictObject({
        operation: z.literal('hyvita'),
        id: z.uuid('Tunniste (id) on UUID.'),
        syy: reason,
        rivit: z
          .array(creditedRow, 'Anna hyvitettävät rivit.')
          .min(1, 'Valitse ainakin yksi rivi.')
          .max(500, 'Hyvitä enintään 500 riviä kerrallaan.')
          .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'Sama rivi on mukana kahdesti.')
          .optional(),
      }),
      /** Returns the orders of wholly credited invoices to the uninvoiced ones. */
      z.strictObject({ operation: z.literal('laskuta_uudelleen'), ids, syy: reason }),
    ],
    'Tuntematon operaatio. Anna laheta_uudelleen, peru, tarkista, hyvita tai laskuta_uudelleen.',
  ),
  /** `lasku`: the credit note that was made. */
  output: z.strictObject({
    success: z.literal(true),
    results: z.array(z.strictObject({ id: z.uuid(), success: z.boolean(), message: z.string().optional(), lasku: z.uuid().optional() })),
  }),
})
export type InvoiceOperation = z.output<typeof invoiceOperationsCall.input>
export type InvoiceOperationsAnswer = OutputOf<typeof invoiceOperationsCall>
