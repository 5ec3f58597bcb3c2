import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { uninvoicedAgeLabels } from '#domain/features/invoicing/uninvoiced-customers.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { listQuery } from '#web/data/queries.ts'
import { type OrderRow, staffOrderQuery, toStaffOrderRow } from '#web/features/orders/order-rows.ts'
import { OrderPeek } from '#web/features/orders/page/order-peek.tsx'
import { formatDate, formatEuros, plural } from '#web/kit/format.ts'
import { PeekTools } from '#web/kit/list/rows/peek-tools.tsx'
import type { PeekControls } from '#web/kit/list/rows/use-peek.ts'
import { ages } from './customers/customer-heading.tsx'
import classes from './invoicing.module.css'
import { MissingMarks } from './missing-marks.tsx'
import type { CustomerRow, InvoicingRow } from './uninvoiced-rows.ts'

/** A row of the list beside it: an order with its lines and what it lacks, or the figures of a customer. */
export const InvoicingPeek = ({ row, ...controls }: PeekControls & { row: InvoicingRow }) =>
  row.kind === 'customer' ? <PeekedCustomer customer={row.customer} {...controls} /> : <PeekedOrder order={row.order} {...controls} />

function PeekedOrder({ order, ...controls }: PeekControls & { order: UninvoicedOrder }) {
  const { data } = useQuery(listQuery('tilaus', { ...staffOrderQuery, filter: { id: order.id }, page: { limit: 1 } }))
  const [found] = data?.rows ?? []
  const row = data && found ? toStaffOrderRow(found, data.included) : rowOf(order)
  return (
    <OrderPeek row={row} step={null} noun="rivi" {...controls}>
      <MissingMarks order={order} />
    </OrderPeek>
  )
}

/** What the list knows of an order, until its lines have been read. */
const rowOf = (order: UninvoicedOrder): OrderRow => ({
  id: order.id,
  vid: order.vid,
  number: order.tunniste,
  state: 'toimitettu',
  badge: 'toimitettu',
  lateDays: 0,
  customer: order.asiakas,
  group: order.ryhma && { id: order.ryhma.id, name: order.ryhma.tunniste },
  lines: [],
  wishedDay: order.toivottu_toimitus,
  deliveredAt: order.timestamp_toimitettu,
  price: order.hinta,
  pieces: order.kolli,
  kilos: order.paino,
})

function PeekedCustomer({ customer, ...controls }: PeekControls & Pick<CustomerRow, 'customer'>) {
  const heading = useId()
  const { name, y_tunnus, tilauksia, puutteellisia, vanhin, summa } = customer
  return (
    <section className={classes.peek} aria-labelledby={heading}>
      <PeekTools noun="rivi" {...controls} />
      <h2 id={heading}>{name}</h2>
      <p className={classes.detail}>{[y_tunnus, plural(tilauksia, 'tilaus', 'tilausta')].filter(Boolean).join(' · ')}</p>
      {puutteellisia > 0 && <p className={classes.lacking}>{plural(puutteellisia, 'puutteellinen', 'puutteellista')}</p>}
      <dl>
        {ages.map((age) => (
          <div key={age}>
            <dt>{uninvoicedAgeLabels[age]}</dt>
            <dd>{formatEuros(customer[age])}</dd>
          </div>
        ))}
        <div>
          <dt>Yhteensä, alv 0 %</dt>
          <dd>
            <strong>{formatEuros(summa)}</strong>
          </dd>
        </div>
        <div>
          <dt>Vanhin toimitettu</dt>
          <dd>{formatDate(vanhin)}</dd>
        </div>
      </dl>
    </section>
  )
}
