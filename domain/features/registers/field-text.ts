import type { Field } from '../../model/define-field.ts'
import { formatDate, formatMoment } from '../../values/time/helsinki-clock.ts'
import { minuteForms } from '../../values/time/minutes.ts'

const timeTexts = { day: formatDate, moment: formatMoment }

/** A field's value as text; '' for an empty one. Money is in euros without the sign. */
export function fieldText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value) && field.kind !== 'json') return value.map((item: unknown) => itemText(field, item)).join(', ')
  switch (field.kind) {
    case 'flag':
    case 'mark':
      return value ? 'Kyllä' : 'Ei'
    case 'day':
    case 'moment':
      return Number(value) === 0 ? '' : timeTexts[field.kind](Number(value))
    case 'money':
      return Number(value) === 0 ? '' : Number(value).toFixed(2).replace('.', ',')
    case 'choice':
      return field.values[String(value)] ?? ''
    case 'json': {
      const read = field.read(value)
      return 'value' in read ? field.show(read.value) : ''
    }
    case 'integer':
      if (field.minutes) return field.zeroIsNone && Number(value) === 0 ? '' : minuteForms[field.minutes].write(Number(value))
      return numberText(field, value)
    case 'decimal':
    case 'sequence':
    case 'coordinate':
      return numberText(field, value)
    default:
      return String(value)
  }
}

const numberText = (field: Field, value: unknown): string =>
  Number(value) === 0 && field.kind !== 'coordinate' ? '' : String(shownNumber(field, value)).replace('.', ',')

/** A number in the unit in which people read it (`shown` of the field). */
export const shownNumber = (field: Field, value: unknown): number =>
  'shown' in field && field.shown ? Number(value) / field.shown.per : Number(value)

function itemText(field: Field, item: unknown): string {
  if (field.kind === 'days') return formatDate(Number(item))
  if (field.kind === 'choices') return field.values[String(item)] ?? String(item)
  return field.kind === 'numbers' ? (field.names?.[Number(item)] ?? String(item)) : String(item)
}
