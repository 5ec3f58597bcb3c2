import type { Pool } from 'pg'
import type { BoardRoute, BoardStop, BoardWork, boardCall } from '#domain/features/planning-board/board.ts'
import { type PlannedWork, workOfJob, workOfShipment } from '#domain/features/planning-board/planned-work.ts'
import { type ShiftRoute, worksOf } from '#domain/features/planning-board/route-stops.ts'
import { type Schedule, type ScheduleBreach, sharedCars } from '#domain/features/planning-board/schedule.ts'
import type { OutputOf } from '#domain/model/define-call.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { locateStops } from './needed-stops.ts'
import {
  type PlannedJob,
  type PlannedShift,
  type PlannedShipment,
  readOrders,
  readPeople,
  readShiftIds,
  readShifts,
  readStops,
  readWorkOfDay,
} from './queries.ts'
import { type RoutesOfShifts, routesOf, scheduleOf, shiftHours, usualStopTime } from './routes-of-shifts.ts'
import { measuredTravelAlong } from './travel-times/measured-travel.ts'

export type WorkRow = { row: PlannedShipment | PlannedJob; work: PlannedWork }
type Person = BoardRoute['kuljettaja']

/** The shifts of a day with their stops, and its work. `now` 0: a day other than today. */
export async function readDay(pool: Pool, moment: number, now: number) {
  const paiva = startOfDay(moment)
  const isToday = paiva === startOfDay(now)
  const ids = await readShiftIds(pool, paiva)
  const [shifts, stops, usual] = await Promise.all([readShifts(pool, ids), readStops(pool, { shifts: ids }), usualStopTime(pool)])
  const onStops = new Set(stops.flatMap(worksOf))
  // Today's board also has what should have been driven earlier.
  const found = await readWorkOfDay(pool, { from: isToday ? 0 : paiva, next: addDays(paiva, 1), ids: [...onStops] })
  const rows: WorkRow[] = [
    ...found.shipments.map((row) => ({ row, work: workOfShipment(row) })),
    ...found.jobs.map((row) => ({ row, work: workOfJob(row) })),
  ]
  const works = new Map(rows.map(({ work }) => [work.id, work]))
  const of = routesOf(shifts, stops, { works, usual, travel: await measuredTravelAlong(pool, stops) })
  const unplanned = rows.filter(({ row }) => row.kuljettaja !== null && !onStops.has(row.id)).map(({ row }) => row.id)
  // Work may be planned on another day than its own.
  const elsewhere = unplanned.length === 0 ? [] : await readStops(pool, { works: unplanned })
  const { free, withoutStops } = sortedWork(rows, new Set([...onStops, ...elsewhere.flatMap(worksOf)]))
  return { paiva, now: isToday ? now : 0, shifts, rows, of, free, withoutStops }
}
export type DayOfWork = Awaited<ReturnType<typeof readDay>>

/** The people by id, with their phone numbers. */
export async function readDrivers(pool: Pool, ids: readonly string[]): Promise<Map<string, Person>> {
  const people = await readPeople(pool, [...new Set(ids)])
  return new Map(people.map(({ id, name, numero, maakoodi }) => [id, { id, name, puhelin: phoneOf(numero, maakoodi) }]))
}

