import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineEntry } from '#domain/features/history/order-timeline.ts'
import { daysBetween, formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { EventText, timelineQuery } from '#web/features/history/timeline.tsx'
import { notesQuery, WriteNote } from '#web/features/order-messages/order-notes.tsx'
import { HistoryPanel } from '#web/kit/entity/history/history-panel.tsx'
import { formatMoment } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import type { OrderRead } from '../order-data.ts'
import { Card } from './card.tsx'
import classes from './order-events.module.css'

type Props = { read: OrderRead; staff: boolean }

/** A longer list first shows only its latest entries. */
const shownFirst = 12

/** What has happened to the order, day by day, the latest first; the changes of its fields are folded below, for administrators. */
export function OrderEvents({ read, staff }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const { data, isPending, isError, refetch } = useQuery(timelineQuery(read.order.id))
  const notes = useQuery({ ...notesQuery(read.order.id), enabled: staff }).data?.rows ?? []
  if (isPending) return <SectionSkeleton lines={4} />
  const entries = withNotes(data?.data ?? [], notes)
  const shown = showsAll ? entries : entries.slice(0, shownFirst)
  return (
    <Card
      title="Tapahtumat"
      aside={
        staff &&
        !isWriting && (
          <Button variant="subtle" size="compact-md" onClick={() => setIsWriting(true)}>
            Lisää muistiinpano
          </Button>
        )
      }
    >
      <div className={classes.events}>
        {isWriting && <WriteNote order={read.order.id} onClose={() => setIsWriting(false)} />}
        {isError && !data ? <ErrorState retry={() => void refetch()} /> : <Days entries={shown} />}
        {entries.length > shown.length && (
          <Button variant="subtle" size="compact-md" onClick={() => setShowsAll(true)}>
            Aiemmat {entries.length - shown.length} tapahtumaa
          </Button>
        )}
        {staff && <History read={read} />}
      </div>
    </Card>
  )
}

type Note = { id: string; teksti: string; kirjoittaja: string; created: number }
/** An event of the order, or a note of the dispatchers about it. */
type Happening = { id: string; aika: number; name: string } & ({ entry: TimelineEntry } | { note: string })

const withNotes = (entries: readonly TimelineEntry[], notes: readonly Note[]): Happening[] =>
  [
    ...entries.map((entry) => ({ id: entry.id, aika: entry.aika, name: entry.kuka.nimi, entry })),
    ...notes.map(({ id, created, kirjoittaja, teksti }) => ({ id, aika: created, name: kirjoittaja, note: teksti })),
  ].toSorted((a, b) => b.aika - a.aika)

function Days({ entries }: { entries: readonly Happening[] }) {
  const now = useNow()
  const days = [...Map.groupBy(entries, ({ aika }) => daysBetween(aika, now))]
  return days.map(([ago, some]) => (
    <div key={ago}>
      <h3 className={classes.day}>{`${ago === 0 ? 'Tänään ' : ago === 1 ? 'Eilen ' : ''}${formatDay(some[0]?.aika ?? 0)}`}</h3>
      <ol className={classes.list}>
        {some.map((entry) => (
          <li
            key={entry.id}
            className={classes.entry}
            data-bad={('entry' in entry && entry.entry.laji === 'poikkeama') || undefined}
            data-note={'note' in entry || undefined}
          >
            <time dateTime={new Date(entry.aika * 1000).toISOString()} title={formatMoment(entry.aika)}>
              {formatTime(entry.aika)}
            </time>
            <div className={classes.text}>
              {'entry' in entry ? (
                <EventText entry={entry.entry} />
              ) : (
                <p>
                  <strong>Muistiinpano</strong> {entry.note}
                </p>
              )}
            </div>
            {entry.name && <Avatar name={entry.name} size={20} />}
          </li>
        ))}
      </ol>
    </div>
  ))
}

/** The history with the names of the drivers and cars that its changes refer to; read once it is opened. */
function History({ read: { order, names } }: Pick<Props, 'read'>) {
  const [open, setOpen] = useState(false)
  const drivers = useDrivers(open)
  const cars = useCars(open)
  const nameOf = (id: string) => [...drivers, ...cars].find(({ value }) => value === id)?.label ?? names.get(id)
  return (
    <div className={classes.history}>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconChevronRight size={14} className={classes.chevron} data-open={open || undefined} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Muutoshistoria
      </Button>
      {open && <HistoryPanel entity="tilaus" id={order.id} nameOf={nameOf} plain />}
    </div>
  )
}
