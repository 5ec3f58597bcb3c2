import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idsOf, operationResults } from '../../model/operation-results.ts'
import { keyOf } from '../../values/key-of.ts'
import { toNfc } from '../../values/nfc.ts'
import { payrollLayouts } from '../settings/payroll-settings.ts'
import { typedRangeDay } from '../shifts/shift-range.ts'

/** Records that one operation changes: four weeks of sixty drivers. */
export const maxRecords = 2000
const uuid = z.uuid('Tunniste (id) on UUID.').toLowerCase()

/** The records of the days, both included (without them of the current two-week period), and of these drivers alone. The layout is the company's unless it is given. */
const payroll = {
  min: typedRangeDay('min').optional(),
  max: typedRangeDay('max').optional(),
  muoto: keyOf(payrollLayouts).optional(),
  kuljettajat: idsOf({ max: 500, what: { one: 'kuljettaja', many: 'kuljettajaa' } }).optional(),
}

const operation = z.discriminatedUnion(
  'operation',
  [
    /** What the driver recorded becomes the record's content again; what it was meanwhile stays in its history. */
    z.strictObject({ operation: z.literal('RESTORE_ORIGINAL'), id: uuid }),
    z.strictObject({
      operation: z.literal('MARK_AS_TARKISTETTU'),
      ids: idsOf({ max: maxRecords, what: { one: 'kirjaus', many: 'kirjausta' } }),
      tarkistettu: z.boolean('Anna tarkistettu: true tai false.').default(true),
    }),
    /** With `tarkistamattomat` also records that are not checked. */
    z.strictObject({ operation: z.literal('DOWNLOAD_CSV'), ...payroll, tarkistamattomat: z.boolean().default(false) }),
    z.strictObject({ operation: z.literal('SEND_CSV'), ...payroll }),
    /** Ours: the answer to a driver's correction request. */
    z.strictObject({
      operation: z.literal('ANSWER_CORRECTION'),
      id: uuid,
      hyvaksytty: z.boolean('Anna hyvaksytty: true tai false.'),
      vastaus: z.string('Vastaus on tekstiä.').trim().overwrite(toNfc).max(1000, 'Vastaus on enintään 1000 merkkiä.').default(''),
    }),
  ],
  'Tuntematon operaatio. Anna RESTORE_ORIGINAL, MARK_AS_TARKISTETTU, DOWNLOAD_CSV, SEND_CSV tai ANSWER_CORRECTION.',
)
export type WorktimeOperation = z.output<typeof operation>
export type WorktimeOperationInput = z.input<typeof operation>

/** What administrators do to working-time records (rules/worktime.md#administration). */
export const worktimeOperationsCall = defineCall({
  method: 'POST',
  path: '/api/tyovuoro-kirjaus-admin',
  roles: ['yllapito'],
  input: operation.superRefine((input, context) => {
    if (!('min' in input) || input.min === undefined || input.max === undefined || input.max >= input.min) return
    context.addIssue({ code: 'custom', path: ['max'], message: 'Viimeinen päivä (max) ei voi olla ennen ensimmäistä (min).' })
  }),
  output: operationResults.extend({
    /** Of DOWNLOAD_CSV: the file's name and its text, which is sent as UTF-8. */
    tiedosto: z.strictObject({ nimi: z.string(), sisalto: z.string() }).nullable(),
  }),
})
export type WorktimeOperationsAnswer = OutputOf<typeof worktimeOperationsCall>
