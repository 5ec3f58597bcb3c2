import { randomUUID } from 'node:crypto'
import { type PlannedWork, workOfJob, workOfShipment } from '#domain/features/planning-board/planned-work.ts'
import { numbered, pointOf, type RouteStop, type ShiftRoute, worksOf } from '#domain/features/planning-board/route-stops.ts'
import { type Schedule, type ScheduleShift, type ScheduleStop, schedule } from '#domain/features/planning-board/schedule.ts'
import { stopMinutes, type UsualStopTime } from '#domain/features/planning-board/stop-minutes.ts'
import { estimatedTravel, type Travel } from '#domain/features/planning-board/travel.ts'
import { shiftClock } from '#domain/features/shifts/shift-times.ts'
import type { Conclusion } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { type PlannedShift, readJobs, readShifts, readShipments, readStops, type StoredStop } from './queries.ts'
import { measuredTravel } from './travel-times/measured-travel.ts'

/** Shifts with their stops and the work at them, as stored, and as they are planned to become. */
export type RoutesOfShifts = {
  shifts: Map<string, PlannedShift>
  stored: Map<string, StoredStop>
  works: Map<string, PlannedWork>
  usual: UsualStopTime
  routes: Map<string, ShiftRoute>
  travel: Travel
}

/** New stops are placed by estimates: the legs to them have not been measured. */
export const placing = { travel: estimatedTravel, newId: () => randomUUID() }

/** A shift whose hours are not known begins at seven. */
const usualStart = 7 * 60
const clockOf = shiftClock()

/** The start and the end of a shift; the end is 0 when its length is not known. */
export function shiftHours({ paiva, alkuaika, kesto }: Pick<PlannedShift, 'paiva' | 'alkuaika' | 'kesto'>): { start: number; end: number } {
  return kesto > 0 ? clockOf({ paiva, alkuaika, kesto }) : { start: clockOf({ paiva, alkuaika: usualStart, kesto: 1 }).start, end: 0 }
}

export function scheduleShift(shift: PlannedShift): ScheduleShift {
  const { edellinen_paiva: paiva, edellinen_alkuaika: alkuaika, edellinen_kesto: kesto } = shift
  // Two shifts of a day are one duty: the rest is before the first of them.
  const isKnown = paiva !== null && alkuaika !== null && kesto !== null && paiva !== shift.paiva
  const previousEnd = isKnown ? shiftHours({ paiva, alkuaika, kesto }).end : 0
  return {
    day: shift.paiva,
    ...shiftHours(shift),
    previousEnd: shift.kesto === 0 ? 0 : previousEnd,
    maxKg: shift.auto?.kantavuus ?? 0,
    maxPallets: shift.auto?.lavapaikat ?? 0,
  }
}

/** A stop is done when all its work is (rules/planning-board.md#done-stops). */
const doneAt = (stop: Pick<RouteStop, 'tyyppi' | 'lahetykset' | 'tuntituote'>, works: ReadonlyMap<string, PlannedWork>): number | null => {
  const ends = worksOf(stop).flatMap((id) => works.get(id)?.ends.filter(({ type }) => type === stop.tyyppi) ?? [])
  return ends.length > 0 && ends.every(({ isDone }) => isDone) ? Math.max(...ends.map((end) => end.doneAt)) : null
}

function doneStops(stops: readonly RouteStop[], works: ReadonlyMap<string, PlannedWork>): Set<string> {
  const done = new Set(stops.flatMap((stop) => (doneAt(stop, works) === null ? [] : [stop.id])))
  const last = stops.findLastIndex(({ id }) => done.has(id))
  // A break before a stop that is done is over too.
  for (const [index, stop] of stops.entries()) if (index < last && worksOf(stop).length === 0) done.add(stop.id)
  return done
}

export const usualStopTime = async (runner: Queryable): Promise<UsualStopTime> => {
  const { pysahdyksen_minuutit, kollin_minuutit } = (await storedSettings(runner)).values
  return { minutes: pysahdyksen_minuutit, perPiece: kollin_minuutit }
}

export const plainStop = ({
  vid: _,
  status: _t,
  arvioitu_saapuminen: _a,
  arvioitu_lahto: _l,
  ajo_metrit: _m,
  ajo_sekunnit: _s,
  ...stop
}: StoredStop): RouteStop => stop

