import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListQuery } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { IncludedRows } from '#web/data/json-api.ts'
import { listQuery } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { Fields, Part } from '#web/data/row.ts'
import type { ListRows } from './list-rows.ts'

export const pageSize = 50
/** Milliseconds without movement before a page is fetched: pages that the scroll bar is dragged past are not fetched. */
const settles = 90

type Pages = { first: number; last: number }
const pagesOf = (first: number, last: number): Pages => ({
  first: Math.max(0, Math.floor(first / pageSize) - 1),
  last: Math.floor(last / pageSize) + 1,
})
const touch = (a: Pages, b: Pages): boolean => a.first <= b.last + 1 && b.first <= a.last + 1

/** The pages of the visible rows and their neighbours. A new key means that the list holds other rows, and starts from its top. */
export function useVisiblePages(key: string): { pages: Pages; onVisible: (first: number, last: number) => void } {
  const [rowWindow, setRowWindow] = useState<{ key: string; pages: Pages }>({ key, pages: pagesOf(0, 0) })
  const pages = rowWindow.key === key ? rowWindow.pages : pagesOf(0, 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { first, last } = pages
  const onVisible = useCallback(
    (from: number, to: number) => {
      clearTimeout(timer.current)
      const pages = pagesOf(from, to)
      if (pages.first === first && pages.last === last) return
      const go = () => setRowWindow({ key, pages })
      if (touch(pages, { first, last })) go()
      else timer.current = setTimeout(go, settles)
    },
    [key, first, last],
  )
  return { pages, onVisible }
}

/**
 * A list of any length, for ListPage: the height follows from the count, and only the visible pages and their neighbours are
 * fetched, wherever the person has scrolled. Define `toRow` outside the component.
 */
export function useVisibleRows<N extends EntityName, const F extends Fields, T>(
  name: N,
  query: Omit<ListQuery<N, F>, 'page'>,
  toRow: (row: Part<N, F>, included: IncludedRows<F>) => T,
): ListRows<T> {
  const key = JSON.stringify(queryKeys.list(name, query))
  const { pages, onVisible } = useVisiblePages(key)
  const page = (number: number) => listQuery<N, F>(name, { ...query, page: { offset: number * pageSize, limit: pageSize } })

  // The first page is always fetched: it gives the length of the list.
  const top = useQuery({ ...page(0), placeholderData: keepPreviousData })
  const count = top.data?.count ?? 0
  const lastPage = Math.min(pages.last, Math.ceil(count / pageSize) - 1)
  const numbers = Array.from(
    { length: Math.max(0, lastPage - Math.max(1, pages.first) + 1) },
    (_, index) => Math.max(1, pages.first) + index,
  )
  const others = useQueries({ queries: numbers.map(page) })

  // The table renders by itself as it scrolls: the rows are computed again only when pages arrive or are dropped.
  const [made] = useState(() => new WeakMap<object, readonly T[]>())
  const rows: T[] = []
  const starts = new Map<number, number>()
  for (const { number, data } of [{ number: 0, data: top.data }, ...others.map(({ data }, index) => ({ number: numbers[index], data }))]) {
    if (!data || number === undefined) continue
    const ready = made.get(data) ?? data.rows.map((row) => toRow(row, data.included))
    made.set(data, ready)
    starts.set(number, rows.length)
    rows.push(...ready)
  }
  const at = (index: number): number => {
    const place = (starts.get(Math.floor(index / pageSize)) ?? Number.NaN) + (index % pageSize)
    return place < rows.length ? place : -1
  }

  return {
    state: top.data ? 'ready' : top.isError ? 'failed' : 'pending',
    rows,
    count,
    retry: () => void top.refetch(),
    more: null,
    window: { at, onVisible, key },
  }
}
