import type { TaskType } from '#domain/entities/worktime/task-types.ts'

type Running = { tyyppi: TaskType; alkuaika: number }

type Situation = {
  /** The task of the driver's open day; null when the day has not been started. */
  running: Running | null
  /** When the work of the day's latest visit was done (unix seconds); 0 when none is. */
  lastDoneAt: number
  /** What is next at the door: goods to deliver, or something else. */
  delivers: boolean
}

/** Tasks are floored to the minute (rules/worktime.md#minutes). */
const minute = 60

/**
 * The task that the driver starts before the visit's own step; null when the step is next. Loading or unloading that has gone on since before the
 * latest visit was done belongs to that visit, so the drive is started first. Unloading is started at the door, and then the button is "Kuittaa".
 */
export function taskBefore({ running, lastDoneAt, delivers }: Situation): 'AJO' | 'PURKU' | null {
  if (!running) return null
  const { tyyppi, alkuaika } = running
  const isAtDoor = tyyppi === 'PURKU' || tyyppi === 'LASTAUS'
  if (isAtDoor && lastDoneAt >= alkuaika + minute) return 'AJO'
  return delivers && tyyppi !== 'PURKU' ? 'PURKU' : null
}

export const taskActions = { AJO: 'Lähde ajamaan', PURKU: 'Aloita purku' } as const
