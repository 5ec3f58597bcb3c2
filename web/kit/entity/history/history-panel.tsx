import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { changeHistoryCall, type HistoryEntry } from '#domain/features/history/change-history.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { formatMoment } from '../../format.ts'
import classes from './history-panel.module.css'
import { type ChangeLine, changeLines, entrySentence } from './history-words.ts'

type Props = {
  entity: EntityName
  id: string
  title?: string
  /** The name of a referenced row (a driver, a car), when the page knows it. */
  nameOf?: (id: string) => string | undefined
  /** Within another card: without a card around it. */
  plain?: boolean
}

const pageSize = 20

/** "Muutoshistoria": who changed what, when and why, in the row and in its lines (rules/history.md#change-history); for administrators. */
export function HistoryPanel({ entity, id, title = 'Muutoshistoria', nameOf = () => undefined, plain = false }: Props) {
  const { type } = registry[entity]
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.call(changeHistoryCall.path, { type, id }),
    queryFn: ({ pageParam, signal }) =>
      callApi(changeHistoryCall, { tyyppi: type, id, 'page[offset]': pageParam, 'page[limit]': pageSize }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.data.length, 0)
      return last.data.length > 0 && read < last.meta.count ? read : null
    },
  })
  if (isPending) return <SectionSkeleton lines={4} />
  const entries = data?.pages.flatMap((page) => page.data) ?? []
  const content = (
    <>
      {isError && entries.length === 0 ? (
        <ErrorState retry={() => void refetch()} />
      ) : entries.length === 0 ? (
        <Text c="dimmed">Ei muutoksia.</Text>
      ) : (
        <ol className={classes.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} nameOf={nameOf} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Näytä vanhempia
        </Button>
      )}
    </>
  )
  return plain ? <section aria-label={title}>{content}</section> : <Section title={title}>{content}</Section>
}

function Entry({ entry, nameOf }: { entry: HistoryEntry; nameOf: (id: string) => string | undefined }) {
  const lines = changeLines(entry, nameOf)
  return (
    <li className={classes.entry}>
      <p className={classes.head}>
        <strong>{entry.kayttaja || 'Järjestelmä'}</strong>
        <time dateTime={new Date(entry.aika * 1000).toISOString()}>{formatMoment(entry.aika)}</time>
      </p>
      <p className={classes.what}>
        {entrySentence(entry)}
        {entry.syy && <em> – {entry.syy}</em>}
      </p>
      {lines.length > maxLines ? (
        <details className={classes.details}>
          <summary>Näytä tiedot ({lines.length})</summary>
          <Changes lines={lines} />
        </details>
      ) : (
        lines.length > 0 && <Changes lines={lines} />
      )}
    </li>
  )
}

/** Further changes, for example of a new row, are shown on demand. */
const maxLines = 8

function Changes({ lines }: { lines: readonly ChangeLine[] }) {
  return (
    <dl className={classes.changes}>
      {lines.map(({ field, label, from, to }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {from && (
              <>
                <s>{from}</s>
                <span aria-hidden> → </span>
              </>
            )}
            {to}
          </dd>
        </div>
      ))}
    </dl>
  )
}
