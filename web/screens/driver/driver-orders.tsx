import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { stateActorOf } from '#domain/entities/order/order.transitions.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { useDeliveriesAhead } from '#web/features/deliveries/delivery.ts'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { useListRows } from '#web/kit/list/list-rows.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { formatCount, formatDay, formatSince, formatTimeOn, plural } from '../../kit/format.ts'
import { type Session, useSession } from '../../session/session.ts'
import { useFeature } from '../../session/settings.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { figuresOf, plannedOrder, visitsOf } from './day/visits.ts'
import classes from './driver.module.css'
import { dayStops, doneJobs, doneShipments, openJobs, openShipments } from './driver-queries.ts'
import { JobCard } from './job-card.tsx'
import { JustDelivered, justDelivered } from './just-delivered.tsx'
import { StopCard } from './stop-card.tsx'
import { type Day, daysOf, type Entry, endOf, jobAs, lineOfJob, lineOfShipment, shipmentAs, stopsOf } from './stops.ts'
import { useCardPlaces } from './use-card-places.ts'
import { useSteps } from './use-steps.ts'

const views = { tanaan: 'Tänään', tulevat: 'Tulevat', toimitetut: 'Toimitetut' } as const
type View = keyof typeof views
const tabs = ['tanaan', 'tulevat', 'toimitetut'] as const satisfies readonly View[]
const isView = (value: string | undefined): value is View => value !== undefined && value in views

const nothing: Record<View, { title: string; text: string }> = {
  tanaan: { title: 'Ei ajettavaa tänään', text: 'Kun sinulle osoitetaan kuljetus, se tulee tähän. Katso myös Tulevat.' },
  tulevat: { title: 'Ei tulevia kuljetuksia', text: 'Ajojärjestely lisää kuljetukset, kun ne on suunniteltu.' },
  toimitetut: { title: 'Ei toimitettuja', text: 'Toimittamasi kuljetukset tulevat tähän.' },
}

/** A driver's transports: one card for each stop, with the steps that are allowed now. */
export function DriverOrders() {
  const session = useSession()
  return session && <Orders session={session} />
}

/** The two open lists are always loaded: each tab shows its count. */
function useLines(today: number, done: boolean) {
  const queries = {
    tanaan: useInfiniteQuery(openShipments(today, false)),
    tulevat: useInfiniteQuery(openShipments(today, true)),
    toimitetut: useInfiniteQuery(doneShipments()),
  }
  const lists = {
    tanaan: useListRows(queries.tanaan, lineOfShipment),
    tulevat: useListRows(queries.tulevat, lineOfShipment),
    toimitetut: useListRows(queries.toimitetut, lineOfShipment),
  }
  const jobs = {
    tanaan: useQuery(openJobs(today, false)).data,
    tulevat: useQuery(openJobs(today, true)).data,
    toimitetut: useQuery({ ...doneJobs(), enabled: done }).data,
  }
  return { queries, lists, jobs }
}

