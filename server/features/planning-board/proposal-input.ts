import type { Pool } from 'pg'
import { drivenSoFar } from '#domain/features/planning-board/driven-so-far.ts'
import { drivenDay, type PlannedWork, type WorkStopType } from '#domain/features/planning-board/planned-work.ts'
import {
  lockedWindow,
  maxProposedWorks,
  type ProposalInput,
  type ProposedEnd,
  type ProposedShift,
  type ProposedWork,
} from '#domain/features/planning-board/proposal/day-proposal.ts'
import { pointOf, type RouteStop, type ShiftRoute, type StopPlace, worksOf } from '#domain/features/planning-board/route-stops.ts'
import { stopMinutes } from '#domain/features/planning-board/stop-minutes.ts'
import { drivingRules } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import { rowAt } from '#domain/features/settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import type { RecordedTimes } from '#domain/features/worktime/recorded-day.ts'
import type { Point } from '#domain/values/place/distance.ts'
import { addDays } from '#domain/values/time/time.ts'
import { recordedDays } from '#server/features/worktime/queries.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { homesOf } from './homes/homes.ts'
import { locateStops } from './needed-stops.ts'
import type { PlannedShift } from './queries.ts'
import type { DayOfWork } from './read-board.ts'
import { scheduleOf, scheduleShift } from './routes-of-shifts.ts'

export type ProposalParts = {
  input: ProposalInput
  /** The places of the ends, by `type work`. */
  places: Map<string, StopPlace>
}
export const placeKey = (type: WorkStopType, work: string): string => `${type} ${work}`

const isWorkStop = (stop: RouteStop): stop is RouteStop & { tyyppi: WorkStopType } => stop.tyyppi !== 'tauko' && stop.tyyppi !== 'muu'

/** What a proposal is made of (rules/planning-board.md#proposal): the shifts that are not locked, their work, and the work without a driver. */
export async function proposalParts(pool: Pool, day: DayOfWork, { moves, now }: { moves: boolean; now: number }): Promise<ProposalParts> {
  const { of, paiva } = day
  // A route that a dispatcher has locked stays as it is.
  const open = [...of.routes.values()].filter(({ isLocked }) => !isLocked)
  const places = new Map<string, StopPlace>()
  const own = new Map(open.map((route) => [route, worksOfRoute(day, route, { moves, places })]))
  const works = [...own.values()].flat()
  const homes = await homesOf(pool, day.shifts, paiva)
  const records = await recordsOfToday(pool, day)
  const { tyoajan_saannot } = (await storedSettings(pool)).values
  const rules = rowAt(tyoajan_saannot, paiva) ?? defaultWorktimeRules
  const shifts = open.flatMap((route) => {
    const shift = of.shifts.get(route.shift)
    if (!shift) return []
    const home = homes.get(shift.id) ?? null
    const aboard = loadBeside(day, route, own.get(route) ?? [])
    return [proposedShift(day, { shift, route, home, records: records.get(shift.kuljettaja ?? '') ?? [], rules, aboard })]
  })
  // By the beginning of their windows: the least urgent are left out.
  const free = await freeWorks(pool, day, { places, now })
  return { input: { day: paiva, shifts, works: [...works, ...free.slice(0, Math.max(0, maxProposedWorks - works.length))] }, places }
}

/** What the drivers have recorded on the day, when it is today. */
async function recordsOfToday(pool: Pool, { now, paiva, shifts }: DayOfWork): Promise<Map<string, RecordedTimes[]>> {
  if (now === 0) return new Map()
  const drivers = shifts.flatMap(({ kuljettaja }) => kuljettaja ?? [])
  const found = await recordedDays(pool, { drivers, min: paiva, max: addDays(paiva, 1) })
  return Map.groupBy(found, ({ kuljettaja }) => kuljettaja ?? '')
}

type Load = Pick<PlannedWork, 'kg' | 'pallets'>

