import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { startOfDay } from '#domain/values/time/time.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { ConflictList } from '#web/features/conflicts/conflict-list.tsx'
import { Day, DriverAndCar, OrderLink, Route } from '#web/features/orders/list/order-cells.tsx'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import {
  deliveredSince,
  late,
  open,
  unassigned,
  undecided,
  uninvoiced,
  urgentFirst,
  wishedOn,
} from '#web/features/orders/list/order-filters.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { OrderChangeDialog, type OrderChangeTask } from '#web/features/orders/order-change-dialog.tsx'
import { driversAndCarsOf, type OrderRow, staffOrderQuery, toStaffOrderRow } from '#web/features/orders/order-rows.ts'
import { Page } from '#web/kit/page/page.tsx'
import { listQuery } from '../../data/queries.ts'
import { formatCount, formatDay } from '../../kit/format.ts'
import { nowSeconds } from '../../session/clock.ts'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './start.module.css'

const shown = 8

/** Today's numbers as links to their lists, and the orders that need a decision. */
export function DispatcherStart() {
  const now = nowSeconds()
  const counts = useOrderCounts({
    open,
    today: wishedOn(startOfDay(now)),
    unassigned,
    late: late(now),
    uninvoiced,
    delivered: deliveredSince(startOfDay(now), now),
  })
  const tiles = [
    { label: 'Avoinna', count: counts.open, to: '/tilaukset' },
    { label: 'Tälle päivälle', count: counts.today, to: '/tilaukset?nakyma=tanaan' },
    { label: 'Ei kuljettajaa', count: counts.unassigned, to: '/tilaukset?nakyma=ei-kuljettajaa' },
    { label: 'Myöhässä', count: counts.late, to: '/tilaukset?nakyma=myohassa', urgent: true },
    { label: 'Laskutettavana', count: counts.uninvoiced, to: '/laskuta' },
    { label: 'Toimitettu tänään', count: counts.delivered, to: '/arkisto?aika=tanaan' },
  ]
  return (
    <Page title="Tänään" detail={formatDay(now)} focus="heading">
      <ul className={classes.tiles}>
        {tiles.map(({ label, count, to, urgent }) => (
          <li key={label}>
            <Link to={pathOf(to)} search={searchOf(to)} className={classes.tile} data-urgent={urgent && count ? true : undefined}>
              <span className={classes.number}>
                {count === undefined ? <Skeleton height={28} width={48} /> : count === null ? '–' : formatCount(count)}
              </span>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ConflictList />
      <Undecided now={now} />
    </Page>
  )
}

const pathOf = (to: string): string => to.split('?')[0] ?? to
const searchOf = (to: string) => Object.fromEntries(new URLSearchParams(to.split('?')[1] ?? ''))

type Chosen = { order: OrderRow; task: OrderChangeTask }

function Undecided({ now }: { now: number }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const drivers = useDrivers(chosen !== null)
  const cars = useCars(chosen !== null)
  const { data, isError, refetch } = useQuery(
    listQuery('tilaus', { ...staffOrderQuery, filter: undecided(now), sort: urgentFirst, page: { limit: shown } }),
  )
  const rows = data?.rows.map((row) => toStaffOrderRow(row, data.included))
  const all = data?.count ?? 0
  return (
    <Section
      title="Odottaa päätöstä"
      aside={
        all > shown && (
          <>
            {shown} kiireisintä ·{' '}
            <Anchor renderRoot={(props) => <Link to="/tilaukset" search={{ nakyma: 'odottaa-paatosta' }} {...props} />}>
              Kaikki {formatCount(all)}
            </Anchor>
          </>
        )
      }
    >
      {isError && !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : !rows ? (
        <div className={classes.pending} aria-hidden>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} height={36} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <EmptyState title="Kaikki on hoidossa">
          Mikään toimitus ei ole epäonnistunut eikä mikään tilaus ole myöhässä tai vailla kuljettajaa.
        </EmptyState>
      ) : (
        <ul className={classes.decisions}>
          {rows.map((order) => (
            <Decision key={order.id} order={order} onChoose={setChosen} />
          ))}
        </ul>
      )}
      {chosen && (
        <OrderChangeDialog
          task={chosen.task}
          orders={[chosen.order]}
          drivers={drivers}
          cars={cars}
          onClose={() => setChosen(null)}
          onDone={() => undefined}
        />
      )}
    </Section>
  )
}

/** An order and the decision that it needs: after a failed delivery, about a missing driver, or about a day that has passed. */
function Decision({ order, onChoose }: { order: OrderRow; onChoose: (chosen: Chosen) => void }) {
  const { missing } = driversAndCarsOf(order.lines)
  const action = missing ? 'Anna kuljettaja' : 'Siirrä päivää'
  return (
    <li className={classes.decision}>
      <span className={classes.decisionHead}>
        <OrderLink order={order} />
        <OrderBadge status={order.badge} lateDays={order.lateDays} dense failed={order.failed} />
      </span>
      <span className={classes.who}>{order.customer.name}</span>
      <span className={classes.where}>
        <Route lines={order.lines} />
      </span>
      <span>
        <Day at={order.wishedDay} />
      </span>
      <span className={classes.crew}>
        <DriverAndCar lines={order.lines} />
      </span>
      {order.failed ? (
        <Button
          size="compact-md"
          variant="light"
          renderRoot={(props) => <Link to="/tilaus/$id" params={{ id: order.id }} {...props} />}
          aria-label={`Ratkaise: tilaus ${order.number}`}
        >
          Ratkaise
        </Button>
      ) : (
        <Button
          size="compact-md"
          variant={missing ? 'light' : 'default'}
          aria-label={`${action}: tilaus ${order.number}`}
          onClick={() => onChoose({ order, task: { kind: missing ? 'assignment' : 'day' } })}
        >
          {action}
        </Button>
      )}
    </li>
  )
}
