/** The ids of the rows from one position to another, both included; rows that have not been fetched or cannot be selected are left out. */
export function rowRange(from: number, to: number, idAt: (index: number) => string | null): string[] {
  const [first, last] = from <= to ? [from, to] : [to, from]
  return Array.from({ length: last - first + 1 }, (_, index) => idAt(first + index)).flatMap((id) => id ?? [])
}

/** The selection after a range has been selected or cleared. */
export function withRange(selected: ReadonlySet<string>, ids: readonly string[], chosen: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  for (const id of ids) {
    if (chosen) next.add(id)
    else next.delete(id)
  }
  return next
}
