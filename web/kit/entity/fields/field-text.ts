import { fieldText } from '#domain/features/registers/field-text.ts'
import type { Field } from '#domain/model/define-field.ts'
import { formatEuros } from '../../format.ts'

export const noValue = '–'

/** A field's value as text. */
export const shownValue = (field: Field, value: unknown): string =>
  field.kind === 'money' && Number(value) !== 0 ? formatEuros(Number(value)) : fieldText(field, value) || noValue