/** Everything that the board of a day shows, in one answer. */
export async function readBoard(pool: Pool, moment: number, now: number): Promise<OutputOf<typeof boardCall>> {
  const day = await readDay(pool, moment, now)
  const { paiva, shifts, rows, of, free, withoutStops } = day
  const drivers = [...shifts.flatMap(({ kuljettaja }) => kuljettaja ?? []), ...withoutStops.keys()]
  const [byId, orders, located] = await Promise.all([
    readDrivers(pool, drivers),
    readOrders(pool, [...new Set(rows.flatMap(({ row }) => row.tilaus ?? []))]),
    locateStops(
      pool,
      free.map(({ row, work }) => ({ work, type: work.kind === 'lahetys' ? 'nouto' : 'tyo', places: row })),
    ),
  ])
  const reitit = boardRoutes(of, byId, day.now)
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const pointOf = new Map(located.map(({ work, stop }) => [work.id, stop.place]))
  const shown = rows.filter(({ row }) => row.kuljettaja !== null || row.tila !== 'toimitettu')
  return {
    data: {
      paiva,
      reitit,
      ilman_vuoroa: [...withoutStops].map(([id, tyot]) => ({ kuljettaja: personOf(byId, id), tyot })),
      vapaat: free.map(({ row }) => row.id),
      tyot: shown.map(({ row, work }) => boardWork(row, work, { order: orderOf.get(row.tilaus ?? ''), point: pointOf.get(row.id) })),
      summat: {
        metrit: reitit.reduce((sum, { metrit }) => sum + metrit, 0),
        sekunnit: reitit.reduce((sum, { sekunnit }) => sum + sekunnit, 0),
        pysahdyksia: reitit.reduce((sum, { pysahdykset }) => sum + pysahdykset.length, 0),
        tehty: reitit.reduce((sum, { pysahdykset }) => sum + pysahdykset.filter(({ tehty }) => tehty).length, 0),
      },
    },
    meta: { count: reitit.length },
  }
}

export const personOf = (people: ReadonlyMap<string, Person>, id: string): Person => people.get(id) ?? { id, name: '', puhelin: '' }

const phoneOf = (number: string | null, code: string | null): string =>
  !number ? '' : number.startsWith('+') || number.startsWith('0') ? number : `+${code || '358'}${number}`

export const isOpenWork = ({ work, row }: WorkRow): boolean => work.isLive && row.tila !== 'toimitettu'

/** Work without a driver by its window, and work that has a driver but no stops, by driver: of those without a shift on its day, most of all. */
function sortedWork(rows: readonly WorkRow[], planned: ReadonlySet<string>) {
  const begin = ({ work }: WorkRow): number => {
    const moments = work.ends.flatMap(({ window }) => [window.start || window.end]).filter((at) => at > 0)
    return moments.length > 0 ? Math.min(...moments) : Number.MAX_SAFE_INTEGER
  }
  const open = rows.filter(isOpenWork)
  const free = open
    .filter(({ row }) => row.kuljettaja === null)
    .toSorted(
      (a, b) => begin(a) - begin(b) || a.work.kind.localeCompare(b.work.kind) || a.row.drupal_internal__id - b.row.drupal_internal__id,
    )
  return { free, withoutStops: worksByDriver(open.filter(({ row }) => !planned.has(row.id))) }
}

/** The ids of the work by its driver; work without a driver is left out. */
export function worksByDriver(rows: readonly WorkRow[]): Map<string, string[]> {
  const works = new Map<string, string[]>()
  for (const { row } of rows) {
    const { kuljettaja, id } = row
    if (kuljettaja !== null) works.set(kuljettaja, [...(works.get(kuljettaja) ?? []), id])
  }
  return works
}

export function boardRoutes(of: RoutesOfShifts, people: ReadonlyMap<string, Person>, now: number): BoardRoute[] {
  const shifts = [...of.shifts.values()]
  const shared = sharedCars(shifts.map(({ id, auto, kuljettaja }) => ({ id, car: auto?.id ?? null, driver: kuljettaja ?? '' })))
  const routes = shifts.flatMap((shift): BoardRoute[] => {
    const route = of.routes.get(shift.id)
    const person = people.get(shift.kuljettaja ?? '')
    return route && person ? [boardRoute(shift, { route, person, of, now, hasSharedCar: shared.has(shift.id) })] : []
  })
  return routes.toSorted((a, b) => a.kuljettaja.name.localeCompare(b.kuljettaja.name, 'fi') || a.alku - b.alku || (a.id < b.id ? -1 : 1))
}

type Showing = { route: ShiftRoute; person: Person; of: RoutesOfShifts; now: number; hasSharedCar: boolean }

