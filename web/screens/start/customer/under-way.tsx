import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { progressOf, progressSteps } from '#domain/entities/order/order.status.ts'
import { listQuery } from '#web/data/queries.ts'
import { Day, OrderLink } from '#web/features/orders/list/order-cells.tsx'
import { open } from '#web/features/orders/list/order-filters.ts'
import { OrderAgain, Receiver } from '#web/features/orders/list/own-order-cells.tsx'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { failedText, type OrderRow, orderQuery, receiversOf, toOrderRow } from '#web/features/orders/order-rows.ts'
import { formatCount } from '#web/kit/format.ts'
import { ProgressLine } from '#web/ui/progress-line.tsx'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from '../start.module.css'
import { Pending } from './pending.tsx'

const maxUnderWay = 10

/** The customer's open orders, each with its progress. */
export function UnderWay() {
  const { data, isError, refetch } = useQuery(
    listQuery('tilaus', { ...orderQuery, filter: open, sort: ['toivottu_toimitus'], page: { limit: maxUnderWay } }),
  )
  const rows = data?.rows.map((row) => toOrderRow(row, data.included))
  const all = data?.count ?? 0
  return (
    <Section
      title="Keskeneräiset tilaukset"
      aside={
        all > maxUnderWay && (
          <Anchor component={Link} to="/tilaukset">
            Kaikki {formatCount(all)}
          </Anchor>
        )
      }
    >
      {isError && !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : !rows ? (
        <Pending />
      ) : rows.length === 0 ? (
        <EmptyState title="Ei keskeneräisiä tilauksia">Kun teet tilauksen, voit seurata sen etenemistä tässä.</EmptyState>
      ) : (
        <ul className={classes.orders}>
          {rows.map((order) => (
            <UnderWayOrder key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function UnderWayOrder({ order }: { order: OrderRow }) {
  const { references } = receiversOf(order.lines)
  return (
    <li className={classes.underWay}>
      <div>
        <div className={classes.orderHead}>
          <OrderLink order={order}>
            <Receiver lines={order.lines} />
          </OrderLink>
          {(order.lateDays > 0 || order.badge === 'myohassa' || order.failed) && (
            <OrderBadge status={order.badge} lateDays={order.lateDays} failed={order.failed} />
          )}
        </div>
        <div className={classes.soft}>
          {[order.number, references.length > 0 && `viite ${references.join(', ')}`, order.lines.map(({ what }) => what).join(' · ')]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {order.failed && <div className={classes.failed}>{failedText}. Selvitämme, miten jatketaan.</div>}
        {order.wishedDay > 0 && (
          <div className={classes.soft}>
            Toivottu <Day at={order.wishedDay} />
          </div>
        )}
      </div>
      <div className={classes.progress}>
        <ProgressLine
          steps={progressSteps}
          reached={progressOf(
            order.state,
            order.lines.map(({ state }) => state),
          )}
        />
        <OrderAgain order={order} />
      </div>
    </li>
  )
}
