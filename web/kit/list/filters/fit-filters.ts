import type { ReactNode } from 'react'

/** A filter of a list. */
export type FilterField = {
  /** The names of its values in the address. */
  names: readonly string[]
  label: string
  field: ReactNode
}

/** Widths in pixels, with the gap behind: of a filter that is off and of one that is on (list-filters.module.css), and of "+ Rajaa". */
const widths = { off: 140, on: 184, more: 100 } as const

export const isOn = ({ names }: Pick<FilterField, 'names'>, search: Readonly<Record<string, string | undefined>>): boolean =>
  names.some((name) => search[name])

/** Which filters have room on the line, in their own order: those that are on come before the others. The rest are behind "+ Rajaa". */
export function fitFilters<F extends Pick<FilterField, 'names'>>(
  fields: readonly F[],
  search: Readonly<Record<string, string | undefined>>,
  width: number,
): { line: readonly F[]; rest: readonly F[] } {
  const on = fields.filter((field) => isOn(field, search))
  const ordered = [...on, ...fields.filter((field) => !on.includes(field))]
  const widthOf = (field: F): number => (on.includes(field) ? widths.on : widths.off)
  const all = ordered.reduce((sum, field) => sum + widthOf(field), 0)
  const room = all <= width ? width : width - widths.more
  let used = 0
  const kept = new Set<F>()
  for (const field of ordered) {
    used += widthOf(field)
    if (used > room) break
    kept.add(field)
  }
  return { line: fields.filter((field) => kept.has(field)), rest: fields.filter((field) => !kept.has(field)) }
}
