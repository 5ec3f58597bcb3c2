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

/** The door of a place, by which shipments share a stop; null when no address is known. */
export function doorOf({ osoite1, postinro, postitmp, maa }: StopPlace): string | null {
  if (osoite1.trim() === '') return null
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

type Placing = { travel: Travel; newId: () => string }
type Candidate = { stops: readonly RouteStop[]; at: number; growth: number }

/** The route with the stops of a shipment, its pickup before its delivery, or of an hourly job, where the route grows least. */
export function withWork(route: ShiftRoute, needed: readonly NeededStop[], placing: Placing): ShiftRoute {
  const free = firstFree(route)
  // A delivery comes after the pickup that the route has already.
  const pickup = route.stops.findIndex((stop) => stop.tyyppi === 'nouto' && needed.some(({ work }) => worksOf(stop).includes(work)))
  let candidates: Candidate[] = [{ stops: route.stops, at: pickup, growth: 0 }]
  for (const stop of needed)
    candidates = candidates.flatMap(({ stops, at, growth }) =>
      placements({ ...route, stops }, stop, { ...placing, from: Math.max(at + 1, free) }).map((next) => ({
        ...next,
        growth: growth + next.growth,
      })),
    )
  const best = candidates.reduce<Candidate | null>((found, next) => (found && found.growth <= next.growth ? found : next), null)
  return { ...route, stops: best?.stops ?? route.stops }
}

/** Ways to place a stop: at an equal door, else at each position from `from` on; one whose place is unknown comes last. */
function placements(route: ShiftRoute, needed: NeededStop, { travel, newId, from }: Placing & { from: number }): Candidate[] {
  const { stops, done } = route
  const door = needed.type === 'tyo' ? null : doorOf(needed.place)
  const shared = stops.findIndex(
    (stop, index) =>
      door !== null && stop.tyyppi === needed.type && !done.has(stop.id) && (route.isLocked || index >= from) && doorOf(stop) === door,
  )
  if (shared >= 0) {
    const joined = stops.map((stop, index) => (index === shared ? { ...stop, lahetykset: [...stop.lahetykset, needed.work] } : stop))
    return [{ stops: joined, at: shared, growth: 0 }]
  }
  const made: RouteStop = {
    ...needed.place,
    id: newId(),
    tyovuoro: route.shift,
    tyyppi: needed.type,
    jarjestys: unnumbered,
    lukittu: false,
    kesto: 0,
    lahetykset: needed.type === 'tyo' ? [] : [needed.work],
    tuntituote: needed.type === 'tyo' ? needed.work : null,
  }
  const point = pointOf(made)
  const positions = point === null ? [stops.length] : Array.from({ length: stops.length - from + 1 }, (_, index) => from + index)
  return positions.map((at) => ({ stops: stops.toSpliced(at, 0, made), at, growth: growthAt(stops, at, { point, travel }) }))
}

/** How many metres longer the route is with a point at the position. */
function growthAt(stops: readonly RouteStop[], at: number, { point, travel }: { point: Point | null; travel: Travel }): number {
  const before = stops.slice(0, at).findLast((stop) => pointOf(stop) !== null)
  const after = stops.slice(at).find((stop) => pointOf(stop) !== null)
  const [from, to] = [before ? pointOf(before) : null, after ? pointOf(after) : null]
  const metres = (a: Point | null, b: Point | null): number => legBetween(travel, a, b).metres
  return metres(from, point) + metres(point, to) - metres(from, to)
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

/**
 * The stops that are not done in the order of their work. A stop that has none of it, as a break, stays behind the stop that it followed.
 * Stops of several shipments come where the first of these does.
 */
export function orderedBy(route: ShiftRoute, order: readonly { type: WorkStopType; work: string }[]): ShiftRoute {
  const positions = new Map(order.map(({ type, work }, index) => [`${type} ${work}`, index]))
  const positionOf = (stop: RouteStop): number | null => {
    const own = worksOf(stop).flatMap((work) => positions.get(`${stop.tyyppi} ${work}`) ?? [])
    return own.length === 0 || route.done.has(stop.id) ? null : Math.min(...own)
  }
  const ordered = route.stops.flatMap((stop) => {
    const position = positionOf(stop)
    return position === null ? [] : [{ stop, position }]
  })
  const followers = new Map<string | null, RouteStop[]>()
  let before: string | null = null
  for (const stop of route.stops) {
    if (positionOf(stop) === null) followers.set(before, [...(followers.get(before) ?? []), stop])
    else before = stop.id
  }
  const sorted = ordered.toSorted((a, b) => a.position - b.position).map(({ stop }) => ({ ...stop, jarjestys: unnumbered }))
  return { ...route, stops: [...(followers.get(null) ?? []), ...sorted.flatMap((stop) => [stop, ...(followers.get(stop.id) ?? [])])] }
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
