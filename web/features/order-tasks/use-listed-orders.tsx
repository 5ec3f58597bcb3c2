import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StateActor } from '#domain/entities/order/order.states.ts'
import { orderActions } from '#web/features/orders/actions/order-actions.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { useOrderPeek } from '#web/features/orders/page/use-order-peek.tsx'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import type { Selection } from '#web/kit/list/columns.ts'
import type { TableProps } from '#web/kit/list/data-table.tsx'
import type { ListRows } from '#web/kit/list/list-rows.ts'
import { partOf, rowsWith, targetsOf, useSelectedRows } from '#web/kit/list/selection/use-selected-rows.ts'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSettings } from '#web/session/settings.ts'
import { BulkBar } from './bulk-bar.tsx'
import { OrderMenuItems } from './order-menu.tsx'
import { useOrderTasks } from './use-order-tasks.tsx'
import { usePaletteActions } from './use-palette-actions.ts'

type Options = {
  /** The address of the list, under which its selection is kept. */
  name: string
  list: ListRows<OrderRow>
  who: StateActor
}
type ListedOrders = {
  selection: Selection & { actions: ReactNode }
  rows: Pick<TableProps<OrderRow>, 'menu' | 'onPeek' | 'onCurrent' | 'walker' | 'onEscape'>
  aside: { width: 'peek'; content: ReactNode } | null
  dialog: ReactNode
  onOpen: (order: OrderRow) => void
}

/** Selecting, peeking at and acting on the orders of an archive or of a customer's list. */
export function useListedOrders({ name, list, who }: Options): ListedOrders {
  const { features } = useSettings()
  const { search } = usePageSearch()
  const table = useShipmentTable()
  const navigate = useNavigate()
  const tasks = useOrderTasks({ who })
  const { selected, selection } = useSelectedRows(name, { part: partOf(search), rows: list.rows })
  const onOpen = (order: OrderRow) => void navigate({ to: '/tilaus/$id', params: { id: order.id } })
  // Groups are made of open orders and on the invoicing screen.
  const of = (orders: readonly OrderRow[]) =>
    orderActions(orders, { actor: who, now: nowSeconds(), table, features }).filter(({ id }) => id !== 'group')
  const peek = useOrderPeek(list, { onOpen, actionsOf: of, onChoose: (order, task) => tasks.start(task, [order]) })
  const targets = targetsOf(selected, peek.current)
  const offered = targets.length > 0 ? of(targets) : []
  usePaletteActions({ orders: targets, actions: offered, onChoose: (task) => tasks.start(task, targets) })
  usePageKeys([['r', () => targets.length > 0 && tasks.start({ kind: 'waybills' }, targets)]])
  return {
    selection: { ...selection, actions: <BulkBar actions={of(selected)} onChoose={(task) => tasks.start(task, selected)} /> },
    rows: {
      ...peek.rows,
      menu: (order) => {
        const orders = rowsWith(selected, order)
        return <OrderMenuItems actions={of(orders)} onChoose={(task) => tasks.start(task, orders)} />
      },
    },
    aside: peek.isOpen ? { width: 'peek', content: peek.content } : null,
    dialog: tasks.dialog,
    onOpen,
  }
}
