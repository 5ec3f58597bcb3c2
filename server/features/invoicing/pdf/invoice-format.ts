import type { InvoiceLine } from '#domain/features/invoicing/outgoing-invoice.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { writeDuration } from '#domain/values/time/write-minutes.ts'

const euroFormat = new Intl.NumberFormat('fi-FI', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const quantityFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 })
const percentFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 })

/** `1 234,50`; a minus sign that is as wide as a digit. */
export const euros = (cents: number): string => euroFormat.format(cents / 100)
/** A quantity and its unit; hours that have no two decimals, as hours and minutes. */
export function quantityTexts(quantity: number, unit: InvoiceLine['unit']): [quantity: string, unit: string] {
  const minutes = Math.round(Math.abs(quantity) * 60)
  if (unit !== 'h' || minutes % 3 === 0) return [quantityFormat.format(quantity), unit]
  return [`${quantity < 0 ? '−' : ''}${writeDuration(minutes)}`, '']
}
export const percentText = (percent: number): string => `${percentFormat.format(percent)} %`
export const dayText = (seconds: number): string => formatDate(seconds)
