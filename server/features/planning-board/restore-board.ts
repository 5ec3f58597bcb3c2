import type { StopType } from '#domain/entities/stop/stop.entity.ts'
import type { BoardChange } from '#domain/features/planning-board/board-operations.ts'
import { drivenDay } from '#domain/features/planning-board/planned-work.ts'
import { type RouteStop, type ShiftRoute, withoutWork, worksOf } from '#domain/features/planning-board/route-stops.ts'
import { updateRow } from '#server/entities/engine.ts'
import {
  type Acting,
  answerOf,
  assignWorks,
  type BoardOperationOf,
  type LockedBoard,
  lockBoard,
  notFound,
  openBoardRoutes,
  storeRoutes,
} from './change-board.ts'
import { placeEnds } from './follow-assignments.ts'
import type { NeededEnd } from './needed-stops.ts'
import { readShifts, readStopsById, type StoredStop } from './queries.ts'
import { plainStop, type RoutesOfShifts } from './routes-of-shifts.ts'

type Restore = BoardOperationOf<'restore'>

/** Undoes an operation of the board: drivers, cars, stops, their order and locks as the request has them. What it does not name stays. */
export async function restoreBoard(acting: Acting, { tyot, reitit, poistettavat, versiot }: Restore): Promise<BoardChange> {
  const { context, viewer, client } = acting
  const shiftIds = reitit.map(({ tyovuoro }) => tyovuoro)
  const drivers = tyot.flatMap(({ kuljettaja }) => kuljettaja ?? [])
  const work = await lockBoard(acting, { works: tyot.map(({ id }) => id), shifts: shiftIds, drivers, versiot })
  if (work.works.length < tyot.length) throw notFound('tyot')
  const shifts = await readShifts(client, shiftIds)
  if (shifts.length < new Set(shiftIds).size) throw notFound('reitit')
  const wanted = new Map(tyot.map((row) => [row.id, row]))
  await assignWorks(
    acting,
    work.works.map((row) => ({ row, kuljettaja: wanted.get(row.id)?.kuljettaja ?? null, auto: wanted.get(row.id)?.auto ?? null })),
  )
  const lockedBefore = new Map(shifts.map(({ id, reitti_lukittu }) => [id, reitti_lukittu]))
  const locks = reitit.filter(({ tyovuoro, lukittu }) => lockedBefore.get(tyovuoro) !== lukittu)
  await context.engine.save(
    viewer,
    locks.map(({ tyovuoro, lukittu }) => updateRow('tyovuoro', tyovuoro, { reitti_lukittu: lukittu })),
    { client },
  )
  const of = await openBoardRoutes(work)
  const known = await readStopsById(
    client,
    reitit.flatMap(({ pysahdykset }) => pysahdykset.map(({ id }) => id)),
  )
  await restoreStops(acting, of, { reitit, poistettavat, known, works: work.works })
  await storeRoutes(acting, of)
  return answerOf(work, { lockedBefore })
}

type Restoring = Pick<Restore, 'reitit' | 'poistettavat'> & { known: readonly StoredStop[]; works: LockedBoard['works'] }

async function restoreStops({ client, now }: Acting, of: RoutesOfShifts, { reitit, poistettavat, known, works }: Restoring): Promise<void> {
  for (const stop of known) if (!of.stored.has(stop.id)) of.stored.set(stop.id, stop)
  const ids = works.map(({ id }) => id)
  for (const id of ids) for (const [shift, route] of of.routes) of.routes.set(shift, withoutWork(route, id, ['nouto', 'toimitus', 'tyo']))
  const ownerOf = new Map(reitit.flatMap(({ tyovuoro, pysahdykset }) => pysahdykset.map(({ id }) => [id, tyovuoro])))
  // A break that was moved to another shift leaves it; one that was added goes.
  const stays = (shift: string, stop: RouteStop): boolean =>
    worksOf(stop).length > 0 || (!poistettavat.includes(stop.id) && (ownerOf.get(stop.id) ?? shift) === shift)
  for (const [shift, route] of of.routes) of.routes.set(shift, { ...route, stops: route.stops.filter((stop) => stays(shift, stop)) })
  for (const { tyovuoro, pysahdykset } of reitit) {
    const route = of.routes.get(tyovuoro)
    if (!route) continue
    const named = pysahdykset.flatMap((wanted) => restoredStop(of, route, { wanted, ids, poistettavat }))
    of.routes.set(tyovuoro, { ...route, stops: withOthers(named, route.stops) })
  }
  await placeEnds(client, of, unplacedEnds(of, works, now))
}

