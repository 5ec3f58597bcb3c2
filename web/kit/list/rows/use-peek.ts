import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Walker } from '../data-table.tsx'
import type { ListRows } from '../list-rows.ts'

/** What a peek shows around its row. */
export type PeekControls = {
  position: { at: number; of: number }
  /** Undefined at the end of the list. */
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  /** Opens the whole page. */
  onOpen: () => void
  onClose: () => void
}

type Peek<T> = {
  /** The row that `j` and `k` have chosen, and what a key without a selection acts on. */
  current: T | null
  content: ReactNode
  isOpen: boolean
  toggle: (row: T) => void
  /** For the table of the list. */
  rows: {
    onPeek: (row: T, index: number) => void
    onCurrent: (row: T, index: number) => void
    walker: RefObject<Walker | null>
    onEscape: () => boolean
  }
}

type Options<T> = { onOpen: (row: T) => void; show: (row: T, controls: PeekControls) => ReactNode }

/** A row beside its list: Space opens and closes it, `j` and `k` go on, Enter opens the whole page, Esc closes it. */
export function usePeek<T extends { id: string }>(list: Pick<ListRows<T>, 'rows' | 'count' | 'window'>, options: Options<T>): Peek<T> {
  const { rows, count, window: rowWindow } = list
  const [currentId, setCurrentId] = useState<string | null>(null)
  const [peeked, setPeeked] = useState<{ row: T; index: number } | null>(null)
  const walker = useRef<Walker | null>(null)
  const found = peeked ? rows.findIndex(({ id }) => id === peeked.row.id) : -1
  // A list that fetches only the visible rows may have dropped it; in another list, a missing row has left the list.
  const row = rows[found] ?? (rowWindow ? peeked?.row : undefined)
  const index = rowWindow ? (peeked?.index ?? 0) : found
  const length = rowWindow ? count : rows.length
  const close = () => setPeeked(null)
  const go = (by: number) => () => walker.current?.step(by)
  const toggle = (row: T, index: number) => setPeeked(peeked?.row.id === row.id ? null : { row, index })
  return {
    current: rows.find(({ id }) => id === currentId) ?? null,
    isOpen: row !== undefined,
    toggle: (row) => toggle(row, walker.current?.indexOf(row.id) ?? 0),
    content:
      row &&
      options.show(row, {
        position: { at: index + 1, of: count },
        onNext: index + 1 < length ? go(1) : undefined,
        onPrevious: index > 0 ? go(-1) : undefined,
        onOpen: () => options.onOpen(row),
        onClose: close,
      }),
    rows: {
      walker,
      onPeek: toggle,
      onCurrent: (row, index) => {
        setCurrentId(row.id)
        if (peeked) setPeeked({ row, index })
      },
      onEscape: () => {
        if (!row) return false
        close()
        return true
      },
    },
  }
}