function Orders({ session }: { session: Session }) {
  const { search, set } = usePageSearch()
  const view = isView(search.nakyma) ? search.nakyma : 'tanaan'
  const now = useNow()
  const today = startOfDay(now)
  const done = view === 'toimitetut'
  const { queries, lists, jobs } = useLines(today, done)
  const context = { now, table: useShipmentTable() }
  const { shown, take, fail } = useSteps()
  // Those still to be picked up too: both may happen without a network.
  useDeliveriesAhead(lists.tanaan.rows.map(({ order }) => order.id))
  const [split, setSplit] = useState<ReadonlySet<string>>(new Set())

  const { data, dataUpdatedAt, isPaused } = queries[view]
  const readAt = data ? Math.floor(dataUpdatedAt / 1000) : null
  const list = lists[view]
  const work = jobs[view]
  const stopsOfDay = useQuery({ ...dayStops(today), enabled: useFeature('tyovuorot') }).data
  const visits = useMemo(() => (stopsOfDay ? visitsOf(stopsOfDay, { now, shown }) : []), [stopsOfDay, now, shown])
  const planned = useMemo(() => plannedOrder(visits), [visits])
  const places = useCardPlaces(planned, planOf(stopsOfDay))
  const days = useMemo(() => {
    const stops = stopsOf(
      list.rows.map((line) => shipmentAs(line, shown.get(line.row.id))),
      split,
      now,
    )
    const entries: Entry[] = [
      ...stops.map((stop) => ({ key: stop.key, day: done ? endOf(stop.shipments[0]) : stop.shipments[0].toivottu_toimitus, stop })),
      ...(work?.rows.map((row) => {
        const job = jobAs(lineOfJob(row, work.included), shown.get(row.id))
        return { key: row.id, day: done ? endOf(row) : row.toimituspaiva, job }
      }) ?? []),
    ]
    const order = done ? -1 : 1
    const sorted = entries.sort((a, b) => order * (startOfDay(a.day) - startOfDay(b.day)))
    return daysOf(view === 'tanaan' ? byStops(sorted, places, today) : sorted)
  }, [list.rows, work, shown, split, done, now, view, places, today])
  const labelOf = (tab: View): string => {
    const { rows, state } = lists[tab]
    const count = stopsOf(rows, split, now).length + (jobs[tab]?.rows.length ?? 0)
    return tab === 'toimitetut' || state !== 'ready' ? views[tab] : `${views[tab]} ${formatCount(count)}`
  }

  const card = (entry: Entry) => {
    const person = { roles: session.user.roles, userId: session.user.id }
    const actor = stateActorOf(person, { kuljettaja: session.user.id }) ?? 'kuljettaja'
    const onStep = (step: Parameters<typeof take>[0]) => void take(step)
    return 'stop' in entry ? (
      <StopCard
        stop={entry.stop}
        planned={view === 'tanaan' ? plannedText(planned.get(entry.stop.shipments[0].id), { total: figuresOf(visits).total, now }) : ''}
        arrival={planned.get(entry.stop.shipments[0].id)?.arrival ?? 0}
        actor={actor}
        now={now}
        onStep={onStep}
        split={entry.stop.orders.every(({ id }) => split.has(id))}
        onSplit={(ids) => setSplit(new Set([...split, ...ids]))}
        onFail={fail}
      />
    ) : (
      <JobCard line={entry.job} actor={actor} now={now} onStep={onStep} />
    )
  }

  return (
    <Page
      title="Tilaukset"
      focus="heading"
      detail={formatDay(now)}
      offline={
        readAt === null
          ? 'Ei verkkoyhteyttä, eikä tämän päivän kuljetuksia ole haettu tälle laitteelle. Ne tulevat, kun yhteys palaa.'
          : `Ei verkkoyhteyttä – näet kuljetukset, jotka haettiin ${formatSince(readAt, now)}. Kirjauksesi jäävät talteen ja lähtevät, kun yhteys palaa.`
      }
      readAt={readAt}
    >
      <SegmentedControl
        className={classes.tabs}
        fullWidth
        withItemsBorders={false}
        size="md"
        aria-label="Näkymä"
        value={view}
        onChange={(value) => set({ nakyma: value === 'tanaan' ? undefined : value })}
        data={tabs.map((value) => ({ value, label: labelOf(value) }))}
      />
      {list.state === 'failed' ? (
        <ErrorState retry={list.retry} />
      ) : list.state === 'pending' ? (
        // Without a network nothing is being fetched, so no skeleton is shown.
        !isPaused && <CardSkeletons />
      ) : days.length === 0 ? (
        <EmptyState title={nothing[view].title} icon={IconTruck}>
          {nothing[view].text}
        </EmptyState>
      ) : (
        days.map((day) => (
          <section key={day.day} aria-label={dayName(day, today, done)}>
            <h2 className={classes.day} data-late={(!done && day.day > 0 && day.day < today) || undefined}>
              {dayName(day, today, done)}
              <span>{plural(day.entries.length, 'pysähdys', 'pysähdystä')}</span>
            </h2>
            <ul className={classes.stops}>
              {day.entries.map((entry) => (
                <li key={entry.key}>{card(entry)}</li>
              ))}
            </ul>
          </section>
        ))
      )}
      {view === 'tanaan' && (
        <JustDelivered stops={justDelivered(lists.toimitetut.rows, shown, split, context)} onStep={(step) => void take(step)} />
      )}
      {list.state === 'ready' && list.more && (
        <Button variant="default" onClick={list.more}>
          Näytä lisää
        </Button>
      )}
    </Page>
  )
}

/** The stops and their order as a text: it changes when the dispatcher changes the route. */
const planOf = (stops: Parameters<typeof visitsOf>[0] | undefined): string =>
  stops?.rows.map(({ id, tyovuoro, jarjestys }) => `${tyovuoro} ${jarjestys} ${id}`).join() ?? ''

/** What is planned for today comes first, in the order of its stops, whatever its own day. */
function byStops(entries: readonly Entry[], places: ReadonlyMap<string, number>, today: number): Entry[] {
  const positionOf = (entry: Entry) => places.get('stop' in entry ? entry.stop.shipments[0].id : entry.job.row.id)
  const [atStops, others] = [
    entries.filter((entry) => positionOf(entry) !== undefined),
    entries.filter((entry) => positionOf(entry) === undefined),
  ]
  const inOrder = atStops.map((entry) => ({ ...entry, day: today })).sort((a, b) => (positionOf(a) ?? 0) - (positionOf(b) ?? 0))
  return [...inOrder, ...others]
}

/** `Pysähdys 5 / 11, noin 10.35` */
function plannedText(planned: { number: number; arrival: number } | undefined, { total, now }: { total: number; now: number }): string {
  if (!planned) return ''
  const { number, arrival } = planned
  return `Pysähdys ${number} / ${total}${arrival > 0 ? `, noin ${formatTimeOn(arrival, now)}` : ''}`
}

function dayName({ day }: Day, today: number, done: boolean): string {
  if (day === 0) return 'Ei sovittua päivää'
  if (day === today) return `Tänään ${formatDay(day)}`
  return !done && day < today ? `Myöhässä, ${formatDay(day)}` : formatDay(day)
}

function CardSkeletons() {
  return (
    <div className={classes.stops} aria-hidden>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className={classes.stop}>
          <Skeleton height={30} width={150} radius="xl" />
          <Skeleton height={24} width="70%" />
          <Skeleton height={16} width="85%" />
          <Skeleton height={44} />
          <Skeleton height={56} />
          <Skeleton height={64} />
        </div>
      ))}
    </div>
  )
}
