import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { BoardChange } from '#domain/features/planning-board/board-operations.ts'
import { drivenDay } from '#domain/features/planning-board/planned-work.ts'
import {
  orderedBy,
  type RouteStop,
  type ShiftRoute,
  withoutWork,
  withStopsAt,
  worksOf,
} from '#domain/features/planning-board/route-stops.ts'
import { postalKey } from '#domain/values/place/postal-key.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { updateRow } from '#server/entities/engine.ts'
import { postalCodePoints } from '#server/platform/ports/maps/postal-codes.ts'
import {
  type Acting,
  answerOf,
  assignWorks,
  type BoardInput,
  type BoardOperationOf,
  conflict,
  isDone,
  type LockedBoard,
  lockBoard,
  notFound,
  openBoardRoutes,
  refuse,
  refuseRows,
  storeRoutes,
} from './change-board.ts'
import { placeEnds } from './follow-assignments.ts'
import type { NeededEnd } from './needed-stops.ts'
import {
  type PlannedJob,
  type PlannedShift,
  type PlannedShipment,
  readShifts,
  readShiftsOf,
  readStopsById,
  type StoredStop,
} from './queries.ts'
import { restoreBoard } from './restore-board.ts'
import { placing, type RoutesOfShifts } from './routes-of-shifts.ts'

/** Carries out an operation of the board in the caller's transaction (rules/planning-board.md#operations). */
export function changeBoard(acting: Acting, input: BoardInput): Promise<BoardChange> {
  switch (input.operation) {
    case 'assign':
      return assign(acting, input)
    case 'unassign':
      return unassign(acting, input)
    case 'move':
      return move(acting, input)
    case 'lock':
      return lock(acting, input)
    case 'lockRoute':
      return lockRoute(acting, input)
    case 'setDuration':
      return setDuration(acting, input)
    case 'add':
      return add(acting, input)
    case 'remove':
      return remove(acting, input)
    case 'accept':
      return accept(acting, input)
    case 'restore':
      return restoreBoard(acting, input)
  }
}

const unchangedLocks = { lockedBefore: new Map<string, boolean>() }

/** Refuses work that cannot be given to anybody, and names it. */
function checkWorks(works: readonly (PlannedShipment | PlannedJob)[], ids: readonly string[]): void {
  if (works.length < ids.length) throw notFound('ids')
  const refused = works.flatMap(({ id, status, tila }) => {
    if (status !== 1 || tila === 'peruutettu') return [{ id, detail: 'Peruttua tilausta ei voi antaa ajoon.' }]
    return tila === 'toimitettu' ? [{ id, detail: 'Tilaus on jo toimitettu.' }] : []
  })
  if (refused.length > 0) throw refuseRows(refused)
}

const isShiftOf = ({ status, tyyppi, kuljettaja, paiva }: PlannedShift, driver: string, day: number): boolean =>
  status === 1 && tyyppi === 'TYOVUORO' && kuljettaja === driver && paiva === day

type Giving = Pick<BoardOperationOf<'assign'>, 'kuljettaja' | 'paiva' | 'tyovuoro' | 'ennen'>

/** The driver's shift of the day that gets the work: the named one, else that of the stop `ennen`, else the first one; undefined when there is none. */
async function shiftToGive(client: PoolClient, { kuljettaja, paiva, tyovuoro, ennen }: Giving): Promise<PlannedShift | undefined> {
  const anchor = ennen ? await stopNamed(client, ennen, 'ennen') : null
  const own = await readShiftsOf(client, kuljettaja, startOfDay(paiva))
  const named = tyovuoro ?? anchor?.tyovuoro
  const found = named === undefined ? own[0] : own.find(({ id }) => id === named)
  if (tyovuoro !== undefined && !found) throw refuse('Kuljettajalla ei ole tätä työvuoroa valittuna päivänä.', 'tyovuoro')
  if (anchor && anchor.tyovuoro !== found?.id) throw refuse('Pysähdys ei ole kuljettajan vuorolla.', 'ennen')
  return found
}

