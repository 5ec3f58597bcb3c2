// A list whose key has its day is another query every day. Until it is read, it shows what was read on an earlier day: a device that is opened
// without a network in the morning has the reads of the evening (rules/screens.md#offline).
import { addDays } from '#domain/values/time/time.ts'
import { type IncludedRows, includedOf } from '#web/data/json-api.ts'
import type { Fields } from '#web/data/row.ts'

/** As long as reads are stored. */
const maxDays = 7
/** Longer than a read counts as fresh (milliseconds). */
const stale = 60_000

/** `readAt`: milliseconds. */
type Earlier<T> = { data: T; readAt: number }

/** Spread into the query of a day. `today`: its midnight; `readOf`: what was read when `day` was today. */
export function fromEarlierDay<T>(today: number, readOf: (day: number) => Earlier<T> | undefined) {
  const latest = (): Earlier<T> | undefined => {
    for (let days = 1; days <= maxDays; days++) {
      const read = readOf(addDays(today, -days))
      if (read) return read
    }
    return undefined
  }
  return {
    initialData: () => latest()?.data,
    // Before today, so that it is refetched also when the day changes a moment after the read.
    initialDataUpdatedAt: () => Math.min(latest()?.readAt ?? 0, today * 1000 - stale),
  }
}

type List<R, F extends Fields> = { rows: R[]; included: IncludedRows<F>; count: number; next: number | null }
type Read<R, F extends Fields> = { lists: readonly List<R, F>[] | undefined; readAt: number | undefined }

/** The rows that are wanted of what was read in several lists; undefined when none was read. */
export function earlierList<R extends { id: string }, F extends Fields>(
  reads: readonly Read<R, F>[],
  isWanted: (row: R) => boolean,
): Earlier<List<R, F>> | undefined {
  const lists = reads.flatMap((read) => read.lists ?? [])
  if (lists.length === 0) return undefined
  // A row whose day was changed between the reads may be in both.
  const rows = [...new Map(lists.flatMap((list) => list.rows.filter(isWanted)).map((row) => [row.id, row])).values()]
  const included = includedOf<F>(lists.flatMap((list) => list.included.toJSON()))
  const readAt = Math.min(...reads.flatMap((read) => (read.lists ? (read.readAt ?? []) : [])))
  return { data: { rows, included, count: rows.length, next: null }, readAt }
}
