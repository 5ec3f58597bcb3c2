import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { atTime, minuteOfDay, parseTime, startOfDay } from '#domain/values/time/time.ts'
import { dayFault, readDay } from '../date-field.tsx'
import { writeTime } from '../time-field.tsx'
import type { TypedNumber } from '../typed-number.ts'

/** A moment as its two inputs: a midnight (0 is none) and minutes after midnight ('' is none), or texts that cannot be parsed yet. */
type MomentParts = { day: TypedNumber; time: TypedNumber }

/** Between the day and the time of a moment of which one part cannot be parsed. */
const between = ' klo '

export function momentParts(value: TypedNumber): MomentParts {
  if (typeof value === 'number') return value === 0 ? { day: 0, time: '' } : { day: startOfDay(value), time: minuteOfDay(value) }
  const [day = '', time = ''] = value.split(between)
  return { day: readDay(day) ?? day, time: time === '' ? '' : (parseTime(time) ?? time) }
}

/** What completes a moment: the day (a midnight; 0 is none) of a time alone, and the minutes after midnight of a day alone. */
type Defaults = { defaultDay?: number; defaultTime?: number }

/** Unix seconds, or both parts as one text while one of them cannot be parsed. Without a default time a day alone is its midnight. */
export function joinedMoment({ day, time }: MomentParts, { defaultDay = 0, defaultTime = 0 }: Defaults = {}): TypedNumber {
  if (day === 0 && time === '') return 0
  const known = day === 0 ? defaultDay : day
  if (known === 0) return 0
  const minutes = time === '' ? defaultTime : time
  if (typeof known === 'number' && typeof minutes === 'number') return atTime(known, Math.floor(minutes / 60), minutes % 60)
  const dayText = typeof known === 'number' ? formatDate(known) : known
  const timeText = typeof time === 'number' ? writeTime(time) : time
  return timeText === '' ? dayText : `${dayText}${between}${timeText}`
}

/** The fault of a text that is not a day and a time. */
export function momentFault(typed: TypedNumber): string | null {
  if (typeof typed === 'number') return null
  const { day, time } = momentParts(typed)
  return dayFault(day) ?? (typeof time === 'string' && time !== '' ? 'Kirjoita aika muodossa 9.30.' : null)
}
