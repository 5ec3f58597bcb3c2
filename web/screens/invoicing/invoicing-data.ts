import { infiniteQueryOptions } from '@tanstack/react-query'
import type { MissingInvoiceDetail } from '#domain/features/invoicing/missing-for-invoice.ts'
import { type UninvoicedOrder, uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { sumEuros } from '#domain/values/money.ts'
import { callApi } from '../../data/api-call.ts'
import { queryKeys } from '../../data/query-keys.ts'

const pageSize = 500

/** Uninvoiced orders; those of one customer follow one another. */
export const uninvoicedQuery = infiniteQueryOptions({
  queryKey: queryKeys.call(uninvoicedOrdersCall.path, { pageSize }),
  queryFn: ({ pageParam, signal }) => callApi(uninvoicedOrdersCall, { 'page[offset]': pageParam, 'page[limit]': pageSize }, { signal }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => {
    const reached = pages.reduce((sum, { data }) => sum + data.length, 0)
    return last.data.length > 0 && reached < last.meta.count ? reached : null
  },
})

/** The values shown of an order until the server's answer has been read. */
export type OptimisticValues = { hinta?: number; marked?: boolean }

/** The order with a price just typed (a group's, by the group's id), and its missing details updated. */
export function orderAs(order: UninvoicedOrder, shown: ReadonlyMap<string, OptimisticValues>): UninvoicedOrder {
  const { ryhma } = order
  const { hinta } = shown.get(ryhma?.id ?? order.id) ?? {}
  if (hinta === undefined) return order
  const others = order.puuttuu.filter((missing) => missing !== 'hinta')
  const puuttuu: MissingInvoiceDetail[] = hinta > 0 ? others : ['hinta', ...others]
  return ryhma ? { ...order, ryhma: { ...ryhma, hinta }, puuttuu } : { ...order, hinta, puuttuu }
}

/** One line of an invoice: an order, or the orders of a group with their joint price (rules/invoicing.md#order-groups). */
export type InvoiceLine = {
  /** The id of the order or of the group. */
  id: string
  tunniste: string
  hinta: number
  ryhma: UninvoicedOrder['ryhma']
  orders: readonly UninvoicedOrder[]
  puuttuu: readonly MissingInvoiceDetail[]
}

/** The orders as lines, in the same order; a group takes the position of its first order. */
export function linesOf(orders: readonly UninvoicedOrder[]): InvoiceLine[] {
  const byLine = Map.groupBy(orders, ({ id, ryhma }) => ryhma?.id ?? id)
  return [...byLine].flatMap(([id, own]) => {
    const [first] = own
    if (!first) return []
    const { tunniste, hinta } = first.ryhma ?? first
    return { id, tunniste, hinta, ryhma: first.ryhma, orders: own, puuttuu: [...new Set(own.flatMap(({ puuttuu }) => puuttuu))] }
  })
}

export const sumOf = (lines: readonly Pick<InvoiceLine, 'hinta'>[]): number => sumEuros(lines.map(({ hinta }) => hinta))
export const ordersOf = (lines: readonly InvoiceLine[]): UninvoicedOrder[] => lines.flatMap(({ orders }) => orders)

export const views = { '': 'Kaikki', valmiit: 'Valmiit', puutteet: 'Puutteita' } as const
export type View = keyof typeof views
export const isView = (value: string | undefined): value is View => value !== undefined && value in views

export const inView = ({ puuttuu }: Pick<InvoiceLine, 'puuttuu'>, view: View): boolean =>
  view === '' || (view === 'valmiit' ? puuttuu.length === 0 : puuttuu.length > 0)

/** Searches the number of an order or its group, their references, and the customer's name or Y-tunnus. */
export function matches({ tunniste, orders }: Pick<InvoiceLine, 'tunniste' | 'orders'>, text: string): boolean {
  const search = text.trim().toLocaleLowerCase('fi')
  const texts = orders.flatMap((order) => [order.tunniste, ...order.viitteet, order.asiakas.name, order.asiakas.y_tunnus])
  return search === '' || [tunniste, ...texts].some((value) => value.toLocaleLowerCase('fi').includes(search))
}

export type CustomerGroup = { customer: UninvoicedOrder['asiakas']; lines: InvoiceLine[]; sum: number }

/** The lines grouped by customer, in the order in which they come. */
export function byCustomer(lines: readonly InvoiceLine[]): CustomerGroup[] {
  const groups = new Map<string, CustomerGroup>()
  for (const line of lines) {
    const customer = line.orders[0]?.asiakas
    if (!customer) continue
    const group = groups.get(customer.id) ?? { customer, lines: [], sum: 0 }
    group.lines.push(line)
    groups.set(customer.id, group)
  }
  return [...groups.values()].map((group) => ({ ...group, sum: sumOf(group.lines) }))
}
