import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

/** Rows as ListPage takes them, from any source. */
export type ListRows<T> = {
  state: 'pending' | 'failed' | 'ready'
  rows: readonly T[]
  /** The number of all matching rows, fetched or not. */
  count: number
  retry: () => void
  /** Fetches the next page; null at the end and while a page is being fetched. */
  more: (() => void) | null
  /** The next page could not be fetched: a button requests it again, and it is not retried automatically. */
  stuck?: boolean
  /** For a list that fetches only the visible rows (`useVisibleRows`). */
  window?: RowWindow
}

/** For a list too long to fetch from its beginning: `rows` holds the fetched rows, and the others are placeholders. */
export type RowWindow = {
  /** The position in `rows` of the list's row number `index`; -1 when it has not been fetched. */
  at: (index: number) => number
  /** Called with the first and the last visible row. */
  onVisible: (first: number, last: number) => void
  /** With the headings of groups, where the list has such rows; otherwise the number of matching rows. */
  length?: number
  /** A new key means that the list holds other rows, and starts from its top. */
  key: string
}

/** The length of the list, as far as it is known. */
export const lengthOf = <T>({ rows, count, window: rowWindow }: ListRows<T>): number =>
  rowWindow ? (rowWindow.length ?? count) : rows.length

type PageOf<R, I> = { rows: readonly R[]; included: I; count: number }

/**
 * The pages of `useInfiniteQuery(pagesQuery(…))` as one list, each row converted by `toRow` (define it outside the component). An unchanged
 * page keeps its rows, so that they are not rendered again.
 */
export function useListRows<R, I, T>(
  query: UseInfiniteQueryResult<InfiniteData<PageOf<R, I>>>,
  toRow: (row: R, included: I) => T,
): ListRows<T> {
  const { data, isPending, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const rowsOf = useMemo(() => {
    const made = new WeakMap<PageOf<R, I>, readonly T[]>()
    return (page: PageOf<R, I>): readonly T[] => {
      const rows = made.get(page) ?? page.rows.map((row) => toRow(row, page.included))
      made.set(page, rows)
      return rows
    }
  }, [toRow])
  const rows = useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data, rowsOf])
  return {
    // Fetched rows stay visible when only a refetch fails; a toast has reported it.
    state: data ? 'ready' : isPending && !isError ? 'pending' : 'failed',
    rows,
    count: data?.pages.at(-1)?.count ?? 0,
    retry: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null,
    stuck: isFetchNextPageError,
  }
}
