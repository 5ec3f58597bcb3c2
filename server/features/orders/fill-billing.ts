import { filledBilling, lacksBilling } from '#domain/entities/order/order.billing.ts'
import type { Row } from '#domain/model/registry.ts'
import type { LookUp, StoredRow } from '#server/entities/engine.ts'
import { billingKinds, billingTables, type CustomerForBilling, customersForBilling } from './queries.ts'

type Order = Row<'tilaus'>

/** Adds addresses of the same save, which are not in the database yet. */
function withNewRows(customer: CustomerForBilling, rowsOf: (entity: string) => readonly StoredRow[]): CustomerForBilling {
  const joined = billingKinds.map((kind) => {
    const fresh = rowsOf(billingTables[kind]).filter((row) => row.asiakas === customer.id && row.status === 1)
    const stored = customer[kind].filter((row) => !fresh.some(({ id }) => row.id === id))
    return [kind, [...stored, ...fresh]] as const
  })
  return { ...customer, ...Object.fromEntries(joined) }
}

/** Fills the billing fields of every new order, for all calls and jobs that create orders (rules/orders.md#billing-fields). */
export const fillBilling: LookUp = async (runner, changes, { rowsOf }) => {
  // The engine's type is for rows of all entities; these are orders.
  const orders = changes.map(({ before, after }) => (before === null ? (after as Order) : null))
  const lacking = orders.flatMap((order) => (order?.asiakas && lacksBilling(order) ? [order.asiakas] : []))
  if (lacking.length === 0) return undefined
  const stored = await customersForBilling(runner, [...new Set(lacking)])
  const customers = new Map<string, CustomerForBilling>()
  for (const id of lacking) {
    const made = rowsOf('asiakas').find((row) => row.id === id)
    const known = stored.get(id) ?? (made ? { id, name: made.name, email: [], posti: [], verkkolasku: [] } : undefined)
    if (known) customers.set(id, withNewRows(known, rowsOf))
  }
  return orders.map((order) => {
    const customer = order?.asiakas ? customers.get(order.asiakas) : undefined
    return order && customer ? filledBilling(order, customer) : {}
  })
}
