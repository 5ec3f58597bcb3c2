import type { HourlyState, OrderState, ShipmentState } from '#domain/entities/order/order.states.ts'
import {
  type Audience,
  isLive,
  lineLateDays,
  lineStatus,
  orderBadge,
  orderLateDays,
  type Status,
} from '#domain/entities/order/order.status.ts'
import type { ProductType } from '#domain/values/limits.ts'
import type { IncludedRows } from '#web/data/json-api.ts'
import type { Part } from '#web/data/row.ts'
import { formatKilos } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { amountText } from './amount-text.ts'
import { piecesText } from './goods-text.ts'

const pickup = ['nouto_nimi', 'nouto_osoite1', 'nouto_postitmp'] as const
const delivery = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postitmp'] as const
const shipmentFields = [
  ...pickup,
  ...delivery,
  'vid',
  'tila',
  'tyyppi',
  'maara',
  'yksikkopaino',
  'paino',
  'kuvaus',
  'viite',
  'viesti',
  'toivottu_toimitus',
  'poikkeama',
] as const
const hourlyFields = [...pickup, 'vid', 'tila', 'tyyppi', 'aika', 'matka', 'maara', 'selite', 'viite', 'viesti', 'toimituspaiva'] as const
const orderFields = [
  'vid',
  'tunniste',
  'tilauksen_tila',
  'hinta',
  'toivottu_toimitus',
  'timestamp_toimitettu',
  'asiakas',
  'lahetykset',
  'tuntituotteet',
  'tilaus_ryhma',
] as const

/** The fields of an order that every list requests. */
export const orderQuery = {
  include: ['asiakas', 'tilaus_ryhma', 'lahetykset', 'tuntituotteet'],
  fields: { tilaus: orderFields, lahetys: shipmentFields, tuntituote: hourlyFields, asiakas: ['name'], tilaus_ryhma: ['tunniste'] },
} as const
/** Customers see no drivers and cars, and the server rejects their requests for them. */
export const staffOrderQuery = {
  include: [...orderQuery.include, 'lahetykset.kuljettaja', 'lahetykset.auto', 'tuntituotteet.kuljettaja', 'tuntituotteet.auto'],
  fields: {
    ...orderQuery.fields,
    tilaus: [...orderFields, 'lavapaikat'],
    lahetys: [...shipmentFields, 'kuljettaja', 'auto'],
    tuntituote: [...hourlyFields, 'kuljettaja', 'auto'],
    user: ['field_fullname', 'name'],
    auto: ['rekisterinumero'],
  },
} as const
type OrderFields = typeof orderQuery.fields
type StaffFields = typeof staffOrderQuery.fields

export type NamedReference = { id: string; name: string }
type Common = {
  id: string
  vid: number
  badge: Status
  /** Neither delivered nor cancelled. */
  live: boolean
  /** Days since its wished day ended; 0 when it is not late. */
  lateDays: number
  what: string
  fromTown: string
  toTown: string
  /** Place and street, for the unfolded line. */
  from: string
  to: string
  /** The place of delivery by name; its town where it has none. */
  receiver: string
  /** The customer's own reference. */
  reference: string
  wishedDay: number
  pieces: number
  kilos: number
  message: string
  note: string
  driver: NamedReference | null
  car: NamedReference | null
}
export type LineRow = (Common & { entity: 'lahetys'; state: ShipmentState }) | (Common & { entity: 'tuntituote'; state: HourlyState })
/** An order as lists show it. */
export type OrderRow = {
  id: string
  vid: number
  /** `T-1042` */
  number: string
  state: OrderState
  badge: Status
  /** As its latest live line; 0 when it is not late. */
  lateDays: number
  customer: NamedReference
  /** The orders that are invoiced together; not shown to customers. */
  group: NamedReference | null
  lines: readonly LineRow[]
  wishedDay: number
  deliveredAt: number
  price: number
  pieces: number
  kilos: number
  /** Only for staff. */
  palletPlaces?: number
  /** It has a failed delivery that nobody has decided on yet. */
  failed?: true
}

const join = (parts: readonly string[], by: string): string => parts.filter(Boolean).join(by)

