import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineEntry } from '#domain/features/history/order-timeline.ts'
import { daysBetween, formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { EventText, timelineQuery } from '#web/features/history/timeline.tsx'
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
  const { data, isPending, isError, refetch } = useQuery(timelineQuery(read.order.id))
  if (isPending) return <SectionSkeleton lines={4} />
  const entries = data?.data ?? []
  const shown = showsAll ? entries : entries.slice(0, shownFirst)
  return (
    <Card title="Tapahtumat">
      <div className={classes.events}>
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

function Days({ entries }: { entries: readonly TimelineEntry[] }) {
  const now = useNow()
  const days = [...Map.groupBy(entries, ({ aika }) => daysBetween(aika, now))]
  return days.map(([ago, some]) => (
    <div key={ago}>
      <h3 className={classes.day}>{`${ago === 0 ? 'Tänään ' : ago === 1 ? 'Eilen ' : ''}${formatDay(some[0]?.aika ?? 0)}`}</h3>
      <ol className={classes.list}>
        {some.map((entry) => (
          <li key={entry.id} className={classes.entry} data-bad={entry.laji === 'poikkeama' || undefined}>
            <time dateTime={new Date(entry.aika * 1000).toISOString()} title={formatMoment(entry.aika)}>
              {formatTime(entry.aika)}
            </time>
            <div className={classes.text}>
              <EventText entry={entry} />
            </div>
            {entry.kuka.nimi && <Avatar name={entry.kuka.nimi} size={20} />}
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