async function assign(acting: Acting, input: BoardOperationOf<'assign'>): Promise<BoardChange> {
  const { client } = acting
  const { ids, kuljettaja, paiva, ennen, versiot } = input
  const found = await shiftToGive(client, input)
  const work = await lockBoard(acting, { works: ids, shifts: found ? [found.id] : [], drivers: [kuljettaja], versiot })
  checkWorks(work.works, ids)
  checkUnlocked(await openBoardRoutes(work), ids)
  // Read again: before the lock the shift may have got another driver, day or car.
  const [target] = found ? await readShifts(client, [found.id]) : []
  if (found && !(target && isShiftOf(target, kuljettaja, startOfDay(paiva)))) throw conflict()
  await assignWorks(
    acting,
    work.works.map((row) => ({ row, kuljettaja, auto: target?.auto?.id ?? (row.kuljettaja === kuljettaja ? row.auto : null) })),
  )
  if (target) await bringTo(work, { shift: target.id, before: ennen })
  return answerOf(work, unchangedLocks)
}

/** Brings the stops of the work that is not done to the shift: before a stop, to the end (null), or where the route grows least (undefined). */
async function bringTo(work: LockedBoard, { shift, before }: { shift: string; before: string | null | undefined }): Promise<void> {
  const of = await openBoardRoutes(work)
  const target = of.routes.get(shift)
  if (!target) return
  const ids = work.works.map(({ id }) => id)
  const missing = work.works.flatMap((places) => missingEnds(of, places, { shift, now: work.now }))
  await bringEnds(work.client, of, missing)
  const placed = of.routes.get(shift)
  if (before !== undefined && placed) {
    refuseFixed(placed, before)
    const moved = placed.stops.filter((stop) => !placed.done.has(stop.id) && worksOf(stop).some((id) => ids.includes(id)))
    const whole = moved.filter((stop) => !stop.lukittu && worksOf(stop).every((id) => ids.includes(id)))
    of.routes.set(shift, withStopsAt(placed, whole, before))
  }
  await storeRoutes(work, of)
}

type BroughtEnd = NeededEnd & { shift: string }

/**
 * The ends of the work that are not done and have no stop on the shift. Of work with an end on the shift's day, an end of another day stays on the
 * shift that it has then.
 */
function missingEnds(
  of: RoutesOfShifts,
  places: PlannedShipment | PlannedJob,
  { shift, now }: { shift: string; now: number },
): BroughtEnd[] {
  const work = of.works.get(places.id)
  const day = of.shifts.get(shift)?.paiva
  const open = work?.ends.filter(({ isDone }) => !isDone) ?? []
  const hasEndOfDay = open.some((end) => drivenDay(end, now) === day)
  return open.flatMap((end) => {
    const { type } = end
    const at = [...of.routes.values()].find(({ stops }) => stops.some((stop) => stop.tyyppi === type && worksOf(stop).includes(places.id)))
    const stays = hasEndOfDay && drivenDay(end, now) !== day && of.shifts.get(at?.shift ?? '')?.paiva === drivenDay(end, now)
    return at?.shift === shift || stays || !work ? [] : [{ work, type, places, shift }]
  })
}

/** Moves the ends to their shifts, where these grow least. */
async function bringEnds(client: PoolClient, of: RoutesOfShifts, ends: readonly BroughtEnd[]): Promise<void> {
  for (const end of ends) for (const [id, route] of of.routes) of.routes.set(id, withoutWork(route, end.work.id, [end.type]))
  await placeEnds(client, of, ends)
}