/** The goods of a route's stops that are not planned on it: picked up here and delivered elsewhere, or at a place that is not known. They take their room. */
function loadBeside({ of }: DayOfWork, route: ShiftRoute, planned: readonly ProposedWork[]): Load {
  const known = new Set(planned.map(({ id }) => id))
  const isDelivered = (id: string): boolean =>
    route.stops.some((stop) => stop.tyyppi === 'toimitus' && route.done.has(stop.id) && worksOf(stop).includes(id))
  const beside = [...new Set(route.stops.flatMap(worksOf))]
    .filter((id) => !known.has(id) && !isDelivered(id))
    .flatMap((id) => of.works.get(id) ?? [])
  return { kg: beside.reduce((sum, { kg }) => sum + kg, 0), pallets: beside.reduce((sum, { pallets }) => sum + pallets, 0) }
}

type Crew = {
  shift: PlannedShift
  route: ShiftRoute
  home: Point | null
  records: readonly RecordedTimes[]
  rules: WorktimeRules
  aboard: Load
}

function proposedShift({ now, of }: DayOfWork, { shift, route, home, records, rules, aboard }: Crew): ProposedShift {
  const { start, end, previousEnd } = scheduleShift(shift)
  const { stops } = scheduleOf({ shift, route, now }, of)
  const done = route.stops.flatMap((stop, index) => (route.done.has(stop.id) ? [{ stop, seconds: stops[index]?.seconds ?? 0 }] : []))
  const legs = done.map(({ stop, seconds }) => ({ seconds, breakMinutes: stop.tyyppi === 'tauko' ? stop.kesto : 0 }))
  const last = done.at(-1)?.stop
  return {
    id: shift.id,
    begins: Math.max(start, now) + otherSeconds(of, route, null),
    ends: end || start + drivingRules.maxDuty,
    onDutySince: start,
    previousEnd: previousEnd || null,
    ...drivenSoFar(records, { legs, now, rules }),
    from: last ? (pointOf(last) ?? home) : home,
    to: home,
    maxKg: Math.max(0, (shift.auto?.kantavuus || Number.POSITIVE_INFINITY) - aboard.kg),
    maxPallets: Math.max(0, (shift.auto?.lavapaikat || Number.POSITIVE_INFINITY) - aboard.pallets),
  }
}

const isPlanned = (stop: RouteStop): boolean => isWorkStop(stop) && pointOf(stop) !== null

/** The seconds of the stops that are not planned, as breaks, behind a stop, or, for null, before the first one that is not done. */
function otherSeconds({ works, usual }: DayOfWork['of'], { stops, done }: ShiftRoute, after: string | null): number {
  const open = stops.filter(({ id }) => !done.has(id))
  const rest = open.slice(after === null ? 0 : open.findIndex(({ id }) => id === after) + 1)
  const next = rest.findIndex(isPlanned)
  const minutesOf = (stop: RouteStop): number => {
    const own = worksOf(stop).flatMap((id) => works.get(id) ?? [])
    return own.length === 0 ? stop.kesto : stopMinutes(stop.kesto, own, usual)
  }
  return rest.slice(0, next < 0 ? rest.length : next).reduce((sum, stop) => sum + minutesOf(stop) * 60, 0)
}

type Placed = { stop: RouteStop & { tyyppi: WorkStopType }; work: PlannedWork }

/** When the work begins at the stops that are locked, by stop. */
function lockedTimes({ of, now }: DayOfWork, route: ShiftRoute): Map<string, number> {
  const shift = of.shifts.get(route.shift)
  if (!shift || route.stops.every(({ lukittu }) => !lukittu)) return new Map()
  const { stops } = scheduleOf({ shift, route, now }, of)
  return new Map(route.stops.flatMap(({ id, lukittu }, index) => (lukittu ? [[id, stops[index]?.begin ?? 0]] : [])))
}

/**
 * The work of a route that is not done. It stays on its shift if it is under way, if a stop of it is locked, if its other end is elsewhere, or
 * unless work may move.
 */
