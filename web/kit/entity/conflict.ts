/** A field that somebody else changed; `both` when it was changed here too. */
export type Difference<V> = { field: keyof V & string; base: unknown; yours: unknown; theirs: unknown; both: boolean }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Compares three states of a row: as it was read (`base`), as it is typed (`yours`), as it is stored now (`theirs`).
 * Lists the fields that the other person changed; `both` marks those that you changed differently as well.
 */
export function differences<V extends object>(base: V, yours: V, theirs: V): Difference<V>[] {
  const found: Difference<V>[] = []
  for (const field in base) {
    if (same(base[field], theirs[field]) || same(yours[field], theirs[field])) continue
    const both = !same(base[field], yours[field])
    found.push({ field, base: base[field], yours: yours[field], theirs: theirs[field], both })
  }
  return found
}

/** The merged values: the other person's changes, but yours for the fields in `keep`. Your edits of other fields stay. */
export function merge<V extends object>(base: V, yours: V, theirs: V, keep: ReadonlySet<string>): V {
  const merged: V = { ...yours }
  for (const { field } of differences(base, yours, theirs)) if (!keep.has(field)) merged[field] = theirs[field]
  return merged
}

/** The stored row with the edits that were made after `sent` was sent. */
export function typedSince<V extends object>({ sent, typed, stored }: { sent: V; typed: V; stored: V }): V {
  const retyped = differences(sent, typed, stored).filter(({ both }) => both)
  return merge(sent, typed, stored, new Set(retyped.map(({ field }) => field)))
}
