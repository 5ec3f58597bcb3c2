/** Splits a list into parts of at most `size`, in order, since calls, statements and processes have limits. */
export const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size))

/**
 * Splits a list into parts of at most `size`, items with the same key in the same part. Where a key has more items than that, those with the
 * same next key stay together; after the last key the list is split in order.
 */
export function inWholeParts<T>(list: readonly T[], size: number, [keyOf, ...nextKeys]: readonly ((item: T) => string)[]): T[][] {
  if (keyOf === undefined) return inParts(list, size)
  const parts: T[][] = []
  for (const same of Map.groupBy(list, keyOf).values())
    for (const piece of same.length > size ? inWholeParts(same, size, nextKeys) : [same]) {
      const last = parts.at(-1)
      if (last && last.length + piece.length <= size) last.push(...piece)
      else parts.push([...piece])
    }
  return parts
}
