import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { maySee } from '#domain/access.ts'
import { pagesQuery } from '../../data/queries.ts'
import type { Column, SubRow } from '../../kit/columns.ts'
import { ChoiceFilter, CustomerFilter, TextFilter } from '../../kit/list-filters.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { useListRows } from '../../kit/list-rows.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { OrderCard } from '../../kit/order-card.tsx'
import { Count, Day, OrderLink, Price, Route } from '../../kit/order-cells.tsx'
import { matching, sortedBy } from '../../kit/order-filters.ts'
import { type OrderRow, orderQuery, toOrderRow } from '../../kit/order-rows.ts'
import { usePageSearch } from '../../kit/page-search.ts'
import { RowLinks } from '../../kit/row-links.tsx'
import { holdsAny, useSession } from '../../session/session.ts'
import { nowSeconds } from '../../session/token.ts'
import { archivedIn, periods } from './periods.ts'

/** Hourly jobs carry no goods, and so no waybill. */
function Waybill({ order }: { order: OrderRow }) {
  if (!order.lines.some(({ entity }) => entity === 'lahetys')) return null
  return (
    <Button
      component={Link}
      to={`/tilaus/${order.id}/rahtikirja`}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFileText size={16} aria-hidden />}
      aria-label={`Tilauksen ${order.number} rahtikirja`}
    >
      Rahtikirja
    </Button>
  )
}

const ownColumns: Column<OrderRow>[] = [
  { id: 'number', header: 'Tilaus', width: 76, cell: (order) => <OrderLink order={order} />, sort: 'tilausnro' },
  { id: 'delivered', header: 'Toimitettu', width: 96, cell: (order) => <Day at={order.deliveredAt} year />, sort: 'timestamp_toimitettu' },
  { id: 'route', header: 'Nouto → toimitus', width: 170, grow: true, cell: (order) => <Route lines={order.lines} /> },
  {
    id: 'goods',
    header: 'Tavarat',
    width: 180,
    grow: true,
    cell: (order) => <span title={order.lines.map(({ what }) => what).join('\n')}>{order.lines.map(({ what }) => what).join(' · ')}</span>,
  },
  { id: 'kilos', header: 'kg', width: 72, numeric: true, cell: (order) => <Count of={order.kilos} /> },
  { id: 'state', header: 'Tila', width: 120, cell: (order) => <OrderBadge status={order.badge} /> },
  { id: 'price', header: 'Hinta', width: 100, numeric: true, cell: (order) => <Price euros={order.price} />, sort: 'hinta' },
  { id: 'waybill', header: 'Asiakirjat', width: 130, cell: (order) => <Waybill order={order} /> },
]
const customerColumn: Column<OrderRow> = {
  id: 'customer',
  header: 'Asiakas',
  width: 170,
  grow: true,
  cell: (order) => order.customer.name,
  sort: 'asiakas.name',
}
const allColumns = ownColumns.flatMap((column) => (column.id === 'route' ? [customerColumn, column] : [column]))

const subRows = (order: OrderRow): SubRow[] =>
  order.lines.map((line, index) => ({
    id: line.id,
    cells: {
      number: `${index + 1}/${order.lines.length}`,
      state: <OrderBadge status={line.badge} />,
      route: <Route lines={[line]} full />,
      goods: <span title={line.note}>{[line.what, line.note].filter(Boolean).join(' · ')}</span>,
      kilos: <Count of={line.kilos} />,
    },
  }))

/** Orders delivered in the last twelve months, invoiced or not. */
export function ArchiveScreen() {
  const { search, set } = usePageSearch()
  const navigate = useNavigate()
  const session = useSession()
  const now = nowSeconds()
  const many = holdsAny(session, ['yllapito'])
  const columns = many ? allColumns : ownColumns
  const seen = columns.filter(({ id }) => id !== 'price' || maySee('tilaus', session?.user.roles ?? [], 'hinta'))
  const list = useListRows(
    useInfiniteQuery({
      ...pagesQuery('tilaus', {
        ...orderQuery,
        filter: {
          ...archivedIn(search.aika, now),
          ...(many && search.asiakas ? { 'asiakas.id': search.asiakas } : {}),
          ...matching(search.haku ?? ''),
        },
        sort: sortedBy(columns, search, '-timestamp_toimitettu'),
      }),
      placeholderData: keepPreviousData,
    }),
    toOrderRow,
  )
  const narrowed = ['haku', 'aika', 'asiakas'].some((name) => search[name])
  return (
    <RowLinks>
      <ListPage
        title="Arkisto"
        filters={
          <>
            <TextFilter name="haku" label="Hae numerolla, nimellä, paikalla" />
            <ChoiceFilter name="aika" label="Aika" data={periods(now)} />
            {many && <CustomerFilter name="asiakas" label="Asiakas" />}
          </>
        }
        list={list}
        columns={seen}
        card={(order) => (
          <OrderCard
            order={order}
            {...(many ? { title: order.customer.name } : {})}
            day={{ label: 'Toimitettu', at: order.deliveredAt, year: true }}
          >
            <Waybill order={order} />
          </OrderCard>
        )}
        subRows={subRows}
        onOpen={(order) => void navigate({ to: '/tilaus/$id', params: { id: order.id } })}
        empty={
          narrowed
            ? {
                title: 'Rajauksilla ei löytynyt tilauksia',
                text: 'Arkistossa ovat viimeisten 12 kuukauden toimitukset.',
                action: (
                  <Button variant="default" onClick={() => set({ haku: undefined, aika: undefined, asiakas: undefined })}>
                    Poista rajaukset
                  </Button>
                ),
              }
            : {
                title: 'Arkisto on vielä tyhjä',
                text: 'Toimitetut tilaukset tulevat tänne.',
                action: (
                  <Button component={Link} to="/tilaukset" variant="default">
                    Avoimet tilaukset
                  </Button>
                ),
              }
        }
      />
    </RowLinks>
  )
}
