import { drivenDay, type PlannedWork, workOfJob, workOfShipment } from '#domain/features/planning-board/planned-work.ts'
import { worksOf } from '#domain/features/planning-board/route-stops.ts'
import type { Change } from '#domain/model/define-entity.ts'
import type { Row } from '#domain/model/registry.ts'
import type { Conclude, Conclusion } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { placeEnds } from './follow-assignments.ts'
import type { NeededEnd, WorkPlaces } from './needed-stops.ts'
import { type RemovedStop, readOpenWork, readRemovedStops, readStops, type StoredStop } from './queries.ts'
import { changesOfRoutes, openRoutes, plainStop, type RoutesOfShifts, stopConclusion } from './routes-of-shifts.ts'

type Shift = Row<'tyovuoro'>

const drives = (shift: Shift | null): boolean =>
  shift !== null && shift.status === 1 && shift.tyyppi === 'TYOVUORO' && shift.kuljettaja !== null
const planned = ({ kuljettaja, paiva, alkuaika, kesto }: Shift) => JSON.stringify([kuljettaja, paiva, alkuaika, kesto])

/** Whether the change touches the stops: who drives when. */
const isReplanned = ({ before, after }: Change<Shift>): boolean =>
  drives(before) !== drives(after) || (before !== null && drives(after) && planned(before) !== planned(after))

/**
 * A shift that begins to be driven gets the stops of its driver's work of that day, and one that is no longer driven, or by somebody else, loses
 * those that are not done (rules/planning-board.md#stops-follow-shifts).
 */
export const followShifts: Conclude<Shift> = async (runner, rows, { now }) => {
  const changes = rows.map(({ root }) => root).filter(isReplanned)
  if (changes.length === 0) return { set: [], made: [] }
  // Rows of this save are not stored yet: what is read of them is replaced.
  const stored = changes.filter(({ before }) => before !== null).map(({ after }) => after.id)
  const of = await openRoutes(runner, stored)
  for (const { before, after } of changes) applyShift(of, before, after)
  const returning = changes.filter(({ before, after }) => before !== null && !isSameRide(before, after) && drives(after))
  const removed =
    returning.length === 0
      ? []
      : await readRemovedStops(
          runner,
          returning.map(({ after }) => after.id),
        )
  await addWorkOf(runner, of, { drivers: changes.map(({ after }) => after).filter(drives), removed, now })
  return conclusionOf(of)
}

const isSameRide = (before: Shift | null, after: Shift): boolean =>
  before !== null && before.kuljettaja === after.kuljettaja && before.paiva === after.paiva && drives(before) === drives(after)

function applyShift(of: RoutesOfShifts, before: Shift | null, after: Shift): void {
  const { id, vid, kuljettaja, paiva, alkuaika, kesto, tila, status, tyyppi, reitti_lukittu } = after
  const unknown = { edellinen_paiva: null, edellinen_alkuaika: null, edellinen_kesto: null, reitit: [], auto: null }
  const read = of.shifts.get(id) ?? unknown
  of.shifts.set(id, { ...read, id, vid, kuljettaja, paiva, alkuaika, kesto, tila, status, tyyppi, reitti_lukittu })
  const route = of.routes.get(id) ?? { shift: id, isLocked: reitti_lukittu, stops: [], done: new Set<string>() }
  // Its own breaks go too: they belong to the order of the stops.
  of.routes.set(id, isSameRide(before, after) ? route : { ...route, stops: route.stops.filter((stop) => route.done.has(stop.id)) })
}

/** Stops for the open work of the drivers that has none yet: those that it had on the shift before, or new ones. */
async function addWorkOf(
  runner: Queryable,
  of: RoutesOfShifts,
  { drivers, removed, now }: { drivers: readonly Shift[]; removed: readonly RemovedStop[]; now: number },
): Promise<void> {
  if (drivers.length === 0) return
  const { shipments, jobs } = await readOpenWork(runner, [...new Set(drivers.flatMap(({ kuljettaja }) => kuljettaja ?? []))])
  const works: { work: PlannedWork; places: WorkPlaces }[] = [
    ...shipments.map((row) => ({ work: workOfShipment(row), places: row })),
    ...jobs.map((row) => ({ work: workOfJob(row), places: row })),
  ]
  const existing = await readStops(runner, { works: works.map(({ work }) => work.id) })
  const kept = new Set([...of.routes.values()].flatMap(({ stops }) => stops.map(({ id }) => id)))
  const has = new Set(
    existing
      .filter(({ id, tyovuoro }) => !of.routes.has(tyovuoro) || kept.has(id))
      .flatMap((stop) => worksOf(stop).map((id) => `${stop.tyyppi} ${id}`)),
  )
  for (const { work } of works) of.works.set(work.id, of.works.get(work.id) ?? work)
  const needed = works.flatMap(({ work, places }) =>
    work.ends.flatMap((end): (NeededEnd & { shift: string })[] => {
      const shift = drivers.find(({ kuljettaja, paiva }) => kuljettaja === work.kuljettaja && paiva === drivenDay(end, now))
      return end.isDone || !shift || has.has(`${end.type} ${work.id}`) ? [] : [{ work, type: end.type, places, shift: shift.id }]
    }),
  )
  const restored = restoreStops(of, removed, needed)
  await placeEnds(
    runner,
    of,
    needed.filter((end) => !restored.has(endKey(end))),
  )
}

const endKey = ({ work, type, shift }: NeededEnd & { shift: string }): string => `${shift} ${type} ${work.id}`

/**
 * A shift that comes back to its driver and day, as when its move is undone, gets back the stops that it lost then, in their order, with their locks
 * and breaks. Answers the ends that have a stop again.
 */
function restoreStops(
  of: RoutesOfShifts,
  removed: readonly RemovedStop[],
  needed: readonly (NeededEnd & { shift: string })[],
): Set<string> {
  const missing = new Set(needed.map(endKey))
  const keysOf = (stop: RemovedStop): string[] => worksOf(stop).map((id) => `${stop.tyovuoro} ${stop.tyyppi} ${id}`)
  const restored = new Set<string>()
  for (const [shift, stops] of Map.groupBy(removed, ({ tyovuoro }) => tyovuoro)) {
    const route = of.routes.get(shift)
    // What was removed at another moment was removed for another reason.
    const moment = stops.find((stop) => keysOf(stop).some((key) => missing.has(key)))?.removed
    if (!route || moment === undefined) continue
    const own = stops
      .filter((stop) => stop.removed === moment)
      .flatMap((stop): StoredStop[] => {
        const isWork = worksOf(stop).length > 0
        const keys = keysOf(stop).filter((key) => missing.has(key))
        for (const key of keys) restored.add(key)
        const { removed: _, ...row } = stop
        return isWork && keys.length === 0 ? [] : [withOnly(row, (id) => keys.includes(`${shift} ${stop.tyyppi} ${id}`))]
      })
    for (const stop of own) of.stored.set(stop.id, stop)
    of.routes.set(shift, { ...route, stops: [...route.stops, ...own.map(plainStop)] })
  }
  return restored
}

const withOnly = (stop: StoredStop, isWanted: (work: string) => boolean): StoredStop => ({
  ...stop,
  lahetykset: stop.lahetykset.filter(isWanted),
  tuntituote: stop.tuntituote !== null && isWanted(stop.tuntituote) ? stop.tuntituote : null,
})

const conclusionOf = (of: RoutesOfShifts): Conclusion => stopConclusion(changesOfRoutes(of))
