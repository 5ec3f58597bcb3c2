import { fieldText } from '#domain/features/registers/field-text.ts'
import type { Field } from '#domain/model/define-field.ts'
import { formatCount, formatEuros } from '../../format.ts'

export const noValue = '–'

/** A field's value as text. */
export function shownValue(field: Field, value: unknown): string {
  if (field.kind === 'money' && Number(value) !== 0) return formatEuros(Number(value))
  if (field.kind === 'integer' && !field.shown && !field.minutes && Number(value) !== 0) return formatCount(Number(value))
  return fieldText(field, value) || noValue
}
