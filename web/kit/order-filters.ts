import {
  type ArchivePart,
  archivedOrders,
  archivePart,
  type OrderFilter,
  oldArchivedOrders,
  openOrders,
  uninvoicedOrders,
} from '#domain/entities/order/order.lists.ts'
import { hourlyStates, type ShipmentState } from '#domain/entities/order/order.states.ts'
import { firstValidMoment, startOfDay } from '#domain/values/time.ts'
import type { Filter, Sort } from '../data/json-api.ts'
import { anyOf, type Condition } from './any-of.ts'
import type { Column } from './columns.ts'

// The domain's list definitions name fields as the wire does.
const onWire = (filter: OrderFilter): Filter => ({ ...filter })

/** The lists of orders that the screens count and show (RULES section 3), as filters of `tilaus`. */
export const open = onWire(openOrders)
export const uninvoiced = onWire(uninvoicedOrders)
export const archived = (now: number): Filter => onWire(archivedOrders(now))
/** The days, the state or the year that is asked of the archives. */
export const archive = (part: ArchivePart, now: number): Filter => onWire(archivePart(part, now))
export const oldArchived = (now: number): Filter => onWire(oldArchivedOrders(now))
export const deliveredSince = (moment: number, now: number): Filter => ({
  ...archived(now),
  timestamp_toimitettu: { operator: '>=', value: moment },
})
export const wishedOn = (day: number): Filter => ({ ...open, toivottu_toimitus: day })
export const inTerminal: Filter = { ...open, 'lahetykset.tila': 'siirretty' }
/** Every line is cancelled: such an order is on no list of work, but must be found. */
export const cancelled: Filter = { avoin: false, tilauksen_tila: 'uusi' }

/** The wished day is over, or the driver has told that it will not hold. */
const lateness = (now: number): (Condition | { all: readonly Condition[] })[] => [
  {
    all: [
      ['toivottu_toimitus', { operator: '>=', value: firstValidMoment }],
      ['toivottu_toimitus', { operator: '<', value: startOfDay(now) }],
    ],
  },
  ['lahetykset.tila', 'myohassa'],
]
/** No shipment and no hourly job of the order has a driver. */
const driverless: { all: readonly Condition[] } = {
  all: [
    ['lahetykset.kuljettaja.id', { operator: 'IS NULL' }],
    ['tuntituotteet.kuljettaja.id', { operator: 'IS NULL' }],
  ],
}
export const late = (now: number): Filter => ({ ...open, ...anyOf('late', lateness(now)) })
export const unassigned: Filter = { ...open, ...anyOf('unassigned', [driverless]) }
/** Late or without a driver: what a dispatcher has to decide on. */
export const undecided = (now: number): Filter => ({ ...open, ...anyOf('undecided', [...lateness(now), driverless]) })

/** Some line of the order has this in its field; `name` tells the conditions of one filter apart. */
export const ofLines = (name: string, field: string, value: string | undefined): Filter =>
  value
    ? anyOf(name, [
        [`lahetykset.${field}`, value],
        [`tuntituotteet.${field}`, value],
      ])
    : {}

/**
 * Some line is in the state. Late is more than what has been told: lists show it of every order whose day is over (RULES section 3). An order that
 * waits to be picked up is found by that too when it is late.
 */
export function inState(state: ShipmentState, now: number): Filter {
  if (state === 'myohassa') return anyOf('state', lateness(now))
  return state in hourlyStates ? ofLines('state', 'tila', state) : anyOf('state', [['lahetykset.tila', state]])
}

/** What a person types into a search field: numbers, names, places, phones, in any writing. */
export const matching = (text: string): Filter => (text.trim() === '' ? {} : { q: text.trim() })

type OrderSort = Sort<'tilaus'>
const sortable: readonly OrderSort[] = ['tilausnro', 'tila_weight', 'asiakas.name', 'toivottu_toimitus', 'timestamp_toimitettu', 'hinta']
const backwards: readonly OrderSort[] = [
  '-tilausnro',
  '-tila_weight',
  '-asiakas.name',
  '-toivottu_toimitus',
  '-timestamp_toimitettu',
  '-hinta',
]

/**
 * The address may hold anything: only what a heading of the table offers goes to the server. What is searched for stands best hit first,
 * unless the person asks for an order.
 */
export function sortedBy<T>(
  columns: readonly Column<T>[],
  { jarjestys: wanted, haku }: Readonly<Record<string, string | undefined>>,
  initial: OrderSort,
): OrderSort[] {
  const offered = columns.some(({ sort }) => sort !== undefined && sort === wanted?.replace(/^-/, ''))
  const asked = offered && [...sortable, ...backwards].find((known) => known === wanted)
  return asked ? [asked] : haku ? [] : [initial]
}
