import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shipmentStates } from '#domain/entities/order/order.states.ts'
import { pagesQuery } from '../../data/queries.ts'
import type { Column, SubRow } from '../../kit/columns.ts'
import { useCars, useDrivers } from '../../kit/fleet.ts'
import { ChoiceFilter, CustomerFilter, DayFilter, TextFilter } from '../../kit/list-filters.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { useListRows } from '../../kit/list-rows.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { OrderCard } from '../../kit/order-card.tsx'
import { Count, Crew, Day, OrderLink, Price, Route } from '../../kit/order-cells.tsx'
import { OrderChangeDialog, type OrderChangeTask } from '../../kit/order-change-dialog.tsx'
import { useOrderCounts } from '../../kit/order-counts.ts'
import { sortedBy } from '../../kit/order-filters.ts'
import { crewOf, type OrderRow, staffOrderQuery, toStaffOrderRow } from '../../kit/order-rows.ts'
import { usePageSearch } from '../../kit/page-search.ts'
import { RowLinks } from '../../kit/row-links.tsx'
import { nowSeconds } from '../../session/token.ts'
import { BulkActions } from './bulk-actions.tsx'
import { filterOf, hasOneDay, type View, viewNames, viewOf, views } from './views.ts'

const columns: Column<OrderRow>[] = [
  { id: 'number', header: 'Tilaus', width: 66, cell: (order) => <OrderLink order={order} />, sort: 'tilausnro' },
  { id: 'state', header: 'Tila', width: 138, cell: (order) => <OrderBadge status={order.badge} />, sort: 'tila_weight' },
  { id: 'customer', header: 'Asiakas', width: 200, grow: true, cell: (order) => order.customer.name, sort: 'asiakas.name' },
  { id: 'route', header: 'Nouto → toimitus', width: 150, grow: true, cell: (order) => <Route lines={order.lines} /> },
  { id: 'wish', header: 'Toivottu', width: 84, cell: (order) => <Day at={order.wish} />, sort: 'toivottu_toimitus' },
  { id: 'pieces', header: 'Kolli', width: 52, numeric: true, cell: (order) => <Count of={order.pieces} /> },
  { id: 'kilos', header: 'kg', width: 64, numeric: true, cell: (order) => <Count of={order.kilos} /> },
  { id: 'crew', header: 'Kuljettaja', width: 216, cell: (order) => <Crew lines={order.lines} /> },
  { id: 'price', header: 'Hinta', width: 92, numeric: true, cell: (order) => <Price euros={order.price} />, sort: 'hinta' },
]

function subRows(order: OrderRow): SubRow[] {
  const { drivers, missing } = crewOf(order.lines)
  const mixed = drivers.length > 1 || (missing && drivers.length > 0)
  return order.lines.map((line, index) => ({
    id: line.id,
    cells: {
      number: `${index + 1}/${order.lines.length}`,
      state: <OrderBadge status={line.badge} />,
      customer: <span title={line.what}>{line.what}</span>,
      route: <Route lines={[line]} full />,
      wish: <Day at={line.wish} />,
      pieces: <Count of={line.pieces} />,
      kilos: <Count of={line.kilos} />,
      crew: mixed ? <Crew lines={[line]} /> : <span title={line.note}>{line.note}</span>,
    },
  }))
}

const counted = viewNames.filter((name) => !('uncounted' in views[name]))
const emptyTexts: Partial<Record<View, { title: string; text: string }>> = {
  myohassa: { title: 'Mikään tilaus ei ole myöhässä', text: 'Kaikki toivotut päivät ovat vielä edessä.' },
  'ei-kuljettajaa': {
    title: 'Kaikilla tilauksilla on kuljettaja',
    text: 'Uudet tilaukset ilmestyvät tänne, kunnes niille on annettu kuljettaja.',
  },
  tanaan: { title: 'Tälle päivälle ei ole avoimia tilauksia', text: 'Tänne tulevat tilaukset, joiden toivottu toimitus on tänään.' },
  huomenna: { title: 'Huomiselle ei ole vielä tilauksia', text: 'Tänne tulevat tilaukset, joiden toivottu toimitus on huomenna.' },
  terminaalissa: { title: 'Terminaalissa ei ole mitään', text: 'Tänne tulevat terminaaliin siirretyt lähetykset.' },
  peruutetut: { title: 'Peruutettuja tilauksia ei ole', text: 'Peruutetun tilauksen voi palauttaa täältä.' },
}

