import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Filter } from '#domain/model/query/list-query.ts'
import { ExportMenu } from '#web/features/exports/export-menu.tsx'
import { useListedOrders } from '#web/features/order-tasks/use-listed-orders.tsx'
import { OrderCard } from '#web/features/orders/list/order-card.tsx'
import { Count, Day, OrderLink, Price, Route } from '#web/features/orders/list/order-cells.tsx'
import { cancelled, matching, open, sortedBy } from '#web/features/orders/list/order-filters.ts'
import { lineRows } from '#web/features/orders/list/order-lines.tsx'
import { OrderAgain, ownCells, Receiver, References } from '#web/features/orders/list/own-order-cells.tsx'
import { SearchNote } from '#web/features/orders/list/search-note.tsx'
import { useSearchHelp } from '#web/features/orders/list/use-search-help.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { type OrderRow, orderQuery, toOrderRow } from '#web/features/orders/order-rows.ts'
import { useListView } from '#web/features/orders/page/list-view.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TextFilter } from '#web/kit/list/list-filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListRows } from '#web/kit/list/list-rows.ts'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { pagesQuery } from '../../data/queries.ts'

/** On a tablet the places, goods and price are hidden first, so that the receiver and the reference stay visible. */
const columns: Column<OrderRow>[] = [
  { id: 'number', header: 'Tilaus', width: 66, cell: (order) => <OrderLink order={order} />, sort: 'tilausnro' },
  {
    id: 'state',
    header: 'Tila',
    width: 174,
    cell: (order) => <OrderBadge status={order.badge} lateDays={order.lateDays} dense failed={order.failed} />,
    sort: 'tilauksen_tila',
  },
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
    width: 70,
    grow: true,
    cell: (order) => <References lines={order.lines} />,
    sort: 'lahetykset.viite',
  },
  {
    id: 'route',
    header: 'Nouto → toimitus',
    width: 156,
    grow: true,
    yields: 2,
    cell: (order) => <Route lines={order.lines} />,
    sort: 'lahetykset.nouto_postitmp',
  },
  {
    id: 'goods',
    header: 'Tavarat',
    width: 96,
    grow: true,
    yields: 1,
    cell: (order) => order.lines.map(({ what }) => what).join(' · '),
    sort: 'maara',
  },
  { id: 'wish', header: 'Toivottu', width: 74, cell: (order) => <Day at={order.wishedDay} />, sort: 'toivottu_toimitus' },
  { id: 'kilos', header: 'kg', width: 56, numeric: true, optional: true, cell: (order) => <Count of={order.kilos} />, sort: 'paino' },
  {
    id: 'price',
    header: 'Hinta, alv 0 %',
    width: 116,
    numeric: true,
    yields: 3,
    cell: (order) => <Price order={order} />,
    sort: 'hinta',
  },
  { id: 'again', header: 'Toiminnot', width: 148, numeric: true, cell: (order) => <OrderAgain order={order} /> },
]

/** A customer's own orders that are not yet delivered. */
export function CustomerOrders() {
  useListView(null)
  const { search, set } = usePageSearch()
  const navigate = useNavigate()
  usePageKeys([['n', () => void navigate({ to: '/tilaus/new' })]])
  const help = useSearchHelp(search.haku ?? '')
  const filter: Filter<'tilaus'> = { all: [search.nakyma === 'peruutetut' ? cancelled : open, matching(help.text)] }
  const sort = sortedBy(columns, search, ['-tilausnro'])
  const list = useListRows(useInfiniteQuery(pagesQuery('tilaus', { ...orderQuery, filter, sort })), toOrderRow)
  const { dialog, ...listed } = useListedOrders({ name: 'tilaukset', list, who: 'asiakas' })
  return (
    <RowLinks>
      <ListPage
        title="Tilaukset"
        tabs={[
          { value: 'kesken', label: 'Kesken' },
          { value: 'peruutetut', label: 'Peruutetut' },
        ]}
        text={<TextFilter name="haku" label="Hae numerolla, nimellä, paikalla" />}
        under={<SearchNote help={help} typed={search.haku ?? ''} />}
        list={list}
        columns={columns}
        card={(order) => (
          <OrderCard order={order} own>
            <OrderAgain order={order} framed />
          </OrderCard>
        )}
        {...listed}
        subRows={(order) => lineRows(order, ownCells)}
        tools={<ExportMenu filter={filter} sort={sort} count={list.count} name="tilaukset" />}
        empty={
          search.haku
            ? {
                title: 'Haulla ei löytynyt tilauksia',
                text: 'Toimitetut tilaukset ovat arkistossa.',
                action: (
                  <Button variant="default" onClick={() => set({ haku: undefined })}>
                    Tyhjennä haku
                  </Button>
                ),
              }
            : search.nakyma === 'peruutetut'
              ? { title: 'Peruutettuja tilauksia ei ole' }
              : {
                  title: 'Ei keskeneräisiä tilauksia',
                  text: 'Toimitetut tilaukset ovat arkistossa.',
                  action: (
                    <Button component={Link} to="/tilaus/new">
                      Tee tilaus
                    </Button>
                  ),
                }
        }
      />
      {dialog}
    </RowLinks>
  )
}
