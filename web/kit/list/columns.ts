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
  /** Where the columns do not all fit, those that yield are left out, the lowest number first; never one that a person has chosen. */
  yields?: number
  /** Left out until chosen. */
  optional?: boolean
}

/** A line under an unfolded row: what stands in which column. */
export type SubRow = { id: string; cells: Readonly<Record<string, ReactNode>> }
export type Selection = {
  selected: ReadonlySet<string>
  /** The select-all box of a list means the rows fetched so far. */
  onChange: (selected: ReadonlySet<string>) => void
  /** Beyond it: all that the list finds, but no more than `most` at once. */
  all?: { most: number; onChoose: () => void; busy: boolean }
}

/** What a list offers to select beyond the rows fetched so far: the number of rows, whether they are all, and whether more fit in at once. */
export function offerOfAll(
  { selected, all }: Selection,
  { rows, count }: { rows: readonly { id: string }[]; count: number },
): { rows: number; whole: boolean; full: boolean } | null {
  if (!all || count <= rows.length || !rows.every(({ id }) => selected.has(id))) return null
  const most = Math.min(all.most, count)
  if (selected.size >= count) return null
  return { rows: most, whole: most === count, full: selected.size >= most }
}

/** The ids of the columns shown: those in the address, else all that are not optional. */
export function shownColumns<T>(columns: readonly Column<T>[], chosen: string | undefined): string[] {
  const wanted = chosen?.split(',') ?? []
  const known = columns.filter(({ id }) => wanted.includes(id)).map(({ id }) => id)
  return known.length > 0 ? known : columns.filter(({ optional }) => !optional).map(({ id }) => id)
}

/**
 * Leaves out yielding columns until the rest fit into `room`, and shares what is left over among those that grow.
 * Gives each remaining column its width in pixels; 0 of `room` means that it is not known yet.
 */
export function fitColumns<T>(columns: readonly Column<T>[], room: number): { column: Column<T>; width: number }[] {
  const total = (some: readonly Column<T>[]) => some.reduce((sum, { width }) => sum + width, 0)
  let kept = columns
  while (room > 0 && total(kept) > room) {
    const [first] = kept.filter(({ yields }) => yields !== undefined).sort((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
    if (!first) break
    kept = kept.filter((column) => column !== first)
  }
  const growing = kept.filter(({ grow }) => grow).length
  const share = growing === 0 ? 0 : Math.max(0, room - total(kept)) / growing
  return kept.map((column) => ({ column, width: column.width + (column.grow ? share : 0) }))
}

/** Pressing a heading sorts up, then down, then as the list is by itself. */
export function nextSort(current: string | undefined, key: string): string | undefined {
  if (current === key) return `-${key}`
  return current === `-${key}` ? undefined : key
}
