import { useQuery } from '@tanstack/react-query'
import { maxInvoicedOrders } from '#domain/features/invoicing/invoice-orders.ts'
import type { ListResult } from '#web/data/json-api.ts'
import { wholeQuery } from '#web/data/queries.ts'

type OrderFields = { readonly tilaus: readonly ('tunniste' | 'tilauksen_tila' | 'lasku')[] }
const orderFields: OrderFields = { tilaus: ['tunniste', 'tilauksen_tila', 'lasku'] }
// The invoice of an order is hidden from customers, who may not ask for it.
const noOrderFields: OrderFields = { tilaus: ['tunniste'] }

const rowsWithOrders = (pages: readonly ListResult<'laskurivi', OrderFields>[]) =>
  pages.flatMap(({ rows, included }) => rows.map((row) => ({ ...row, orders: included.all('tilaus', row.tilaukset) })))

type Options = { withOrders: boolean; enabled?: boolean }

/** All rows of an invoice, with their orders for administrators. An invoice has no more rows than one call takes orders. */
export function useInvoiceRows(invoice: string, { withOrders, enabled = true }: Options) {
  const include = withOrders ? ['tilaukset'] : []
  const fields = withOrders ? orderFields : noOrderFields
  const query = { filter: { 'lasku.id': invoice }, include, sort: ['rivinro'], fields } as const
  return useQuery({ ...wholeQuery('laskurivi', query, maxInvoicedOrders), select: rowsWithOrders, enabled })
}
