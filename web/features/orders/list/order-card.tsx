import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { plural } from '#web/kit/format.ts'
import { OrderBadge } from '../order-badge.tsx'
import type { OrderRow } from '../order-rows.ts'
import classes from './order-card.module.css'
import { Day, OrderLink, Price, Route } from './order-cells.tsx'
import { Receiver, References } from './own-order-cells.tsx'

type Props = {
  order: OrderRow
  /** The first line; the customer's name for those who see several customers. */
  title?: string
  /** The day that matters in this list, with its label. */
  day?: { label: string; at: number; year?: boolean }
  /** A customer's own order, recognised by its receiver and reference. */
  own?: boolean
  children?: ReactNode
}

/** An order on a phone; pressing anywhere on it opens it. */
export function OrderCard({ order, title, day = { label: 'Toivottu', at: order.wishedDay }, own = false, children }: Props) {
  const goods = order.lines.map(({ what }) => what).join(' · ')
  return (
    <div className={classes.card}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <OrderLink order={order}>
          <span className={classes.link}>{title ? `${order.number} · ${title}` : `Tilaus ${order.number}`}</span>
        </OrderLink>
        <span className={classes.state}>
          <OrderBadge status={order.badge} lateDays={order.lateDays} failed={order.failed} />
        </span>
      </Group>
      <div className={classes.route}>{own ? <Receiver lines={order.lines} /> : <Route lines={order.lines} />}</div>
      {own && <References lines={order.lines} label />}
      <div className={classes.goods}>{goods}</div>
      <Group justify="space-between" gap="sm" className={classes.foot}>
        <span>
          {day.at > 0 && (
            <>
              {day.label} <Day at={day.at} year={day.year ?? false} />
            </>
          )}
          {order.lines.length > 1 && ` · ${plural(order.lines.length, 'rivi', 'riviä')}`}
        </span>
        {(order.group || order.price > 0) && <Price order={order} />}
      </Group>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
