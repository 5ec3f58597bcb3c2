import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { memo } from 'react'
import type { UninvoicedOrder } from '#domain/calls/uninvoiced-orders.ts'
import { billingKinds } from '#domain/entities/order/order.billing.ts'
import { type Missing, missingLabels } from '#domain/invoice/missing-for-invoice.ts'
import { formatDate, formatEuros, formatKilos, plural } from '../../kit/format.ts'
import classes from './invoicing.module.css'
import type { CustomerGroup } from './invoicing-data.ts'
import { PriceCell } from './price-cell.tsx'

type Props = {
  group: CustomerGroup
  selected: ReadonlySet<string>
  onSelect: (ids: readonly string[], on: boolean) => void
  onPrice: (order: UninvoicedOrder, price: number) => void
}

/** A customer's uninvoiced orders: the sum, what is missing and where to mend it, the price of each. */
export function CustomerOrders({ group: { customer, orders, sum }, selected, onSelect, onPrice }: Props) {
  const ids = orders.map(({ id }) => id)
  const chosen = ids.filter((id) => selected.has(id)).length
  const lacking = orders.filter(({ puuttuu }) => puuttuu.length > 0).length
  return (
    <section className={classes.group} aria-label={customer.name}>
      <div className={classes.head}>
        <Checkbox
          aria-label={`Valitse kaikki, ${customer.name}`}
          checked={chosen === ids.length}
          indeterminate={chosen > 0 && chosen < ids.length}
          onChange={(event) => onSelect(ids, event.currentTarget.checked)}
        />
        <h2 className={classes.customer}>{customer.name}</h2>
        <span className={classes.detail}>
          {[customer.y_tunnus, plural(orders.length, 'tilaus', 'tilausta')].filter(Boolean).join(' · ')}
          {lacking > 0 && <span className={classes.lacking}> · {plural(lacking, 'puutteellinen', 'puutteellista')}</span>}
        </span>
        <strong className={classes.sum}>{formatEuros(sum)}</strong>
      </div>
      <ul className={classes.orders} aria-label={`Tilaukset, ${customer.name}`}>
        {orders.map((order) => (
          <OrderLine key={order.id} order={order} selected={selected.has(order.id)} onSelect={onSelect} onPrice={onPrice} />
        ))}
      </ul>
    </section>
  )
}

type LineProps = Pick<Props, 'onSelect' | 'onPrice'> & { order: UninvoicedOrder; selected: boolean }

function contentOf({ lahetyksia, tuntitoita, kolli, paino }: UninvoicedOrder): string {
  return [
    lahetyksia > 0 ? plural(lahetyksia, 'lähetys', 'lähetystä') : '',
    tuntitoita > 0 ? plural(tuntitoita, 'tuntityö', 'tuntityötä') : '',
    kolli > 0 ? plural(kolli, 'kolli', 'kollia') : '',
    paino > 0 ? formatKilos(paino) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Kept from being drawn anew: one tick must not draw five hundred rows. */
const OrderLine = memo(function OrderLine({ order, selected, onSelect, onPrice }: LineProps) {
  const { id, tunniste, timestamp_toimitettu, hinta, laskutustapa, puuttuu, viitteet } = order
  return (
    <li className={classes.order} data-selected={selected || undefined}>
      <Checkbox
        className={classes.tick}
        aria-label={`Valitse ${tunniste}`}
        checked={selected}
        onChange={(event) => onSelect([id], event.currentTarget.checked)}
      />
      <Link to="/tilaus/$id" params={{ id }} className={classes.number}>
        {tunniste}
      </Link>
      <span className={classes.day}>{formatDate(timestamp_toimitettu)}</span>
      <span className={classes.content}>{contentOf(order)}</span>
      <span className={classes.references} title={viitteet.join(', ')}>
        {viitteet.join(', ')}
      </span>
      <span className={classes.billing}>{laskutustapa ? billingKinds[laskutustapa] : ''}</span>
      <span className={classes.marks}>
        {puuttuu.map((missing) => (
          <MissingMark key={missing} missing={missing} order={order} />
        ))}
      </span>
      <span className={classes.priceCell}>
        <PriceCell tunniste={tunniste} price={hinta} onPrice={(price) => onPrice(order, price)} />
      </span>
    </li>
  )
})

/** What is missing, and where it is mended. A missing price is mended in the row itself. */
function MissingMark({ missing, order }: { missing: Missing; order: UninvoicedOrder }) {
  const { routesById } = useRouter()
  const label = missingLabels[missing]
  const content = (
    <>
      <IconAlertTriangle size={14} stroke={1.9} aria-hidden />
      {label}
    </>
  )
  const customers = Object.values(routesById).find(({ fullPath }) => String(fullPath) === '/asiakas/$id')
  if (missing === 'laskutusosoite') {
    return (
      <Link
        to="/tilaus/$id"
        params={{ id: order.id }}
        className={classes.mark}
        aria-label={`${label}, korjaa tilauksella ${order.tunniste}`}
      >
        {content}
      </Link>
    )
  }
  if (missing === 'y_tunnus' && customers) {
    return (
      <Link
        to={customers.fullPath}
        params={{ id: order.asiakas.id }}
        className={classes.mark}
        aria-label={`${label}, korjaa asiakkaan tiedoissa`}
      >
        {content}
      </Link>
    )
  }
  return <span className={classes.mark}>{content}</span>
}
