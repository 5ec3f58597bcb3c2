import { infiniteQueryOptions } from '@tanstack/react-query'
import { type UninvoicedOrder, uninvoicedOrdersCall } from '#domain/calls/uninvoiced-orders.ts'
import { sumEuros } from '#domain/values/money.ts'
import { ask } from '../../data/api-call.ts'
import { queryKeys } from '../../data/query-keys.ts'

const pageSize = 500

/** Uninvoiced orders, a customer's ones together. */
export const uninvoicedQuery = infiniteQueryOptions({
  queryKey: queryKeys.call(uninvoicedOrdersCall.path, { pageSize }),
  queryFn: ({ pageParam, signal }) => ask(uninvoicedOrdersCall, { 'page[offset]': pageParam, 'page[limit]': pageSize }, { signal }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => {
    const reached = pages.reduce((sum, { data }) => sum + data.length, 0)
    return last.data.length > 0 && reached < last.meta.count ? reached : null
  },
})

/** What is shown of an order until the server's answer has been read. */
export type Shown = { hinta?: number; marked?: boolean }

/** The order with a price just typed: what it lacks follows from that. */
export function orderAs(order: UninvoicedOrder, shown: Shown | undefined): UninvoicedOrder {
  const { hinta } = shown ?? {}
  if (hinta === undefined) return order
  const others = order.puuttuu.filter((missing) => missing !== 'hinta')
  return { ...order, hinta, puuttuu: hinta > 0 ? others : ['hinta', ...others] }
}

export const views = { '': 'Kaikki', valmiit: 'Valmiit', puutteet: 'Puutteita' } as const
export type View = keyof typeof views
export const isView = (value: string | undefined): value is View => value !== undefined && value in views

export const inView = ({ puuttuu }: UninvoicedOrder, view: View): boolean =>
  view === '' || (view === 'valmiit' ? puuttuu.length === 0 : puuttuu.length > 0)

/** By the order's number, its references, and the customer's name or Y-tunnus. */
export function matches({ tunniste, viitteet, asiakas }: UninvoicedOrder, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase('fi')
  return (
    wanted === '' || [tunniste, ...viitteet, asiakas.name, asiakas.y_tunnus].some((value) => value.toLocaleLowerCase('fi').includes(wanted))
  )
}

export type CustomerGroup = { customer: UninvoicedOrder['asiakas']; orders: UninvoicedOrder[]; sum: number }

/** A customer's orders under the customer, in the order in which they come. */
export function byCustomer(orders: readonly UninvoicedOrder[]): CustomerGroup[] {
  const groups = new Map<string, CustomerGroup>()
  for (const order of orders) {
    const group = groups.get(order.asiakas.id) ?? { customer: order.asiakas, orders: [], sum: 0 }
    group.orders.push(order)
    groups.set(order.asiakas.id, group)
  }
  return [...groups.values()].map((group) => ({ ...group, sum: sumEuros(group.orders.map(({ hinta }) => hinta)) }))
}
