import { IconPackages } from '@tabler/icons-react'
import type { Column, SubRow } from '../../kit/columns.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { Count, Crew, Day, OrderLink, Price, Route } from '../../kit/order-cells.tsx'
import { lineRows } from '../../kit/order-lines.tsx'
import { crewOf, type OrderRow } from '../../kit/order-rows.ts'

/** The dispatcher's columns: without scrolling they fit beside the drivers on 1440 pixels. */
export const columns: Column<OrderRow>[] = [
  { id: 'number', header: 'Tilaus', width: 66, cell: (order) => <OrderLink order={order} />, sort: 'tilausnro' },
  {
    id: 'state',
    header: 'Tila',
    width: 136,
    cell: (order) => <OrderBadge status={order.badge} failed={order.failed} />,
    sort: 'tila_weight',
  },
  { id: 'customer', header: 'Asiakas', width: 124, grow: true, cell: (order) => <CustomerOf order={order} />, sort: 'asiakas.name' },
  { id: 'route', header: 'Nouto → toimitus', width: 122, grow: true, cell: (order) => <Route lines={order.lines} /> },
  { id: 'wish', header: 'Toivottu', width: 70, cell: (order) => <Day at={order.wish} />, sort: 'toivottu_toimitus' },
  { id: 'pieces', header: 'Kolli', width: 44, numeric: true, cell: (order) => <Count of={order.pieces} /> },
  { id: 'kilos', header: 'kg', width: 58, numeric: true, cell: (order) => <Count of={order.kilos} /> },
  { id: 'crew', header: 'Kuljettaja', width: 176, cell: (order) => <Crew lines={order.lines} /> },
  { id: 'price', header: 'Hinta', width: 98, numeric: true, cell: (order) => <Price order={order} />, sort: 'hinta' },
]

const CustomerOf = ({ order: { customer, group } }: { order: OrderRow }) => (
  <>
    {group && (
      <IconPackages size={15} style={{ marginRight: 5, verticalAlign: -3 }} role="img" aria-label={`Ryhmässä ${group.name}`}>
        <title>Ryhmässä {group.name}</title>
      </IconPackages>
    )}
    {customer.name}
  </>
)

/** The shipments and hourly jobs of an unfolded order. */
export function subRows(order: OrderRow): SubRow[] {
  const { drivers, missing } = crewOf(order.lines)
  const mixed = drivers.length > 1 || (missing && drivers.length > 0)
  return lineRows(order, (line) => ({
    customer: <span title={line.what}>{line.what}</span>,
    crew: mixed ? <Crew lines={[line]} /> : <span title={line.note}>{line.note}</span>,
  }))
}
