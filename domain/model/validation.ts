import { toNfc } from '../values/nfc.ts'
import { firstValidDay, firstValidMoment, lastMoment, startOfDay } from '../values/time/time.ts'
import type { ChoiceField, ChoicesField, Field, NumberField, NumbersField, TextField } from './define-field.ts'

/** `value` has the type of the field's kind (`ValueOf`). */
export type Parsed = { value: unknown } | { fault: string }

// Line breaks and tabs are allowed in a text area; all other control characters are rejected (rules/values.md#text).
const controlInLine = /\p{Cc}/u
const controlInArea = /[^\P{Cc}\n\r\t]/u
// These characters change the direction of the text after them, so that it reads differently; they are invisible in pasted text.
const bidiOverride = /[\u202a-\u202e\u2066-\u2069]/g
const loneSurrogate = /\p{Cs}/u

/** Parses a value from the wire into its stored form, or returns a Finnish sentence about its fault. Null is the empty value. */
export function parseField(field: Field, input: unknown): Parsed {
  switch (field.kind) {
    case 'text':
    case 'area':
      return parseText(field, input)
    case 'integer':
    case 'decimal':
    case 'money':
      return parseNumber(field, input)
    case 'coordinate':
      if (input === null) return { value: null }
      return typeof input === 'number' && input >= field.min && input <= field.max
        ? { value: input }
        : { fault: `Anna luku väliltä ${field.min}…${field.max}.` }
    case 'flag':
    case 'mark':
      if (typeof input === 'boolean') return { value: input }
      return input === 0 || input === 1 || input === null ? { value: input === 1 } : { fault: 'Anna true tai false.' }
    case 'moment':
      return parseMoment(input)
    case 'day':
      return parseDay(input)
    case 'choice':
      if (input === null && '' in field.values) return { value: '' }
      return typeof input === 'string' && Object.hasOwn(field.values, input)
        ? { value: input }
        : { fault: `Valitse jokin: ${labelsOf(field)}.` }
    case 'choices': {
      const items = input === null ? [] : input
      const list = Array.isArray(items) ? items.filter((value) => !field.ignored?.includes(value)) : items
      return Array.isArray(list) && list.every((value): value is string => typeof value === 'string' && Object.hasOwn(field.values, value))
        ? { value: [...new Set(list)] }
        : { fault: `Valitse näistä: ${labelsOf(field)}.` }
    }
    case 'numbers':
      return parseNumbers(field, input === null ? [] : input)
    case 'days':
      return parseDays(input === null ? [] : input)
    case 'json':
      return input === null ? { value: field.default } : field.read(input)
    case 'sequence':
      return { fault: 'Palvelin antaa numeron.' }
  }
}

const labelsOf = (field: ChoiceField | ChoicesField): string => Object.values(field.values).join(', ')

function parseText(field: TextField, input: unknown): Parsed {
  if (input === null) return field.required ? { fault: 'Kenttä on pakollinen.' } : { value: '' }
  if (typeof input !== 'string') return { fault: 'Anna teksti.' }
  // A cell copied from a spreadsheet ends with a tab.
  const spaced = field.kind === 'text' ? input.replaceAll('\t', ' ') : input
  const trimmed = toNfc(spaced.replace(bidiOverride, '').trim())
  if (trimmed === '') return field.required ? { fault: 'Kenttä on pakollinen.' } : { value: '' }
  const forbidden = field.kind === 'text' ? controlInLine : controlInArea
  if (forbidden.test(trimmed) || loneSurrogate.test(trimmed)) return { fault: 'Tekstissä on merkkejä, joita ei voi tallentaa.' }
  const text = field.cut ? [...trimmed].slice(0, field.max).join('').trimEnd() : trimmed
  if (text.length > field.max && [...text].length > field.max) return { fault: `Tekstin enimmäispituus on ${field.max} merkkiä.` }
  return field.check ? field.check(text) : { value: text }
}

const shownNumber = (value: number): string => String(value).replace('.', ',')

function parseNumber(field: NumberField, input: unknown): Parsed {
  const number = input === null ? 0 : input
  if (typeof number !== 'number' || !Number.isFinite(number)) return { fault: 'Anna luku.' }
  if (field.kind === 'integer' && !Number.isInteger(number)) return { fault: 'Anna kokonaisluku.' }
  const value = Number(number.toFixed(field.scale))
  if (value < field.min) return { fault: `Anna luku, joka on vähintään ${shownNumber(field.min)}.` }
  if (value > field.max) return { fault: `Anna luku, joka on enintään ${shownNumber(field.max)}.` }
  return { value }
}

const maxNumbers = 1000

function parseNumbers(field: NumbersField, input: unknown): Parsed {
  const fits = (item: unknown): item is number => Number.isInteger(item) && Number(item) >= field.min && Number(item) <= field.max
  return Array.isArray(input) && input.length <= maxNumbers && input.every(fits)
    ? { value: ascending(input) }
    : { fault: `Anna luettelo luvuista ${field.min}…${field.max}.` }
}

function parseDays(input: unknown): Parsed {
  const days =
    Array.isArray(input) && input.length <= maxNumbers ? input.map((item: unknown) => (item === 0 ? null : dayFrom(item))) : [null]
  return days.every((item) => item !== null) ? { value: ascending(days) } : { fault: 'Anna luettelo päivistä sekunteina (unix).' }
}

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)

function parseMoment(input: unknown): Parsed {
  if (input === null || input === 0) return { value: 0 }
  if (typeof input !== 'number' || !Number.isInteger(input)) return { fault: 'Anna aika sekunteina (unix).' }
  return isMoment(input) ? { value: input } : { fault: tooEarly }
}

const tooEarly = 'Päivä ei kelpaa. Aikaisin sallittu vuosi on 1971.'
const isMoment = (input: number): boolean => input >= firstValidMoment && input <= lastMoment

/** Any moment of a day in Helsinki is that day, stored as its local midnight (rules/values.md#days). */
function parseDay(input: unknown): Parsed {
  const day = dayFrom(input)
  return day === null ? parseMoment(input) : { value: day }
}

/** The day's midnight; null when there is no such day. The midnight of 1.1.1971 is in 1970 in UTC, and is accepted since it is stored so. */
function dayFrom(input: unknown): number | null {
  if (input === firstValidDay) return firstValidDay
  return typeof input === 'number' && Number.isInteger(input) && isMoment(input) ? startOfDay(input) : null
}
