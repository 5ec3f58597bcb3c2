import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeHistoryCall, type HistoryEntry } from '#domain/features/history/change-history.ts'
import { callApi } from '#web/data/api-call.ts'
import type { RowChange } from '#web/data/live/changed-rows.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { changeLines, entrySentence } from '../entity/history/history-words.ts'
import { formatTime } from '../format.ts'
import classes from './changed-mark.module.css'

const maxLines = 3

/** `Aino Mäkelä, klo 9.30: Viesti kuljettajalle: Soita ensin` */
function sentence(entry: HistoryEntry, nameOf: (id: string) => string | undefined = () => undefined): string {
  const lines = changeLines(entry, nameOf)
  const shown = lines.slice(0, maxLines).map(({ label, to }) => `${label}: ${to}`)
  const what = entry.vid === 1 || shown.length === 0 ? entrySentence(entry) : shown.join(', ')
  const more = entry.vid !== 1 && lines.length > maxLines ? ' …' : ''
  return `${entry.kayttaja || 'Järjestelmä'}, klo ${formatTime(entry.aika)}: ${what}${more}`
}

type Props = {
  change: RowChange | null
  /** Where the mark stands, when that is not a row's margin. */
  className?: string | undefined
  /** In a cell that takes the focus itself: the mark takes none. */
  inCell?: boolean
}

/**
 * Marks a row that somebody else has just changed, in the row's margin. On hover or focus it says who changed what: the
 * history is fetched then, for those who may read it.
 */
export function ChangedMark({ change, className = classes.mark, inCell = false }: Props) {
  return change && <Mark change={change} className={className} inCell={inCell} />
}

function Mark({ change: { type, id, at }, className, inCell }: Props & { change: RowChange }) {
  const [isOpen, setIsOpen] = useState(false)
  const session = useSession()
  const { data } = useQuery({
    queryKey: queryKeys.call(changeHistoryCall.path, { type, id, latest: at }),
    queryFn: ({ signal }) => callApi(changeHistoryCall, { tyyppi: type, id, 'page[limit]': 1 }, { signal }),
    enabled: isOpen && session !== null && holdsAny(session, ['yllapito']),
  })
  const [entry] = data?.data ?? []
  const text = entry ? `Muuttunut: ${sentence(entry)}` : `Muuttunut klo ${formatTime(at)}`
  const open = () => setIsOpen(true)
  return (
    <Tooltip label={text} multiline maw={360}>
      {/* Focusable only for its tooltip: it has no action. */}
      <span className={className} role="img" aria-label={text} tabIndex={inCell ? undefined : 0} onPointerEnter={open} onFocus={open} />
    </Tooltip>
  )
}
