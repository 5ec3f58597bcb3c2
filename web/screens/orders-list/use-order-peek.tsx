import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { OrderPeek } from '#web/features/orders/page/order-peek.tsx'
import type { Walker } from '#web/kit/list/data-table.tsx'
import type { ListRows } from '#web/kit/list/list-rows.ts'

type Peek = {
  /** The order that `j` and `k` have chosen, and what a key without a selection acts on. */
  current: OrderRow | null
  content: ReactNode
  isOpen: boolean
  close: () => void
  /** For the table of the list. */
  rows: {
    onPeek: (order: OrderRow) => void
    onCurrent: (order: OrderRow) => void
    walker: RefObject<Walker | null>
    onEscape: () => boolean
  }
}

/** The order beside the list: Space opens and closes it, `j` and `k` go on, Enter opens the whole page, Esc closes it. */
export function useOrderPeek({ rows, count }: Pick<ListRows<OrderRow>, 'rows' | 'count'>, onOpen: (order: OrderRow) => void): Peek {
  const [currentId, setCurrentId] = useState<string | null>(null)
  const [peekedId, setPeekedId] = useState<string | null>(null)
  const walker = useRef<Walker | null>(null)
  const current = rows.find(({ id }) => id === currentId) ?? null
  const at = rows.findIndex(({ id }) => id === peekedId)
  const peeked = rows[at]
  const close = () => setPeekedId(null)
  const go = (by: number) => () => walker.current?.step(by)
  return {
    current,
    isOpen: peeked !== undefined,
    close,
    content: peeked && (
      <OrderPeek
        row={peeked}
        position={{ at: at + 1, of: count }}
        onNext={at + 1 < rows.length ? go(1) : undefined}
        onPrevious={at > 0 ? go(-1) : undefined}
        onOpen={() => onOpen(peeked)}
        onClose={close}
      />
    ),
    rows: {
      walker,
      onPeek: ({ id }) => setPeekedId(peekedId === id ? null : id),
      onCurrent: ({ id }) => {
        setCurrentId(id)
        if (peekedId !== null) setPeekedId(id)
      },
      onEscape: () => {
        if (peekedId === null) return false
        close()
        return true
      },
    },
  }
}
