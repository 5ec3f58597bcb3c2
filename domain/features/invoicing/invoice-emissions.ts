import { emissionNote, emissionText } from '../emissions/emission-text.ts'
import type { InvoiceLine, OutgoingInvoice } from './outgoing-invoice.ts'

/** The estimate of a row, for a row's free text; '' without one. */
export const rowEmissions = ({ emissionGrams }: InvoiceLine): string =>
  emissionGrams === undefined ? '' : `Päästöarvio ${emissionText(emissionGrams)}`

/** The sum of the rows' estimates, with its method and sources; '' when a row has none, since a part would mislead. */
export function invoiceEmissions({ lines, emissionSources: sources = [] }: OutgoingInvoice): string {
  const grams = lines.flatMap(({ emissionGrams }) => emissionGrams ?? [])
  const missing = lines.length - grams.length
  return emissionNote({ grams: grams.reduce((sum, one) => sum + one, 0), estimated: grams.length, missing, sources })
}
