import { Button, Group, Modal, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Filter } from '#domain/model/query/list-query.ts'
import { ExportMenu } from '#web/features/exports/export-menu.tsx'
import { stepTo } from '#web/features/orders/line-changes.ts'
import { OrderCard } from '#web/features/orders/list/order-card.tsx'
import { Count, Day, OrderLink, Price, Route } from '#web/features/orders/list/order-cells.tsx'
import { cancelled, matching, open, sortedBy } from '#web/features/orders/list/order-filters.ts'
import { lineRows } from '#web/features/orders/list/order-lines.tsx'
import { SearchNote } from '#web/features/orders/list/search-note.tsx'
import { useSearchHelp } from '#web/features/orders/list/use-search-help.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { type OrderRow, orderQuery, toOrderRow } from '#web/features/orders/order-rows.ts'
import { saveChange } from '#web/features/orders/save-changes.ts'
import { shipmentTable } from '#web/features/orders/shipment-table.ts'
import { useWaybillSelection } from '#web/features/waybills/waybill-selection.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { TextFilter } from '#web/kit/list/list-filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListRows } from '#web/kit/list/list-rows.ts'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { pagesQuery, rereadAfterChange } from '../../data/queries.ts'
import { useAction } from '../../data/use-action.ts'
import { nowSeconds } from '../../session/clock.ts'
import { showDone } from '../../ui/undo-toast.tsx'

/** Null when the customer may no longer cancel (rules/orders.md#cancelling). */
const cancellation = (order: OrderRow) =>
  order.lines.some((line) => line.live)
    ? stepTo(order, 'peruutettu', '', { actor: 'asiakas', now: nowSeconds(), table: shipmentTable() })
    : null

/** On a tablet, goods and price are hidden first, so that the places stay visible. */
function columnsWith(onCancel: (order: OrderRow) => void): Column<OrderRow>[] {
  return [
    { id: 'number', header: 'Tilaus', width: 66, cell: (order) => <OrderLink order={order} />, sort: 'tilausnro' },
    {
      id: 'state',
      header: 'Tila',
      width: 186,
      cell: (order) => <OrderBadge status={order.badge} lateDays={order.lateDays} dense failed={order.failed} />,
    },
    { id: 'route', header: 'Nouto → toimitus', width: 156, grow: true, cell: (order) => <Route lines={order.lines} /> },
    { id: 'goods', header: 'Tavarat', width: 96, grow: true, yields: 1, cell: (order) => order.lines.map(({ what }) => what).join(' · ') },
    { id: 'wish', header: 'Toivottu', width: 74, cell: (order) => <Day at={order.wishedDay} />, sort: 'toivottu_toimitus' },
    { id: 'kilos', header: 'kg', width: 56, numeric: true, optional: true, cell: (order) => <Count of={order.kilos} /> },
    {
      id: 'price',
      header: 'Hinta, alv 0 %',
      width: 116,
      numeric: true,
      yields: 2,
      cell: (order) => <Price order={order} />,
      sort: 'hinta',
    },
    { id: 'cancel', header: 'Toiminnot', width: 86, numeric: true, cell: (order) => <CancelButton order={order} onCancel={onCancel} /> },
  ]
}

type CancelProps = { order: OrderRow; onCancel: (order: OrderRow) => void; framed?: boolean }

function CancelButton({ order, onCancel, framed = false }: CancelProps) {
  if (!cancellation(order)) return null
  return (
    <Button
      variant={framed ? 'default' : 'subtle'}
      color="red"
      size={framed ? 'sm' : 'compact-sm'}
      // Without a border, its text is aligned with the heading.
      mr={framed ? 0 : -8}
      aria-label={`Peruuta tilaus ${order.number}`}
      onClick={() => onCancel(order)}
    >
      Peruuta
    </Button>
  )
}

/** A customer's own orders that are not yet delivered. */
export function CustomerOrders() {
  const { search, set } = usePageSearch()
  const navigate = useNavigate()
  const [cancelling, setCancelling] = useState<OrderRow | null>(null)
  const [columns] = useState(() => columnsWith(setCancelling))
  usePageKeys([['n', () => void navigate({ to: '/tilaus/new' })]])
  const help = useSearchHelp(search.haku ?? '')
  const filter: Filter<'tilaus'> = { all: [search.nakyma === 'peruutetut' ? cancelled : open, matching(help.text)] }
  const sort = sortedBy(columns, search, ['-tilausnro'])
  const list = useListRows(useInfiniteQuery(pagesQuery('tilaus', { ...orderQuery, filter, sort })), toOrderRow)
  const { selection, dialog } = useWaybillSelection(`${search.nakyma} ${search.haku}`)
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
          <OrderCard order={order}>{cancellation(order) && <CancelButton order={order} onCancel={setCancelling} framed />}</OrderCard>
        )}
        selection={selection}
        subRows={lineRows}
        tools={<ExportMenu filter={filter} sort={sort} count={list.count} name="tilaukset" />}
        onOpen={(order) => void navigate({ to: '/tilaus/$id', params: { id: order.id } })}
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
      {cancelling && <CancelDialog order={cancelling} onClose={() => setCancelling(null)} />}
    </RowLinks>
  )
}

/** Asks for confirmation, since customers cannot undo a cancellation. */
function CancelDialog({ order, onClose }: { order: OrderRow; onClose: () => void }) {
  // Created once, so that a retry after a lost answer is the same save.
  const [change, setChange] = useState(() => cancellation(order))
  const { run: cancel, isRunning } = useAction({
    mutationFn: async () => {
      if (!change) return
      const result = await saveChange(change)
      await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
      if (result.done) showDone(`Tilaus ${order.number} on peruutettu.`)
      else showFault(result.message)
      // If somebody has changed the order since, the dialog closes so that the list is checked before a retry.
      if (result.done || !result.retry) onClose()
      else setChange(result.retry)
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Peruutetaanko tilaus ${order.number}?`} size="sm">
      <Text mb="md">Peruutettua tilausta ei voi palauttaa, mutta voit tehdä siitä uuden.</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Älä peruuta
        </Button>
        <Button color="red" loading={isRunning} onClick={() => cancel()}>
          Peruuta tilaus
        </Button>
      </Group>
    </Modal>
  )
}
