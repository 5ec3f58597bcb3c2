import { parseNumber } from '../number.ts'
import { parseTime } from './time.ts'
import { writeDuration, writeTimeOfDay } from './write-minutes.ts'

const hour = 60
/** A bare number up to this is hours, a larger one minutes. */
const maxBareHours = 48

const withUnits = /^(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:h|t|tuntia?)\.?)?\s*(?:(\d{1,4})\s*(?:m|min|minuuttia?)?\.?)?$/i
const clockForm = /^(\d{1,2})[.:](\d{2})$/

/** Parses `8 h 30 min`, `8h30`, `8.30`, `8:30`, `8,5 h`, `8` or `510` as minutes; null when it is none of these. */
export function parseDuration(text: string): number | null {
  const typed = text.trim()
  const clock = clockForm.exec(typed)
  if (clock) return Number(clock[2]) < hour ? Number(clock[1]) * hour + Number(clock[2]) : null
  if (/^\d+$/.test(typed)) return Number(typed) <= maxBareHours ? Number(typed) * hour : Number(typed)
  const decimal = /^\d{1,2},\d+$/.test(typed) ? parseNumber(typed, 2) : null
  if (decimal !== null) return Math.round(decimal * hour)
  const [, hours, minutes] = withUnits.exec(typed) ?? []
  if (typed === '' || (hours === undefined && minutes === undefined)) return null
  return Math.round((parseNumber(hours ?? '0', 2) ?? 0) * hour) + Number(minutes ?? 0)
}

/** The words of a field of minutes, for people: how it is written, how it is parsed, and what is said of a text that is not such a value. */
export const minuteForms = {
  timeOfDay: { write: writeTimeOfDay, parse: parseTime, fault: 'Kirjoita aika muodossa 9.30.', placeholder: '9.30' },
  duration: { write: writeDuration, parse: parseDuration, fault: 'Kirjoita kesto muodossa 8 h 30 min.', placeholder: '8 h 30 min' },
} as const
