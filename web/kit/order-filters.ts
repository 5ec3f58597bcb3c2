import { type OrderFilter, lateOrders, openOrders } from '#domain/entities/order/order.lists.ts'
import { addDays, startOfDay } from '#domain/values/time.ts'
import type { Filter } from '../data/json-api.ts'
import { anyOf } from './any-of.ts'

// The fields of the domain's list definitions are the wire's own names.
const onWire = (filter: OrderFilter): Filter => ({ ...filter })

export const open = onWire(openOrders)
/** Late by the calendar (lateOrders), or told late by the driver. */
export function late(now: number): Filter {
  const { toivottu_toimitus: wish, ...rest } = onWire(lateOrders(now))
  const before = startOfDay(now)
  // A wish of 0 is none; the domain's own list says from where on a day is one.
  const first = typeof wish === 'object' && 'operator' in wish && Array.isArray(wish.value) ? Number(wish.value[0]) : 1
  return { ...rest, ...anyOf('late', [['lahetykset.tila', 'myohassa']]), first, before }
}
export const unassigned: Filter = {
  ...open,
  ...anyOf('unassigned', [
    ['lahetykset.kuljettaja.id', { operator: 'IS NULL' }],
    ['tuntituotteet.kuljettaja.id', { operator: 'IS NULL' }],
  ]),
}
export const wishedOn = (day: number): Filter => ({ ...open, toivottu_toimitus: day })
export const tomorrow = (now: number): number => addDays(now, 1)
