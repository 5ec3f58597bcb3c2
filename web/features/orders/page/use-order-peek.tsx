import type { ListRows } from '#web/kit/list/list-rows.ts'
import { usePeek } from '#web/kit/list/rows/use-peek.ts'
import type { ActionTask, OfferedAction } from '../actions/order-actions.ts'
import type { OrderRow } from '../order-rows.ts'
import { OrderPeek } from './order-peek.tsx'
import { peekStep } from './peek-step.ts'

type Options = {
  onOpen: (order: OrderRow) => void
  /** What may be done to an order, and doing it. */
  actionsOf: (orders: readonly OrderRow[]) => readonly OfferedAction[]
  onChoose: (order: OrderRow, task: ActionTask) => void
}

/** The order beside its list. */
export const useOrderPeek = (list: Pick<ListRows<OrderRow>, 'rows' | 'count' | 'window'>, { onOpen, actionsOf, onChoose }: Options) =>
  usePeek(list, {
    onOpen,
    show: (row, controls) => (
      <OrderPeek row={row} step={peekStep(row, actionsOf([row]))} onStep={(task) => onChoose(row, task)} {...controls} />
    ),
  })