/** Assembles the routes from what was read. */
export function routesOf(
  shifts: readonly PlannedShift[],
  stops: readonly StoredStop[],
  { works, usual, travel }: Pick<RoutesOfShifts, 'works' | 'usual' | 'travel'>,
): RoutesOfShifts {
  const byShift = Map.groupBy(stops, ({ tyovuoro }) => tyovuoro)
  const routes = shifts.map(({ id, reitti_lukittu }): [string, ShiftRoute] => {
    const own = (byShift.get(id) ?? []).map(plainStop)
    return [id, { shift: id, isLocked: reitti_lukittu, stops: own, done: doneStops(own, works) }]
  })
  return {
    shifts: new Map(shifts.map((shift) => [shift.id, shift])),
    stored: new Map(stops.map((stop) => [stop.id, stop])),
    works,
    usual,
    routes: new Map(routes),
    travel,
  }
}

/** Reads the routes of shifts that the caller has locked. `changed`: work as the save stores it, instead of what is stored. */
export async function openRoutes(
  runner: Queryable,
  ids: readonly string[],
  changed: ReadonlyMap<string, PlannedWork> = new Map(),
): Promise<RoutesOfShifts> {
  const shifts = await readShifts(runner, ids)
  const stops = await readStops(runner, { shifts: ids })
  const shipments = await readShipments(
    runner,
    stops.flatMap(({ lahetykset }) => lahetykset),
  )
  const jobs = await readJobs(
    runner,
    stops.flatMap(({ tuntituote }) => tuntituote ?? []),
  )
  const works = new Map([...shipments.map(workOfShipment), ...jobs.map(workOfJob)].map((work) => [work.id, changed.get(work.id) ?? work]))
  for (const [id, work] of changed) works.set(id, work)
  return routesOf(shifts, stops, { works, usual: await usualStopTime(runner), travel: await measuredTravel(runner, stops) })
}

/** The stops of a route as the schedule takes them. */
export function scheduleStops(route: ShiftRoute, { works, usual }: Pick<RoutesOfShifts, 'works' | 'usual'>): ScheduleStop[] {
  return route.stops.map((stop) => {
    const own = worksOf(stop).flatMap((id) => works.get(id) ?? [])
    return {
      id: stop.id,
      type: stop.tyyppi,
      point: pointOf(stop),
      minutes: stopMinutes(stop.kesto, own, usual),
      works: own.map(({ id, kg, pallets, ends }) => ({
        id,
        type: stop.tyyppi,
        kg,
        pallets,
        window: ends.find(({ type }) => type === stop.tyyppi)?.window ?? { start: 0, end: 0 },
      })),
      isDone: route.done.has(stop.id),
      doneAt: doneAt(stop, works) ?? 0,
    }
  })
}

/** The schedule of a shift. `now` 0: the plan without the clock, as it is stored. */
export const scheduleOf = (
  { shift, route, now }: { shift: PlannedShift; route: ShiftRoute; now: number },
  of: Pick<RoutesOfShifts, 'works' | 'usual' | 'travel'>,
): Schedule => schedule(scheduleShift(shift), scheduleStops(route, of), { travel: of.travel, now })

type StopRow = Omit<StoredStop, 'vid' | 'id' | 'status'>
type RouteChanges = { made: { id: string; values: StopRow }[]; changed: { id: string; values: Partial<StopRow> & { status?: 0 | 1 } }[] }

/** What is to be stored so that the stops become those of the routes, with their estimated times. */
export function changesOfRoutes(of: RoutesOfShifts): RouteChanges {
  const changes: RouteChanges = { made: [], changed: [] }
  const kept = new Set<string>()
  for (const [id, route] of of.routes) {
    const shift = of.shifts.get(id)
    if (!shift) continue
    const timed = scheduleOf({ shift, route, now: 0 }, of)
    for (const [index, stop] of numbered(route.stops).entries()) {
      const times = timed.stops[index]
      const { id: stopId, ...values } = stop
      kept.add(stopId)
      const row: StopRow = {
        ...values,
        arvioitu_saapuminen: times?.arrival ?? 0,
        arvioitu_lahto: times?.departure ?? 0,
        ajo_metrit: times?.metres ?? 0,
        ajo_sekunnit: times?.seconds ?? 0,
      }
      if (of.stored.has(stopId)) changes.changed.push({ id: stopId, values: { ...row, status: 1 } })
      else changes.made.push({ id: stopId, values: row })
    }
  }
  for (const [id, { tyovuoro }] of of.stored)
    if (!kept.has(id) && of.routes.has(tyovuoro)) changes.changed.push({ id, values: { status: 0 } })
  return changes
}

export const stopConclusion = ({ made, changed }: RouteChanges): Conclusion => ({
  set: [],
  made: made.map(({ id, values }) => ({ entity: 'ajo_pysahdys', values: { id, ...values } })),
  changed: changed.map(({ id, values }) => ({ entity: 'ajo_pysahdys', id, values })),
})
