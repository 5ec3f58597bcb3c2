import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import { addDays, atTime } from '#domain/values/time/time.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'

type RecordedTimes = { paiva: number; alkuaika: number; loppuaika: number }
type ProposedTask = { alkuaika: number; tyyppi: TaskType }
export type Proposal = { alkuaika?: number; loppuaika?: number; tyotehtavat?: ProposedTask[] }

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

/** The instants of a forgotten task. Times before the start of the day are of the next day. */
function timesOf({ paiva, alkuaika }: Pick<RecordedTimes, 'paiva' | 'alkuaika'>, forgotten: ForgottenTask): { start: number; end: number } {
  const after = (minutes: number, least: number): number => {
    const at = onDay(paiva, minutes)
    return at < least ? onDay(addDays(paiva, 1), minutes) : at
  }
  const start = after(forgotten.start, alkuaika)
  return { start, end: after(forgotten.end, start + 60) }
}

/** Why the proposed times of a day (its end 0 while it is open) cannot be meant, or null. */
export function proposalFault(day: RecordedTimes, forgotten: ForgottenTask | null, now: number): string | null {
  const until = day.loppuaika || now
  if (until > now) return 'Päivä ei voi päättyä tulevaisuudessa.'
  if (day.alkuaika > until) return 'Päivä ei voi päättyä ennen alkuaan.'
  if (!forgotten) return null
  const { start, end } = timesOf(day, forgotten)
  return start < day.alkuaika || end > until ? 'Unohtuneen tehtävän on alettava ennen loppuaan ja oltava työpäivän sisällä.' : null
}

type RecordedTask = ProposedTask & { id: string }
/** A task that the driver forgot to record, in minutes after midnight. */
type ForgottenTask = { tyyppi: TaskType; start: number; end: number }
type TypedTasks = {
  /** Other types of recorded tasks, by id. */
  types: ReadonlyMap<string, TaskType>
  forgotten: ForgottenTask | null
}

/**
 * The whole list of tasks as the driver proposes it; undefined when it is as recorded. A forgotten task takes its time from those that were recorded, and
 * the one that ran until its end goes on afterwards.
 */
export function typedTasks(
  { paiva, alkuaika, loppuaika }: RecordedTimes,
  tasks: readonly RecordedTask[],
  { types, forgotten }: TypedTasks,
): ProposedTask[] | undefined {
  const changed = tasks.map(({ id, ...task }) => ({ alkuaika: task.alkuaika, tyyppi: types.get(id) ?? task.tyyppi }))
  const isChanged = changed.some(({ tyyppi }, index) => tyyppi !== tasks[index]?.tyyppi)
  if (!forgotten) return isChanged ? changed : undefined
  const { start, end } = timesOf({ paiva, alkuaika }, forgotten)
  const interrupted = changed.findLast((task) => task.alkuaika <= end)
  return [
    ...changed.filter((task) => task.alkuaika < start),
    { alkuaika: start, tyyppi: forgotten.tyyppi },
    ...(interrupted && (loppuaika === 0 || end < loppuaika) ? [{ alkuaika: end, tyyppi: interrupted.tyyppi }] : []),
    ...changed.filter((task) => task.alkuaika > end),
  ]
}