/** Gives each shift the work of a proposal in its order. Stops of other work stay with their shifts. */
async function accept(acting: Acting, { reitit, versiot }: BoardOperationOf<'accept'>): Promise<BoardChange> {
  const { client } = acting
  const ids = [...new Set(reitit.flatMap(({ jarjestys }) => jarjestys.map(({ tyo }) => tyo)))]
  const named = reitit.map(({ tyovuoro }) => tyovuoro)
  const drivers = (await readShifts(client, named)).flatMap(({ kuljettaja }) => kuljettaja ?? [])
  const work = await lockBoard(acting, { works: ids, shifts: named, drivers, versiot })
  checkWorks(work.works, ids)
  const shifts = new Map((await readShifts(client, named)).map((shift) => [shift.id, shift]))
  const given = reitit.flatMap(({ tyovuoro, jarjestys }) => {
    const shift = shifts.get(tyovuoro)
    if (shift?.status !== 1 || shift.tyyppi !== 'TYOVUORO' || shift.kuljettaja === null) throw notFound('reitit')
    if (shift.reitti_lukittu) throw refuse('Reitti on lukittu. Avaa lukitus ensin.', 'reitit')
    const own = work.works.filter(({ id }) => jarjestys.some(({ tyo }) => tyo === id))
    return own.map((row) => ({ row, kuljettaja: shift.kuljettaja, auto: shift.auto?.id ?? row.auto, tyovuoro }))
  })
  const earlier = await openBoardRoutes(work)
  for (const { tyovuoro, jarjestys } of reitit)
    checkUnlocked(
      earlier,
      jarjestys.map(({ tyo }) => tyo),
      [tyovuoro],
    )
  await assignWorks(
    acting,
    given.filter(({ row, kuljettaja }) => row.kuljettaja !== kuljettaja),
  )
  const of = await openBoardRoutes(work)
  await bringEnds(
    client,
    of,
    given.flatMap(({ row, tyovuoro }) => missingEnds(of, row, { shift: tyovuoro, now: acting.now })),
  )
  for (const { tyovuoro, jarjestys } of reitit) {
    const route = of.routes.get(tyovuoro)
    const order = jarjestys.map(({ tyyppi, tyo }) => ({ type: tyyppi, work: tyo }))
    if (route) of.routes.set(tyovuoro, orderedBy(route, order, placing.newId))
  }
  await storeRoutes(work, of)
  return answerOf(work, unchangedLocks)
}

/** A locked route keeps its order, and nothing comes before a stop that is done. */
function refuseFixed({ isLocked, done }: ShiftRoute, before: string | null): void {
  if (isLocked && before !== null) throw refuse('Reitti on lukittu. Avaa lukitus ensin.', 'ennen')
  if (before !== null && done.has(before)) throw refuse('Pysähdys on jo tehty. Valitse paikka sen jälkeen.', 'ennen')
}

async function unassign(acting: Acting, { ids, versiot }: BoardOperationOf<'unassign'>): Promise<BoardChange> {
  const work = await lockBoard(acting, { works: ids, shifts: [], versiot })
  checkWorks(work.works, ids)
  checkUnlocked(await openBoardRoutes(work), ids)
  await assignWorks(
    acting,
    work.works.map((row) => ({ row, kuljettaja: null, auto: null })),
  )
  return answerOf(work, unchangedLocks)
}

async function stopNamed(client: PoolClient, id: string, field: string): Promise<StoredStop> {
  const [stop] = await readStopsById(client, [id])
  if (stop?.status !== 1) throw notFound(field)
  return stop
}

async function stopsNamed(client: PoolClient, ids: readonly string[]): Promise<StoredStop[]> {
  const stops = await readStopsById(client, ids)
  if (stops.length < ids.length || stops.some(({ status }) => status !== 1)) throw notFound('ids')
  return stops
}

