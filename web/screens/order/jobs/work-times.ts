import type { Tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import { workTimesFault } from '#domain/entities/hourly/hourly.times.ts'
import { atTime, minuteOfDay, startOfDay } from '#domain/values/time/time.ts'
import type { LineChange } from '#web/features/orders/line-changes.ts'
import { dayFault } from '#web/kit/form/date-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'

/** The start and end of an hourly job as typed: days, and minutes from midnight. */
export type TypedTimes = { startDay: TypedNumber; startTime: TypedNumber; endDay: TypedNumber; endTime: TypedNumber }
export type WorkTimes = Pick<Tuntituote, 'aloitusaika' | 'lopetusaika'>
export type TimesChange = Extract<LineChange, { entity: 'tuntituote' }>
export type TimeFaults = { [K in keyof TypedTimes]?: string }

const timeOf = (moment: number): TypedNumber => (moment === 0 ? '' : minuteOfDay(moment))

/** Work without recorded times defaults to its day. */
export function typedTimes({ aloitusaika, lopetusaika, toimituspaiva }: WorkTimes & Pick<Tuntituote, 'toimituspaiva'>): TypedTimes {
  const startDay = aloitusaika > 0 ? startOfDay(aloitusaika) : toimituspaiva
  return {
    startDay,
    startTime: timeOf(aloitusaika),
    endDay: lopetusaika > 0 ? startOfDay(lopetusaika) : startDay,
    endTime: timeOf(lopetusaika),
  }
}

const faultOfDay = (day: TypedNumber): string | undefined => (day === 0 ? 'Valitse päivä.' : (dayFault(day) ?? undefined))

/** The moment of a day and a time; 0 without a time. A time whose minute was not changed keeps its seconds. */
function momentOf(day: TypedNumber, time: TypedNumber, before: number): number {
  if (typeof day === 'string' || typeof time === 'string') return 0
  const moment = atTime(day, Math.floor(time / 60), time % 60)
  return Math.floor(before / 60) === moment / 60 ? before : moment
}

function faultsOf(typed: TypedTimes): TimeFaults {
  const { startDay, startTime, endDay, endTime } = typed
  const unreadable = (time: TypedNumber) => typeof time === 'string' && time !== ''
  const faults: TimeFaults = {}
  if (unreadable(startTime)) faults.startTime = 'Kirjoita aika muodossa 9.30.'
  else if (startTime === '' && endTime !== '') faults.startTime = 'Kirjoita myös alkamisaika.'
  if (unreadable(endTime)) faults.endTime = 'Kirjoita aika muodossa 9.30.'
  const ofStart = startTime === '' ? undefined : faultOfDay(startDay)
  const ofEnd = endTime === '' ? undefined : faultOfDay(endDay)
  if (ofStart) faults.startDay = ofStart
  if (ofEnd) faults.endDay = ofEnd
  return faults
}

/** The times to store, 0 for unknown ones, or the faults by field. */
export function readTimes(typed: TypedTimes, before: WorkTimes): { times: WorkTimes } | { faults: TimeFaults } {
  const faults = faultsOf(typed)
  if (Object.keys(faults).length > 0) return { faults }
  const aloitusaika = momentOf(typed.startDay, typed.startTime, before.aloitusaika)
  const lopetusaika = momentOf(typed.endDay, typed.endTime, before.lopetusaika)
  const order = workTimesFault(aloitusaika, lopetusaika)
  return order ? { faults: { endTime: order } } : { times: { aloitusaika, lopetusaika } }
}

/**
 * The change to store, based on the row as it was when the dialog opened: a newer version is not overwritten, and an unchanged time is
 * not stored. Null: nothing was changed.
 */
export function timesChange(job: WorkTimes & { id: string; vid: number }, times: WorkTimes): TimesChange | null {
  const set: Partial<WorkTimes> = {}
  const back: Partial<WorkTimes> = {}
  for (const name of ['aloitusaika', 'lopetusaika'] as const) {
    if (times[name] === job[name]) continue
    set[name] = times[name]
    back[name] = job[name]
  }
  return Object.keys(set).length === 0 ? null : { id: job.id, vid: job.vid, entity: 'tuntituote', set, back }
}

/** Whole minutes from the start to the end; null while either is unknown. */
export const minutesWorked = ({ aloitusaika, lopetusaika }: WorkTimes): number | null =>
  aloitusaika > 0 && lopetusaika > 0 ? Math.round((lopetusaika - aloitusaika) / 60) : null
