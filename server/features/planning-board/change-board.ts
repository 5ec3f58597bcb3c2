import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, outdated, RequestFault } from '#domain/errors.ts'
import type { BoardChange, changeBoardCall } from '#domain/features/planning-board/board-operations.ts'
import { drivenDay, workOfJob, workOfShipment } from '#domain/features/planning-board/planned-work.ts'
import { type RouteStop, worksOf } from '#domain/features/planning-board/route-stops.ts'
import { sharedCars } from '#domain/features/planning-board/schedule.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, inputRow, type RowChange, removeRow, systemFor, updateRow } from '#server/entities/engine.ts'
import {
  lockOrders,
  lockShifts,
  type PlannedJob,
  type PlannedShipment,
  readJobs,
  readShiftIds,
  readShifts,
  readShipments,
  readStops,
  readVersions,
  type StoredStop,
} from './queries.ts'
import { breachesOf } from './read-board.ts'
import { changesOfRoutes, openRoutes, type RoutesOfShifts, scheduleOf } from './routes-of-shifts.ts'

export type BoardInput = z.output<typeof changeBoardCall.input>
export type BoardOperationOf<N extends BoardInput['operation']> = Extract<BoardInput, { operation: N }>
export type Acting = { context: Context; viewer: Viewer; client: PoolClient; now: number }
/** What one operation works with: a transaction that has locked its orders and shifts. */
export type LockedBoard = {
  context: Context
  viewer: Viewer
  client: PoolClient
  now: number
  works: readonly (PlannedShipment | PlannedJob)[]
  /** The stops of the shifts as they were before. */
  before: readonly StoredStop[]
  shifts: readonly string[]
  /** The versions of all these rows, and of the other locked shifts and their stops, before the operation. */
  versionsBefore: ReadonlyMap<string, number>
}

export const refuse = (detail: string, field: string): RequestFault => new RequestFault({ kind: 'invalid', detail, pointer: `/${field}` })
export const notFound = (field: string): RequestFault =>
  new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title, pointer: `/${field}` })
export const conflict = (): RequestFault => new RequestFault(outdated())
/** A refusal of rows of the request: the last part of each pointer is the row's id. */
export const refuseRows = (refused: readonly { id: string; detail: string }[]): RequestFault =>
  new RequestFault(refused.map(({ id, detail }) => ({ kind: 'invalid', detail, pointer: `/ids/${id}` })))

export async function readWorks(client: PoolClient, ids: readonly string[]): Promise<(PlannedShipment | PlannedJob)[]> {
  return [...(await readShipments(client, ids)), ...(await readJobs(client, ids))]
}

/** `drivers`: those who get the work, whose shifts on its days its stops may come to. */
type Reached = {
  works: readonly string[]
  shifts: readonly string[]
  drivers?: readonly string[]
  versiot: Readonly<Record<string, number>>
}

/**
 * Locks what an operation changes: the orders of the work, then all shifts in the order of their ids, as the saves of orders do, so that two
 * dispatchers cannot deadlock. Then the versions that the caller saw must still be the stored ones.
 */
export async function lockBoard(of: Pick<LockedBoard, 'context' | 'viewer' | 'client' | 'now'>, reached: Reached): Promise<LockedBoard> {
  const { client } = of
  const works = await readWorks(client, reached.works)
  await lockOrders(
    client,
    works.flatMap(({ tilaus }) => tilaus ?? []),
  )
  const own = await readStops(client, { works: reached.works })
  const ids = [...new Set([...reached.shifts, ...own.map(({ tyovuoro }) => tyovuoro)])]
  const days = works.flatMap((row) => plannedWork(row).ends.map((end) => drivenDay(end, of.now)))
  const locked = await lockShifts(client, { ids, drivers: reached.drivers ?? [], days: [...new Set(days)] })
  const shifts = locked.map(({ id }) => id).filter((id) => ids.includes(id))
  const named = Object.entries(reached.versiot)
  const stored =
    named.length === 0
      ? new Map<string, number>()
      : await readVersions(
          client,
          named.map(([id]) => id),
        )
  const changed = named.filter(([id, vid]) => stored.get(id) !== vid)
  if (changed.length > 0) throw new RequestFault(changed.map(([id]) => outdated(`/versiot/${id}`)))
  // Also those of shifts of other days, which stops of the work may come to.
  const stops = await readStops(client, { shifts: locked.map(({ id }) => id) })
  const versionsBefore = await readVersions(client, [...[...locked, ...stops].map(({ id }) => id), ...reached.works])
  const before = stops.filter(({ tyovuoro }) => shifts.includes(tyovuoro))
  return { ...of, works: await readWorks(client, reached.works), before, shifts, versionsBefore }
}

const plannedWork = (row: PlannedShipment | PlannedJob) => ('toimitus_postitmp' in row ? workOfShipment(row) : workOfJob(row))

