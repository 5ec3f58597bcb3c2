import type { Pool } from 'pg'
import {
  maxProposedWorks,
  type ProposalInput,
  type ProposedEnd,
  type ProposedShift,
  type ProposedWork,
} from '#domain/features/planning-board/day-proposal.ts'
import { drivenDay, type PlannedWork, type WorkStopType } from '#domain/features/planning-board/planned-work.ts'
import { pointOf, type RouteStop, type ShiftRoute, type StopPlace, worksOf } from '#domain/features/planning-board/route-stops.ts'
import { stopMinutes } from '#domain/features/planning-board/stop-minutes.ts'
import { locateStops } from './needed-stops.ts'
import type { PlannedShift } from './queries.ts'
import type { DayOfWork } from './read-board.ts'
import { shiftHours } from './routes-of-shifts.ts'

/** The longest day of a shift whose length is not known: 13 hours, so that 11 hours of rest are left. */
const longestDay = 13 * 3600

export type ProposalParts = {
  input: ProposalInput
  /** The places of the ends, by `type work`. */
  places: Map<string, StopPlace>
}
export const placeKey = (type: WorkStopType, work: string): string => `${type} ${work}`

/** Routes that a dispatcher has locked, whole or at a stop, stay as they are. */
const isFixed = ({ isLocked, stops, done }: ShiftRoute): boolean => isLocked || stops.some(({ id, lukittu }) => lukittu && !done.has(id))

const isWorkStop = (stop: RouteStop): stop is RouteStop & { tyyppi: WorkStopType } => stop.tyyppi !== 'tauko' && stop.tyyppi !== 'muu'

/** What a proposal is made of (rules/planning-board.md#proposal): the shifts that are not locked, their work, and the work without a driver. */
export async function proposalParts(pool: Pool, day: DayOfWork, { moves, now }: { moves: boolean; now: number }): Promise<ProposalParts> {
  const { of, paiva } = day
  const open = [...of.routes.values()].filter((route) => !isFixed(route))
  const places = new Map<string, StopPlace>()
  const works = open.flatMap((route) => worksOfRoute(day, route, { moves, places }))
  const shifts = open.flatMap((route) => {
    const shift = of.shifts.get(route.shift)
    return shift ? [proposedShift(day, shift, route)] : []
  })
  // By the beginning of their windows: the least urgent are left out.
  const free = await freeWorks(pool, day, { places, now })
  return { input: { day: paiva, shifts, works: [...works, ...free.slice(0, Math.max(0, maxProposedWorks - works.length))] }, places }
}

function proposedShift(day: DayOfWork, shift: PlannedShift, route: ShiftRoute): ProposedShift {
  const { start, end } = shiftHours(shift)
  const last = route.stops.findLast(({ id }) => route.done.has(id))
  // Breaks and other stops take their time wherever they are.
  const others = route.stops.filter((stop) => !isWorkStop(stop) && !route.done.has(stop.id))
  return {
    id: shift.id,
    begins: Math.max(start, day.now),
    ends: (end || start + longestDay) - others.reduce((sum, { kesto }) => sum + kesto * 60, 0),
    from: last ? pointOf(last) : null,
    maxKg: shift.auto?.kantavuus || Number.POSITIVE_INFINITY,
    maxPallets: shift.auto?.lavapaikat || Number.POSITIVE_INFINITY,
  }
}

type Placed = { stop: RouteStop & { tyyppi: WorkStopType }; work: PlannedWork }

/** The work of a route that is not done. It stays on its shift if it is under way, if its other end is elsewhere, or unless work may move. */
function worksOfRoute(
  { of }: DayOfWork,
  route: ShiftRoute,
  { moves, places }: { moves: boolean; places: Map<string, StopPlace> },
): ProposedWork[] {
  const placed = route.stops
    .filter(isWorkStop)
    .filter(({ id }) => !route.done.has(id))
    .flatMap((stop) => worksOf(stop).flatMap((id): Placed[] => (of.works.has(id) ? [{ stop, work: of.works.get(id) as PlannedWork }] : [])))
  return [...Map.groupBy(placed, ({ work }) => work.id).values()].flatMap((own): ProposedWork[] => {
    const [first] = own
    if (!first) return []
    const { work } = first
    const ends = own.flatMap(({ stop }) => endOfStop(stop, work, of))
    const pair = asEnds(ends)
    if (!pair || ends.length < own.length) return []
    for (const { stop } of own) places.set(placeKey(stop.tyyppi, work.id), stop)
    const isWhole = ends.length === work.ends.length && work.ends.every(({ isDone }) => !isDone)
    return [{ id: work.id, kg: work.kg, pallets: work.pallets, ends: pair, shift: moves && isWhole ? null : route.shift }]
  })
}

function endOfStop(stop: Placed['stop'], work: PlannedWork, of: DayOfWork['of']): ProposedEnd[] {
  const point = pointOf(stop)
  const end = work.ends.find(({ type }) => type === stop.tyyppi)
  if (point === null || !end) return []
  const all = worksOf(stop).flatMap((id) => of.works.get(id) ?? [])
  const minutes = stopMinutes(stop.kesto, all, of.usual) / Math.max(1, all.length)
  return [{ type: stop.tyyppi, point, minutes, window: end.window }]
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
    return [{ id: work.id, kg: work.kg, pallets: work.pallets, ends: pair, shift: null }]
  })
}
