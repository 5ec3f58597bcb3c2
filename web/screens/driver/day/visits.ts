import { isPickedUp } from '#domain/features/planning-board/planned-work.ts'
import { doorOf, pointOf } from '#domain/features/planning-board/route-stops.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { OutboxItem } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import { deliveryPlace, type Place, pickupPlace } from '#web/features/addresses/places.ts'
import { signedOf } from '#web/features/deliveries/delivery-send.ts'
import type { ShownLine } from '#web/features/orders/answered-lines.ts'
import type { LatLng } from '#web/ui/map/map-points.ts'
import type { IncludedDriverRows, Job, ShiftStop, Shipment } from '../driver-queries.ts'
import { jobAs, type Line, lineOfJob, lineOfShipment, type ShipmentLine, type Stop, shipmentAs } from '../stops.ts'

/** What is done at a door: goods are picked up or delivered, or an hourly job is done. Breaks and other stops have no work. */
export type VisitPart =
  | { kind: 'nouto' | 'toimitus'; id: string; lines: readonly ShipmentLine[] }
  | { kind: 'tyo'; id: string; job: Line<Job> }
  | { kind: 'tauko' | 'muu'; id: string; minutes: number }

/** One stop as the driver sees it: consecutive stops of a shift at the same door are one. */
export type Visit = {
  /** The id of its first stop. */
  key: string
  shift: string
  /** The number among the day's visits that have work, from 1; 0 for the others. */
  number: number
  place: Place
  point: LatLng | null
  /** The estimated arrival (unix seconds); 0 when it is not known. */
  arrival: number
  parts: readonly VisitPart[]
  isDone: boolean
  /** When the last of its work was done; 0 when it is not done, or the moment is unknown. */
  doneAt: number
}

type Shown = ReadonlyMap<string, ShownLine>
type DayRows = { rows: readonly ShiftStop[]; included: IncludedDriverRows }
type Context = { now: number; shown: Shown }

/** A shift of yesterday stays on the screen for this long after its end (minutes). */
const afterEnd = 4 * 60

type ShiftTimes = { paiva: number; alkuaika: number; kesto: number }

/** Today's shift, or yesterday's until it has ended. */
export function isShiftNow({ paiva, alkuaika, kesto }: ShiftTimes, now: number): boolean {
  const today = startOfDay(now)
  if (paiva >= today) return startOfDay(paiva) === today
  return kesto > 0 && paiva >= addDays(today, -1) && now < paiva + (alkuaika + kesto + afterEnd) * 60
}

export const hasWork = ({ parts }: Pick<Visit, 'parts'>): boolean => parts.some(({ kind }) => kind !== 'tauko' && kind !== 'muu')

export const linesOf = ({ parts }: Pick<Visit, 'parts'>): ShipmentLine[] => parts.flatMap((part) => ('lines' in part ? part.lines : []))
export const jobsOf = ({ parts }: Pick<Visit, 'parts'>): Line<Job>[] => parts.flatMap((part) => ('job' in part ? [part.job] : []))

/** The visits of the driver's day in the planned order, with the steps that this device has taken since (`shown`). */
export function visitsOf({ rows, included }: DayRows, { now, shown }: Context): Visit[] {
  const shifts = new Map<string, ShiftTimes>()
  for (const tyovuoro of new Set(rows.map((row) => row.tyovuoro))) {
    const shift = included.get('tyovuoro', tyovuoro)
    if (tyovuoro !== null && shift && isShiftNow(shift, now)) shifts.set(tyovuoro, shift)
  }
  const startOf = (shift: string): number => {
    const { paiva, alkuaika } = shifts.get(shift) ?? { paiva: 0, alkuaika: 0 }
    return paiva + alkuaika * 60
  }
  const visits: (Visit & { door: string | null })[] = []
  const inOrder = rows
    .flatMap((row) => (row.tyovuoro !== null && shifts.has(row.tyovuoro) ? [{ row, shift: row.tyovuoro }] : []))
    .sort((a, b) => startOf(a.shift) - startOf(b.shift) || a.shift.localeCompare(b.shift) || a.row.jarjestys - b.row.jarjestys)
  for (const { row, shift } of inOrder) {
    const part = partOf(row, included, shown)
    if (!part) continue
    const door = 'minutes' in part ? null : doorOf(row)
    const last = visits.at(-1)
    if (last && door !== null && last.door === door && last.shift === shift) {
      last.parts = [...last.parts, part]
      continue
    }
    const place = placeOf(row, part)
    const times = { arrival: row.arvioitu_saapuminen, isDone: false, doneAt: 0 }
    visits.push({ key: row.id, shift, number: 0, place, point: pointOf(row), ...times, parts: [part], door })
  }
  return numbered(visits.map(({ door: _door, ...visit }) => ({ ...visit, ...doneOf(visit.parts) })))
}

