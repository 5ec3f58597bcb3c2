import { addDays, atTime } from '#domain/values/time/time.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'

type RecordedTimes = { paiva: number; alkuaika: number; loppuaika: number }
export type Proposal = { alkuaika?: number; loppuaika?: number }

const minutesPerHour = 60

/** The instant of minutes after midnight. */
const onDay = (day: number, minutes: number): number => atTime(day, Math.floor(minutes / minutesPerHour), minutes % minutesPerHour)

/** The times of day that a driver proposes for a record; an end that is not after the start is of the next day. What is as recorded is not proposed. */
export function typedProposal(
  { paiva, alkuaika, loppuaika }: RecordedTimes,
  { start, end }: { start: TypedNumber; end: TypedNumber },
): Proposal {
  const newStart = typeof start === 'number' ? onDay(paiva, start) : alkuaika
  const sameDay = typeof end === 'number' ? onDay(paiva, end) : loppuaika
  const newEnd = typeof end === 'number' && sameDay <= newStart ? onDay(addDays(paiva, 1), end) : sameDay
  return { ...(newStart === alkuaika ? {} : { alkuaika: newStart }), ...(newEnd === loppuaika ? {} : { loppuaika: newEnd }) }
}