/** `4 rullakkoa, 120 kg / kpl, Pystyssä` */
export function goodsText(goods: { tyyppi: ProductType; maara: number; yksikkopaino: number; kuvaus: string }): string {
  const weight = goods.yksikkopaino > 0 ? `${formatKilos(goods.yksikkopaino)}${goods.maara === 1 ? '' : ' / kpl'}` : ''
  return join([piecesText(goods.tyyppi, goods.maara), weight, goods.kuvaus], ', ')
}

/** The failed delivery of a shipment that needs a decision. */
export const failedText = 'Toimitus ei onnistunut'

type Assignment = Pick<Common, 'driver' | 'car'>
const nobody: Assignment = { driver: null, car: null }

function shipmentLine(
  order: OrderState,
  row: Part<'lahetys', OrderFields>,
  audience: Audience,
  now: number,
  assigned: Assignment,
): LineRow {
  return {
    ...assigned,
    entity: 'lahetys',
    id: row.id,
    vid: row.vid,
    state: row.tila,
    badge: lineStatus(order, row.tila, audience),
    live: isLive(row.tila),
    lateDays: lineLateDays(row, now),
    what: goodsText(row),
    fromTown: row.nouto_postitmp,
    toTown: row.toimitus_postitmp,
    from: join([row.nouto_postitmp, row.nouto_osoite1], ', '),
    to: join([row.toimitus_postitmp, row.toimitus_osoite1], ', '),
    receiver: row.toimitus_nimi || row.toimitus_postitmp,
    reference: row.viite,
    wishedDay: row.toivottu_toimitus,
    pieces: row.maara,
    kilos: row.paino,
    message: row.viesti,
    note: join([row.poikkeama ? failedText : '', row.viite && `Viite ${row.viite}`, row.viesti], ' · '),
  }
}

function hourlyLine(
  order: OrderState,
  row: Part<'tuntituote', OrderFields>,
  audience: Audience,
  now: number,
  assigned: Assignment,
): LineRow {
  return {
    ...assigned,
    entity: 'tuntituote',
    id: row.id,
    vid: row.vid,
    state: row.tila,
    badge: lineStatus(order, row.tila, audience),
    live: isLive(row.tila),
    lateDays: lineLateDays(row, now),
    what: join(['Tuntityö', amountText(row), row.selite], ', '),
    fromTown: row.nouto_postitmp,
    toTown: '',
    from: join([row.nouto_postitmp, row.nouto_osoite1], ', '),
    to: '',
    receiver: '',
    reference: row.viite,
    wishedDay: row.toimituspaiva,
    pieces: 0,
    kilos: 0,
    message: row.viesti,
    note: join([row.viite && `Viite ${row.viite}`, row.viesti], ' · '),
  }
}

type Parts = {
  order: Part<'tilaus', OrderFields>
  customer: { name: string } | undefined
  group: NamedReference | null
  shipments: readonly Part<'lahetys', OrderFields>[]
  jobs: readonly Part<'tuntituote', OrderFields>[]
}

function orderOf({ order, customer, group, shipments, jobs }: Parts, lines: readonly LineRow[], audience: Audience, now: number): OrderRow {
  const counted = lines.some(({ state }) => state !== 'peruutettu') ? lines.filter(({ state }) => state !== 'peruutettu') : lines
  return {
    id: order.id,
    vid: order.vid,
    number: order.tunniste,
    state: order.tilauksen_tila,
    badge: orderBadge(order, [...shipments, ...jobs], audience),
    lateDays: orderLateDays(order, [...shipments, ...jobs], now),
    customer: { id: order.asiakas ?? '', name: customer?.name ?? '' },
    group,
    lines,
    wishedDay: order.toivottu_toimitus,
    deliveredAt: order.timestamp_toimitettu,
    price: order.hinta,
    pieces: counted.reduce((sum, { pieces }) => sum + pieces, 0),
    kilos: counted.reduce((sum, { kilos }) => sum + kilos, 0),
    ...(shipments.some(({ poikkeama }) => poikkeama !== null) ? { failed: true } : {}),
  }
}

const groupOf = (found: Part<'tilaus_ryhma', OrderFields> | undefined): NamedReference | null =>
  found ? { id: found.id, name: found.tunniste } : null

