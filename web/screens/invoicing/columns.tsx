import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { billingKinds } from '#domain/entities/order/order.billing.ts'
import { orderTypes } from '#domain/entities/order/order.states.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { formatKilos, plural } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { Amount, DeliveredDay, PriceValue, WishedDay } from './edit-cells.tsx'
import classes from './invoicing.module.css'
import { MissingMarks } from './missing-marks.tsx'
import type { InvoicingRow } from './uninvoiced-rows.ts'
import type { SaveEdit } from './use-list-edits.ts'

const none = <span className={classes.none}>–</span>

export function OrderNumber({ order }: { order: UninvoicedOrder }) {
  const { ryhma } = order
  return (
    <span className={classes.numberCell} data-group={ryhma ? (ryhma.jarjestys === 1 ? 'first' : 'next') : undefined}>
      <Link to="/tilaus/$id" params={{ id: order.id }} className={classes.number} data-row-link aria-label={`Tilaus ${order.tunniste}`}>
        {order.tunniste}
      </Link>
      {ryhma && (
        <span className={classes.groupTag} title={`Ryhmä ${ryhma.tunniste} laskutetaan yhtenä rivinä`}>
          {ryhma.tunniste}
        </span>
      )}
    </span>
  )
}

export function contentOf({ tyyppi, lahetyksia, tuntitoita, kolli, paino }: UninvoicedOrder): string {
  const parts = [
    lahetyksia > 0 ? plural(lahetyksia, 'lähetys', 'lähetystä') : '',
    tuntitoita > 0 ? plural(tuntitoita, 'tuntityö', 'tuntityötä') : '',
    kolli > 0 ? plural(kolli, 'kolli', 'kollia') : '',
    paino > 0 ? formatKilos(paino) : '',
  ].filter(Boolean)
  return parts.join(' · ') || orderTypes[tyyppi]
}

function Towns({ order: { nouto, toimitus } }: { order: UninvoicedOrder }) {
  if (!nouto && !toimitus) return none
  return (
    <span title={[nouto, toimitus].filter(Boolean).join(' → ')}>
      {nouto}
      {toimitus && (
        <>
          {' '}
          <IconArrowRight size={13} className={classes.arrow} role="img" aria-label="–" /> {toimitus}
        </>
      )}
    </span>
  )
}

/** The columns of orders. Where they do not all fit, the way of billing, the references and the content are hidden first. */
export function columnsWith(save: SaveEdit): Column<InvoicingRow>[] {
  const of = (show: (order: UninvoicedOrder) => ReactNode) => (row: InvoicingRow) => (row.kind === 'order' ? show(row.order) : null)
  return [
    { id: 'number', header: 'Tilaus', width: 100, sort: 'tilausnro', cell: of((order) => <OrderNumber order={order} />) },
    {
      id: 'delivered',
      header: 'Toimitettu',
      width: 104,
      sort: 'timestamp_toimitettu',
      cell: of((order) => <DeliveredDay order={order} save={save} />),
    },
    {
      id: 'wish',
      header: 'Toivottu',
      width: 112,
      yields: 4,
      sort: 'toivottu_toimitus',
      cell: of((order) => <WishedDay order={order} save={save} />),
    },
    { id: 'towns', header: 'Nouto → toimitus', width: 150, grow: true, cell: of((order) => <Towns order={order} />) },
    { id: 'content', header: 'Sisältö', width: 150, grow: true, yields: 3, cell: of(contentOf) },
    { id: 'references', header: 'Viitteet', width: 90, grow: true, yields: 2, cell: of(({ viitteet }) => viitteet.join(', ') || none) },
    {
      id: 'billing',
      header: 'Laskutustapa',
      width: 96,
      yields: 1,
      cell: of(({ laskutustapa }) => (laskutustapa ? billingKinds[laskutustapa] : none)),
    },
    { id: 'missing', header: 'Puuttuu', width: 176, cell: of((order) => <MissingMarks order={order} />) },
    { id: 'amount', header: 'Määrä', width: 100, numeric: true, yields: 5, cell: of((order) => <Amount order={order} save={save} />) },
    {
      id: 'price',
      header: 'Hinta',
      width: 116,
      numeric: true,
      sort: 'hinta',
      cell: of((order) => <PriceValue order={order} save={save} />),
    },
  ]
}