/** The dispatcher's list: everything that is under way, found and changed in one place. */
export function DispatcherOrders() {
  const { search, set } = usePageSearch()
  const navigate = useNavigate()
  // Kept apart from the selection: a change's results stay to be read though its orders leave the list.
  const [change, setChange] = useState<{ task: OrderChangeTask; orders: readonly OrderRow[] } | null>(null)
  const drivers = useDrivers()
  const cars = useCars()
  const now = nowSeconds()
  const view = viewOf(search.nakyma)
  const [ticked, setTicked] = useState<{ view: View; ids: ReadonlySet<string> }>({ view, ids: new Set() })

  const list = useListRows(
    useInfiniteQuery({
      ...pagesQuery('tilaus', {
        ...staffOrderQuery,
        filter: filterOf(search, now),
        sort: sortedBy(columns, search, view === 'peruutetut' ? '-tilausnro' : 'toivottu_toimitus'),
      }),
      placeholderData: keepPreviousData,
    }),
    toStaffOrderRow,
  )
  const counts = useOrderCounts(Object.fromEntries(counted.map((name) => [name, views[name].filter(now)])))
  const tabs = viewNames.map((name) => ({
    value: name,
    label: views[name].label,
    count: counts[name] ?? undefined,
    urgent: 'urgent' in views[name],
  }))
  const open = (order: OrderRow) => void navigate({ to: '/tilaus/$id', params: { id: order.id } })
  useHotkeys([['n', () => void navigate({ to: '/tilaus/new' })]])

  // What another view or a filter has taken out of sight is not changed along with the rest.
  const orders = ticked.view === view ? list.rows.filter(({ id }) => ticked.ids.has(id)) : []
  const select = (ids: ReadonlySet<string>) => setTicked({ view, ids })
  const narrowed = ['haku', 'paiva', 'asiakas', 'kuljettaja', 'auto', 'tila'].filter((name) => search[name])
  const clear = () => set(Object.fromEntries(narrowed.map((name) => [name, undefined])))
  const newOrder = (
    <Button
      component={Link}
      to="/tilaus/new"
      leftSection={<IconPlus size={18} aria-hidden />}
      rightSection={
        <Kbd size="xs" visibleFrom="sm" aria-hidden bg="transparent" c="inherit" bd="1px solid currentColor">
          N
        </Kbd>
      }
      aria-keyshortcuts="n"
    >
      Uusi tilaus
    </Button>
  )
  return (
    <RowLinks>
      <ListPage
        title="Tilaukset"
        actions={newOrder}
        tabs={tabs}
        filters={
          <>
            <TextFilter name="haku" label="Hae numerolla, nimellä, paikalla" />
            {!hasOneDay(view) && <DayFilter name="paiva" label="Päivä" />}
            <CustomerFilter name="asiakas" label="Asiakas" />
            <ChoiceFilter name="kuljettaja" label="Kuljettaja" data={drivers} searchable />
            <ChoiceFilter name="auto" label="Auto" data={cars} searchable />
            <ChoiceFilter name="tila" label="Tila" data={stateChoices} />
            {narrowed.length > 1 && (
              <Button variant="subtle" size="compact-sm" onClick={clear}>
                Tyhjennä
              </Button>
            )}
          </>
        }
        list={list}
        columns={columns}
        card={(order) => (
          <OrderCard order={order} title={order.customer.name}>
            <Crew lines={order.lines} />
          </OrderCard>
        )}
        empty={
          narrowed.length > 0
            ? {
                title: 'Rajauksilla ei löytynyt tilauksia',
                text: 'Väljennä hakua tai poista rajauksia.',
                action: (
                  <Button variant="default" onClick={clear}>
                    Poista rajaukset
                  </Button>
                ),
              }
            : (emptyTexts[view] ?? {
                title: 'Avoimia tilauksia ei ole',
                text: 'Uusi tilaus ilmestyy tähän listaan heti.',
                action: newOrder,
              })
        }
        selection={{
          selected: new Set(orders.map(({ id }) => id)),
          onChange: select,
          actions: <BulkActions orders={orders} onChoose={(task) => setChange({ task, orders })} />,
        }}
        subRows={subRows}
        onOpen={open}
      />
      {change && (
        <OrderChangeDialog
          task={change.task}
          orders={change.orders}
          drivers={drivers}
          cars={cars}
          onClose={() => setChange(null)}
          onDone={() => select(new Set())}
        />
      )}
    </RowLinks>
  )
}

const stateChoices = Object.entries(shipmentStates).map(([value, label]) => ({ value, label }))
