import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#web/data/queries.ts'
import { OrderLink, Price } from '#web/features/orders/list/order-cells.tsx'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { orderQuery, toOrderRow } from '#web/features/orders/order-rows.ts'
import { formatDay, othersText } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './scheduled-orders.module.css'

const maxOrders = 12

/** The orders that a route or recurring job has made, the latest day first. */
export function MadeOrders({ relation, id }: { relation: 'reitti' | 'tuntituote_toisto'; id: string }) {
  const filter = relation === 'reitti' ? { 'reitti.id': id } : { 'tuntituote_toisto.id': id }
  const { data, isPending, refetch } = useQuery(
    listQuery('tilaus', { ...orderQuery, filter, sort: ['-ajopaiva', 'drupal_internal__id'], page: { limit: maxOrders } }),
  )
  if (isPending) return <SectionSkeleton lines={3} />
  const orders = data?.rows.map((row) => toOrderRow(row, data.included))
  return (
    <Section title="Tehdyt tilaukset" aside={othersText(orders?.length ?? 0, data?.count ?? 0)}>
      {!orders ? (
        <ErrorState retry={() => void refetch()} />
      ) : orders.length === 0 ? (
        <p className={classes.empty}>Tilauksia ei ole vielä tehty.</p>
      ) : (
        <ul className={`${classes.dates} ${classes.orders}`}>
          {orders.map((order) => (
            <li key={order.id} className={classes.date}>
              <span className={classes.day}>{order.wishedDay > 0 ? formatDay(order.wishedDay) : '–'}</span>
              <span className={classes.period}>
                <OrderLink order={order} />
                {relation === 'reitti' && ` · ${order.customer.name}`}
              </span>
              <OrderBadge status={order.badge} />
              <span className={classes.price}>
                <Price order={order} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
