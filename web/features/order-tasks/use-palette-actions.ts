import { useCallbackRef } from '@mantine/hooks'
import { useMemo } from 'react'
import type { ActionTask, OfferedAction } from '#web/features/orders/actions/order-actions.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { plural } from '#web/kit/format.ts'
import { type PageActions, usePageActions } from '#web/kit/page/page-actions.ts'

type Options = { orders: readonly OrderRow[]; actions: readonly OfferedAction[]; onChoose: (task: ActionTask) => void }

/** Offers the actions of the chosen orders, or of the open one, in the palette. */
export function usePaletteActions({ orders, actions, onChoose }: Options): void {
  const start = useCallbackRef(onChoose)
  const offered = actions.filter(({ able }) => able > 0)
  const title = orders.length === 1 ? `Tilaus ${orders[0]?.number}` : plural(orders.length, 'valittu tilaus', 'valittua tilausta')
  // The palette is given other actions only when they have changed, not at every render.
  const shown = offered.map(({ id, title }) => `${id} ${title}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const page = useMemo((): PageActions | null => {
    if (offered.length === 0) return null
    return {
      title,
      actions: offered.map(({ id, title, icon, shortcut, danger, task }) => ({
        id,
        label: title,
        icon,
        ...(shortcut ? { shortcut } : {}),
        ...(danger ? { danger } : {}),
        run: () => start(task),
      })),
    }
  }, [shown, title, start])
  usePageActions(page)
}
