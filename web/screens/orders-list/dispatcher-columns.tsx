import { IconPackages } from '@tabler/icons-react'
import { Count, Day, DriverAndCar, OrderLink, Price, Route } from '#web/features/orders/list/order-cells.tsx'
import { lineRows } from '#web/features/orders/list/order-lines.tsx'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { driversAndCarsOf, type OrderRow } from '#web/features/orders/order-rows.ts'
import type { Column, SubRow } from '#web/kit/list/columns.ts'
import classes from './dispatcher-columns.module.css'

/**
 * The dispatcher's columns. Where they do not all fit, weight, pieces and price are hidden first, and on a tablet the names are cut; places
 * and day always fit.
 * `onCrew`: the cell of the driver was pressed.
 */
export const columnsWith = (onCrew: (order: OrderRow) => void): Column<OrderRow>[] => [
  { id: 'number', header: 'Tilaus', width: 66, least: 64, cell: (order) => <OrderLink order={order} />, sort: 'tilausnro' },
  {
    id: 'state',
    header: 'Tila',
    width: 190,
    least: 182,
    cell: (order) => <OrderBadge status={order.badge} lateDays={order.lateDays} dense failed={order.failed} />,
    sort: 'tila_weight',
  },
  {
    id: 'customer',
    header: 'Asiakas',
    width: 140,
    least: 70,
    grow: true,
    cell: (order) => <CustomerOf order={order} />,
    sort: 'asiakas.name',
  },
  {
    id: 'route',
    header: 'Nouto → toimitus',
    width: 176,
    grow: true,
    cell: (order) => <Route lines={order.lines} />,
    sort: 'lahetykset.nouto_postitmp',
  },
  { id: 'wish', header: 'Toivottu', width: 70, cell: (order) => <Day at={order.wishedDay} />, sort: 'toivottu_toimitus' },
  { id: 'pieces', header: 'Kolli', width: 44, numeric: true, yields: 2, cell: (order) => <Count of={order.pieces} />, sort: 'maara' },
  { id: 'kilos', header: 'kg', width: 58, numeric: true, yields: 1, cell: (order) => <Count of={order.kilos} />, sort: 'paino' },
  {
    id: 'crew',
    header: 'Kuljettaja',
    width: 130,
    least: 112,
    cell: (order) => <CrewCell order={order} onPress={onCrew} />,
    sort: 'lahetykset.kuljettaja.field_fullname',
  },
  { id: 'price', header: 'Hinta', width: 92, numeric: true, yields: 3, cell: (order) => <Price order={order} />, sort: 'hinta' },
  {
    id: 'pallets',
    header: 'Lavapaikat',
    width: 78,
    numeric: true,
    optional: true,
    cell: (order) => <Count of={order.palletPlaces ?? 0} />,
    sort: 'lavapaikat',
  },
  {
    id: 'reference',
    header: 'Viite',
    width: 120,
    optional: true,
    cell: (order) => <Texts of={order.lines.map(({ reference }) => reference)} />,
    sort: 'lahetykset.viite',
  },
  {
    id: 'message',
    header: 'Viesti',
    width: 160,
    optional: true,
    cell: (order) => <Texts of={order.lines.map(({ message }) => message)} />,
    sort: 'lahetykset.viesti',
  },
]

/** The texts of an order's lines, each once. */
function Texts({ of }: { of: readonly string[] }) {
  const text = [...new Set(of.filter(Boolean))].join(' · ')
  return <span title={text}>{text}</span>
}

/** The driver and car; pressing them gives another driver, while the order has something to deliver. */
function CrewCell({ order, onPress }: { order: OrderRow; onPress: (order: OrderRow) => void }) {
  if (!order.lines.some(({ live }) => live)) return <DriverAndCar lines={order.lines} />
  return (
    <button type="button" className={classes.crew} data-crew title="Anna kuljettaja (A)" onClick={() => onPress(order)}>
      <DriverAndCar lines={order.lines} />
    </button>
  )
}

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

/** The shipments and hourly jobs of an expanded order. */
export function subRows(order: OrderRow): SubRow[] {
  const { drivers, missing } = driversAndCarsOf(order.lines)
  const mixed = drivers.length > 1 || (missing && drivers.length > 0)
  return lineRows(order, (line) => ({
    customer: <span title={line.what}>{line.what}</span>,
    crew: mixed ? <DriverAndCar lines={[line]} /> : <span title={line.note}>{line.note}</span>,
  }))
}
