import { useCallbackRef } from '@mantine/hooks'
import { type MouseEvent, useRef } from 'react'
import type { Selection } from '../columns.ts'
import { rowRange, withRange } from './row-range.ts'

type Options = {
  selection: Selection | undefined
  /** The position of a fetched row in the list; -1 when it is not there. */
  indexOf: (id: string) => number
  /** The id of the selectable row at a position; null where there is none. */
  idAt: (index: number) => string | null
}

const controls = 'a,button,input,label,select,textarea'

/** Selecting rows: one, a range with Shift from the last one, and, with Ctrl, a press anywhere on the row. */
export function useRowSelection({ selection, indexOf, idAt }: Options) {
  /** The row from which Shift takes a range: the one that was last selected or cleared by itself. */
  const anchor = useRef<string | null>(null)
  const selected = selection?.selected ?? new Set<string>()

  const select = useCallbackRef((id: string, chosen: boolean, isRange = false) => {
    if (!selection) return
    const from = isRange && anchor.current !== null ? indexOf(anchor.current) : -1
    const to = indexOf(id)
    const ids = from < 0 || to < 0 ? [id] : rowRange(from, to, idAt)
    if (from < 0) anchor.current = id
    selection.onChange(withRange(selected, ids, chosen))
  })
  const toggle = useCallbackRef((id: string) => select(id, !selected.has(id)))

  const rowIdOf = ({ target }: MouseEvent): string | null => {
    if (!(target instanceof Element) || target.closest(controls)) return null
    return target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
  }
  const isSelecting = (event: MouseEvent): boolean => selection !== undefined && (event.shiftKey || event.ctrlKey || event.metaKey)
  return {
    select,
    toggle,
    /** Takes the rows on the way of `j` and `k` with Shift. */
    extend: (from: string | null, to: string) => {
      if (anchor.current === null) anchor.current = from ?? to
      select(to, true, true)
    },
    handlers: {
      onMouseDown: (event: MouseEvent) => {
        // Shift would select text.
        if (event.shiftKey && rowIdOf(event) !== null && selection) event.preventDefault()
      },
      onClick: (event: MouseEvent) => {
        const id = isSelecting(event) ? rowIdOf(event) : null
        if (id === null) return
        if (event.shiftKey) select(id, true, true)
        else toggle(id)
      },
    },
  }
}
