import { openDayFault } from '#domain/entities/worktime/worktime.rules.ts'
import type { LookUp } from '#server/entities/engine.ts'
import { driversWithOpenDays } from './queries.ts'

/**
 * A driver has one open day at a time (rules/worktime.md#starting-and-ending). Of two that are started at the same time, the index
 * tyovuoro_kirjaus_avoin refuses one.
 */
export const keepOneOpenDay: LookUp = async (runner, changes, { rowsOf, refuse }) => {
  const isOpen = (row: { status: unknown; loppuaika?: unknown }): boolean => row.status === 1 && row.loppuaika === 0
  const opened = changes.filter(({ before, after }) => isOpen(after) && !(before && isOpen(before)))
  if (opened.length === 0) return undefined
  const records = rowsOf('tyovuoro_kirjaus')
  const stored = await driversWithOpenDays(
    runner,
    opened.map(({ after }) => after.kuljettaja).filter((driver) => typeof driver === 'string'),
    records.map(({ id }) => id),
  )
  const drivers = [...stored, ...records.filter(isOpen).map(({ kuljettaja }) => kuljettaja)]
  const open = Map.groupBy(drivers, (driver) => driver)
  for (const change of opened) {
    // The field whose change made it an open day.
    const field = change.before ? 'loppuaika' : 'alkuaika'
    if ((open.get(change.after.kuljettaja)?.length ?? 0) > 1) refuse(change, { field, detail: openDayFault })
  }
  return undefined
}
