import type { Pool } from 'pg'
import type { BoardRoute } from '#domain/features/planning-board/board.ts'
import type { BoardDriver, boardDriversCall } from '#domain/features/planning-board/board-drivers.ts'
import type { OutputOf } from '#domain/model/define-call.ts'
import { boardRoutes, isOpenWork, personOf, readDay, readDrivers, worksByDriver } from '../read-board.ts'
import { readActiveDrivers, readDriversAtWork } from './queries.ts'

/** A working day that has been open for longer was forgotten. */
const maxOpenSeconds = 86_400

type Reading = { moment: number; now: number; hasShifts: boolean }

/**
 * The drivers of a day, as its board has them; of today also those who are at work without a shift or work. A company without shifts (`hasShifts`)
 * has all its drivers, with the open orders of the day.
 */
export async function readBoardDrivers(pool: Pool, { moment, now, hasShifts }: Reading): Promise<OutputOf<typeof boardDriversCall>> {
  const day = await readDay(pool, moment, now)
  const shifts = hasShifts ? day.shifts : []
  const onShift = new Set(shifts.flatMap(({ kuljettaja }) => kuljettaja ?? []))
  const works = hasShifts ? day.withoutStops : worksByDriver(day.rows.filter(isOpenWork))
  const others = hasShifts ? (day.now > 0 ? await readDriversAtWork(pool, now - maxOpenSeconds) : []) : await readActiveDrivers(pool)
  const byId = await readDrivers(pool, [...onShift, ...works.keys(), ...others])
  const vuorot = hasShifts ? boardRoutes(day.of, byId, day.now).map(boardDriver) : []
  const orderOf = new Map(day.rows.map(({ row }) => [row.id, row.tilaus ?? row.id]))
  const offShift = new Set([...works.keys(), ...others.filter((id) => !onShift.has(id))])
  const ilman_vuoroa = [...offShift]
    .map((id) => ({
      kuljettaja: personOf(byId, id),
      tilauksia: new Set((works.get(id) ?? []).map((work) => orderOf.get(work))).size,
    }))
    .toSorted((a, b) => a.kuljettaja.name.localeCompare(b.kuljettaja.name, 'fi') || (a.kuljettaja.id < b.kuljettaja.id ? -1 : 1))
  return { data: { vuorot, ilman_vuoroa }, meta: { count: vuorot.length } }
}

function boardDriver({ id, kuljettaja, alku, loppu, auto, pysahdykset, huomautukset, kg, lavat }: BoardRoute): BoardDriver {
  const done = new Set(pysahdykset.filter(({ tehty }) => tehty).map((stop) => stop.id))
  return {
    ...{ id, kuljettaja, alku, loppu, auto, kg, lavat },
    pysahdyksia: pysahdykset.length,
    // What has gone wrong at a stop that is done is no news any more.
    huomautukset: huomautukset.filter(({ pysahdys }) => pysahdys === null || !done.has(pysahdys)),
  }
}
