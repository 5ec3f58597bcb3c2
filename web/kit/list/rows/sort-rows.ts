import { lazily } from '#domain/values/lazily.ts'
import type { Column } from '../columns.ts'

const byText = lazily(() => new Intl.Collator('fi', { numeric: true }))

/** The rows of a list that is read as a whole, in the order of the address; in their own order when no column with a `value` has its key. */
export function sortRows<T>(rows: readonly T[], sort: string | undefined, columns: readonly Column<T>[]): readonly T[] {
  const key = sort?.replace(/^-/, '')
  const valueIn = columns.find((column) => column.sort !== undefined && column.sort === key)?.value
  if (!valueIn) return rows
  const direction = sort?.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => {
    const [first, second] = [valueIn(a), valueIn(b)]
    const order = typeof first === 'number' && typeof second === 'number' ? first - second : byText().compare(String(first), String(second))
    return direction * order
  })
}
