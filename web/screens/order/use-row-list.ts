import type { UseFormReturnType } from '@mantine/form'
import { type RefObject, useEffect, useRef } from 'react'
import { showUndo } from '../../ui/undo-toast.tsx'
import type { OrderValues } from './order-values.ts'

type Options<R> = {
  form: UseFormReturnType<OrderValues>
  /** The list's name on the form. */
  path: 'rows' | 'jobs'
  read: () => R[]
  /** What is said of the row at a position when it goes. */
  removed: (position: number) => string
}

type RowList<R> = {
  /** Stands around the rows, each of which is a fieldset. */
  area: RefObject<HTMLDivElement | null>
  insert: (row: R, position: number, field?: string) => void
  remove: (position: number) => void
}

/** Rows that come and go: a new one takes the focus, and one that goes can be brought back. */
export function useRowList<R extends object>({ form, path, read, removed }: Options<R>): RowList<R> {
  const area = useRef<HTMLDivElement>(null)
  const hideUndo = useRef<() => void>(undefined)
  // Once the form is gone there is nothing to bring a row back to.
  useEffect(() => () => hideUndo.current?.(), [])

  /** Rows move under their faults: what was said of the old positions holds no more. */
  const set = (next: R[]) => {
    for (const field of Object.keys(form.errors)) if (field.startsWith(`${path}.`)) form.clearFieldError(field)
    form.setValues({ [path]: next })
  }
  const focus = (position: number, field: string) =>
    requestAnimationFrame(() => area.current?.querySelectorAll('fieldset')[position]?.querySelector<HTMLElement>(field)?.focus())
  const insert = (row: R, position: number, field = 'input') => {
    const now = read()
    set([...now.slice(0, position), row, ...now.slice(position)])
    focus(position, field)
  }
  const remove = (position: number) => {
    const now = read()
    const gone = now[position]
    if (!gone) return
    set(now.filter((_, index) => index !== position))
    focus(Math.max(0, position - 1), 'input[inputmode]')
    hideUndo.current = showUndo(removed(position), () => insert(gone, position))
  }
  return { area, insert, remove }
}