async function move(acting: Acting, { ids, tyovuoro, ennen, versiot }: BoardOperationOf<'move'>): Promise<BoardChange> {
  const { client } = acting
  const stops = await stopsNamed(client, ids)
  const isElsewhere = stops.some((stop) => stop.tyovuoro !== tyovuoro)
  const works = isElsewhere ? stops.filter((stop) => stop.tyovuoro !== tyovuoro).flatMap(worksOf) : []
  const shifts = [tyovuoro, ...stops.map((stop) => stop.tyovuoro)]
  const drivers = (isElsewhere ? await readShifts(client, [tyovuoro]) : []).flatMap(({ kuljettaja }) => kuljettaja ?? [])
  const work = await lockBoard(acting, { works: [...new Set(works)], shifts, drivers, versiot })
  const [shift] = await readShifts(client, [tyovuoro])
  if (shift?.status !== 1 || shift.tyyppi !== 'TYOVUORO') throw notFound('tyovuoro')
  const of = await openBoardRoutes(work)
  checkMoved(of, ids)
  // The other stops of the work go along.
  checkUnlocked(of, works)
  if (!isElsewhere) {
    reorder(of, { shift: tyovuoro, ids, before: ennen ?? null })
    await storeRoutes(work, of)
    return answerOf(work, unchangedLocks)
  }
  if (shift.kuljettaja === null) throw refuse('Vuorolla ei ole kuljettajaa.', 'tyovuoro')
  if (work.works.length > 0) {
    await assignWorks(
      acting,
      work.works.map((row) => ({ row, kuljettaja: shift.kuljettaja, auto: shift.auto?.id ?? row.auto })),
    )
    await bringTo(work, { shift: tyovuoro, before: ennen })
  }
  const others = ids.filter((id) => stops.some((stop) => stop.id === id && (worksOf(stop).length === 0 || stop.tyovuoro === tyovuoro)))
  if (others.length > 0) {
    const again = await openBoardRoutes(work)
    takeAlong(again, { shift: tyovuoro, ids: others, before: ennen ?? null })
    await storeRoutes(work, again)
  }
  return answerOf(work, unchangedLocks)
}

/** Locked stops, those of a locked route, and those that are done stay where they are. */
function checkMoved(of: RoutesOfShifts, ids: readonly string[]): void {
  for (const { isLocked, stops } of of.routes.values())
    for (const stop of stops.filter(({ id }) => ids.includes(id))) {
      if (stop.lukittu) throw refuse('Pysähdys on lukittu. Avaa lukitus ensin.', 'ids')
      if (isLocked) throw refuse('Reitti on lukittu. Avaa lukitus ensin.', 'ids')
      if (isDone(of, stop)) throw refuse('Pysähdys on jo tehty.', 'ids')
    }
}

/** Work with a locked stop that is not done, or one on a locked route, stays where it is: it is refused by name. `except`: the shifts that keep it. */
function checkUnlocked(of: RoutesOfShifts, works: readonly string[], except: readonly string[] = []): void {
  const refused = new Map<string, string>()
  for (const { isLocked, stops, done } of [...of.routes.values()].filter(({ shift }) => !except.includes(shift)))
    for (const stop of stops.filter(({ id, lukittu }) => (lukittu || isLocked) && !done.has(id)))
      for (const id of worksOf(stop).filter((work) => works.includes(work)))
        refused.set(id, `${stop.lukittu ? 'Pysähdys' : 'Reitti'} on lukittu. Avaa lukitus ensin.`)
  if (refused.size > 0) throw refuseRows([...refused].map(([id, detail]) => ({ id, detail })))
}

const inOrderOf = (ids: readonly string[], stops: readonly RouteStop[]): RouteStop[] =>
  ids.flatMap((id) => stops.find((stop) => stop.id === id) ?? [])

type Moving = { shift: string; ids: readonly string[]; before: string | null }

function reorder(of: RoutesOfShifts, { shift, ids, before }: Moving): void {
  const route = of.routes.get(shift)
  if (!route) return
  refuseFixed(route, before)
  if (before !== null && !route.stops.some(({ id }) => id === before)) throw refuse('Pysähdys ei ole tällä vuorolla.', 'ennen')
  of.routes.set(shift, withStopsAt(route, inOrderOf(ids, route.stops), before))
}

/** Moves breaks and other stops without work from their shifts to another one. */
function takeAlong(of: RoutesOfShifts, { shift, ids, before }: Moving): void {
  const moved: RouteStop[] = []
  for (const [id, route] of of.routes) {
    const own = inOrderOf(ids, route.stops)
    if (id === shift) continue
    moved.push(...own)
    of.routes.set(id, { ...route, stops: route.stops.filter((stop) => !own.includes(stop)) })
  }
  const target = of.routes.get(shift)
  if (!target) return
  const stops = [...moved, ...inOrderOf(ids, target.stops)]
  of.routes.set(shift, withStopsAt(target, stops, before))
}

