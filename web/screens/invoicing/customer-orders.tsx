import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { memo } from 'react'
import { billingKinds } from '#domain/entities/order/order.billing.ts'
import { type MissingInvoiceDetail, missingLabels } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { PriceCell } from '#web/features/orders/price-cell.tsx'
import { formatDate, formatEuros, formatKilos, plural } from '../../kit/format.ts'
import classes from './invoicing.module.css'
import { type CustomerGroup, type InvoiceLine, ordersOf } from './invoicing-data.ts'

type Props = {
  group: CustomerGroup
  selected: ReadonlySet<string>
  onSelect: (ids: readonly string[], on: boolean) => void
  onPrice: (line: InvoiceLine, price: number) => void
}

const idsOf = (orders: readonly UninvoicedOrder[]): string[] => orders.map(({ id }) => id)

/** A customer's uninvoiced orders: their sum, missing details with links to where they are filled in, and each price. */
export function CustomerOrders({ group: { customer, lines, sum }, selected, onSelect, onPrice }: Props) {
  const ids = idsOf(ordersOf(lines))
  const chosen = ids.filter((id) => selected.has(id)).length
  const lacking = ordersOf(lines.filter(({ puuttuu }) => puuttuu.length > 0)).length
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
          {[customer.y_tunnus, plural(ids.length, 'tilaus', 'tilausta')].filter(Boolean).join(' · ')}
          {lacking > 0 && <span className={classes.lacking}> · {plural(lacking, 'puutteellinen', 'puutteellista')}</span>}
        </span>
        <strong className={classes.sum}>{formatEuros(sum)}</strong>
      </div>
      <ul className={classes.orders} aria-label={`Tilaukset, ${customer.name}`}>
        {lines.map((line) => {
          // The orders of a group are invoiced together: they are selected together.
          const own = { selected: line.orders.some(({ id }) => selected.has(id)), onSelect, onPrice }
          const [order] = line.orders
          return line.ryhma ? (
            <GroupLine key={line.id} line={line} {...own} />
          ) : (
            order && <OrderLine key={line.id} order={order} line={line} {...own} />
          )
        })}
      </ul>
    </section>
  )
}

type LineProps = Pick<Props, 'onSelect' | 'onPrice'> & { line: InvoiceLine; selected: boolean }

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

/** Memoised: one selection must not render five hundred rows. */
const OrderLine = memo(
  function OrderLine({ order, line, selected, onSelect, onPrice }: LineProps & { order: UninvoicedOrder }) {
    return (
      <li className={classes.order} data-selected={selected || undefined}>
        <Tick line={line} selected={selected} onSelect={onSelect} />
        <OrderFacts order={order} missing={order.puuttuu} />
        <span className={classes.priceCell}>
          <PriceCell tunniste={line.tunniste} price={line.hinta} onPrice={(price) => onPrice(line, price)} />
        </span>
      </li>
    )
  },
  // Each render makes new lines of the same orders.
  (before, after) =>
    before.order === after.order &&
    before.selected === after.selected &&
    before.onSelect === after.onSelect &&
    before.onPrice === after.onPrice,
)

/** An order group: its joint price on a row of its own, followed by its orders. */
function GroupLine({ line, selected, onSelect, onPrice }: LineProps) {
  const { tunniste, orders, puuttuu, hinta } = line
  const joint = puuttuu.filter((missing) => isJoint(missing))
  return (
    <li data-selected={selected || undefined} className={classes.orderGroup}>
      <div className={classes.order}>
        <Tick line={line} selected={selected} onSelect={onSelect} />
        <strong className={classes.groupName}>{tunniste}</strong>
        <span className={classes.groupText}>Laskutetaan yhtenä rivinä · {plural(orders.length, 'tilaus', 'tilausta')}</span>
        <span className={classes.marks}>
          {joint.map((missing) => (
            <span key={missing} className={classes.mark}>
              <MissingText missing={missing} />
            </span>
          ))}
        </span>
        <span className={classes.priceCell}>
          <PriceCell tunniste={tunniste} price={hinta} onPrice={(price) => onPrice(line, price)} />
        </span>
      </div>
      <ul className={classes.orders} aria-label={`Ryhmän ${tunniste} tilaukset`}>
        {orders.map((order) => (
          <li key={order.id} className={classes.order}>
            <span />
            <OrderFacts order={order} missing={order.puuttuu.filter((missing) => !isJoint(missing))} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Whether the detail is missing from the group as a whole. */
const isJoint = (missing: MissingInvoiceDetail): boolean => missing === 'hinta' || missing === 'ryhma'

function Tick({ line: { tunniste, orders }, selected, onSelect }: Omit<LineProps, 'onPrice'>) {
  return (
    <Checkbox
      className={classes.tick}
      aria-label={`Valitse ${tunniste}`}
      checked={selected}
      onChange={(event) => onSelect(idsOf(orders), event.currentTarget.checked)}
    />
  )
}

function OrderFacts({ order, missing }: { order: UninvoicedOrder; missing: readonly MissingInvoiceDetail[] }) {
  const { id, tunniste, timestamp_toimitettu, laskutustapa, viitteet } = order
  return (
    <>
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
        {missing.map((one) => (
          <MissingMark key={one} missing={one} order={order} />
        ))}
      </span>
    </>
  )
}

/** The missing detail, with a link to where it is filled in. A missing price is typed in the row itself. */
function MissingMark({ missing, order }: { missing: MissingInvoiceDetail; order: UninvoicedOrder }) {
  const { routesById } = useRouter()
  const label = missingLabels[missing]
  const content = <MissingText missing={missing} />
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

const MissingText = ({ missing }: { missing: MissingInvoiceDetail }) => (
  <>
    <IconAlertTriangle size={14} stroke={1.9} aria-hidden />
    {missingLabels[missing]}
  </>
)
