import { infiniteQueryOptions, type Query, queryOptions } from '@tanstack/react-query'
import type { ListQuery } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { type ListResult, list, type ReadQuery, read } from './json-api.ts'
import { mayChange } from './live/affected-queries.ts'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'
import type { AllFields, Fields } from './row.ts'

/** The server's limit of rows per page. */
const largestPage = 250

/** One page of rows: `useQuery(listQuery('auto', {…}))`. */
export const listQuery = <N extends EntityName, const F extends Fields = AllFields>(name: N, query: ListQuery<N, F> = {}) =>
  queryOptions({ queryKey: queryKeys.list(name, query), queryFn: ({ signal }) => list<N, F>(name, query, { signal }) })

/** Rows page after page, for ListPage: `useInfiniteQuery(pagesQuery('tilaus', {…}))`. */
export const pagesQuery = <N extends EntityName, const F extends Fields = AllFields>(
  name: N,
  query: Omit<ListQuery<N, F>, 'page'> = {},
  pageSize = 50,
) =>
  infiniteQueryOptions({
    queryKey: queryKeys.list(name, { ...query, pageSize }),
    queryFn: ({ pageParam, signal }) => list<N, F>(name, { ...query, page: { offset: pageParam, limit: pageSize } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  })

/** The first `max` rows, for actions on everything that a list finds. Fetched in pages as large as the server allows. */
export const wholeQuery = <N extends EntityName, const F extends Fields = AllFields>(
  name: N,
  query: Omit<ListQuery<N, F>, 'page'>,
  max: number,
) =>
  queryOptions({
    queryKey: queryKeys.list(name, { ...query, most: max }),
    queryFn: async ({ signal }) => {
      const pages: ListResult<N, F>[] = []
      for (let offset: number | null = 0; offset !== null && offset < max; offset = pages.at(-1)?.next ?? null)
        pages.push(await list<N, F>(name, { ...query, page: { offset, limit: Math.min(largestPage, max - offset) } }, { signal }))
      return pages
    },
  })

/** One row with its included rows: `useQuery(oneQuery('tilaus', id, { include: […] }))`. */
export const oneQuery = <N extends EntityName, const F extends Fields = AllFields>(name: N, id: string, query: ReadQuery<F> = {}) =>
  queryOptions({ queryKey: queryKeys.one(name, id, query), queryFn: ({ signal }) => read<N, F>(name, id, query, { signal }) })

/** After a change: invalidates what was read of these entities, and every /api list, and refetches what is shown. */
export const rereadAfterChange = (...names: EntityName[]): Promise<void> => queryClient.invalidateQueries(affectedBy(names))

/** The same for a page that is about to be left: nothing on it is refetched now. */
export const rereadLater = (...names: EntityName[]): void =>
  void queryClient.invalidateQueries({ ...affectedBy(names), refetchType: 'none' })

const affectedBy = (names: readonly EntityName[]) => ({
  predicate: ({ queryKey }: Query) => mayChange(queryKey) && (queryKey[0] === 'call' || names.some((name) => name === queryKey[1])),
})
