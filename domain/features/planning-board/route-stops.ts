import type { AjoPysahdys } from '../../entities/stop/stop.entity.ts'
import type { Point } from '../../values/place/distance.ts'
import type { WorkStopType } from './planned-work.ts'
import { legBetween, type Travel } from './travel.ts'

// How the stops of a shift follow each other (rules/planning-board.md#new-stops). Functions return new routes and change none.

export type StopPlace = Pick<AjoPysahdys, 'nimi' | 'osoite1' | 'postinro' | 'postitmp' | 'maa' | 'lat' | 'lng'>
export type RouteStop = StopPlace &
  Pick<AjoPysahdys, 'id' | 'tyyppi' | 'jarjestys' | 'lukittu' | 'kesto' | 'lahetykset' | 'tuntituote'> & { tyovuoro: string }
export type ShiftRoute = {
  shift: string
  isLocked: boolean
  /** In the order of driving. */
  stops: readonly RouteStop[]
  /** The stops whose work is done: nothing is placed before them. */
  done: ReadonlySet<string>
}
/** A stop that a shipment or an hourly job needs. */
export type NeededStop = { type: WorkStopType; work: string; place: StopPlace }

export const pointOf = ({ lat, lng }: Pick<StopPlace, 'lat' | 'lng'>): Point | null => (lat === null || lng === null ? null : { lat, lng })
export const worksOf = ({ lahetykset, tuntituote }: Pick<RouteStop, 'lahetykset' | 'tuntituote'>): string[] =>
  tuntituote === null ? lahetykset : [...lahetykset, tuntituote]

const written = (text: string): string => text.trim().toLocaleLowerCase('fi')

/** The door of a place, by which shipments share a stop; null when no address is known, or only a street that many towns have. */
export function doorOf({ osoite1, postinro, postitmp, maa }: StopPlace): string | null {
  if (osoite1.trim() === '' || (postinro.trim() === '' && postitmp.trim() === '')) return null
  return [written(maa || 'FI'), written(postinro || postitmp), written(osoite1)].join('|')
}

/** The route without the work at its stops of these types that are not done. A stop without any work left goes. */
export function withoutWork(route: ShiftRoute, work: string, types: readonly WorkStopType[]): ShiftRoute {
  const stops = route.stops.flatMap((stop) => {
    const isConcerned = types.some((type) => type === stop.tyyppi) && worksOf(stop).includes(work)
    if (!isConcerned || route.done.has(stop.id)) return [stop]
    const lahetykset = stop.lahetykset.filter((id) => id !== work)
    const tuntituote = stop.tuntituote === work ? null : stop.tuntituote
    return lahetykset.length === 0 && tuntituote === null ? [] : [{ ...stop, lahetykset, tuntituote }]
  })
  return { ...route, stops }
}

/** Nothing is placed before a stop that is done, and nothing into a locked route but at its end. */
function firstFree({ stops, done, isLocked }: ShiftRoute): number {
  if (isLocked) return stops.length
  return stops.findLastIndex(({ id }) => done.has(id)) + 1
}

export type Placing = { travel: Travel; newId: () => string }
/** The index of a stop: one that is shared, or where a new one comes. */
type Position = { at: number; isShared: boolean }

/** The route with the stops of a shipment, its pickup before its delivery, or of an hourly job, where the route grows least. */
export function withWork(route: ShiftRoute, needed: readonly NeededStop[], placing: Placing): ShiftRoute {
  // A delivery comes after the pickup that the route has already.
  let after = route.stops.findIndex((stop) => stop.tyyppi === 'nouto' && needed.some(({ work }) => worksOf(stop).includes(work)))
  const free = firstFree(route)
  let stops = route.stops
  for (const [index, stop] of needed.entries()) {
    const current = { ...route, stops }
    const from = Math.max(after + 1, free)
    const position =
      fixedPosition(current, stop, from) ?? bestPosition(current, stop, { from, next: needed[index + 1], travel: placing.travel })
    stops = withStop(current, stop, { position, newId: placing.newId })
    after = position.at
  }
  return { ...route, stops }
}

const sharedDoor = ({ type, place }: NeededStop): string | null => (type === 'tyo' ? null : doorOf(place))

/** Whether the work may join the stop: one of its type at its door that is not done. */
const isAtDoor = ({ done }: ShiftRoute, { type }: NeededStop, { stop, door }: { stop: RouteStop; door: string | null }): boolean =>
  door !== null && stop.tyyppi === type && !done.has(stop.id) && doorOf(stop) === door

