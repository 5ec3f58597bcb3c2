import type { ActionTask, OfferedAction } from '#web/features/orders/actions/order-actions.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { plural } from '#web/kit/format.ts'
import { usePageActions } from '#web/kit/page/page-actions.ts'

type Options = { orders: readonly OrderRow[]; actions: readonly OfferedAction[]; onChoose: (task: ActionTask) => void }

/** Offers the actions of the chosen orders, or of the open one, in the palette. */
export function usePaletteActions({ orders, actions, onChoose }: Options): void {
  usePageActions(
    orders.length === 1 ? `Tilaus ${orders[0]?.number}` : plural(orders.length, 'valittu tilaus', 'valittua tilausta'),
    actions
      .filter(({ able }) => able > 0)
      .map(({ id, title, icon, shortcut, danger, task }) => ({
        id,
        label: title,
        icon,
        ...(shortcut ? { shortcut } : {}),
        ...(danger ? { danger } : {}),
        run: () => onChoose(task),
      })),
  )
}
