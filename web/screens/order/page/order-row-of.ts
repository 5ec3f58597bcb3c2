import { type OrderRow, staffOrderRow } from '#web/features/orders/order-rows.ts'
import type { OrderRead } from '../order-data.ts'

/** The order as lists show it, for the dialogs that change orders of a list. */
export function orderRowOf({ order, customer, shipments, jobs, names, group }: OrderRead): OrderRow {
  const named = (id: string | null) => (id ? { id, name: names.get(id) ?? '' } : null)
  const parts = { order, customer, group: group && { id: group.row.id, name: group.row.tunniste }, shipments, jobs }
  return staffOrderRow(parts, ({ kuljettaja, auto }) => ({ driver: named(kuljettaja), car: named(auto) }))
}