/** A stop at an equal door, or the end for one whose place is unknown; null when each position from `from` on is possible. */
function fixedPosition(route: ShiftRoute, needed: NeededStop, from: number): Position | null {
  const door = sharedDoor(needed)
  const shared = route.stops.findIndex((stop, index) => (route.isLocked || index >= from) && isAtDoor(route, needed, { stop, door }))
  if (shared >= 0) return { at: shared, isShared: true }
  return pointOf(needed.place) === null ? { at: route.stops.length, isShared: false } : null
}

type Searching = { from: number; next: NeededStop | undefined; travel: Travel }

/** Where the route grows least with the stop and the one that comes after it; of equal positions the first one. Linear in the stops. */
function bestPosition({ stops, ...route }: ShiftRoute, needed: NeededStop, { from, next, travel }: Searching): Position {
  const gaps = gapsOf(stops)
  const point = pointOf(needed.place)
  const growthOfNext = next ? leastGrowthBehind({ ...route, stops }, next, { point, gaps, travel }) : () => 0
  let best = { at: from, growth: Number.POSITIVE_INFINITY }
  for (let at = from; at <= stops.length; at++) {
    const growth = growthIn(gaps[at], point, travel) + growthOfNext(at)
    if (growth < best.growth) best = { at, growth }
  }
  return { at: best.at, isShared: false }
}

/** The known points next to a position; `next` is the index of the stop behind it whose point is known. */
type Gap = { before: Point | null; after: Point | null; next: number }

function gapsOf(stops: readonly RouteStop[]): Gap[] {
  const gaps: Gap[] = []
  let before: Point | null = null
  for (const stop of stops) {
    gaps.push({ before, after: null, next: stops.length })
    before = pointOf(stop) ?? before
  }
  gaps.push({ before, after: null, next: stops.length })
  let known: Pick<Gap, 'after' | 'next'> = { after: null, next: stops.length }
  for (const [index, stop] of [...stops.entries()].toReversed()) {
    const point = pointOf(stop)
    if (point !== null) known = { after: point, next: index }
    Object.assign(gaps[index] ?? {}, known)
  }
  return gaps
}

/** How many metres longer the route is with a point in the gap. */
function growthIn(gap: Pick<Gap, 'before' | 'after'> | undefined, point: Point | null, travel: Travel): number {
  const { before, after } = gap ?? { before: null, after: null }
  const metres = (a: Point | null, b: Point | null): number => legBetween(travel, a, b).metres
  return metres(before, point) + metres(point, after) - metres(before, after)
}

type Behind = { point: Point | null; gaps: readonly Gap[]; travel: Travel }

/** By the position of a new stop at `point`: the least growth with a second stop behind it. */
function leastGrowthBehind(route: ShiftRoute, second: NeededStop, { point, gaps, travel }: Behind): (at: number) => number {
  const door = sharedDoor(second)
  const lastShared = route.stops.findLastIndex((stop) => isAtDoor(route, second, { stop, door }))
  const place = pointOf(second.place)
  if (place === null) return () => 0
  // Beyond the next known stop the growth does not depend on the first stop.
  const least = [...gaps, undefined].map(() => Number.POSITIVE_INFINITY)
  for (let at = gaps.length - 1; at >= 0; at--) least[at] = Math.min(least[at + 1] ?? 0, growthIn(gaps[at], place, travel))
  return (at) => {
    if (at <= lastShared) return 0
    const { after = null, next = 0 } = gaps[at] ?? {}
    return Math.min(growthIn({ before: point, after }, place, travel), least[next + 1] ?? 0)
  }
}

function withStop(route: ShiftRoute, { type, work, place }: NeededStop, to: { position: Position; newId: () => string }): RouteStop[] {
  const { at, isShared } = to.position
  if (isShared) return route.stops.map((stop, index) => (index === at ? { ...stop, lahetykset: [...stop.lahetykset, work] } : stop))
  const made: RouteStop = {
    ...place,
    id: to.newId(),
    tyovuoro: route.shift,
    tyyppi: type,
    jarjestys: unnumbered,
    lukittu: false,
    kesto: 0,
    lahetykset: type === 'tyo' ? [] : [work],
    tuntituote: type === 'tyo' ? work : null,
  }
  return route.stops.toSpliced(at, 0, made)
}

/** The stops moved, in their own order, before the stop `before`, or to the end. */
export function withStopsAt(route: ShiftRoute, moved: readonly RouteStop[], before: string | null): ShiftRoute {
  const ids = new Set(moved.map(({ id }) => id))
  const others = route.stops.filter(({ id }) => !ids.has(id))
  const at = before === null ? -1 : route.stops.findIndex(({ id }) => id === before)
  // A stop that is moved itself is no position: the next one that stays is.
  const next = at < 0 ? undefined : route.stops.slice(at).find(({ id }) => !ids.has(id))
  const position = next ? others.indexOf(next) : others.length
  const placed = moved.map((stop) => ({ ...stop, tyovuoro: route.shift, jarjestys: unnumbered }))
  return { ...route, stops: others.toSpliced(position, 0, ...placed) }
}

