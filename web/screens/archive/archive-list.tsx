import { Button } from '@mantine/core'
import { IconArchive, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { maySee } from '#domain/access/reach.ts'
import { type ArchivedState, archivedStates } from '#domain/entities/order/order.lists.ts'
import { orderStates } from '#domain/entities/order/order.states.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { useDrivers } from '#web/features/cars/fleet.ts'
import { CustomerFilter } from '#web/features/customers/customer-filter.tsx'
import { ExportMenu } from '#web/features/exports/export-menu.tsx'
import { useListedOrders } from '#web/features/order-tasks/use-listed-orders.tsx'
import { OrderCard } from '#web/features/orders/list/order-card.tsx'
import { Count, Day, OrderLink, Price, Route } from '#web/features/orders/list/order-cells.tsx'
import { matching, ofLines, sortedBy } from '#web/features/orders/list/order-filters.ts'
import { lineRows } from '#web/features/orders/list/order-lines.tsx'
import { OrderAgain, ownCells, Receiver, References } from '#web/features/orders/list/own-order-cells.tsx'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { type OrderRow, orderQuery, toOrderRow } from '#web/features/orders/order-rows.ts'
import { useListView } from '#web/features/orders/page/list-view.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { ChoiceFilter, TextFilter, useNarrowing } from '#web/kit/list/list-filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { Tab } from '#web/kit/list/list-tabs.tsx'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { useVisibleRows } from '#web/kit/list/visible-rows.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { holdsAny, useSession } from '../../session/session.ts'
import classes from './archive.module.css'

/** Hourly jobs carry no goods, and so no waybill. */
function Waybill({ order }: { order: OrderRow }) {
  if (!order.lines.some(({ entity }) => entity === 'lahetys')) return null
  return (
    <Link
      to="/tilaus/$id/rahtikirja"
      params={{ id: order.id }}
      className={classes.waybill}
      aria-label={`Tilauksen ${order.number} rahtikirja`}
    >
      <IconFileText size={16} aria-hidden />
      Rahtikirja
    </Link>
  )
}

const customerColumn: Column<OrderRow> = {
  id: 'customer',
  header: 'Asiakas',
  width: 150,
  grow: true,
  cell: (order) => order.customer.name,
  sort: 'asiakas.name',
}
/** Customers recognise their orders by the receiver and their own reference. */
const ownFirst: Column<OrderRow>[] = [
  {
    id: 'receiver',
    header: 'Vastaanottaja',
    width: 136,
    grow: true,
    cell: (order) => <Receiver lines={order.lines} />,
    sort: 'lahetykset.toimitus_nimi',
  },
  {
    id: 'reference',
    header: 'Viite',
    width: 80,
    grow: true,
    cell: (order) => <References lines={order.lines} />,
    sort: 'lahetykset.viite',
  },
]
const ownLast: Column<OrderRow>[] = [
  { id: 'again', header: 'Toiminnot', width: 148, numeric: true, cell: (order) => <OrderAgain order={order} /> },
]
const columnsOf = (many: boolean): Column<OrderRow>[] => [
  { id: 'number', header: 'Tilaus', width: 76, cell: (order) => <OrderLink order={order} />, sort: 'tilausnro' },
  { id: 'delivered', header: 'Toimitettu', width: 96, cell: (order) => <Day at={order.deliveredAt} year />, sort: 'timestamp_toimitettu' },
  ...(many ? [customerColumn] : ownFirst),
  {
    id: 'route',
    header: 'Nouto → toimitus',
    width: many ? 150 : 170,
    grow: true,
    ...(many ? {} : { yields: 1 }),
    cell: (order) => <Route lines={order.lines} />,
    sort: 'lahetykset.nouto_postitmp',
  },
  {
    id: 'goods',
    header: 'Tavarat',
    width: many ? 120 : 180,
    grow: true,
    ...(many ? {} : { yields: 2 }),
    cell: (order) => <span title={order.lines.map(({ what }) => what).join('\n')}>{order.lines.map(({ what }) => what).join(' · ')}</span>,
    sort: 'maara',
  },
  {
    id: 'kilos',
    header: 'kg',
    width: 72,
    numeric: true,
    yields: many ? 1 : 3,
    cell: (order) => <Count of={order.kilos} />,
    sort: 'paino',
  },
  {
    id: 'state',
    header: 'Tila',
    width: 120,
    ...(many ? {} : { yields: 5 }),
    cell: (order) => <OrderBadge status={order.badge} />,
    sort: 'tilauksen_tila',
  },
  {
    id: 'price',
    header: 'Hinta, alv 0 %',
    width: 116,
    numeric: true,
    ...(many ? {} : { yields: 4 }),
    cell: (order) => <Price order={order} />,
    sort: 'hinta',
  },
  { id: 'waybill', header: 'Asiakirjat', width: 130, cell: (order) => <Waybill order={order} /> },
  ...(many ? [] : ownLast),
]
const [ownColumns, allColumns] = [columnsOf(false), columnsOf(true)]

/** The filters that both archives have, by their names in the address. */
const common = ['haku', 'tila', 'asiakas', 'kuljettaja'] as const
const states = archivedStates.map((value) => ({ value, label: orderStates[value] }))

type Props = {
  title: string
  /** Link to the other archive. */
  beside: { to: '/arkisto' | '/arkisto-old'; label: string }
  /** The filter for this archive's part. */
  part: (state: ArchivedState | undefined) => Filter<'tilaus'>
  tabs?: readonly Tab[]
  /** An additional filter, with its name in the address. */
  extra?: { name: string; label: string; field: ReactNode }
  empty: { title: string; text: string; narrowed: string; action: ReactNode }
  /** The file's name. */
  file: string
}

/** The content of both archives: the same table, filters and files, for different periods. */
export function ArchiveList({ title, beside, part, tabs, extra, empty, file }: Props) {
  useListView(null)
  const { search } = usePageSearch()
  const session = useSession()
  const many = holdsAny(session, ['yllapito'])
  const drivers = useDrivers(many)
  const columns = many ? allColumns : ownColumns
  const visible = columns.filter(({ id }) => id !== 'price' || maySee('tilaus', session?.user.roles ?? [], 'hinta'))
  const filter: Filter<'tilaus'> = {
    all: [
      part(archivedStates.find((state) => state === search.tila)),
      many && search.asiakas ? { 'asiakas.id': search.asiakas } : {},
      many && search.kuljettaja ? ofLines('kuljettaja.id', search.kuljettaja) : {},
      matching(search.haku ?? ''),
    ],
  }
  const sort = sortedBy(columns, search, ['-timestamp_toimitettu'])
  const { nothing } = useNarrowing([...common, ...(extra ? [extra.name] : [])])
  return (
    <RowLinks>
      <ArchiveRows
        title={title}
        filter={filter}
        sort={sort}
        file={file}
        actions={
          <Button component={Link} to={beside.to} variant="default" leftSection={<IconArchive size={18} aria-hidden />}>
            {beside.label}
          </Button>
        }
        {...(tabs ? { tabs } : {})}
        text={<TextFilter name="haku" label="Hae numerolla, nimellä, paikalla" />}
        fields={[
          ...(extra ? [{ names: [extra.name], label: extra.label, field: extra.field }] : []),
          ...(many ? [{ names: ['asiakas'], label: 'Asiakas', field: <CustomerFilter name="asiakas" label="Asiakas" /> }] : []),
          ...(many
            ? [
                {
                  names: ['kuljettaja'],
                  label: 'Kuljettaja',
                  field: <ChoiceFilter name="kuljettaja" label="Kuljettaja" data={drivers} searchable />,
                },
              ]
            : []),
          { names: ['tila'], label: 'Tila', field: <ChoiceFilter name="tila" label="Tila" data={states} /> },
        ]}
        columns={visible}
        card={(order) => (
          <OrderCard
            order={order}
            {...(many ? { title: order.customer.name } : {})}
            day={{ label: 'Toimitettu', at: order.deliveredAt, year: true }}
            own={!many}
          >
            <Waybill order={order} />
            {!many && <OrderAgain order={order} framed />}
          </OrderCard>
        )}
        subRows={many ? lineRows : (order) => lineRows(order, ownCells)}
        who={many ? 'yllapito' : 'asiakas'}
        empty={nothing(empty.narrowed) ?? empty}
      />
    </RowLinks>
  )
}

type RowsProps = Omit<ComponentProps<typeof ListPage<OrderRow>>, 'list' | 'tools' | 'selection'> & {
  who: 'yllapito' | 'asiakas'
  filter: Filter<'tilaus'>
  sort: readonly SortKey<'tilaus'>[]
  file: string
}

/** Memoised, so that the filters above are not rendered again as rows arrive. */
function ArchiveRows({ filter, sort, file, who, ...page }: RowsProps) {
  const list = useVisibleRows('tilaus', { ...orderQuery, filter, sort }, toOrderRow)
  const { dialog, ...listed } = useListedOrders({ name: page.title, list, who })
  return (
    <>
      <ListPage {...page} list={list} {...listed} tools={<ExportMenu filter={filter} sort={sort} count={list.count} name={file} />} />
      {dialog}
    </>
  )
}
