import type { OrderLines } from '#domain/entities/order/order.rules.ts'
import { drivenDay, type PlannedWork, type WorkStopType, workOfJob, workOfShipment } from '#domain/features/planning-board/planned-work.ts'
import { withoutWork, withWork, worksOf } from '#domain/features/planning-board/route-stops.ts'
import type { Change } from '#domain/model/define-entity.ts'
import type { Row } from '#domain/model/registry.ts'
import type { Conclude } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { locateStops, type NeededEnd, placeAt, type WorkPlaces } from './needed-stops.ts'
import { lockShifts, readStops, type StoredStop } from './queries.ts'
import { changesOfRoutes, openRoutes, placing, type RoutesOfShifts, stopConclusion } from './routes-of-shifts.ts'

/** A line of an order whose stops must follow its change. `types`: the stops that are placed anew; `sameDay`: those whose day is the same as before. */
type Replanned = { work: PlannedWork; places: WorkPlaces; types: readonly WorkStopType[]; sameDay: readonly WorkStopType[] }

/**
 * The stops follow the shipments and hourly jobs, whatever call changes these (rules/planning-board.md#stops-follow-shipments): assigned work gets its
 * stops on the driver's shift of its day, and leaves those that it had.
 */
export const followAssignments: Conclude<Row<'tilaus'>, OrderLines> = async (runner, orders, { now }) => {
  const replanned = orders.flatMap(({ lines: { lahetykset = [], tuntituotteet = [] } }) => [
    ...lahetykset.flatMap((change) => replannedLine(change, workOfShipment)),
    ...tuntituotteet.flatMap((change) => replannedLine(change, workOfJob)),
  ])
  return replanned.length === 0 ? { set: [], made: [] } : stopConclusion(await replan(runner, replanned, now))
}

function replannedLine<T extends Row<'lahetys'> | Row<'tuntituote'>>(
  { before, after }: Change<T>,
  workOf: (row: T) => PlannedWork,
): Replanned[] {
  const work = workOf(after)
  const former = before && workOf(before)
  const all = work.ends.map(({ type }) => type)
  const earlierDay = (type: WorkStopType) => former?.ends.find((end) => end.type === type)?.day
  const sameDay = work.ends.filter(({ type, day }) => earlierDay(type) === day).map(({ type }) => type)
  const isDriven = work.isLive && work.kuljettaja !== null
  const wasDriven = former?.isLive === true && former.kuljettaja !== null
  if (!isDriven && !wasDriven) return []
  if (!wasDriven || !isDriven || former.kuljettaja !== work.kuljettaja) return [{ work, places: after, types: all, sameDay }]
  const moved = work.ends.filter(
    ({ type, isDone }) =>
      !isDone && (!sameDay.includes(type) || JSON.stringify(placeAt(type, after)) !== JSON.stringify(placeAt(type, before ?? after))),
  )
  // A pickup that moves takes the delivery with it, which must come after it.
  const types = moved.some(({ type }) => type === 'nouto') ? all : moved.map(({ type }) => type)
  return types.length === 0 ? [] : [{ work, places: after, types, sameDay }]
}

/** The shift of the driver on the day; of several, the first one to begin. */
const shiftOf = ({ shifts }: RoutesOfShifts, driver: string | null, day: number): string | undefined =>
  [...shifts.values()].find(
    ({ kuljettaja, paiva, status, tyyppi }) => kuljettaja === driver && paiva === day && status === 1 && tyyppi === 'TYOVUORO',
  )?.id

async function replan(runner: Queryable, replanned: readonly Replanned[], now: number) {
  const works = replanned.map(({ work }) => work.id)
  const current = await readStops(runner, { works })
  const driven = replanned.filter(({ work }) => work.isLive && work.kuljettaja !== null)
  const days = driven.flatMap(({ work }) => work.ends.map((end) => drivenDay(end, now)))
  const locked = await lockShifts(runner, {
    ids: [...new Set(current.map(({ tyovuoro }) => tyovuoro))],
    drivers: [...new Set(driven.flatMap(({ work }) => work.kuljettaja ?? []))],
    days: [...new Set(days)],
  })
  const changed = new Map(replanned.map(({ work }) => [work.id, work]))
  const of = await openRoutes(
    runner,
    locked.map(({ id }) => id),
    changed,
  )
  for (const { work, types } of replanned) for (const [id, route] of of.routes) of.routes.set(id, withoutWork(route, work.id, types))
  const needed = driven.flatMap((line) => neededEnds({ of, current, now }, line))
  await placeEnds(runner, of, needed)
  return changesOfRoutes(of)
}

type Replanning = { of: RoutesOfShifts; current: readonly StoredStop[]; now: number }

/** The ends to be placed, each with its shift: the one where it was, if that is still its driver's and its own day is the same, or it is on its day. */
function neededEnds({ of, current, now }: Replanning, { work, places, types, sameDay }: Replanned): (NeededEnd & { shift: string })[] {
  return work.ends.flatMap((end) => {
    if (end.isDone || !types.includes(end.type)) return []
    const former = current.find((stop) => stop.tyyppi === end.type && worksOf(stop).includes(work.id))
    const shift = former && of.shifts.get(former.tyovuoro)
    // The board may have put it on a shift of another day.
    const isOnItsDay = shift !== undefined && (sameDay.includes(end.type) || shift.paiva === drivenDay(end, now))
    const stays = isOnItsDay && shift.kuljettaja === work.kuljettaja && shift.status === 1
    const target = stays ? shift.id : shiftOf(of, work.kuljettaja, drivenDay(end, now))
    return target === undefined ? [] : [{ work, type: end.type, places, shift: target }]
  })
}

/** Places the stops of each piece of work on its shifts, where these grow least. */
export async function placeEnds(runner: Queryable, of: RoutesOfShifts, ends: readonly (NeededEnd & { shift: string })[]): Promise<void> {
  const located = await locateStops(runner, ends)
  for (const some of Map.groupBy(located, ({ work, shift }) => `${shift} ${work.id}`).values()) {
    const [first] = some
    const route = first && of.routes.get(first.shift)
    if (route)
      of.routes.set(
        first.shift,
        withWork(
          route,
          some.map(({ stop }) => stop),
          placing,
        ),
      )
  }
}
