import type { MissingInvoiceDetail } from '#domain/features/invoicing/missing-for-invoice.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { sumEuros } from '#domain/values/money.ts'

/** One line of an invoice: an order, or the orders of a group with their joint price (rules/orders.md#order-groups). */
export type ListedLine = {
  /** The id of the order or of the group. */
  id: string
  tunniste: string
  hinta: number
  ryhma: UninvoicedOrder['ryhma']
  orders: readonly UninvoicedOrder[]
  puuttuu: readonly MissingInvoiceDetail[]
}

/** The orders as lines, in the same order; a group takes the position of its first order. */
export function linesOf(orders: readonly UninvoicedOrder[]): ListedLine[] {
  const byLine = Map.groupBy(orders, ({ id, ryhma }) => ryhma?.id ?? id)
  return [...byLine].flatMap(([id, own]) => {
    const [first] = own
    if (!first) return []
    const { tunniste, hinta } = first.ryhma ?? first
    return { id, tunniste, hinta, ryhma: first.ryhma, orders: own, puuttuu: [...new Set(own.flatMap(({ puuttuu }) => puuttuu))] }
  })
}

export const sumOf = (lines: readonly Pick<ListedLine, 'hinta'>[]): number => sumEuros(lines.map(({ hinta }) => hinta))
export const ordersOf = (lines: readonly ListedLine[]): UninvoicedOrder[] => lines.flatMap(({ orders }) => orders)