function worksOfRoute(
  day: DayOfWork,
  route: ShiftRoute,
  { moves, places }: { moves: boolean; places: Map<string, StopPlace> },
): ProposedWork[] {
  const { of } = day
  const locked = lockedTimes(day, route)
  const placed = route.stops
    .filter(isWorkStop)
    .filter(({ id }) => !route.done.has(id))
    .flatMap((stop) => worksOf(stop).flatMap((id): Placed[] => (of.works.has(id) ? [{ stop, work: of.works.get(id) as PlannedWork }] : [])))
  return [...Map.groupBy(placed, ({ work }) => work.id).values()].flatMap((own): ProposedWork[] => {
    const [first] = own
    if (!first) return []
    const { work } = first
    const ends = own.flatMap(({ stop }) => endOfStop(stop, work, { of, route, locked }))
    const pair = asEnds(ends)
    if (!pair || ends.length < own.length) return []
    for (const { stop } of own) places.set(placeKey(stop.tyyppi, work.id), stop)
    const isWhole = ends.length === work.ends.length && work.ends.every(({ isDone }) => !isDone)
    // A break stays on its shift, and so does the stop that it follows.
    const isFree = moves && isWhole && own.every(({ stop }) => !stop.lukittu && otherSeconds(of, route, stop.id) === 0)
    return [{ id: work.id, kg: work.kg, pallets: work.pallets, ends: pair, shift: isFree ? null : route.shift, current: route.shift }]
  })
}

function endOfStop(
  stop: Placed['stop'],
  work: PlannedWork,
  { of, route, locked }: { of: DayOfWork['of']; route: ShiftRoute; locked: ReadonlyMap<string, number> },
): ProposedEnd[] {
  const point = pointOf(stop)
  const end = work.ends.find(({ type }) => type === stop.tyyppi)
  if (point === null || !end) return []
  const all = worksOf(stop).flatMap((id) => of.works.get(id) ?? [])
  const others = all[0]?.id === work.id ? otherSeconds(of, route, stop.id) / 60 : 0
  const minutes = stopMinutes(stop.kesto, all, of.usual) / Math.max(1, all.length) + others
  const begin = locked.get(stop.id)
  return [{ type: stop.tyyppi, point, minutes, window: begin === undefined ? end.window : lockedWindow(end.window, begin) }]
}

const asEnds = ([first, second]: readonly ProposedEnd[]): ProposedWork['ends'] | null =>
  first ? (second ? (first.type === 'nouto' ? [first, second] : [second, first]) : [first]) : null

/** Work without a driver of which every end is driven on the day and whose places are known. */
async function freeWorks(
  pool: Pool,
  day: DayOfWork,
  { places, now }: { places: Map<string, StopPlace>; now: number },
): Promise<ProposedWork[]> {
  const { of, free, paiva } = day
  const ends = free.flatMap(({ row, work }) =>
    work.ends.every((end) => end.isDone || drivenDay(end, now) === paiva)
      ? work.ends.filter(({ isDone }) => !isDone).map(({ type }) => ({ work, type, places: row }))
      : [],
  )
  const located = await locateStops(pool, ends)
  return [...Map.groupBy(located, ({ work }) => work.id).values()].flatMap((own): ProposedWork[] => {
    const [first] = own
    if (!first) return []
    const { work } = first
    const found = own.flatMap(({ type, stop }): ProposedEnd[] => {
      const point = pointOf(stop.place)
      const end = work.ends.find((one) => one.type === type)
      return point && end ? [{ type, point, minutes: stopMinutes(0, [work], of.usual), window: end.window }] : []
    })
    const pair = asEnds(found)
    if (!pair || found.length < own.length) return []
    for (const { type, stop } of own) places.set(placeKey(type, work.id), stop.place)
    return [{ id: work.id, kg: work.kg, pallets: work.pallets, ends: pair, shift: null, current: null }]
  })
}
