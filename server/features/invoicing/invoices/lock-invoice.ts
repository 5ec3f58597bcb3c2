import type { PoolClient } from 'pg'
import type { Lasku } from '#domain/entities/invoice/invoice.entity.ts'
import type { Tilaus } from '#domain/entities/order/order.entity.ts'
import { system } from '#server/entities/engine.ts'
import type { InvoicingParts } from './parts.ts'
import { ordersOfInvoices } from './queries.ts'

/** An invoice with the orders of its rows; those of a credit note belong to the credited invoice. `live`: the orders are on this invoice now. */
export type LockedInvoice = { invoice: Lasku; credited: Lasku | null; orders: readonly Tilaus[]; live: readonly string[] }

/**
 * Locks an invoice with its orders, the orders first and in the order of their ids, as all of invoicing does. Null when there is no such invoice.
 */
export async function lockInvoice(
  { engine, client }: Pick<InvoicingParts, 'engine'> & { client: PoolClient },
  id: string,
): Promise<LockedInvoice | null> {
  const [before] = await engine.load(system, 'lasku', [id], { runner: client })
  if (!before) return null
  const { hyvitettava } = before.row
  const placed = await ordersOfInvoices(client, [hyvitettava ?? id])
  const locked = { lock: true, runner: client }
  const orders = await engine.load(
    system,
    'tilaus',
    placed.map((order) => order.id),
    locked,
  )
  const invoices = (await engine.load(system, 'lasku', hyvitettava === null ? [id] : [id, hyvitettava], locked)).map(({ row }) => row)
  const invoice = invoices.find((row) => row.id === id)
  if (invoice?.status !== 1) return null
  return {
    invoice,
    credited: invoices.find((row) => row.id === hyvitettava) ?? null,
    orders: orders.map(({ row }) => row),
    live: placed.filter(({ isLive }) => isLive).map((order) => order.id),
  }
}
