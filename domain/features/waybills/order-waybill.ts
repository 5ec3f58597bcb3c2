import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { labelSheets } from './forms.ts'

/** Generates the waybills of an order as one PDF, to be fetched from `uri`; unchanged content returns the same file. */
export const orderWaybillCall = defineCall({
  method: 'POST',
  path: '/api/tilaus/rahtikirja',
  roles: ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'],
  // A retry finds the file, so the answer is not stored; drawing may take longer than an idempotency key is reserved.
  secret: 'answer',
  input: z.strictObject({
    tilaus_id: z.uuid('Tilauksen tunniste (tilaus_id) on UUID.').toLowerCase(),
    /** A waybill for each shipment; false for one summary of all. */
    multipage: z.boolean('multipage on true tai false.').default(true),
    /** Labels of the packages instead, on sheets of this size. */
    tarrat: z.enum(labelSheets, 'Tarra-arkki on a6 tai a4.').optional(),
  }),
  output: z.strictObject({
    success: z.literal(true),
    file: z.strictObject({ id: z.uuid(), uri: z.string(), filename: z.string() }),
  }),
})
