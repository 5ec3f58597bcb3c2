import { addMonths, dayOf, midnightOf } from '../../values/time/time.ts'

/** From the first moment to the one after the last; unix seconds. */
export type Month = { start: number; end: number }

/** `2026-11`: the month of a moment in Helsinki. */
export const monthOf = (seconds: number): string => dayOf(seconds).slice(0, 7)

const monthFrom = (start: number): Month => ({ start, end: addMonths(start, 1) })

/** The months that a report compares: the one given as `2026-11`, the one before it, and the same month a year before. */
export function comparedMonths(month: string): [Month, Month, Month] {
  const start = midnightOf(`${month}-01`)
  return [monthFrom(start), monthFrom(addMonths(start, -1)), monthFrom(addMonths(start, -12))]
}