async function lock(acting: Acting, { ids, lukittu, versiot }: BoardOperationOf<'lock'>): Promise<BoardChange> {
  const stops = await stopsNamed(acting.client, ids)
  const work = await lockBoard(acting, { works: [], shifts: stops.map(({ tyovuoro }) => tyovuoro), versiot })
  const of = await openBoardRoutes(work)
  for (const [id, route] of of.routes)
    of.routes.set(id, { ...route, stops: route.stops.map((stop) => (ids.includes(stop.id) ? { ...stop, lukittu } : stop)) })
  await storeRoutes(work, of)
  return answerOf(work, unchangedLocks)
}

async function lockRoute(acting: Acting, { tyovuoro, lukittu, versiot }: BoardOperationOf<'lockRoute'>): Promise<BoardChange> {
  const { context, viewer, client } = acting
  const work = await lockBoard(acting, { works: [], shifts: [tyovuoro], versiot })
  const [shift] = await readShifts(client, [tyovuoro])
  if (shift?.status !== 1) throw notFound('tyovuoro')
  await context.engine.save(viewer, [updateRow('tyovuoro', tyovuoro, { reitti_lukittu: lukittu })], { client })
  return answerOf(work, { lockedBefore: new Map([[tyovuoro, shift.reitti_lukittu]]) })
}

/** The minutes at stops. They change no order, so that locks do not matter. */
async function setDuration(acting: Acting, { ids, kesto, versiot }: BoardOperationOf<'setDuration'>): Promise<BoardChange> {
  const stops = await stopsNamed(acting.client, ids)
  if (kesto === 0 && stops.some((stop) => worksOf(stop).length === 0)) throw refuse('Kesto on ainakin 1 min.', 'kesto')
  const work = await lockBoard(acting, { works: [], shifts: stops.map(({ tyovuoro }) => tyovuoro), versiot })
  const of = await openBoardRoutes(work)
  if (stops.some((stop) => isDone(of, stop))) throw refuse('Pysähdys on jo tehty.', 'ids')
  for (const [id, route] of of.routes)
    of.routes.set(id, { ...route, stops: route.stops.map((stop) => (ids.includes(stop.id) ? { ...stop, kesto } : stop)) })
  await storeRoutes(work, of)
  return answerOf(work, unchangedLocks)
}

async function add(acting: Acting, input: BoardOperationOf<'add'>): Promise<BoardChange> {
  const { tyovuoro, tyyppi, kesto, nimi, osoite1, postinro, postitmp, ennen = null, versiot } = input
  const work = await lockBoard(acting, { works: [], shifts: [tyovuoro], versiot })
  const of = await openBoardRoutes(work)
  const route = of.routes.get(tyovuoro)
  const shift = of.shifts.get(tyovuoro)
  if (!route || shift?.status !== 1 || shift.tyyppi !== 'TYOVUORO') throw notFound('tyovuoro')
  const key = postalKey('FI', postinro)
  const [point] = key === '' ? [] : await postalCodePoints(acting.client, [key])
  const made: RouteStop = {
    ...{ id: randomUUID(), tyovuoro, tyyppi, kesto, nimi, osoite1, postinro, postitmp, maa: 'FI' },
    ...{ lat: point?.lat ?? null, lng: point?.lng ?? null, jarjestys: -1, lukittu: false, lahetykset: [], tuntituote: null },
  }
  of.routes.set(tyovuoro, { ...route, stops: [...route.stops, made] })
  reorder(of, { shift: tyovuoro, ids: [made.id], before: ennen })
  await storeRoutes(work, of)
  return answerOf(work, unchangedLocks)
}

async function remove(acting: Acting, { ids, versiot }: BoardOperationOf<'remove'>): Promise<BoardChange> {
  const stops = await stopsNamed(acting.client, ids)
  if (stops.some((stop) => worksOf(stop).length > 0)) throw refuse('Pysähdys kuuluu tilaukseen. Ota tilaus pois kuljettajalta.', 'ids')
  const work = await lockBoard(acting, { works: [], shifts: stops.map(({ tyovuoro }) => tyovuoro), versiot })
  const of = await openBoardRoutes(work)
  for (const [id, route] of of.routes) of.routes.set(id, { ...route, stops: route.stops.filter((stop) => !ids.includes(stop.id)) })
  await storeRoutes(work, of)
  return answerOf(work, unchangedLocks)
}
