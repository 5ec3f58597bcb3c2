import type { ReactNode } from 'react'

export type Column<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Least width in pixels; the room left over is shared by the columns that `grow`. */
  width: number
  grow?: boolean
  /** Figures: to the right, all of one width. */
  numeric?: boolean
  /** What the server sorts by when the heading is pressed. */
  sort?: string
  /** Left out until chosen. */
  optional?: boolean
}

/** A line under an unfolded row: what stands in which column. */
export type SubRow = { id: string; cells: Readonly<Record<string, ReactNode>> }
/** What the select-all box of a list means: the rows fetched so far. */
export type Selection = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void }

/** The ids of the columns shown: those in the address, else all that are not optional. */
export function shownColumns<T>(columns: readonly Column<T>[], chosen: string | undefined): string[] {
  const wanted = chosen?.split(',') ?? []
  const known = columns.filter(({ id }) => wanted.includes(id)).map(({ id }) => id)
  return known.length > 0 ? known : columns.filter(({ optional }) => !optional).map(({ id }) => id)
}

/** Pressing a heading sorts up, then down, then as the list is by itself. */
export function nextSort(current: string | undefined, key: string): string | undefined {
  if (current === key) return `-${key}`
  return current === `-${key}` ? undefined : key
}
