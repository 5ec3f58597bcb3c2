import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { uninvoicedCustomersCall } from '#domain/features/invoicing/uninvoiced-customers.ts'
import { missingFilters, type UninvoicedFilter, uninvoicedSorts } from '#domain/features/invoicing/uninvoiced-filter.ts'
import { maxOrdersById, type UninvoicedOrder, uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { rangeFrom } from '#web/kit/list/filters/day-range.ts'
import { pageSize } from '#web/kit/list/visible-rows.ts'

/** The filter and order of the list. */
export type Uninvoiced = z.input<typeof uninvoicedCustomersCall.input>
type Search = Readonly<Record<string, string | undefined>>

/** The tabs of the list, with what they narrow `puuttuu` to. */
export const views = { '': 'Kaikki', valmiit: 'Valmiit', puutteet: 'Puutteita' } as const
export type View = keyof typeof views
export const viewOf = (search: Search): View => (search.nakyma === 'valmiit' || search.nakyma === 'puutteet' ? search.nakyma : '')
const missingOfView: Partial<Record<View, UninvoicedFilter['puuttuu']>> = { valmiit: 'ei_mitaan', puutteet: 'jotain' }

/** The names of the first and the last day of delivery in the address. */
export const deliveryDays = { first: 'alku', last: 'loppu' } as const

const among = <T extends string>(values: readonly T[], text: string | undefined): T | undefined => values.find((value) => value === text)

/** The list that the address asks for; what cannot be read of it is left out, since people edit addresses by hand. */
export function uninvoicedOf(search: Search): Uninvoiced {
  const puuttuu = viewOf(search) === 'valmiit' ? undefined : among(missingFilters, search.puute)
  const sort = among(uninvoicedSorts, search.jarjestys)
  const isId = /^[0-9a-f-]{36}$/i.test(search.asiakas ?? '')
  const days = rangeFrom(search, deliveryDays)
  const filter: UninvoicedFilter = {
    asiakas_id: isId ? search.asiakas : undefined,
    q: search.haku?.trim().slice(0, 100) || undefined,
    puuttuu: puuttuu ?? missingOfView[viewOf(search)],
    tyyppi: among(['lahetys', 'tunti', 'vuokraus'], search.tyyppi),
    alku: days?.first,
    loppu: days?.last,
  }
  // Only what is given: the parts of the address that are not used must not make another query.
  return { ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)), ...(sort ? { sort } : {}) }
}

export const customersQuery = (list: Uninvoiced) =>
  queryOptions({
    queryKey: queryKeys.call(uninvoicedCustomersCall.path, list),
    queryFn: ({ signal }) => callApi(uninvoicedCustomersCall, list, { signal }),
    placeholderData: keepPreviousData,
  })

export const ordersPageQuery = (list: Uninvoiced, page: number) =>
  queryOptions({
    queryKey: queryKeys.call(uninvoicedOrdersCall.path, { ...list, page, pageSize }),
    queryFn: ({ signal }) =>
      callApi(uninvoicedOrdersCall, { ...list, 'page[offset]': page * pageSize, 'page[limit]': pageSize }, { signal }),
  })

const largestPage = 1000

/** All orders that the list finds. */
export async function readAllOrders(list: Uninvoiced): Promise<UninvoicedOrder[]> {
  const orders: UninvoicedOrder[] = []
  for (let count = 1; orders.length < count; ) {
    const { data, meta } = await callApi(uninvoicedOrdersCall, { ...list, 'page[offset]': orders.length, 'page[limit]': largestPage })
    if (data.length === 0) break
    orders.push(...data)
    count = meta.count
  }
  return orders
}

/** These orders as they are now; those that are no longer uninvoiced are missing. */
export async function readOrders(ids: readonly string[]): Promise<UninvoicedOrder[]> {
  const orders: UninvoicedOrder[] = []
  for (const tilausIds of inParts(ids, maxOrdersById)) {
    const { data } = await callApi(uninvoicedOrdersCall, {
      operation: 'getTilaukset',
      tilausIds: [...tilausIds],
      'page[limit]': maxOrdersById,
    })
    orders.push(...data)
  }
  return orders
}
