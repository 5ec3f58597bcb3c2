import { z } from 'zod'
import { hourlyKinds, tuntituote } from '../../entities/hourly/hourly.entity.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { day, moment } from '../../model/define-field.ts'
import { idsOf, operationResult, operationResultsOf, reasonText } from '../../model/operation-results.ts'
import { parseField } from '../../model/validation.ts'
import { maxEuros } from '../../values/money.ts'

export const maxInvoicedOrders = 500
const ids = idsOf({ max: maxInvoicedOrders, what: { one: 'tilaus', many: 'tilausta' } })
const kinds = Object.keys(hourlyKinds) as (keyof typeof hourlyKinds)[]

/** A value as the field takes it: a day is stored as its midnight. */
const momentOf = (field: ReturnType<typeof day | typeof moment>, missing?: string) =>
  z.unknown().transform((input, context) => {
    const parsed = input === undefined ? { fault: 'Anna aika sekunteina (unix).' } : parseField(field, input)
    const value = 'value' in parsed && typeof parsed.value === 'number' ? parsed.value : null
    if (value !== null && (value !== 0 || missing === undefined)) return value
    context.addIssue({ code: 'custom', message: 'fault' in parsed ? parsed.fault : (missing ?? 'Anna aika sekunteina (unix).') })
    return z.NEVER
  })

/** The value that the person saw: with another one stored, the edit is refused. */
const ennen = z.number('Anna aiempi arvo (ennen) lukuna.').optional()
/** What an edit did to a line of an order: its earlier time `aika` became `nyt`. Both unix seconds, 0 for none. */
const time = z.int('Anna aika sekunteina (unix).').min(0, 'Anna aika sekunteina (unix).')
const movedLine = z.strictObject({ id: z.uuid('Tunniste (id) on UUID.'), aika: time, nyt: time })
export type MovedLine = z.output<typeof movedLine>
const movable = ['timestamp_toimitettu', 'toivottu_toimitus'] as const
const maxLines = 500

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
        ennen,
      }),
      /** The amount of the hourly job that is charged by `tyyppi`: minutes, kilometres or pieces (rules/invoicing.md#edits-in-the-list). */
      z
        .strictObject({
          operation: z.literal('setMaara'),
          tyyppi: z.literal(kinds, `Tuntematon laskutusperuste (tyyppi). Anna ${kinds.join(', ')}.`),
          ids,
          maara: z.number('Anna määrä lukuna.'),
          ennen,
        })
        .superRefine(({ tyyppi, maara }, context) => {
          const parsed = parseField(tuntituote.fields[tyyppi], maara)
          if ('fault' in parsed) context.addIssue({ code: 'custom', path: ['maara'], message: parsed.fault })
        }),
      /** When the order was delivered, unix seconds. */
      z.strictObject({
        operation: z.literal('setTimestampToimitettu'),
        ids,
        timestamp_toimitettu: momentOf(moment('Toimitettu'), 'Anna toimitusaika.'),
        ennen,
      }),
      /** The wished day, unix seconds; 0 for no day. */
      z.strictObject({ operation: z.literal('setToivottuToimitus'), ids, toivottu_toimitus: momentOf(day('Toivottu toimitus')), ennen }),
      /** Ours: undoes one of the two above of an order, by the `rivit` that it answered. */
      z.strictObject({
        operation: z.literal('palautaAjat'),
        kentta: z.literal(movable, `Tuntematon kenttä. Anna ${movable.join(' tai ')}.`),
        ids: idsOf({ max: 1, what: { one: 'tilaus', many: 'tilaus' } }),
        rivit: z.array(movedLine, 'Anna palautettavat rivit.').min(1, 'Anna palautettavat rivit.').max(maxLines),
      }),
      /** Ours: restores the state toimitettu (rules/invoicing.md#undoing). */
      z.strictObject({ operation: z.literal('peru_laskutus'), ids, syy: reasonText.min(1, 'Kerro syy.') }),
    ],
    'Tuntematon operaatio. Anna laskuta, setHinta, setMaara, setTimestampToimitettu, setToivottuToimitus, palautaAjat tai peru_laskutus.',
  ),
  /** `rivit`: the lines whose times the operation moved. */
  output: operationResultsOf(operationResult.extend({ rivit: z.array(movedLine).optional() })),
})
export type InvoiceOrdersAnswer = OutputOf<typeof invoiceOrdersCall>