/** Stops that others have added meanwhile stay behind the stop that they follow now; at the beginning when there is none. */
function withOthers(named: readonly RouteStop[], current: readonly RouteStop[]): RouteStop[] {
  const isNamed = (stop: RouteStop): boolean => named.some(({ id }) => id === stop.id)
  const followers = new Map<string | null, RouteStop[]>()
  let before: string | null = null
  for (const stop of current) {
    if (isNamed(stop)) before = stop.id
    else followers.set(before, [...(followers.get(before) ?? []), stop])
  }
  return [...(followers.get(null) ?? []), ...named.flatMap((stop) => [stop, ...(followers.get(stop.id) ?? [])])]
}

type Wanted = { wanted: Restore['reitit'][number]['pysahdykset'][number]; ids: readonly string[]; poistettavat: readonly string[] }

/** The stop with the work that it has now, and that which it is to have again; none when there is neither. */
function restoredStop(of: RoutesOfShifts, route: ShiftRoute, { wanted, ids, poistettavat }: Wanted): RouteStop[] {
  const stored = of.stored.get(wanted.id)
  if (!stored || poistettavat.includes(wanted.id)) return []
  const current = route.stops.find(({ id }) => id === wanted.id)
  if (!current && isPlaced(of, wanted.id)) return []
  const driver = of.shifts.get(route.shift)?.kuljettaja ?? null
  const again = wanted.tyot.filter((id) => {
    const work = of.works.get(id)
    const isNeeded = work?.ends.some(({ type, isDone }) => type === stored.tyyppi && !isDone) ?? false
    return ids.includes(id) && driver !== null && work?.kuljettaja === driver && work.isLive && isNeeded && !hasEnd(of, id, stored.tyyppi)
  })
  const isWork = stored.tyyppi !== 'tauko' && stored.tyyppi !== 'muu'
  const works = [...new Set([...(current ? worksOf(current) : []), ...again])]
  if (isWork && works.length === 0) return []
  const stop = current ?? { ...plainStop(stored), tyovuoro: route.shift }
  const own = stored.tyyppi === 'tyo' ? { lahetykset: [], tuntituote: works[0] ?? null } : { lahetykset: works, tuntituote: null }
  return [{ ...stop, ...(isWork ? own : {}), lukittu: wanted.lukittu, kesto: wanted.kesto ?? stop.kesto }]
}

const isPlaced = (of: RoutesOfShifts, id: string): boolean =>
  [...of.routes.values()].some(({ stops }) => stops.some((stop) => stop.id === id))
const hasEnd = (of: RoutesOfShifts, work: string, type: StopType): boolean =>
  [...of.routes.values()].some(({ stops }) => stops.some((stop) => stop.tyyppi === type && worksOf(stop).includes(work)))

/** Assigned work that the request names no stops for gets them as usual. */
function unplacedEnds(of: RoutesOfShifts, works: LockedBoard['works'], now: number): (NeededEnd & { shift: string })[] {
  return works.flatMap((places) => {
    const work = of.works.get(places.id)
    if (!work?.isLive || work.kuljettaja === null) return []
    return work.ends.flatMap((end) => {
      const shift = [...of.shifts.values()].find(
        ({ kuljettaja, paiva, status, tyyppi }) =>
          kuljettaja === work.kuljettaja && paiva === drivenDay(end, now) && status === 1 && tyyppi === 'TYOVUORO',
      )
      return end.isDone || !shift || hasEnd(of, work.id, end.type) ? [] : [{ work, type: end.type, places, shift: shift.id }]
    })
  })
}
