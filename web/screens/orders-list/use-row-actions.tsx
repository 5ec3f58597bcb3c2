import { useCallbackRef } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { GiveDriver } from '#web/features/order-tasks/give-driver.tsx'
import { useAssignment } from '#web/features/order-tasks/use-assignment.ts'
import { useOrderTasks } from '#web/features/order-tasks/use-order-tasks.tsx'
import { usePaletteActions } from '#web/features/order-tasks/use-palette-actions.ts'
import { type ActionTask, orderActions } from '#web/features/orders/actions/order-actions.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { targetsOf } from '#web/kit/list/selection/use-selected-rows.ts'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { nowSeconds } from '../../session/clock.ts'
import { useSettings } from '../../session/settings.ts'

/** What an action is done to: the selected orders, or without any, the one that `j` and `k` have chosen. */
type Chosen = {
  orders: readonly OrderRow[]
  current: OrderRow | null
  /** The selected orders as they are now; null when they could not be fetched. */
  readSelected: () => Promise<readonly OrderRow[] | null>
}

/** The keys of the actions that a list has; Enter opens a row in every list. */
const keys = ['a', 'p', 'r'] as const

/** The place of the driver's cell of an order's row, or of the row itself on a list without that column. */
function crewPoint(id: string | undefined): { x: number; y: number } {
  const row = document.querySelector(`[data-row="${id}"]`)
  const box = (row?.querySelector('[data-crew]') ?? row)?.getBoundingClientRect()
  return box ? { x: box.left, y: box.bottom } : { x: innerWidth / 2 - 150, y: innerHeight / 3 }
}

/** The dispatcher's actions on rows, wherever they are offered: bar, menu, keys and palette. */
export function useRowActions() {
  const { features } = useSettings()
  const table = useShipmentTable()
  const tasks = useOrderTasks()
  const { give, shown } = useAssignment()
  const [asked, setAsked] = useState<{ orders: readonly OrderRow[]; at: { x: number; y: number } } | null>(null)
  const of = (orders: readonly OrderRow[]) => orderActions(orders, { actor: 'yllapito', now: nowSeconds(), table, features })
  const askDriver = (orders: readonly OrderRow[]) => setAsked({ orders, at: crewPoint(orders[0]?.id) })
  /** An order that is only pointed at gets its driver in its row; selected ones in the dialog, with a car of one's choice. */
  const startAt = (order: OrderRow, task: ActionTask) => (task.kind === 'assignment' ? askDriver([order]) : tasks.start(task, [order]))
  const startFor = async (chosen: Chosen, task: ActionTask) => {
    if (chosen.orders.length === 0) return chosen.current ? startAt(chosen.current, task) : undefined
    const orders = await chosen.readSelected()
    if (orders) tasks.start(task, orders)
  }
  const dialog: ReactNode = (
    <>
      {tasks.dialog}
      {asked && <GiveDriver {...asked} onGive={(assigned) => void give(asked.orders, assigned)} onClose={() => setAsked(null)} />}
    </>
  )
  return { of, give, shown, askDriver, startAt, startFor, dialog, isOpen: tasks.isOpen }
}

type RowActions = Pick<ReturnType<typeof useRowActions>, 'of' | 'startFor'>

/** The keys of the actions, and the palette, act on the selected orders or on the one that `j` and `k` have chosen. */
export function useChosenActions({ of, startFor }: RowActions, chosen: Chosen): void {
  const targets = targetsOf(chosen.orders, chosen.current)
  const offered = targets.length === 0 ? [] : of(targets).filter(({ able }) => able > 0)
  const start = useCallbackRef((task: ActionTask) => void startFor(chosen, task))
  usePageKeys(
    keys.map((key) => [
      key,
      () => {
        const action = offered.find(({ shortcut }) => shortcut === key)
        if (action) start(action.task)
      },
    ]),
  )
  usePaletteActions({ orders: targets, actions: offered, onChoose: start })
}
