import { stringify } from 'csv-stringify/sync'
import { plainLine } from '#domain/features/invoicing/finvoice/finvoice-text.ts'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { dayOf } from '#domain/values/time/time.ts'

const columns = ['tiedosto', 'laskun_numero', 'laji', 'saaja', 'y_tunnus', 'summa', 'erapaiva', 'sha256'] as const
const csv = (row: readonly string[]): string => stringify([row], { delimiter: ';', escape_formulas: true })

/** Without what a file system or a person at a command line could misread. */
export const fileOf = (number: string): string => `lasku-${number.replace(/[^A-Za-z0-9-]/g, '_')}.xml`

export const manifestHead = csv(columns)
/** `day` as 2026-11-24. */
export const manifestOf = (day: string): string => `luettelo-${day}.csv`

export function manifestRow({ number, kind, buyer, totalCents, dueDay }: OutgoingInvoice, digest: string): string {
  const sum = (totalCents / 100).toFixed(2).replace('.', ',')
  // Each row is one line, by which a retry finds it.
  return csv([fileOf(number), number, kind, plainLine(buyer.name), plainLine(buyer.businessId), sum, dayOf(dueDay), digest])
}