/** A row of a list that requested `orderQuery`, as a customer sees it. */
export function toOrderRow(order: Part<'tilaus', OrderFields>, included: IncludedRows<OrderFields>): OrderRow {
  const now = nowSeconds()
  const parts: Parts = {
    order,
    customer: included.get('asiakas', order.asiakas),
    group: groupOf(included.get('tilaus_ryhma', order.tilaus_ryhma)),
    shipments: included.all('lahetys', order.lahetykset),
    jobs: included.all('tuntituote', order.tuntituotteet),
  }
  const lines = [
    ...parts.shipments.map((row) => shipmentLine(order.tilauksen_tila, row, 'customer', now, nobody)),
    ...parts.jobs.map((row) => hourlyLine(order.tilauksen_tila, row, 'customer', now, nobody)),
  ]
  return orderOf(parts, lines, 'customer', now)
}

/** A row of a list that requested `staffOrderQuery`, with drivers and cars. */
export function toStaffOrderRow(order: Part<'tilaus', StaffFields>, included: IncludedRows<StaffFields>): OrderRow {
  const parts = {
    order,
    customer: included.get('asiakas', order.asiakas),
    group: groupOf(included.get('tilaus_ryhma', order.tilaus_ryhma)),
    shipments: included.all('lahetys', order.lahetykset),
    jobs: included.all('tuntituote', order.tuntituotteet),
  }
  const row = staffOrderRow(parts, (line) => {
    const driver = included.get('user', line.kuljettaja)
    const car = included.get('auto', line.auto)
    return {
      driver: driver ? { id: driver.id, name: driver.field_fullname || driver.name } : null,
      car: car ? { id: car.id, name: car.rekisterinumero } : null,
    }
  })
  return { ...row, palletPlaces: order.lavapaikat }
}

type Assigned = { kuljettaja: string | null; auto: string | null }
type StaffParts = Omit<Parts, 'shipments' | 'jobs'> & {
  shipments: readonly Part<'lahetys', StaffFields>[]
  jobs: readonly Part<'tuntituote', StaffFields>[]
}

/** The same of rows that were read otherwise, as by the page of an order. */
export function staffOrderRow(parts: StaffParts, assignedOf: (line: Assigned) => Assignment): OrderRow {
  const now = nowSeconds()
  const { order, shipments, jobs } = parts
  const lines = [
    ...shipments.map((row) => shipmentLine(order.tilauksen_tila, row, 'staff', now, assignedOf(row))),
    ...jobs.map((row) => hourlyLine(order.tilauksen_tila, row, 'staff', now, assignedOf(row))),
  ]
  return orderOf(parts, lines, 'staff', now)
}

/** Where an order goes, in a line: `Lahti → Kotka` and how many other routes it has. */
export function routeOf(lines: readonly LineRow[]): { from: string; to: string; more: number } {
  const [first] = lines
  const routes = new Set(lines.map(({ fromTown, toTown }) => `${fromTown} → ${toTown}`))
  return { from: first?.fromTown ?? '', to: first?.toTown ?? '', more: Math.max(0, routes.size - 1) }
}

/** The people and cars of an order's live lines, each once; `missing` when some live line has no driver. */
export function driversAndCarsOf(lines: readonly LineRow[]): { drivers: NamedReference[]; cars: NamedReference[]; missing: boolean } {
  const live = lines.filter((line) => line.live)
  const counted = live.length > 0 ? live : lines
  const once = (named: readonly (NamedReference | null)[]) => [
    ...new Map(named.flatMap((one) => (one ? [[one.id, one] as const] : []))).values(),
  ]
  return {
    drivers: once(counted.map(({ driver }) => driver)),
    cars: once(counted.map(({ car }) => car)),
    missing: live.some(({ driver }) => driver === null),
  }
}

/** What a customer recognises a line by. */
export type RecognisedBy = Pick<Common, 'receiver' | 'reference'>

type WithPlaces = { toimitus_nimi: string; toimitus_postitmp: string; nouto_postitmp: string; viite: string }

/** What its customer recognises a shipment by. */
export function recognisedBy({ toimitus_nimi, toimitus_postitmp: toTown, nouto_postitmp: fromTown, viite: reference }: WithPlaces) {
  return { receiver: toimitus_nimi || toTown, toTown, fromTown, reference }
}

/** The receivers and the references of an order, each once, in the order of its lines. */
export function receiversOf(lines: readonly RecognisedBy[]): { receivers: string[]; references: string[] } {
  const once = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]
  return { receivers: once(lines.map(({ receiver }) => receiver)), references: once(lines.map(({ reference }) => reference)) }
}
