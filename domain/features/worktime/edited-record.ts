import type { Recording } from '../../entities/worktime/recording.ts'
import type { TaskType } from '../../entities/worktime/task-types.ts'

type TaskOfDay = { id: string; alkuaika: number; tyyppi: TaskType }
type DayWithTasks = { alkuaika: number; loppuaika: number; tyotehtavat: readonly TaskOfDay[] }

/**
 * The day as the driver recorded it; null when the driver recorded nothing of it. An end that the driver did not record is 0. Tasks are by start, and a press
 * of the type that ran already is none.
 */
export function recordedByDriver({ alku, loppu, tehtavat }: Recording): DayWithTasks | null {
  const tasks = tehtavat.map(({ id, aika, tyyppi }) => ({ id, alkuaika: aika, tyyppi })).sort((a, b) => a.alkuaika - b.alkuaika)
  const start = alku?.aika ?? tasks[0]?.alkuaika
  return start === undefined ? null : { alkuaika: start, loppuaika: loppu?.aika ?? 0, tyotehtavat: changesOfType(tasks) }
}

/** The tasks that begin another type than the one before them. */
const changesOfType = <T extends TaskOfDay>(tasks: readonly T[]): T[] =>
  tasks.filter(({ tyyppi }, at) => at === 0 || tasks[at - 1]?.tyyppi !== tyyppi)

const contentOf = ({ alkuaika, loppuaika, tyotehtavat }: DayWithTasks): string => {
  const tasks = changesOfType(tyotehtavat.toSorted((a, b) => a.alkuaika - b.alkuaika))
  return JSON.stringify([alkuaika, loppuaika, tasks.map((task) => [task.alkuaika, task.tyyppi])])
}

/** Whether an administrator has changed what the driver recorded. The server ends a day that the driver did not end where its last task starts. */
export function isEdited(day: DayWithTasks, recording: Recording): boolean {
  const recorded = recordedByDriver(recording)
  if (!recorded) return false
  const lastStart = Math.max(recorded.alkuaika, ...recorded.tyotehtavat.map(({ alkuaika }) => alkuaika))
  const isEndedByServer = recording.loppu === null && day.loppuaika === lastStart
  return contentOf(isEndedByServer ? { ...recorded, loppuaika: lastStart } : recorded) !== contentOf(day)
}
