import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeHistoryCall, type HistoryEntry } from '#domain/features/history/change-history.ts'
import { ask } from '#web/data/api-call.ts'
import type { RowChange } from '#web/data/live/changed-rows.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { changeLines, whatHappened } from '../entity/history/history-words.ts'
import { formatTime } from '../format.ts'
import classes from './changed-mark.module.css'

const mostLines = 3

/** `Aino Mäkelä, klo 9.30: Viesti kuljettajalle: Soita ensin` */
function sentence(entry: HistoryEntry, nameOf: (id: string) => string | undefined = () => undefined): string {
  const lines = changeLines(entry, nameOf)
  const told = lines.slice(0, mostLines).map(({ label, to }) => `${label}: ${to}`)
  const what = entry.vid === 1 || told.length === 0 ? whatHappened(entry) : told.join(', ')
  const more = entry.vid !== 1 && lines.length > mostLines ? ' …' : ''
  return `${entry.kayttaja || 'Järjestelmä'}, klo ${formatTime(entry.aika)}: ${what}${more}`
}

/**
 * The quiet mark of a row that somebody else has just changed, in the row's margin. Pointed at or focused, it says who changed what: the
 * history is asked for then, and of those who may read it.
 */
export function ChangedMark({ change }: { change: RowChange | null }) {
  return change && <Mark change={change} />
}

function Mark({ change: { type, id, at } }: { change: RowChange }) {
  const [looked, setLooked] = useState(false)
  const session = useSession()
  const { data } = useQuery({
    queryKey: queryKeys.call(changeHistoryCall.path, { type, id, latest: at }),
    queryFn: ({ signal }) => ask(changeHistoryCall, { tyyppi: type, id, 'page[limit]': 1 }, { signal }),
    enabled: looked && session !== null && holdsAny(session, ['yllapito']),
  })
  const [entry] = data?.data ?? []
  const text = entry ? `Muuttunut: ${sentence(entry)}` : `Muuttunut klo ${formatTime(at)}`
  const look = () => setLooked(true)
  return (
    <Tooltip label={text} multiline maw={360}>
      {/* Focusable for its tip alone: it does nothing. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <span className={classes.mark} role="img" aria-label={text} tabIndex={0} onPointerEnter={look} onFocus={look} />
    </Tooltip>
  )
}
