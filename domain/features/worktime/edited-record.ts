import type { Recording } from '../../entities/worktime/recording.ts'
import type { TaskType } from '../../entities/worktime/task-types.ts'

type TaskOfDay = { id: string; alkuaika: number; tyyppi: TaskType }
type DayWithTasks = { alkuaika: number; loppuaika: number; tyotehtavat: readonly TaskOfDay[] }

/** The day as the driver recorded it; null when the driver recorded nothing of it. An end that the driver did not record is 0. */
export function recordedByDriver({ alku, loppu, tehtavat }: Recording): DayWithTasks | null {
  const start = alku?.aika ?? tehtavat[0]?.aika
  if (start === undefined) return null
  return {
    alkuaika: start,
    loppuaika: loppu?.aika ?? 0,
    tyotehtavat: tehtavat.map(({ id, aika, tyyppi }) => ({ id, alkuaika: aika, tyyppi })),
  }
}

const contentOf = ({ alkuaika, loppuaika, tyotehtavat }: DayWithTasks): string =>
  JSON.stringify([alkuaika, loppuaika, tyotehtavat.map((task) => [task.alkuaika, task.tyyppi]).sort()])

/** Whether an administrator has changed what the driver recorded. */
export function isEdited(day: DayWithTasks, recording: Recording): boolean {
  const recorded = recordedByDriver(recording)
  return recorded !== null && contentOf(recorded) !== contentOf(day)
}
