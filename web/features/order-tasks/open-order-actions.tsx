import { orderActions } from '#web/features/orders/actions/order-actions.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSettings } from '#web/session/settings.ts'
import { useOrderTasks } from './use-order-tasks.tsx'
import { usePaletteActions } from './use-palette-actions.ts'

type Props = { order: OrderRow; who: 'yllapito' | 'asiakas' }

/** Offers the actions of the order whose page is open in the palette, and shows their dialogs. */
export function OpenOrderActions({ order, who }: Props) {
  const { features } = useSettings()
  const table = useShipmentTable()
  const { start, dialog } = useOrderTasks({ who })
  const actions = orderActions([order], { actor: who, now: nowSeconds(), table, features })
  usePaletteActions({
    orders: [order],
    // The page has its own keys.
    actions: actions.filter(({ id }) => id !== 'open').map(({ shortcut: _, ...action }) => action),
    onChoose: (task) => start(task, [order]),
  })
  return dialog
}
