import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import { longestDay } from '#domain/entities/worktime/worktime.rules.ts'
import type { DayValues, TaskValues } from './day-values.ts'

/** The earliest start and the latest end of the day: what the records beside it and the present leave free. */
export type DayBounds = { earliest: number; latest: number }
/** Unix seconds, both included. */
export type MomentRange = { min: number; max: number }

/** A border and where it is moved to. */
export type BorderMove = { index: number; at: number }

const minute = 60
const wholeMinute = (at: number): number => at - (at % minute)
const within = (at: number, { min, max }: MomentRange): number => Math.min(Math.max(wholeMinute(at), min), max)

/**
 * Where a border may be moved: number `index` is the start of that task, 0 also that of the day, and the one after the last task the end of the day.
 * No day becomes longer than the longest one. `min` is above `max` when there is no room.
 */
export function borderRange({ alkuaika, loppuaika, tehtavat }: DayValues, index: number, { earliest, latest }: DayBounds): MomentRange {
  const before = tehtavat[index - 1]
  const after = tehtavat[index + 1]
  const min = before ? before.alkuaika + minute : Math.max(earliest, loppuaika - longestDay)
  if (index === tehtavat.length) return { min, max: Math.min(latest, alkuaika + longestDay) }
  const end = after?.alkuaika ?? (loppuaika > 0 ? loppuaika : latest)
  return { min, max: end - minute }
}

/** Moves a border as far as its range allows; ends an open day when it is the last one. */
export function moveBorder(day: DayValues, { index, at: to }: BorderMove, bounds: DayBounds): DayValues {
  const range = borderRange(day, index, bounds)
  if (range.min > range.max || index > day.tehtavat.length) return day
  const at = within(to, range)
  if (index === day.tehtavat.length) return { ...day, loppuaika: at }
  return {
    ...day,
    alkuaika: index === 0 ? at : day.alkuaika,
    tehtavat: day.tehtavat.map((task, place) => (place === index ? { ...task, alkuaika: at } : task)),
  }
}

/** The end of a task: the start of the next one or the end of the day; 0 for the running task of an open day. */
export const endOfTask = ({ loppuaika, tehtavat }: DayValues, index: number): number => tehtavat[index + 1]?.alkuaika ?? loppuaika

type TaskChange = Partial<Pick<TaskValues, 'tyyppi' | 'address_print' | 'latitude' | 'longitude'>>

export const changeTask = (day: DayValues, id: string, change: TaskChange): DayValues => ({
  ...day,
  tehtavat: day.tehtavat.map((task) => (task.id === id ? { ...task, ...change } : task)),
})

/** The time of a removed task becomes the task's before it; of the first one, the next one's. The only task stays. */
export function removeTask(day: DayValues, index: number): DayValues {
  if (day.tehtavat.length < 2) return day
  const left = day.tehtavat.toSpliced(index, 1)
  return { ...day, tehtavat: index > 0 ? left : left.map((task, place) => (place === 0 ? { ...task, alkuaika: day.alkuaika } : task)) }
}

/** Cuts a task in the middle; both halves are alike. A task of one minute stays. `now` ends the running task of an open day. */
export function splitTask(day: DayValues, index: number, { id, now }: { id: string; now: number }): DayValues {
  const task = day.tehtavat[index]
  const end = endOfTask(day, index) || now
  if (!task || end - task.alkuaika < 2 * minute) return day
  const half = { ...task, id, alkuaika: wholeMinute((task.alkuaika + end) / 2) }
  return { ...day, tehtavat: day.tehtavat.toSpliced(index + 1, 0, half) }
}

export type NewTask = {
  id: string
  /** The id of what remains of a task that the new one divides. */
  restId: string
  tyyppi: TaskType
  from: number
  /** Where it ends and the task that ran there goes on; null: where the task that it cuts ends. */
  until: number | null
}

/** Puts a task over a part of the day: what it covers is removed, and what it divides goes on after it. A part outside the day is left out. */
export function insertTask(day: DayValues, { id, restId, tyyppi, from, until }: NewTask, now: number): DayValues {
  const end = day.loppuaika > 0 ? day.loppuaika : now
  const start = Math.max(wholeMinute(from), day.alkuaika)
  const cut = day.tehtavat.findLastIndex(({ alkuaika }) => alkuaika <= start)
  const stop = Math.min(wholeMinute(until ?? (endOfTask(day, cut) || end)), end)
  if (cut < 0 || start >= stop) return day
  const running = day.tehtavat.findLast(({ alkuaika }) => alkuaika < stop)
  const goesOn = stop < end && running !== undefined && day.tehtavat.every(({ alkuaika }) => alkuaika !== stop)
  const rest = goesOn ? [{ ...running, id: running.alkuaika < start ? restId : running.id, alkuaika: stop }] : []
  const place = { address_print: '', latitude: null, longitude: null }
  return {
    ...day,
    tehtavat: [
      ...day.tehtavat.filter(({ alkuaika }) => alkuaika < start),
      { id, tyyppi, alkuaika: start, ...place },
      ...rest,
      ...day.tehtavat.filter(({ alkuaika }) => alkuaika >= stop),
    ],
  }
}
