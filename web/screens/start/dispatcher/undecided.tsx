import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listQuery } from '#web/data/queries.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { Day, DriverAndCar, OrderLink, Route } from '#web/features/orders/list/order-cells.tsx'
import { undecided, urgentFirst } from '#web/features/orders/list/order-filters.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { OrderChangeDialog, type OrderChangeTask } from '#web/features/orders/order-change-dialog.tsx'
import { driversAndCarsOf, type OrderRow, staffOrderQuery, toStaffOrderRow } from '#web/features/orders/order-rows.ts'
import { formatCount } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from '../start.module.css'

const shown = 8

type Chosen = { order: OrderRow; task: OrderChangeTask }

/** The orders that need a decision, failed deliveries first. */
export function Undecided({ now }: { now: number }) {
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
