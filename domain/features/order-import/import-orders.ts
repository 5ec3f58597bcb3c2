import { z } from 'zod'
import { defineCall } from '../../model/define-call.ts'
import { dryRunOutput, importInput, unmappedHeadings } from '../../model/import/import-call.ts'
import { columnNames } from './order-columns.ts'

/**
 * Imports all orders of a CSV or .xlsx file or none (rules/order-import.md#all-or-nothing; decision 19). With `tarkista` nothing is stored,
 * and the answer shows the parsed rows in the importer's columns, and every fault by row and column.
 */
export const importOrdersCall = defineCall({
  method: 'POST',
  path: '/api/import-tilaus-csv',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    /** Defaults to a customer's own. */
    asiakas_id: z.uuid('Asiakkaan tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
    ...importInput(columnNames),
  }),
  output: z.union([
    unmappedHeadings,
    z.strictObject({
      ...dryRunOutput(columnNames),
      tilauksia: z.number(),
    }),
    z.strictObject({
      success: z.literal(true),
      tilauksia: z.number(),
      lahetyksia: z.number(),
      /** The names of the first and last created order (`T-1042`). */
      ensimmainen: z.string(),
      viimeinen: z.string(),
    }),
  ]),
})
