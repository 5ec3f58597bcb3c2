import type { ListRows } from '#web/kit/list/list-rows.ts'
import { usePeek } from '#web/kit/list/rows/use-peek.ts'
import type { OrderRow } from '../order-rows.ts'
import { OrderPeek } from './order-peek.tsx'

/** The order beside its list. */
export const useOrderPeek = (list: Pick<ListRows<OrderRow>, 'rows' | 'count' | 'window'>, onOpen: (order: OrderRow) => void) =>
  usePeek(list, { onOpen, show: (row, controls) => <OrderPeek row={row} {...controls} /> })
