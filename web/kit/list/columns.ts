import type { ReactNode } from 'react'

export type Column<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** The minimum width in pixels; columns that `grow` share the remaining width. */
  width: number
  grow?: boolean
  /** Where the columns do not fit although all that yield are left out, it becomes narrower, down to this. */
  least?: number
  /** Numbers: right-aligned, with digits of equal width. */
  numeric?: boolean
  /** The field that the server sorts by when the heading is pressed. */
  sort?: string
  /** What the rows of a list that is read as a whole are sorted by (`sortRows`). */
  value?: (row: T) => string | number
  /** Where the columns do not all fit, those with this value are left out, the lowest first; columns that the person has chosen never are. */
  yields?: number
  /** Hidden until chosen. */
  optional?: boolean
}

/** A line under an unfolded row, with its cells by column. */
export type SubRow = { id: string; cells: Readonly<Record<string, ReactNode>> }
export type Selection = {
  selected: ReadonlySet<string>
  /** How many rows are selected, where `selected` also has the headings of groups. */
  count?: number
  /** The select-all box covers the rows fetched so far. */
  onChange: (selected: ReadonlySet<string>) => void
  /** Selects everything that the list finds, but at most `max` rows at once. */
  all?: { max: number; onChoose: () => void; busy: boolean }
}

/** What a list offers to select beyond the rows fetched so far: the number of rows, and whether those are all rows found. */
export function offerOfAll(
  { selected, all }: Selection,
  { rows, count }: { rows: readonly { id: string }[]; count: number },
): { rows: number; whole: boolean; full: boolean } | null {
  if (!all || count <= rows.length || !rows.every(({ id }) => selected.has(id))) return null
  const max = Math.min(all.max, count)
  if (selected.size >= count) return null
  return { rows: max, whole: max === count, full: selected.size >= max }
}

/** The ids of the columns shown, in the person's order: those in the address, else all that are not optional. */
export function shownColumns<T>(columns: readonly Column<T>[], chosen: string | undefined): string[] {
  const ids = new Set(chosen?.split(',') ?? [])
  const known = [...ids].filter((id) => columns.some((column) => column.id === id))
  return known.length > 0 ? known : columns.filter(({ optional }) => !optional).map(({ id }) => id)
}

/** Widths of columns by id, in pixels. */
export type ColumnWidths = Readonly<Record<string, number>>
/** The person's own layout of a list's columns. */
export type ColumnLayout = {
  widths: ColumnWidths
  /** `width` null: as wide as it is by default. */
  onWidth: (id: string, width: number | null) => void
  /** Moves a column to the place of another one. */
  onMove: (id: string, to: string) => void
}

export const widthLimits = { min: 40, max: 800 } as const
const bounded = (width: number): number => Math.round(Math.min(Math.max(width, widthLimits.min), widthLimits.max))

/** `number:80,customer:220`, as the address holds widths; anything else in it is ignored. */
export function readWidths(text: string | undefined): ColumnWidths {
  const pairs = [...(text ?? '').matchAll(/([\w.-]+):(\d{1,4})/g)]
  return Object.fromEntries(pairs.map(([, id = '', width = '']) => [id, bounded(Number(width))]))
}
export const writeWidths = (widths: ColumnWidths): string =>
  Object.entries(widths)
    .map(([id, width]) => `${id}:${bounded(width)}`)
    .join(',')

/** The ids with one moved to the place of another: behind it when it comes from before. */
export function movedColumn(ids: readonly string[], id: string, to: string): string[] {
  const at = ids.indexOf(to)
  const rest = ids.filter((other) => other !== id)
  return id === to || at < 0 || rest.length === ids.length ? [...ids] : rest.toSpliced(at, 0, id)
}

/**
 * Leaves out yielding columns until the rest fit into `width`, narrows those that may be narrower, and shares the remaining width among those that grow; where all of
 * those have a chosen width, the last column gets it. Gives each remaining column its width in pixels; a `width` of 0 means that it is not known yet.
 */
export function fitColumns<T>(
  columns: readonly Column<T>[],
  width: number,
  chosen: ColumnWidths = {},
): { column: Column<T>; width: number }[] {
  const own = (column: Column<T>): number => chosen[column.id] ?? column.width
  const total = (some: readonly Column<T>[]) => some.reduce((sum, column) => sum + own(column), 0)
  let fitting = columns
  while (width > 0 && total(fitting) > width) {
    const [first] = fitting.filter(({ yields }) => yields !== undefined).sort((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
    if (!first) break
    fitting = fitting.filter((column) => column !== first)
  }
  const spare = ({ id, width, least = width }: Column<T>): number => (chosen[id] === undefined ? width - least : 0)
  const narrowing = Math.min(1, Math.max(0, total(fitting) - width) / fitting.reduce((sum, column) => sum + spare(column), 0))
  if (width > 0 && narrowing > 0) return fitting.map((column) => ({ column, width: own(column) - narrowing * spare(column) }))
  const flexible = fitting.filter(({ grow, id }) => grow && chosen[id] === undefined)
  const growing = flexible.length > 0 ? flexible : Object.keys(chosen).length > 0 ? fitting.slice(-1) : []
  const share = growing.length === 0 ? 0 : Math.max(0, width - total(fitting)) / growing.length
  return fitting.map((column) => ({ column, width: own(column) + (growing.includes(column) ? share : 0) }))
}

/** Pressing a heading sorts ascending, then descending, then in the list's own order. */
export function nextSort(current: string | undefined, key: string): string | undefined {
  if (current === key) return `-${key}`
  return current === `-${key}` ? undefined : key
}
