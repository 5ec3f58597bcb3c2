import { numberFault, parseNumber } from '../../values/number.ts'
import { minuteForms } from '../../values/time/minutes.ts'
import type { Field, NumberField } from '../define-field.ts'
import { parseField } from '../validation.ts'
import { bareNumber, formulaFault, isFormulaError, type ReadCell, readChoice, readDay } from './read-cells.ts'

const yes = ['kyllä', 'k', 'on', 'x', '1', 'tosi', 'true', 'yes']
const no = ['ei', 'e', '0', 'epätosi', 'false', 'no', '-']
const separator = /[,;\n]/
/** Degrees with more decimals than any map gives. */
const coordinateDecimals = 12

function readNumber(text: string, { scale, shown }: Pick<NumberField, 'scale' | 'shown'>): ReadCell<number> {
  const decimals = shown?.decimals ?? scale
  const bare = bareNumber(text.replace(/\s*(€|pv)$/i, ''))
  const value = parseNumber(bare, decimals)
  if (value === null) return { fault: numberFault(bare, decimals) ?? '' }
  return { value: Number((value * (shown?.per ?? 1)).toFixed(scale)) }
}

function readMinutes(text: string, minutes: keyof typeof minuteForms): ReadCell<number> {
  const value = minuteForms[minutes].parse(text)
  return value === null ? { fault: minuteForms[minutes].fault } : { value }
}

function readFlag(text: string): ReadCell<boolean> {
  const word = text.toLowerCase()
  if (yes.includes(word)) return { value: true }
  return no.includes(word) ? { value: false } : { fault: 'Kirjoita kyllä tai ei.' }
}

function readValue(field: Field, text: string, now: number): ReadCell<unknown> {
  switch (field.kind) {
    case 'integer':
      return field.minutes ? readMinutes(text, field.minutes) : readNumber(text, field)
    case 'decimal':
    case 'money':
      return readNumber(text, field)
    case 'coordinate':
      return readNumber(text, { scale: coordinateDecimals })
    case 'flag':
      return readFlag(text)
    case 'day':
    case 'moment':
      return readDay(text, now)
    case 'choice':
      return { value: readChoice(field.values, text) }
    case 'choices': {
      const items = text.split(separator).map((item) => item.trim())
      return { value: items.filter((item) => item !== '').map((item) => readChoice(field.values, item)) }
    }
    default:
      return { value: text }
  }
}

/**
 * The stored form of a field's value from a cell with text, as people write it: decimal comma, the unit that the field is shown in, days as
 * dates, choices by their labels. The field's own limits and checks apply.
 */
export function readFieldCell(field: Field, text: string, now: number): ReadCell<unknown> {
  if (isFormulaError(text)) return { fault: formulaFault(text) }
  const read = readValue(field, text, now)
  return 'fault' in read ? read : parseField(field, read.value)
}
