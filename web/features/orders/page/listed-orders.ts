import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListQuery } from '#domain/model/query/list-query.ts'
import { CallFault } from '#web/data/fault.ts'
import { type IncludedRows, type ListResult, list } from '#web/data/json-api.ts'
import { type OrderRow, orderQuery, staffOrderQuery, toOrderRow, toStaffOrderRow } from '../order-rows.ts'

type StaffFields = typeof staffOrderQuery.fields
type CustomerFields = typeof orderQuery.fields

/** The order's place in the list that it was opened from; the rows before and after it, where the list has read them. */
export type OrderInList = { row: OrderRow; at: number; of: number; previous: OrderRow | null; next: OrderRow | null }

type Read<R, F extends CustomerFields | StaffFields> = { row: R; included: IncludedRows<F> }
type OrderPages<F extends CustomerFields | StaffFields> = InfiniteData<ListResult<'tilaus', F>, number>
/** The key of `pagesQuery`. */
type OrderListKey<F extends CustomerFields | StaffFields> = readonly [
  'entity',
  'tilaus',
  'list',
  Omit<ListQuery<'tilaus', F>, 'page'> & { pageSize: number },
]

/** Whether a query is a list of orders in pages, as its key says (`pagesQuery`), with the relations that its rows need. */
function isOrderList<F extends CustomerFields | StaffFields>(key: QueryKey, includes: readonly string[]): key is OrderListKey<F> {
  const query: unknown = key[3]
  if (typeof query !== 'object' || query === null || !('pageSize' in query) || !('include' in query)) return false
  const { include } = query
  return Array.isArray(include) && includes.every((name) => include.includes(name))
}

const pagesOf = <F extends CustomerFields | StaffFields>(client: QueryClient, key: OrderListKey<F>) =>
  client.getQueryData<OrderPages<F>>(key)?.pages ?? []

/** The list of orders that was last shown with this order in it. */
const listWith = <F extends CustomerFields | StaffFields>(
  client: QueryClient,
  id: string,
  includes: readonly string[],
): OrderListKey<F> | undefined =>
  client
    .getQueryCache()
    .findAll({ queryKey: ['entity', 'tilaus', 'list'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ queryKey }) => (isOrderList<F>(queryKey, includes) ? [queryKey] : []))
    .find((key) => pagesOf(client, key).some(({ rows }) => rows.some((row) => row.id === id)))

function listedIn<R extends { id: string }, F extends CustomerFields | StaffFields>(
  pages: readonly { rows: readonly R[]; included: IncludedRows<F>; count: number }[],
  id: string,
  toRow: (row: R, included: IncludedRows<F>) => OrderRow,
): OrderInList | null {
  const rows: Read<R, F>[] = pages.flatMap((page) => page.rows.map((row) => ({ row, included: page.included })))
  const at = rows.findIndex(({ row }) => row.id === id)
  const shown = (read: Read<R, F> | undefined): OrderRow | null => (read ? toRow(read.row, read.included) : null)
  const row = shown(rows[at])
  if (!row) return null
  return { row, at: at + 1, of: pages.at(-1)?.count ?? rows.length, previous: shown(rows[at - 1]), next: shown(rows[at + 1]) }
}

/** Reads the page after the last one that the list of the order has. */
async function readFollowing<F extends CustomerFields | StaffFields>(
  client: QueryClient,
  id: string,
  includes: readonly string[],
): Promise<void> {
  const key = listWith<F>(client, id, includes)
  const offset = key && pagesOf(client, key).at(-1)?.next
  if (!key || typeof offset !== 'number') return
  const { pageSize, ...query } = key[3]
  // Nobody has asked for it yet: a fault leaves the way to the next order closed.
  const page = await list<'tilaus', F>(
    'tilaus',
    { ...query, page: { offset, limit: pageSize } },
    { quiet: [0, 403, 429, 500, 502, 503, 504] },
  )
  client.setQueryData<OrderPages<F>>(key, (read) =>
    // The list may have been read again meanwhile.
    read && read.pages.at(-1)?.next === offset ? { pages: [...read.pages, page], pageParams: [...read.pageParams, offset] } : read,
  )
}

/**
 * An order as the list that was last shown has read it: so its page can show the heading before the order has been read, and lead to the
 * next order. Null when the page was opened by its address. Read once for each order, since the list may change meanwhile. At the last order
 * that the list has read, its next page is read.
 */
export function useListedOrder(id: string, staff: boolean): OrderInList | null {
  const client = useQueryClient()
  const find = (): OrderInList | null => {
    if (staff) {
      const key = listWith<StaffFields>(client, id, staffOrderQuery.include)
      return key ? listedIn(pagesOf(client, key), id, toStaffOrderRow) : null
    }
    const key = listWith<CustomerFields>(client, id, orderQuery.include)
    return key ? listedIn(pagesOf(client, key), id, toOrderRow) : null
  }
  const [found, setFound] = useState(() => ({ id, listed: find() }))
  const current = found.id === id ? found : { id, listed: find() }
  if (current !== found) setFound(current)
  const { listed } = current
  const isLastRead = listed !== null && listed.next === null && listed.at < listed.of
  const showFollowing = useEffectEvent(() => setFound({ id, listed: find() }))
  useEffect(() => {
    if (!isLastRead) return
    let isLeft = false
    const read = staff
      ? readFollowing<StaffFields>(client, id, staffOrderQuery.include)
      : readFollowing<CustomerFields>(client, id, orderQuery.include)
    read.then(
      () => !isLeft && showFollowing(),
      (failure: unknown) => {
        if (!(failure instanceof CallFault)) throw failure
      },
    )
    return () => {
      isLeft = true
    }
  }, [client, id, isLastRead, staff])
  return listed
}
