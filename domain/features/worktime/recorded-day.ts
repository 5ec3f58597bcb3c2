import type { TaskType } from '../../entities/worktime/task-types.ts'
import { wholeMinute } from '../../entities/worktime/worktime.rules.ts'

/** A task as the rules see it; unix seconds. It runs until the next one starts. */
export type RecordedTask = { tyyppi: TaskType; alkuaika: number }

/** A working day without its id: `loppuaika` is 0 while it is open. Tasks that start at the same minute are in the order in which they were recorded. */
export type RecordedTimes = { alkuaika: number; loppuaika: number; tehtavat: readonly RecordedTask[] }
export type RecordedDay = RecordedTimes & { id: string; paiva: number }

/** A part of a day with one type of task; unix seconds, without the end. */
export type Stretch = { tyyppi: TaskType; start: number; end: number }

/**
 * The day as stretches without gaps, from its start to its end; those without length are left out, seconds do not count. An open day ends at `until`, or, without it, where its
 * last task starts. Before the first task it is MUU. Parts of tasks outside the day do not count.
 */
export function stretchesOf({ alkuaika, loppuaika, tehtavat }: RecordedTimes, until?: number): Stretch[] {
  const tasks = tehtavat.toSorted((a, b) => a.alkuaika - b.alkuaika)
  const end = loppuaika > 0 ? loppuaika : Math.max(alkuaika, until ?? tasks.at(-1)?.alkuaika ?? alkuaika)
  const within = (at: number): number => wholeMinute(Math.min(Math.max(at, alkuaika), end))
  const first: RecordedTask = { tyyppi: 'MUU', alkuaika: Math.min(alkuaika, tasks[0]?.alkuaika ?? alkuaika) }
  return [first, ...tasks]
    .map(({ tyyppi, alkuaika: start }, index, all) => ({ tyyppi, start: within(start), end: within(all[index + 1]?.alkuaika ?? end) }))
    .filter(({ start, end: stop }) => start < stop)
}

/** Breaks and waiting are not working time. */
export const isWorkingTime = (tyyppi: TaskType): boolean => tyyppi !== 'TAUKO' && tyyppi !== 'ODOTUS'
