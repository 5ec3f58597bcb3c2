import { minuteForms, parseDuration } from '#domain/values/time/minutes.ts'
import { addDays, atTime, minuteOfDay, startOfDay } from '#domain/values/time/time.ts'
import { formatTime } from '#web/kit/format.ts'
import type { MomentRange } from './day-edits.ts'

/** The value that a text means, or why it cannot be used. */
export type ParsedText<T> = { value: T } | { fault: string }

const hour = 3600

/** The moments within the range at which clocks show a time of day: none, one, or two when the clocks are turned back. */
function momentsOf(minutes: number, { min, max }: MomentRange): number[] {
  const found: number[] = []
  for (let day = startOfDay(min); day <= max; day = addDays(day, 1)) {
    const at = atTime(day, Math.floor(minutes / 60), minutes % 60)
    found.push(...[at - hour, at, at + hour].filter((moment) => minuteOfDay(moment) === minutes))
  }
  return [...new Set(found)].filter((moment) => moment >= min && moment <= max)
}

/** A typed time of day as the moment within the range that is the nearest to `near`. */
export function typedMoment(text: string, near: number, range: MomentRange): ParsedText<number> {
  const { parse, fault } = minuteForms.timeOfDay
  const minutes = parse(text)
  if (minutes === null) return { fault }
  const [nearest] = momentsOf(minutes, range).sort((a, b) => Math.abs(a - near) - Math.abs(b - near))
  if (nearest !== undefined) return { value: nearest }
  return { fault: range.min > range.max ? 'Aikaa ei voi siirtää.' : `Ajan on oltava ${formatTime(range.min)}–${formatTime(range.max)}.` }
}

/** A typed length of a task in minutes. A bare number is minutes, since a task rarely takes hours. */
export function typedLength(text: string, { min, max }: { min: number; max: number }): ParsedText<number> {
  const minutes = /^\s*\d+\s*$/.test(text) ? Number(text) : parseDuration(text)
  if (minutes === null) return { fault: 'Kirjoita kesto muodossa 28 min tai 1 h 28 min.' }
  return minutes >= min && minutes <= max ? { value: minutes } : { fault: `Keston on oltava ${min}–${max} min.` }
}
