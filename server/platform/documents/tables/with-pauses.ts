import { setImmediate as pause } from 'node:timers/promises'

// Rows that are read without a pause.
const sliceSize = 100

/** Maps rows with regular pauses, so that other requests are served. */
export async function mapWithPauses<T, R>(rows: readonly T[], read: (row: T) => R): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < rows.length; from += sliceSize) {
    for (const row of rows.slice(from, from + sliceSize)) results.push(read(row))
    await pause()
  }
  return results
}

/** Groups of rows of about `size` at a time; `weightOf` says how many rows a group is. */
export function* chunksOf<T>(groups: readonly T[], size: number, weightOf: (group: T) => number): Generator<T[]> {
  let chunk: T[] = []
  let weight = 0
  for (const group of groups) {
    chunk.push(group)
    weight += weightOf(group)
    if (weight < size) continue
    yield chunk
    chunk = []
    weight = 0
  }
  if (chunk.length > 0) yield chunk
}