/** The orders of the shipments at the stops, tomorrow's included, that are not done: what their pages need is fetched ahead. */
export function openOrdersOf({ rows, included }: DayRows): string[] {
  const shipments = included.all('lahetys', [...new Set(rows.flatMap(({ lahetykset }) => lahetykset))])
  return [...new Set(shipments.flatMap(({ tila, tilaus }) => (tila === 'toimitettu' || tila === 'peruutettu' ? [] : (tilaus ?? []))))]
}

/** The lines that have been read of an answer: reading one checks each of its values, and the visits are made anew at every press. */
const readLines = new WeakMap<IncludedDriverRows, Map<string, ShipmentLine | null>>()

function readLine(included: IncludedDriverRows, id: string): ShipmentLine | null {
  const known = readLines.get(included) ?? new Map<string, ShipmentLine | null>()
  readLines.set(included, known)
  const found = known.get(id)
  if (found !== undefined) return found
  const shipment = included.get('lahetys', id)
  const line = shipment ? lineOfShipment(shipment, included) : null
  known.set(id, line)
  return line
}

/** Null when all of the stop's work has been cancelled or is not the driver's any more. */
function partOf(row: ShiftStop, included: IncludedDriverRows, shown: Shown): VisitPart | null {
  const { id, tyyppi, kesto } = row
  if (tyyppi === 'tauko' || tyyppi === 'muu') return { kind: tyyppi, id, minutes: kesto }
  if (tyyppi === 'tyo') {
    const job = included.get('tuntituote', row.tuntituote)
    return job && job.tila !== 'peruutettu' ? { kind: 'tyo', id, job: jobAs(lineOfJob(job, included), shown.get(job.id)) } : null
  }
  const lines = row.lahetykset.flatMap((shipment) => {
    const line = readLine(included, shipment)
    if (!line || line.row.tila === 'peruutettu') return []
    const step = shown.get(shipment)
    return step ? [shipmentAs(line, step)] : [line]
  })
  return lines.length > 0 ? { kind: tyyppi, id, lines } : null
}

/** The address as the shipment has it, with its second line and contact; else as the stop has it. */
function placeOf(row: ShiftStop, part: VisitPart): Place {
  const { nimi, osoite1, postinro, postitmp, maa } = row
  const ofStop: Place = {
    name: nimi,
    street: osoite1,
    town: [postinro, postitmp].filter(Boolean).join(' '),
    country: maa,
    contact: '',
    phone: '',
  }
  if ('job' in part) return { ...pickupPlace(part.job.row), name: pickupPlace(part.job.row).name || part.job.customer }
  if (!('lines' in part) || !part.lines[0]) return ofStop
  const [{ row: first, terminal }] = part.lines
  if (part.kind === 'toimitus') return deliveryPlace(first)
  return first.tila === 'siirretty' && terminal ? terminal : pickupPlace(first)
}

export const isLineDone = (kind: 'nouto' | 'toimitus', { row }: ShipmentLine): boolean =>
  kind === 'nouto' ? isPickedUp(row) : row.tila === 'toimitettu'

function doneOf(parts: readonly VisitPart[]): Pick<Visit, 'isDone' | 'doneAt'> {
  const ends = parts.flatMap((part) => {
    if ('job' in part) return [{ isDone: part.job.row.tila === 'toimitettu', at: part.job.row.timestamp_toimitettu }]
    if (!('lines' in part)) return []
    const { kind } = part
    return part.lines.map((line) => {
      const at = kind === 'nouto' ? line.row.timestamp_noudettu : line.row.timestamp_toimitettu
      return { isDone: isLineDone(kind, line), at }
    })
  })
  const isDone = ends.length > 0 && ends.every((end) => end.isDone)
  return { isDone, doneAt: isDone ? Math.max(...ends.map(({ at }) => at)) : 0 }
}

/** Gives the numbers. A break or another stop without work is over once a later visit is done. */
function numbered(visits: readonly Visit[]): Visit[] {
  const lastDone = visits.findLastIndex(({ isDone }) => isDone)
  let number = 0
  return visits.map((visit, index) => (hasWork(visit) ? { ...visit, number: ++number } : { ...visit, isDone: index < lastDone }))
}

export type VisitFigures = { total: number; done: number; kilos: number; firstLoading: number; lastDoneAt: number }

export function figuresOf(visits: readonly Visit[]): VisitFigures {
  const work = visits.filter(hasWork)
  const shipments = new Map(work.flatMap(linesOf).map(({ row }) => [row.id, row]))
  return {
    total: work.length,
    done: work.filter(({ isDone }) => isDone).length,
    kilos: shipments.values().reduce((sum, { paino }) => sum + paino, 0),
    firstLoading: work.find(({ parts }) => parts.some(({ kind }) => kind === 'nouto'))?.arrival ?? 0,
    lastDoneAt: Math.max(0, ...work.map(({ doneAt }) => doneAt)),
  }
}

/** The visit to drive to: the first one whose work is not done. */
export const nextVisit = (visits: readonly Visit[]): Visit | undefined => visits.find((visit) => !visit.isDone && hasWork(visit))

