import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import type { RecordedTimes } from '#domain/features/worktime/recorded-day.ts'
import type { EntityRow } from '#web/data/row.ts'

/** A task as it is edited. Moments are unix seconds. */
export type TaskValues = {
  id: string
  tyyppi: TaskType
  alkuaika: number
  address_print: string
  latitude: number | null
  longitude: number | null
}

/** A working day as it is edited: its first task starts with it, and each task runs until the next one starts. `loppuaika` is 0 while it is open. */
export type DayValues = { alkuaika: number; loppuaika: number; tehtavat: readonly TaskValues[] }

export type DayRow = EntityRow<'tyovuoro_kirjaus'>
export type TaskRow = EntityRow<'tyovuoro_kirjaus_tehtava'>

/** The versions that a save is based on. */
export type StoredVersions = { vid: number; tehtavat: readonly (TaskValues & { vid: number })[] }

const taskOf = ({ id, tyyppi, alkuaika, address_print, latitude, longitude }: TaskRow): TaskValues => ({
  ...{ id, tyyppi, alkuaika, address_print, latitude, longitude },
})

const byStart = (a: TaskRow, b: TaskRow): number => a.alkuaika - b.alkuaika || a.drupal_internal__id - b.drupal_internal__id

/** The time before the first stored task is MUU (rules/worktime.md#starting-and-ending). Its id follows from the record's, so that it is the same after each read. */
const leadingTask = ({ id, alkuaika }: DayRow): TaskValues => ({
  id: id.slice(0, -1) + ((Number.parseInt(id.slice(-1), 16) + 8) % 16).toString(16),
  ...{ tyyppi: 'MUU', alkuaika, address_print: '', latitude: null, longitude: null },
})

/** The stored day as it is edited. Tasks outside the day, which only a device can have sent, are drawn at its start or end. */
export function dayValues(row: DayRow, tasks: readonly TaskRow[]): DayValues {
  const { alkuaika, loppuaika } = row
  const within = (at: number): number => Math.max(alkuaika, loppuaika > 0 ? Math.min(at, loppuaika) : at)
  const sorted = tasks.toSorted(byStart).map((task) => ({ ...taskOf(task), alkuaika: within(task.alkuaika) }))
  const [first] = sorted
  return { alkuaika, loppuaika, tehtavat: first?.alkuaika === alkuaika ? sorted : [leadingTask(row), ...sorted] }
}

export const storedVersions = ({ vid }: DayRow, tasks: readonly TaskRow[]): StoredVersions => ({
  vid,
  tehtavat: tasks.toSorted(byStart).map((task) => ({ ...taskOf(task), vid: task.vid })),
})

export const recordedTimes = ({ alkuaika, loppuaika, tehtavat }: DayValues): RecordedTimes => ({ alkuaika, loppuaika, tehtavat })
