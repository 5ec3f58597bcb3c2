import { formatDate } from '#domain/values/time/helsinki-clock.ts'

const euroFormat = new Intl.NumberFormat('fi-FI', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const quantityFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 3 })
const percentFormat = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 })

/** `1 234,50`; a minus sign that is as wide as a digit. */
export const euros = (cents: number): string => euroFormat.format(cents / 100)
export const quantityText = (quantity: number): string => quantityFormat.format(quantity)
export const percentText = (percent: number): string => `${percentFormat.format(percent)} %`
export const dayText = (seconds: number): string => formatDate(seconds)
