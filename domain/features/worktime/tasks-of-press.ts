import type { TaskType } from '../../entities/worktime/task-types.ts'

/** What the driver pressed, as the recording holds it; the task that it became has the same id. `aika`: unix seconds. */
type Press = { id: string; tyyppi: TaskType; aika: number }
/** The tasks of a record by start, removed ones included. */
type StoredTask = { id: string; tyyppi: TaskType; alkuaika: number; status: number }

/**
 * The presses that become tasks when one arrives. One of the type that runs at its time becomes none (rules/worktime.md#starting-and-ending). When a press
 * that arrived late interrupts the task that ran, the next press of that type, which became no task, continues it.
 */
export function tasksOfPress<P extends Press>(
  press: P,
  { tasks, recorded }: { tasks: readonly StoredTask[]; recorded: readonly P[] },
): P[] {
  const live = tasks.filter(({ status }) => status === 1)
  const running = live.findLast(({ alkuaika }) => alkuaika <= press.aika)
  if (running?.tyyppi === press.tyyppi) return []
  const next = live.find(({ alkuaika }) => alkuaika > press.aika)?.alkuaika ?? Number.POSITIVE_INFINITY
  const known = new Set(tasks.map(({ id }) => id))
  const continued = recorded
    .filter(({ id, tyyppi, aika }) => !known.has(id) && tyyppi === running?.tyyppi && aika > press.aika && aika < next)
    .sort((a, b) => a.aika - b.aika)
  return [press, ...continued.slice(0, 1)]
}
