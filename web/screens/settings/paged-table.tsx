import { Button, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryKeys } from '#web/data/query-keys.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './settings.module.css'

type LogPage = { 'page[offset]': number; 'page[limit]': number }
type Rows<T> = { data: T[]; meta: { count: number } }
type Cell<T> = { header: string; show: (row: T) => ReactNode; width?: number }

type Props<T extends { id: string | number }> = {
  title: string
  /** Of the call, by which its pages are stored. */
  path: string
  /** Reads a page of rows, the newest first. */
  read: (page: LogPage, options: { signal: AbortSignal }) => Promise<Rows<T>>
  columns: readonly Cell<T>[]
  empty: string
  aside?: (rows: readonly T[]) => ReactNode
}

const pageSize = 50

/** A log: its rows, and a button for older ones. */
export function PagedTable<T extends { id: string | number }>({ title, path, read, columns, empty, aside }: Props<T>) {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.call(path),
    queryFn: ({ pageParam, signal }) => read({ 'page[offset]': pageParam, 'page[limit]': pageSize }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = pages.reduce((sum, page) => sum + page.data.length, 0)
      return last.data.length > 0 && count < last.meta.count ? count : null
    },
  })
  if (isPending) return <SectionSkeleton lines={6} />
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Section title={title} aside={aside?.(rows)}>
      {isError && rows.length === 0 ? (
        <ErrorState retry={() => void refetch()} />
      ) : rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <Table.ScrollContainer minWidth="var(--log-width)" className={classes.log}>
          <Table verticalSpacing="xs" aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ header, width }) => (
                  <Table.Th key={header} w={width}>
                    {header}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  {columns.map(({ header, show }) => (
                    <Table.Td key={header} valign="top" data-label={header}>
                      {show(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Näytä vanhempia
        </Button>
      )}
    </Section>
  )
}
