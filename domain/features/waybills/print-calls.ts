import { z } from 'zod'
import { backgroundJob } from '../../model/background-job.ts'
import { defineCall } from '../../model/define-call.ts'
import { idsOf } from '../../model/operation-results.ts'
import { listOf } from '../../model/query/list-of.ts'
import { labelSheets, waybillForms } from './forms.ts'

export const maxPrintedOrders = 1000
const path = '/api/rahtikirjat'
const roles = ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'] as const

/**
 * Starts generating many orders' waybills or labels as one PDF, and answers at once with the id of the job. The same request
 * returns the same id while the first is unfinished.
 */
export const printWaybillsCall = defineCall({
  method: 'POST',
  path,
  roles,
  input: z.strictObject({
    /** The order of the waybills in the PDF. */
    tilaus_ids: idsOf({ max: maxPrintedOrders, what: { one: 'tilaus', many: 'tilausta' } }),
    muoto: z.enum(waybillForms, 'Muoto on lahetys, koonti tai tarrat.').default('lahetys'),
    arkki: z.enum(labelSheets, 'Arkki on a6 tai a4.').default('a6'),
  }),
  output: z.strictObject({ success: z.literal(true), id: z.uuid() }),
})

/** The caller's own prints of the last days, newest first, or one of them. `tehty` and `kaikki` count orders. */
export const waybillPrintsCall = defineCall({
  method: 'GET',
  path,
  roles,
  input: z.strictObject({ id: z.uuid('Tulosteen tunniste (id) on UUID.').toLowerCase().optional() }),
  output: listOf(backgroundJob),
})

/** Stops a running print; `peruttu` is false when it had already ended. */
export const cancelWaybillPrintCall = defineCall({
  method: 'DELETE',
  path,
  roles,
  input: z.strictObject({ id: z.uuid('Tulosteen tunniste (id) on UUID.').toLowerCase() }),
  output: z.strictObject({ success: z.literal(true), peruttu: z.boolean() }),
})
