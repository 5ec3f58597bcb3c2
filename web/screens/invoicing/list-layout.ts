import type { UninvoicedCustomer } from '#domain/features/invoicing/uninvoiced-customers.ts'

type Customer = Pick<UninvoicedCustomer, 'id' | 'tilauksia'>
/** A row of the list: the heading of a customer, or an order by its position among all orders of all customers. */
export type RowPlace = { customer: number; order: number | null }
export type ListLayout = {
  length: number
  at: (index: number) => RowPlace | null
  /** The pages of orders that these rows of the list need. */
  pagesOf: (first: number, last: number, pageSize: number) => number[]
}

/**
 * Where the rows of the list are: each customer has a heading, followed by its orders unless it is closed. The server counts the orders of
 * closed customers too, so that a page of orders is the same whatever is open.
 */
export function listLayout(customers: readonly Customer[], closed: ReadonlySet<string>): ListLayout {
  const starts: number[] = []
  const firstOrders: number[] = []
  let length = 0
  let orders = 0
  for (const { id, tilauksia } of customers) {
    starts.push(length)
    firstOrders.push(orders)
    length += 1 + (closed.has(id) ? 0 : tilauksia)
    orders += tilauksia
  }
  const at = (index: number): RowPlace | null => {
    if (index < 0 || index >= length) return null
    // The last customer that starts at the row or before it.
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    const within = index - (starts[low] ?? 0)
    return { customer: low, order: within === 0 ? null : (firstOrders[low] ?? 0) + within - 1 }
  }
  return {
    length,
    at,
    pagesOf(first, last, pageSize) {
      const pages = new Set<number>()
      for (let index = Math.max(0, first); index <= Math.min(last, length - 1); index++) {
        const order = at(index)?.order
        if (typeof order === 'number') pages.add(Math.floor(order / pageSize))
      }
      return [...pages]
    },
  }
}