/**
 * The shipments of one part that take the same step: those in one state, with the same failed delivery, and in the same terminal. Each group has
 * the form of a card's stop.
 */
export function groupsOf({ lines }: { lines: readonly ShipmentLine[] }): Stop[] {
  const groups = Map.groupBy(lines, ({ row }) =>
    JSON.stringify([row.tila, row.poikkeama, row.tila === 'siirretty' ? row.nykyinen_osoite : null]),
  )
  return [...groups.values()].flatMap(([first, ...others]): Stop[] => {
    if (!first) return []
    const { row, order, ...line } = first
    const orders = new Map(others.map((other) => [other.order.id, other.order]))
    orders.delete(order.id)
    return [{ ...line, key: row.id, orders: [order, ...orders.values()], shipments: [row, ...others.map((other) => other.row)] }]
  })
}

/** Everybody who can be called at the visit, each number once. */
export function contactsOf(visit: Pick<Visit, 'parts' | 'place'>): { name: string; phone: string }[] {
  const places = [
    ...visit.parts.flatMap((part) =>
      'lines' in part ? part.lines.map(({ row }) => (part.kind === 'nouto' ? pickupPlace(row) : deliveryPlace(row))) : [],
    ),
    visit.place,
  ]
  const byPhone = new Map<string, string>()
  for (const { contact, phone } of places) if (phone && !byPhone.get(phone)) byPhone.set(phone, contact)
  return [...byPhone].map(([phone, name]) => ({ name, phone }))
}

/** What the dispatcher and the customers have written for the driver, each once. */
export const notesOf = (visit: Pick<Visit, 'parts'>): string[] => [
  ...new Set([...linesOf(visit), ...jobsOf(visit)].map(({ row }) => row.viesti.trim()).filter(Boolean)),
]

/** The goods that are still to be handled at a part, or all of them once it is done. */
export function goodsOf(part: { kind: 'nouto' | 'toimitus'; lines: readonly ShipmentLine[] }): Shipment[] {
  const open = part.lines.filter((line) => !isLineDone(part.kind, line))
  return (open.length > 0 ? open : part.lines).map(({ row }) => row)
}

/** The shown values of shipments that were handled in deliveries of this device that wait to be sent. */
export function withSigned(shown: Shown, signed: readonly Pick<OutboxItem, 'kind' | 'payload' | 'at' | 'offset'>[]): Shown {
  if (signed.length === 0) return shown
  const all = new Map(shown)
  // A step that the server has answered came before the delivery.
  const hasUnsent = (id: string): boolean => shown.has(id) && shown.get(id)?.vid === undefined
  for (const item of signed) {
    const delivery = signedOf(item)
    const at = actionTime(item)
    for (const { id } of delivery?.received ?? [])
      if (!hasUnsent(id)) all.set(id, { tila: 'toimitettu', timestamp_toimitettu: at, tila_muuttui: at })
    for (const [{ id }] of delivery?.failed ?? []) if (!hasUnsent(id)) all.set(id, { tila: 'myohassa', tila_muuttui: at })
  }
  return all
}

/** Work of today that is at no stop: the driver has no published shift, or the work came after it was planned. */
export function withoutStops<T extends { id: string }>(rows: readonly T[], visits: readonly Visit[]): T[] {
  const planned = new Set(visits.flatMap((visit) => [...linesOf(visit), ...jobsOf(visit)].map(({ row }) => row.id)))
  return rows.filter(({ id }) => !planned.has(id))
}

/** By shipment or hourly job: the place in the day's order of the visit at which it is handled next. */
export function plannedOrder(visits: readonly Visit[]): Map<string, { position: number; number: number; arrival: number }> {
  const found = new Map<string, { position: number; number: number; arrival: number }>()
  for (const [position, { number, arrival, parts }] of visits.entries()) {
    const planned = { position, number, arrival }
    for (const part of parts) {
      if ('job' in part) found.set(part.job.row.id, planned)
      if (!('lines' in part)) continue
      for (const line of part.lines) if (!isLineDone(part.kind, line) && !found.has(line.row.id)) found.set(line.row.id, planned)
    }
  }
  return found
}

/** Whether two readings of a visit look the same as a row: a delivery does not change when its goods are picked up. */
export function isSameRow(a: Visit, b: Visit): boolean {
  const shown = ({ number, place, arrival, isDone, doneAt, parts }: Visit) =>
    JSON.stringify([
      [number, place, arrival, isDone, doneAt],
      parts.map((part) => {
        if ('job' in part) return [part.id, part.job.row.vid, part.job.row.tila]
        return 'lines' in part
          ? [part.id, ...part.lines.map((line) => [line.row.id, line.row.vid, isLineDone(part.kind, line)])]
          : [part.id, part.minutes]
      }),
    ])
  return a === b || (a.key === b.key && shown(a) === shown(b))
}
