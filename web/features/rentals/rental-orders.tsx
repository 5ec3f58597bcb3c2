import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#web/data/queries.ts'
import { Day, OrderLink, Price } from '#web/features/orders/list/order-cells.tsx'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { orderQuery, toOrderRow } from '#web/features/orders/order-rows.ts'
import { othersText } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './rentals.module.css'

const maxOrders = 12

/** The orders that a rental has made, newest first. */
export function RentalOrders({ rental }: { rental: string }) {
  const { data, isPending, refetch } = useQuery(
    listQuery('tilaus', { ...orderQuery, filter: { 'vuokraus.id': rental }, sort: ['-timestamp_toimitettu'], page: { limit: maxOrders } }),
  )
  if (isPending) return <SectionSkeleton lines={3} />
  const orders = data?.rows.map((row) => toOrderRow(row, data.included))
  return (
    <Section title="Tehdyt tilaukset" aside={othersText(orders?.length ?? 0, data?.count ?? 0)}>
      {!orders ? (
        <ErrorState retry={() => void refetch()} />
      ) : orders.length === 0 ? (
        <p className={classes.empty}>Ensimmäinen tilaus syntyy seuraavana laskutuspäivänä.</p>
      ) : (
        <ul className={classes.dates}>
          {orders.map((order) => (
            <li key={order.id} className={classes.date}>
              <span className={classes.day}>
                <Day at={order.deliveredAt} year />
              </span>
              <span className={classes.period}>
                <OrderLink order={order} />
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