type WorkOrder = readonly { type: WorkStopType; work: string }[]

/**
 * The stops that are not done in the order of their work. A stop that has none of it, as a break, stays behind the stop that it followed.
 * A stop whose work has other places between becomes several, so that a car that comes twice is not loaded twice at once; a locked one stays whole.
 */
export function orderedBy(route: ShiftRoute, order: WorkOrder, newId: () => string): ShiftRoute {
  const visits = visitsOf(route, order)
  const ordered = new Set(visits.map(({ stop }) => stop.id))
  const followers = new Map<string | null, RouteStop[]>()
  let before: string | null = null
  for (const stop of route.stops) {
    if (!ordered.has(stop.id)) followers.set(before, [...(followers.get(before) ?? []), stop])
    else before = stop.id
  }
  const seen = new Set<string>()
  const sorted = visits.flatMap(({ stop, works }) => {
    const isFirst = !seen.has(stop.id)
    seen.add(stop.id)
    const visit = visitOf(stop, { works: isFirst ? withUnordered(visits, stop, works) : works, id: isFirst ? stop.id : newId() })
    return isFirst ? [visit, ...(followers.get(stop.id) ?? [])] : [visit]
  })
  return { ...route, stops: [...(followers.get(null) ?? []), ...sorted] }
}

type Visit = { stop: RouteStop; works: string[] }

/** The stops in the order of their work, one again for each time that the car comes. */
function visitsOf({ stops, done }: ShiftRoute, order: WorkOrder): Visit[] {
  const stopOf = new Map(
    stops.flatMap((stop) => (done.has(stop.id) ? [] : worksOf(stop).map((work) => [`${stop.tyyppi} ${work}`, stop] as const))),
  )
  const visits: Visit[] = []
  for (const { type, work } of order) {
    const stop = stopOf.get(`${type} ${work}`)
    if (!stop) continue
    // Other doors at the same point between, where the car does the same, are no reason to come twice.
    const since = visits.findLastIndex((visit) => visit.stop === stop)
    const isOneVisit = stop.lukittu || visits.slice(since).every((visit) => visit.stop.tyyppi === type && isSamePoint(visit.stop, stop))
    if (since >= 0 && isOneVisit) visits[since]?.works.push(work)
    else visits.push({ stop, works: [work] })
  }
  return visits
}

const isSamePoint = (a: RouteStop, b: RouteStop): boolean => a === b || (pointOf(a) !== null && a.lat === b.lat && a.lng === b.lng)

/** Work of a stop that is not in the order stays at its first visit. */
function withUnordered(visits: readonly Visit[], stop: RouteStop, works: readonly string[]): string[] {
  const elsewhere = new Set(visits.filter((visit) => visit.stop === stop).flatMap((visit) => visit.works))
  return worksOf(stop).filter((work) => works.includes(work) || !elsewhere.has(work))
}

/** A visit has its share of the minutes that the dispatcher has set for the stop. */
function visitOf(stop: RouteStop, { works, id }: { works: readonly string[]; id: string }): RouteStop {
  const share = works.length / Math.max(1, worksOf(stop).length)
  const lahetykset = stop.lahetykset.filter((work) => works.includes(work))
  return { ...stop, id, lahetykset, kesto: Math.round(stop.kesto * share), jarjestys: unnumbered }
}

const unnumbered = -1
const gap = 1000

/** The stops with ascending `jarjestys`: those that are numbered keep theirs where the new ones fit between them. */
export function numbered(stops: readonly RouteStop[]): RouteStop[] {
  const result: RouteStop[] = []
  let previous = 0
  for (const [index, stop] of stops.entries()) {
    if (stop.jarjestys > previous) {
      result.push(stop)
      previous = stop.jarjestys
      continue
    }
    const next = stops.slice(index + 1).findIndex(({ jarjestys }) => jarjestys > previous)
    const following = next < 0 ? undefined : stops[index + 1 + next]
    const room = following ? Math.floor((following.jarjestys - previous) / (next + 2)) : gap
    if (room < 1) return stops.map((each, at) => ({ ...each, jarjestys: (at + 1) * gap }))
    previous += room
    result.push({ ...stop, jarjestys: previous })
  }
  return result
}
