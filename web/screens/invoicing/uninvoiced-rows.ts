import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { UninvoicedCustomer } from '#domain/features/invoicing/uninvoiced-customers.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import type { ListRows } from '#web/kit/list/list-rows.ts'
import { pageSize, useVisiblePages } from '#web/kit/list/visible-rows.ts'
import { listLayout } from './list-layout.ts'
import { customersQuery, ordersPageQuery, type Uninvoiced } from './uninvoiced-query.ts'

export type CustomerRow = { kind: 'customer'; id: string; customer: UninvoicedCustomer; isOpen: boolean }
export type ListedOrder = { kind: 'order'; id: string; order: UninvoicedOrder }
export type InvoicingRow = CustomerRow | ListedOrder

type Shown = {
  /** The customers whose orders are hidden. */
  closed: ReadonlySet<string>
  /** The order with the edits that are being saved; the same object without any. */
  edited: (order: UninvoicedOrder) => UninvoicedOrder
}

/** The uninvoiced orders under their customers, as ListPage takes them; only the visible pages of orders are fetched. */
export function useUninvoicedRows(list: Uninvoiced, { closed, edited }: Shown) {
  const figures = useQuery(customersQuery(list))
  const customers = figures.data?.data ?? none
  const layout = useMemo(() => listLayout(customers, closed), [customers, closed])
  const listKey = JSON.stringify(list)
  const { pages, onVisible } = useVisiblePages(listKey)
  const numbers = layout.pagesOf(pages.first * pageSize, (pages.last + 1) * pageSize - 1, pageSize)
  const answers = useQueries({ queries: numbers.map((number) => ordersPageQuery(list, number)) })

  // An unchanged customer or order keeps its row, so that only changed rows are rendered again.
  const [headingCache] = useState(() => new WeakMap<UninvoicedCustomer, CustomerRow>())
  const headings = useMemo(
    () =>
      customers.map((customer): CustomerRow => {
        const isOpen = !closed.has(customer.id)
        const known = headingCache.get(customer)
        const row = known?.isOpen === isOpen ? known : ({ kind: 'customer', id: customer.id, customer, isOpen } as const)
        headingCache.set(customer, row)
        return row
      }),
    [customers, closed, headingCache],
  )
  const [rowCache] = useState(() => new WeakMap<UninvoicedOrder, ListedOrder>())
  const rowOf = (stored: UninvoicedOrder): ListedOrder => {
    const order = edited(stored)
    const row = rowCache.get(order) ?? { kind: 'order', id: order.id, order }
    rowCache.set(order, row)
    return row
  }
  const rows: InvoicingRow[] = [...headings]
  const starts = new Map<number, number>()
  answers.forEach(({ data }, index) => {
    const number = numbers[index]
    if (!data || number === undefined) return
    starts.set(number, rows.length)
    rows.push(...data.data.map(rowOf))
  })
  const at = (index: number): number => {
    const place = layout.at(index)
    if (place === null) return -1
    if (place.order === null) return place.customer
    const position = (starts.get(Math.floor(place.order / pageSize)) ?? Number.NaN) + (place.order % pageSize)
    return position < rows.length ? position : -1
  }
  const result: ListRows<InvoicingRow> = {
    state: figures.data ? 'ready' : figures.isError ? 'failed' : 'pending',
    rows,
    count: figures.data?.meta.count ?? 0,
    retry: () => void figures.refetch(),
    more: null,
    window: { at, onVisible, key: listKey, length: layout.length },
  }
  return { list: result, customers, meta: figures.data?.meta }
}

const none: readonly UninvoicedCustomer[] = []
