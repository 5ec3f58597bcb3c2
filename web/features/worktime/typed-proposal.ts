import { type CorrectionProposal, shownProposal } from '#domain/entities/correction-request/correction-request.entity.ts'
import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import { isOutsideDay } from '#domain/entities/worktime/worktime.rules.ts'
import type { RecordedTimes as RecordedTimesOfDay } from '#domain/features/worktime/recorded-day.ts'
import { addDays, atTime } from '#domain/values/time/time.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { differencesOf, spanText } from './differences.ts'

type RecordedTimes = { paiva: number; alkuaika: number; loppuaika: number }
type ProposedTask = NonNullable<CorrectionProposal['tyotehtavat']>[number]

const minutesPerHour = 60

/** The instant of minutes after midnight. */
const onDay = (day: number, minutes: number): number => atTime(day, Math.floor(minutes / minutesPerHour), minutes % minutesPerHour)

/** The times of day that a driver proposes for a record; an end that is not after the start is of the next day. What is as recorded is not proposed. */
export function typedProposal(
  { paiva, alkuaika, loppuaika }: RecordedTimes,
  { start, end }: { start: TypedNumber; end: TypedNumber },
): Pick<CorrectionProposal, 'alkuaika' | 'loppuaika'> {
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

/** Why a forgotten task cannot be meant in the day as it is proposed (its end 0 while it is open), or null. */
export function forgottenFault(day: RecordedTimes, forgotten: ForgottenTask, now: number): string | null {
  const { start, end } = timesOf(day, forgotten)
  const isOutside = start < day.alkuaika || end > (day.loppuaika || now)
  return isOutside ? 'Unohtuneen tehtävän on alettava ennen loppuaan ja oltava työpäivän sisällä.' : null
}

type RecordedTask = ProposedTask & { id: string }
/** A task that the driver forgot to record, in minutes after midnight. */
type ForgottenTask = { tyyppi: TaskType; start: number; end: number }
type TypedTasks = {
  /** Other types of recorded tasks, by id. */
  types: ReadonlyMap<string, TaskType>
  forgotten: ForgottenTask | null
}

/** The tasks that run within the day: the one that runs when it starts begins then. */
function withinDay<T extends ProposedTask>(tasks: readonly T[], day: RecordedTimes): T[] {
  const { alkuaika } = day
  const running = tasks.findLast((task) => task.alkuaika < alkuaika)
  const inside = tasks.filter((task) => !isOutsideDay(task.alkuaika, day))
  return running && inside[0]?.alkuaika !== alkuaika ? [{ ...running, alkuaika }, ...inside] : inside
}

/**
 * The whole list of tasks as the driver proposes it for a day of these times; undefined when it is as recorded. A forgotten task takes its time from those
 * that were recorded, and the one that ran until its end goes on afterwards. When the day itself is moved, its tasks stay within it.
 */
export function typedTasks(
  day: RecordedTimes & { isMoved: boolean },
  tasks: readonly RecordedTask[],
  { types, forgotten }: TypedTasks,
): ProposedTask[] | undefined {
  const kept = withinDay(tasks, day)
  const changed = kept.map(({ id, ...task }) => ({ alkuaika: task.alkuaika, tyyppi: types.get(id) ?? task.tyyppi }))
  const isCut = day.isMoved && (kept.length < tasks.length || kept.some(({ alkuaika }, index) => alkuaika !== tasks[index]?.alkuaika))
  const isChanged = isCut || changed.some(({ tyyppi }, index) => tyyppi !== kept[index]?.tyyppi)
  if (!forgotten) return isChanged ? changed : undefined
  const { start, end } = timesOf(day, forgotten)
  const interrupted = changed.findLast((task) => task.alkuaika <= end)
  return [
    ...changed.filter((task) => task.alkuaika < start),
    { alkuaika: start, tyyppi: forgotten.tyyppi },
    ...(interrupted && (day.loppuaika === 0 || end < day.loppuaika) ? [{ alkuaika: end, tyyppi: interrupted.tyyppi }] : []),
    ...changed.filter((task) => task.alkuaika > end),
  ]
}

/** What a proposal changes of a record: `alkaa klo 6.30, Tauko, oli Ajo 8.41–8.56`. The whole list where the device does not know what was recorded. */
export function changesText({ tehtavat, ...times }: RecordedTimesOfDay, proposal: CorrectionProposal, now: number): string {
  const { tyotehtavat, ...moved } = proposal
  const proposed = { ...times, ...moved, tehtavat: tyotehtavat ?? tehtavat }
  const differences = tehtavat.length === 0 ? [] : differencesOf({ ...times, tehtavat }, proposed, now)
  // A new start or end says already what of the day it adds or takes away.
  const inside = differences.filter(({ was, is }) => was !== null && is !== null)
  const text = [shownProposal(moved), ...inside.map(spanText)].filter(Boolean).join(', ')
  return text || shownProposal(proposal)
}
