import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

/** Rows as ListPage takes them, wherever they come from. */
export type ListRows<T> = {
  state: 'pending' | 'failed' | 'ready'
  rows: readonly T[]
  /** All that match, the ones not fetched yet too. */
  count: number
  retry: () => void
  /** Fetches the next page; null at the end and while one is coming. */
  more: (() => void) | null
  /** The next page could not be had: it is asked for again by a press, and not by itself over and over. */
  stuck?: boolean
  /** Of a list that fetches only what is in sight (`useVisibleRows`). */
  window?: RowWindow
}

/** A list too long to fetch from its beginning: `rows` holds those at hand, and the others are grey until they have come. */
export type RowWindow = {
  /** Where the list's row number `index` is in `rows`; -1 when it is not there. */
  at: (index: number) => number
  /** Tells which rows are looked at, the last one too. */
  onVisible: (first: number, last: number) => void
  /** Another one: the list holds other rows than before, and begins from its top. */
  key: string
}

/** How many rows the list is long, as far as is known. */
export const lengthOf = <T>({ rows, count, window: rowWindow }: ListRows<T>): number => (rowWindow ? count : rows.length)

type PageOf<R, I> = { rows: readonly R[]; included: I; count: number }

/** The pages of `useInfiniteQuery(pagesQuery(…))` as one list, each row made by `toRow` (keep it outside the component). */
export function useListRows<R, I, T>(
  query: UseInfiniteQueryResult<InfiniteData<PageOf<R, I>>>,
  toRow: (row: R, included: I) => T,
): ListRows<T> {
  const { data, isPending, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows.map((row) => toRow(row, page.included))) ?? [], [data, toRow])
  return {
    // Rows already here stay in sight when only a refresh fails; the toast has told of it.
    state: data ? 'ready' : isPending && !isError ? 'pending' : 'failed',
    rows,
    count: data?.pages.at(-1)?.count ?? 0,
    retry: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null,
    stuck: isFetchNextPageError,
  }
}
