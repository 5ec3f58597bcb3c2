import { Button, Kbd } from '@mantine/core'
import { useCallbackRef, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconMap, IconPlus, IconUpload, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { ExportMenu } from '#web/features/exports/export-menu.tsx'
import { BulkBar } from '#web/features/order-tasks/bulk-bar.tsx'
import { OrderMenuItems } from '#web/features/order-tasks/order-menu.tsx'
import { OrderCard } from '#web/features/orders/list/order-card.tsx'
import { DriverAndCar } from '#web/features/orders/list/order-cells.tsx'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import { sortedBy, urgentFirst } from '#web/features/orders/list/order-filters.ts'
import { OrderMap } from '#web/features/orders/list/order-map.tsx'
import { SearchNote } from '#web/features/orders/list/search-note.tsx'
import { useSearchHelp } from '#web/features/orders/list/use-search-help.ts'
import { type OrderRow, staffOrderQuery, toStaffOrderRow } from '#web/features/orders/order-rows.ts'
import { useListView } from '#web/features/orders/page/list-view.ts'
import { useOrderPeek } from '#web/features/orders/page/use-order-peek.tsx'
import { TextFilter, useNarrowing } from '#web/kit/list/list-filters.tsx'
import { ListPage, ListTool } from '#web/kit/list/list-page.tsx'
import { useListRows } from '#web/kit/list/list-rows.ts'
import type { DraggedRows } from '#web/kit/list/row-drag.tsx'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { useSavedViews } from '#web/kit/list/saved-views.ts'
import { rowsWith } from '#web/kit/list/selection/use-selected-rows.ts'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { pagesQuery } from '../../data/queries.ts'
import { plural } from '../../kit/format.ts'
import { nowSeconds } from '../../session/clock.ts'
import { columnsWith, subRows } from './dispatcher-columns.tsx'
import { dispatcherFields, filterNames } from './dispatcher-fields.tsx'
import { DriverPanel, type DropTarget } from './driver-panel.tsx'
import { useChosenActions, useRowActions } from './use-row-actions.tsx'
import { useSelection } from './use-selection.ts'
import { filterOf, type View, viewNames, viewOf, views } from './views.ts'

const counted = viewNames.filter((name) => !('uncounted' in views[name]))
const emptyTexts: Partial<Record<View, { title: string; text: string }>> = {
  'odottaa-paatosta': {
    title: 'Kaikki on hoidossa',
    text: 'Mikään toimitus ei ole epäonnistunut eikä mikään tilaus ole myöhässä tai vailla kuljettajaa.',
  },
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

const initialSorts: Partial<Record<View, Parameters<typeof sortedBy>[2]>> = {
  'odottaa-paatosta': urgentFirst,
  peruutetut: ['-tilausnro'],
}

/** The dispatcher's list of orders under way, with search, filters and bulk changes. */
export function DispatcherOrders() {
  const { search, set } = usePageSearch()
  const navigate = useNavigate()
  const drivers = useDrivers()
  const cars = useCars()
  const now = nowSeconds()
  const view = viewOf(search.nakyma)

  const actions = useRowActions()
  const { give, shown } = actions
  const onCrew = useCallbackRef((order: OrderRow) => actions.askDriver([order]))
  const [columns] = useState(() => columnsWith(onCrew))
  // Wide enough for the panel beside the table's columns.
  const wide = useMediaQuery('(min-width: 84em)', undefined, { getInitialValueInEffect: false })
  const [isPanelOpen, setIsPanelOpen] = useLocalStorage({
    key: 'kuorma.drivers-shown',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [panelDay, setPanelDay] = useState<number | null>(null)
  const mapShown = search.kartta === '1'
  const panelShown = wide && isPanelOpen && !mapShown

  const help = useSearchHelp(search.haku ?? '')
  const filter = filterOf({ ...search, haku: help.text }, now)
  const sort = sortedBy(columns, search, initialSorts[view] ?? ['toivottu_toimitus'])
  const stored = useListRows(
    useInfiniteQuery({
      ...pagesQuery('tilaus', { ...staffOrderQuery, filter, sort }),
      placeholderData: keepPreviousData,
    }),
    toStaffOrderRow,
  )
  const list = { ...stored, rows: useMemo(() => shown(stored.rows), [shown, stored.rows]) }
  const saved = useSavedViews('tilaukset')
  useListView({ label: saved.open?.name ?? views[view].label, search })
  const counts = useOrderCounts(
    Object.fromEntries([
      ...counted.map((name) => [name, views[name].filter(now)] as const),
      ...saved.tabs.map(({ id, search }) => [id, filterOf(search, now)] as const),
    ]),
  )
  const tabs = viewNames.map((name) => ({
    value: name,
    label: views[name].label,
    count: counts[name] ?? undefined,
    urgent: 'urgent' in views[name],
  }))
  const open = (order: OrderRow) => void navigate({ to: '/tilaus/$id', params: { id: order.id } })
  usePageKeys([['n', () => void navigate({ to: '/tilaus/new' })]])

  const { orders, known, readSelected, selection } = useSelection({ view, filter, sort, rows: list.rows, paused: actions.isOpen })
  const select = selection.onChange
  const peek = useOrderPeek(list, { onOpen: open, actionsOf: actions.of, onChoose: (order, task) => actions.startAt(order, task) })
  const chosen = { orders, readSelected, current: peek.current }
  useChosenActions(actions, chosen)
  const tick = (id: string) => {
    // The map also shows orders that the list has not loaded yet.
    if (!known.some((order) => order.id === id)) return void navigate({ to: '/tilaus/$id', params: { id } })
    const ids = new Set(selection.selected)
    if (!ids.delete(id)) ids.add(id)
    select(ids)
  }
  const drag = (order: OrderRow): DraggedRows => {
    const dragged = rowsWith(orders, order)
    return { ids: dragged.map(({ id }) => id), label: dragged.length === 1 ? order.number : plural(dragged.length, 'tilaus', 'tilausta') }
  }
  const drop = ({ kuljettaja: { id, name }, shift }: DropTarget, ids: readonly string[]) => {
    const dropped = known.filter((order) => ids.includes(order.id))
    const driver = { id, name }
    if (!shift) return void give(dropped, { driver, car: null })
    const car = shift.auto && { id: shift.auto.id, name: shift.auto.rekisterinumero }
    void give(dropped, { driver, car, shift: { id: shift.id, day: shift.day } })
  }
  const { nothing } = useNarrowing(filterNames)
  const aside = peek.isOpen
    ? ({ width: 'peek', content: peek.content } as const)
    : mapShown
      ? ({
          width: 'half',
          content: (
            <OrderMap
              filter={filter}
              sort={sort}
              selected={selection.selected}
              onSelect={tick}
              onClose={() => set({ kartta: undefined })}
            />
          ),
        } as const)
      : panelShown
        ? ({
            width: 'narrow',
            content: <DriverPanel chosen={panelDay} onChoose={setPanelDay} onDrop={drop} onHide={() => setIsPanelOpen(false)} />,
          } as const)
        : null
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
        actions={
          <>
            <Button
              variant={mapShown ? 'light' : 'default'}
              leftSection={<IconMap size={18} aria-hidden />}
              aria-pressed={mapShown}
              onClick={() => set({ kartta: mapShown ? undefined : '1' })}
            >
              Kartta
            </Button>
            <Button
              component={Link}
              to="/tilaus-csv-import"
              variant="default"
              visibleFrom="sm"
              leftSection={<IconUpload size={18} aria-hidden />}
            >
              Tuo CSV
            </Button>
            {newOrder}
          </>
        }
        tabs={tabs}
        saved={{ ...saved, counts }}
        text={<TextFilter name="haku" label="Hae numerolla, nimellä, paikalla" />}
        fields={dispatcherFields({ view, drivers, cars })}
        under={<SearchNote help={help} typed={search.haku ?? ''} />}
        list={list}
        columns={columns}
        card={(order) => (
          <OrderCard order={order} title={order.customer.name}>
            <DriverAndCar lines={order.lines} />
          </OrderCard>
        )}
        empty={
          nothing('Väljennä hakua tai poista rajauksia.') ??
          emptyTexts[view] ?? {
            title: 'Avoimia tilauksia ei ole',
            text: 'Uusi tilaus ilmestyy tähän listaan heti.',
            action: newOrder,
          }
        }
        selection={{
          ...selection,
          actions: <BulkBar actions={actions.of(orders)} onChoose={(task) => void actions.startFor(chosen, task)} />,
        }}
        subRows={subRows}
        onOpen={open}
        tools={
          <>
            <ExportMenu filter={filter} sort={sort} count={list.count} name="tilaukset" />
            {wide && !isPanelOpen && (
              <ListTool icon={IconUsers} onClick={() => setIsPanelOpen(true)}>
                Kuljettajat
              </ListTool>
            )}
          </>
        }
        rows={{
          ...peek.rows,
          menu: (order) => {
            const isSelected = orders.some(({ id }) => id === order.id)
            const target = isSelected ? chosen : { ...chosen, orders: [], current: order }
            return (
              <OrderMenuItems
                actions={actions.of(isSelected ? orders : [order])}
                onChoose={(task) => void actions.startFor(target, task)}
              />
            )
          },
          ...(panelShown ? { drag } : {}),
        }}
        aside={aside}
      />
      {actions.dialog}
    </RowLinks>
  )
}