function boardRoute(shift: PlannedShift, { route, person, of, now, hasSharedCar }: Showing): BoardRoute {
  const planned = scheduleOf({ shift, route, now }, of)
  const hours = shiftHours(shift)
  return {
    id: shift.id,
    vid: shift.vid,
    kuljettaja: person,
    tila: shift.tila,
    alku: hours.start,
    loppu: hours.end,
    tunnetut_ajat: shift.kesto > 0,
    lukittu: shift.reitti_lukittu,
    reitit: shift.reitit,
    auto: shift.auto,
    pysahdykset: route.stops.map((stop, index) => boardStop(stop, { of, isDone: route.done.has(stop.id), times: planned.stops[index] })),
    huomautukset: breachesOf(planned, hasSharedCar),
    kg: planned.maxKg,
    lavat: planned.maxPallets,
    metrit: planned.metres,
    sekunnit: planned.seconds,
    paattyy: planned.end,
  }
}

export const breachOnWire = ({ kind, stop, value }: ScheduleBreach) => ({ laji: kind, pysahdys: stop, arvo: value })
export const breachesOf = ({ breaches }: Schedule, hasSharedCar: boolean) => [
  ...breaches.map(breachOnWire),
  ...(hasSharedCar ? [breachOnWire({ kind: 'auto_kahdella', stop: null, value: 0 })] : []),
]

type Shown = { of: RoutesOfShifts; isDone: boolean; times: Schedule['stops'][number] | undefined }

function boardStop(stop: ShiftRoute['stops'][number], { of, isDone, times }: Shown): BoardStop {
  const { id, tyyppi, nimi, osoite1, postitmp, lat, lng, lukittu, kesto, lahetykset, tuntituote } = stop
  return {
    ...{ id, tyyppi, nimi, osoite1, postitmp, lat, lng, lukittu, kesto, lahetykset, tuntituote },
    vid: of.stored.get(id)?.vid ?? 0,
    tehty: isDone,
    saapuminen: times?.arrival ?? 0,
    alku: times?.begin ?? 0,
    lahto: times?.departure ?? 0,
    metrit: times?.metres ?? 0,
    sekunnit: times?.seconds ?? 0,
    tauko: times?.breakMinutes ?? 0,
    etuajassa: times?.early ?? 0,
    myohassa: times?.late ?? 0,
    kg: times?.kg ?? 0,
    lavat: times?.pallets ?? 0,
  }
}

const townOf = (town: string, name: string): string => town || name
type Known = { order: { tilausnro: number; asiakas: string } | undefined; point: { lat: number | null; lng: number | null } | undefined }

function boardWork(row: PlannedShipment | PlannedJob, work: PlannedWork, { order, point }: Known): BoardWork {
  const isShipment = 'toimitus_postitmp' in row
  const windows = isShipment
    ? {
        nouto_aika_alku: row.nouto_aika_alku,
        nouto_aika_loppu: row.nouto_aika_loppu,
        toimitus_aika_alku: row.toimitus_aika_alku,
        toimitus_aika_loppu: row.toimitus_aika_loppu,
      }
    : { nouto_aika_alku: row.aloitusaika, nouto_aika_loppu: 0, toimitus_aika_alku: 0, toimitus_aika_loppu: 0 }
  return {
    id: row.id,
    vid: row.vid,
    laji: work.kind,
    tilaus: row.tilaus ?? row.id,
    tunniste: order ? `T-${order.tilausnro}` : '',
    asiakas: order?.asiakas ?? '',
    tila: row.tila,
    kuljettaja: row.kuljettaja,
    mista: townOf(row.nouto_postitmp, row.nouto_nimi),
    minne: isShipment ? townOf(row.toimitus_postitmp, row.toimitus_nimi) : '',
    ...windows,
    paiva: work.ends.at(-1)?.day ?? 0,
    kg: work.kg,
    lavat: work.pallets,
    kolli: work.pieces,
    epaonnistunut: isShipment && row.poikkeama !== null,
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
  }
}
