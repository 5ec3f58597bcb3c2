import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { showUndo } from '../../ui/undo-toast.tsx'
import type { GoodsValues, JobValues, OrderContent, OrderValues } from './order-values.ts'
import { withLinesBack, withoutLines } from './places/order-places.ts'

/** The selector of a row's field for the number of pieces. */
export const pieces = 'input[inputmode=numeric]'

/** Focuses a field of a row once the row is on the page. */
export const focusRow = (id: string, field = 'input'): number =>
  requestAnimationFrame(() =>
    document
      .querySelector(`[data-row="${CSS.escape(id)}"]`)
      ?.querySelector<HTMLElement>(field)
      ?.focus(),
  )

/** Adds and removes rows, jobs and places: a new one takes the focus, and a removed one can be restored. */
export function useRowList(form: UseFormReturnType<OrderValues>) {
  const hideUndo = useRef<() => void>(undefined)
  // Without the form nothing can be restored, so the toast is hidden.
  useEffect(() => () => hideUndo.current?.(), [])

  /** Rows have moved, so the faults at their old positions are cleared. */
  const change = (next: Partial<OrderContent>) => {
    for (const field of Object.keys(form.errors)) if (/^(rows|jobs|nouto|toimitus)\./.test(field)) form.clearFieldError(field)
    form.setValues(next)
  }
  const undoable = (text: string, undo: () => void) => {
    hideUndo.current = showUndo(text, undo)
  }
  const insertRow = (row: GoodsValues, position: number, field?: string) => {
    const { rows } = form.getValues()
    change({ rows: [...rows.slice(0, position), row, ...rows.slice(position)] })
    focusRow(row.id, field)
  }
  const addJob = (job: JobValues) => {
    change({ jobs: [...form.getValues().jobs, job] })
    focusRow(job.id)
  }
  /** Removes rows or jobs from the form, with the places that no other line uses; `text` is the toast's text. */
  const remove = (ids: ReadonlySet<string>, text: string) => {
    const before = form.getValues()
    const position = before.rows.findIndex(({ id }) => ids.has(id))
    change(withoutLines(before, ids))
    const { rows } = form.getValues()
    const beside = rows[Math.max(0, position - 1)]
    if (beside) focusRow(beside.id, pieces)
    undoable(text, () => {
      change(withLinesBack(form.getValues(), before, ids))
      const [first] = ids
      if (first) focusRow(first)
    })
  }
  return { change, undoable, insertRow, addJob, remove }
}

export type RowList = ReturnType<typeof useRowList>
