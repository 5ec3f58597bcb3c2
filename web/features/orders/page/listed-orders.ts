import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IncludedRows, ListResult } from '#web/data/json-api.ts'
import { type OrderRow, orderQuery, staffOrderQuery, toOrderRow, toStaffOrderRow } from '../order-rows.ts'

type StaffFields = typeof staffOrderQuery.fields
type CustomerFields = typeof orderQuery.fields

/** The order's place in the list that it was opened from; the rows before and after it, where the list has read them. */
export type OrderInList = { row: OrderRow; at: number; of: number; previous: OrderRow | null; next: OrderRow | null }

type Read<R, F extends CustomerFields | StaffFields> = { row: R; included: IncludedRows<F> }

/** Whether a query is a list of orders in pages, as its key says (`pagesQuery`), with the relations that its rows need. */
function isOrderList(key: readonly unknown[], includes: readonly string[]): boolean {
  const query: unknown = key[3]
  if (typeof query !== 'object' || query === null || !('pageSize' in query) || !('include' in query)) return false
  const { include } = query
  return Array.isArray(include) && includes.every((name) => include.includes(name))
}

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

/**
 * An order as the list that was last shown has read it: so its page can show the heading before the order has been read, and lead to the
 * next order. Null when the page was opened by its address. Read once for each order, since the list may change meanwhile.
 */
export function useListedOrder(id: string, staff: boolean): OrderInList | null {
  const client = useQueryClient()
  const find = (): OrderInList | null => {
    const lists = client
      .getQueryCache()
      .findAll({
        queryKey: ['entity', 'tilaus', 'list'],
        predicate: ({ queryKey }) => isOrderList(queryKey, staff ? staffOrderQuery.include : orderQuery.include),
      })
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    for (const { queryKey } of lists) {
      const listed = staff
        ? listedIn(client.getQueryData<InfiniteData<ListResult<'tilaus', StaffFields>>>(queryKey)?.pages ?? [], id, toStaffOrderRow)
        : listedIn(client.getQueryData<InfiniteData<ListResult<'tilaus', CustomerFields>>>(queryKey)?.pages ?? [], id, toOrderRow)
      if (listed) return listed
    }
    return null
  }
  const [found, setFound] = useState(() => ({ id, listed: find() }))
  if (found.id === id) return found.listed
  const next = { id, listed: find() }
  setFound(next)
  return next.listed
}
