import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listQuery } from '#web/data/queries.ts'
import { Day, OrderLink, Price, Route } from '#web/features/orders/list/order-cells.tsx'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { type OrderRow, orderQuery, toOrderRow } from '#web/features/orders/order-rows.ts'
import { formatCount } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../customers.module.css'

const maxOrders = 8

/** The customer's newest orders. */
export function Orders({ customer }: { customer: string }) {
  const { data, isPending, refetch } = useQuery(
    listQuery('tilaus', { ...orderQuery, filter: { 'asiakas.id': customer }, sort: ['-tilausnro'], page: { limit: maxOrders } }),
  )
  if (isPending) return <SectionSkeleton lines={4} />
  const orders = data?.rows.map((row) => toOrderRow(row, data.included))
  return (
    <Section
      title="Viimeisimmät tilaukset"
      aside={
        data &&
        data.count > 0 && (
          <Anchor renderRoot={(props) => <Link to="/tilaukset" search={{ asiakas: customer }} {...props} />}>Avoimet tilaukset</Anchor>
        )
      }
    >
      {!orders ? (
        <ErrorState retry={() => void refetch()} />
      ) : orders.length === 0 ? (
        <p className={classes.empty}>Ei tilauksia.</p>
      ) : (
        <>
          <ul className={classes.orders}>
            {orders.map((order) => (
              <Order key={order.id} order={order} />
            ))}
          </ul>
          <p className={classes.empty}>
            {data && data.count > orders.length && `Yhteensä ${formatCount(data.count)} tilausta. `}Hinnat ilman arvonlisäveroa (alv 0 %).
          </p>
        </>
      )}
    </Section>
  )
}

function Order({ order }: { order: OrderRow }) {
  return (
    <li className={classes.order}>
      <span className={classes.number}>
        <OrderLink order={order} />
      </span>
      <span className={classes.route}>
        <Route lines={order.lines} />
      </span>
      <OrderBadge status={order.badge} />
      <span className={classes.day}>
        <Day at={order.deliveredAt || order.wishedDay} year />
      </span>
      <span className={classes.price}>
        <Price order={order} />
      </span>
    </li>
  )
}