/** Gives the work to the driver and the car; null takes it away. The stops follow (follow-assignments.ts). */
export async function assignWorks(
  { context, viewer, client }: Pick<LockedBoard, 'context' | 'viewer' | 'client'>,
  works: readonly { row: PlannedShipment | PlannedJob; kuljettaja: string | null; auto: string | null }[],
): Promise<void> {
  const changes = works
    .filter(({ row, kuljettaja, auto }) => row.kuljettaja !== kuljettaja || row.auto !== auto)
    .map(({ row, kuljettaja, auto }): RowChange => {
      const entity = 'toimitus_postitmp' in row ? 'lahetys' : 'tuntituote'
      return inputRow('update', entity, row.id, { kuljettaja, auto }, { pointer: `/ids/${row.id}` })
    })
  await context.engine.save(viewer, changes, { client })
}

/** The routes of the shifts and of all other shifts that have stops of the work. */
export async function openBoardRoutes({
  client,
  works,
  shifts,
}: Pick<LockedBoard, 'client' | 'works' | 'shifts'>): Promise<RoutesOfShifts> {
  const ids = works.map(({ id }) => id)
  const own = await readStops(client, { works: ids })
  // Read again: an assignment has changed them.
  const current = (await readWorks(client, ids)).map(plannedWork)
  const wanted = [...new Set([...shifts, ...own.map(({ tyovuoro }) => tyovuoro)])]
  return openRoutes(client, wanted, new Map(current.map((work) => [work.id, work])))
}

/** Stores the stops as the routes have them. */
export async function storeRoutes(
  { context, viewer, client }: Pick<LockedBoard, 'context' | 'viewer' | 'client'>,
  of: RoutesOfShifts,
): Promise<void> {
  const { made, changed } = changesOfRoutes(of)
  const changes = [
    ...made.map(({ id, values }) => addRow('ajo_pysahdys', values, { id })),
    ...changed.map(({ id, values }) => (values.status === 0 ? removeRow('ajo_pysahdys', id) : updateRow('ajo_pysahdys', id, values))),
  ]
  await context.engine.save(systemFor(viewer), changes, { client })
}

/** The answer of an operation: the shifts that it changed with their breaches, and the operation that undoes it. */
export async function answerOf(work: LockedBoard, { lockedBefore }: { lockedBefore: ReadonlyMap<string, boolean> }): Promise<BoardChange> {
  const { client, before, works, now } = work
  const of = await openBoardRoutes(work)
  const after = [...of.stored.values()]
  const shifts = await readShifts(client, [...of.shifts.keys()])
  const earlier = new Map(before.map((stop) => [stop.id, stop]))
  const ids = [...shifts.map(({ id }) => id), ...after.map(({ id }) => id), ...works.map(({ id }) => id)]
  const added = after.filter((stop) => !earlier.has(stop.id) && worksOf(stop).length === 0)
  return {
    success: true,
    reitit: await breachesOfRoutes(work, of, now),
    kumoa: {
      operation: 'restore',
      tyot: works.map(({ id, kuljettaja, auto }) => ({ id, kuljettaja, auto })),
      reitit: shifts.map(({ id, reitti_lukittu }) => ({
        tyovuoro: id,
        lukittu: lockedBefore.get(id) ?? reitti_lukittu,
        pysahdykset: before
          .filter(({ tyovuoro }) => tyovuoro === id)
          .map((stop) => ({ id: stop.id, tyot: worksOf(stop), lukittu: stop.lukittu, kesto: stop.kesto })),
      })),
      poistettavat: added.map(({ id }) => id),
      versiot: Object.fromEntries(await readVersions(client, ids)),
    },
    aiemmat: Object.fromEntries(work.versionsBefore),
  }
}

async function breachesOfRoutes({ client }: LockedBoard, of: RoutesOfShifts, now: number): Promise<BoardChange['reitit']> {
  const days = [...new Set([...of.shifts.values()].map(({ paiva }) => paiva))]
  const shared = new Set<string>()
  for (const day of days) {
    const shifts = await readShifts(client, await readShiftIds(client, day))
    for (const id of sharedCars(shifts.map(({ id, auto, kuljettaja }) => ({ id, car: auto?.id ?? null, driver: kuljettaja ?? '' }))))
      shared.add(id)
  }
  return [...of.shifts.values()].flatMap((shift) => {
    const route = of.routes.get(shift.id)
    return route
      ? [
          {
            tyovuoro: shift.id,
            huomautukset: breachesOf(
              scheduleOf({ shift, route, now: shift.paiva === startOfDay(now) ? now : 0 }, of),
              shared.has(shift.id),
            ),
          },
        ]
      : []
  })
}

export const isDone = (of: RoutesOfShifts, stop: RouteStop): boolean => of.routes.get(stop.tyovuoro)?.done.has(stop.id) ?? false
