import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { Lasku } from '#domain/entities/invoice/invoice.entity.ts'
import { hasFailed } from '#domain/entities/invoice/invoice.states.ts'
import type { Tilaus } from '#domain/entities/order/order.entity.ts'
import { RequestFault } from '#domain/errors.ts'
import { sumsOf } from '#domain/features/invoicing/invoice-sums.ts'
import { type PlannedInvoice, planInvoices } from '#domain/features/invoicing/plan-invoices.ts'
import { missingOfSeller, missingSellerLabels } from '#domain/features/invoicing/seller.ts'
import type { SendInvoicesAnswer } from '#domain/features/invoicing/send-invoices.ts'
import { vatRateAt } from '#domain/features/settings/settings.ts'
import { registry } from '#domain/model/registry.ts'
import { fromCents } from '#domain/values/money.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { addRow, type RowChange, systemFor, updateRow } from '#server/entities/engine.ts'
import { messageOf } from '#server/http/operation-result.ts'
import { inSavepoint } from '#server/platform/database/transaction.ts'
import type { InvoiceProvider } from '#server/platform/ports/accounting/invoice-provider.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { wireShares } from '../invoices/invoice-values.ts'
import type { InvoicingParts } from '../invoices/parts.ts'
import { addToInvoices, ordersWithGroups } from '../invoices/queries.ts'
import { queueAgain } from '../invoices/queue-again.ts'
import { readBillable, receiverOf } from './billable-orders.ts'

type Results = SendInvoicesAnswer['results']
type Result = Omit<Results[number], 'id'>
export type Making = InvoicingParts & { client: PoolClient; viewer: Viewer }

/**
 * Makes invoices of delivered orders and queues their sending, in the caller's transaction; the result of each order. The orders are locked in
 * the order of their ids before anything is read: of two administrators, the second finds the orders on invoices.
 */
export async function makeInvoices(
  making: Making,
  requested: readonly string[],
  { name: provider, limits }: Pick<InvoiceProvider, 'name' | 'limits'>,
): Promise<SendInvoicesAnswer> {
  const { engine, client, viewer, company } = making
  const { values: settings } = await storedSettings(client)
  const missing = missingOfSeller({ ...(await company()), ...settings })
  if (missing.length > 0)
    throw new RequestFault({
      kind: 'invalid',
      detail: `${missing.map((detail) => missingSellerLabels[detail]).join('. ')}. Lisää asetuksiin.`,
    })

  const locked = await lockOrders(making, requested)
  const results = new Map<string, Result>()
  for (const id of requested) if (!locked.has(id)) results.set(id, { success: false, message: 'Tilausta ei löydy.' })
  for (const [id, result] of await resultsOfInvoiced(making, [...locked.values()])) results.set(id, result)

  const found = await readBillable(client, [...locked.keys()], making.clock())
  // A group may have been removed while the locks were waited for: its other orders were not chosen.
  const open = found.filter(({ id, ryhma }) => !results.has(id) && (ryhma !== null || requested.includes(id)))
  // A group is invoiced whole: when one of its orders cannot be, the others cannot either.
  const stopped = new Set(found.flatMap(({ id, ryhma }) => (ryhma && results.has(id) ? [ryhma.id] : [])))
  const blocked = open.filter(({ ryhma }) => ryhma !== null && stopped.has(ryhma.id))
  for (const { id } of blocked) results.set(id, { success: false, message: 'Ryhmän kaikkia tilauksia ei voi laskuttaa.' })
  const plan = planInvoices(
    open.filter((order) => !blocked.includes(order)),
    { receiver: receiverOf(provider, limits.known(), settings), vatRateAt: (at) => vatRateAt(settings, at) },
  )
  for (const [id, { message }] of plan.refused) results.set(id, { success: false, message })

  const invoices = plan.invoices.map((planned) => ({ id: randomUUID(), planned }))
  const now = startOfDay(making.clock())
  const changes = invoices.flatMap(({ id, planned }) => changesOf(id, planned, { provider, viewer, now }))
  await engine.save(systemFor(viewer), changes, { client })
  const placed = invoices.flatMap(({ id, planned }) =>
    planned.rows.flatMap(({ orders }) => orders.map((order) => ({ tilaus_id: order.id, lasku_id: id }))),
  )
  await addToInvoices(client, placed)
  for (const { tilaus_id, lasku_id } of placed) results.set(tilaus_id, { success: true, lasku: lasku_id })
  await making.queue(
    client,
    invoices.map(({ id }) => id),
  )
  return {
    success: true,
    results: requested.map((id) => ({ id, ...(results.get(id) ?? { success: false, message: 'Tilausta ei löydy.' }) })),
  }
}

/** Locks the orders together with the other orders of their groups; also those that joined a group while the locks were waited for. */
async function lockOrders({ engine, client, viewer }: Making, requested: readonly string[]): Promise<Map<string, Tilaus>> {
  const locked = new Map<string, Tilaus>()
  for (let ids = await ordersWithGroups(client, requested); ids.length > 0; ) {
    const rows = await engine.load(viewer, 'tilaus', ids, { lock: true, runner: client })
    for (const { row, mayRead } of rows) if (mayRead && row.status === 1) locked.set(row.id, row)
    const seen = new Set(ids)
    ids = (await ordersWithGroups(client, requested)).filter((id) => !seen.has(id) && !locked.has(id))
  }
  return locked
}

/** The results of orders that are invoiced or on an invoice already. A failed invoice is queued again. */
async function resultsOfInvoiced(making: Making, orders: readonly Tilaus[]): Promise<Map<string, Result>> {
  const { engine, client, viewer } = making
  const invoiceIds = [...new Set(orders.flatMap(({ lasku }) => (lasku === null ? [] : [lasku])))]
  const rows = await engine.load(viewer, 'lasku', invoiceIds, { lock: true, runner: client })
  const invoices = new Map(rows.map(({ row }) => [row.id, row]))
  const faults = await queueFailed(making, [...invoices.values()].filter(hasFailed))
  return new Map(
    orders.flatMap((order): [string, Result][] => {
      const invoice = order.lasku === null ? undefined : invoices.get(order.lasku)
      if (invoice) return [[order.id, resultOnInvoice(invoice, faults.get(invoice.id))]]
      if (order.tilauksen_tila === 'laskutettu') return [[order.id, { success: false, message: 'Tilaus on jo laskutettu.' }]]
      // An undelivered order of a group is reported as the group's fault by the plan.
      if (order.tilauksen_tila === 'toimitettu' || (order.avoin && order.tilaus_ryhma !== null)) return []
      return [[order.id, { success: false, message: 'Tilausta ei ole vielä toimitettu.' }]]
    }),
  )
}

/** Queues failed invoices again, each by itself. Returns why some could not be queued. */
async function queueFailed(making: Making, invoices: readonly Lasku[]): Promise<Map<string, string>> {
  const faults = new Map<string, string>()
  for (const invoice of invoices) {
    try {
      await inSavepoint(making.client, () => queueAgain(making, invoice))
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      faults.set(invoice.id, messageOf(error))
    }
  }
  return faults
}

function resultOnInvoice(invoice: Lasku, fault?: string): Result {
  if (fault !== undefined) return { success: false, lasku: invoice.id, message: fault }
  if (hasFailed(invoice)) return { success: true, lasku: invoice.id }
  return { success: false, lasku: invoice.id, message: `Tilaus on jo laskulla ${registry.lasku.tunniste.prefix}-${invoice.numero}.` }
}

type MadeBy = { provider: InvoiceProvider['name']; viewer: Viewer; now: number }

/** The invoice with its rows, and the orders that point at it. */
function changesOf(id: string, { customer, channel, rows }: PlannedInvoice, { provider, viewer, now }: MadeBy): RowChange[] {
  const sums = sumsOf(rows)
  const invoice = addRow(
    'lasku',
    {
      asiakas: customer.id,
      jarjestelma: provider,
      laskutustapa: channel,
      laskupaiva: now,
      maksuehto: customer.maksuehto,
      veroton: fromCents(sums.netCents),
      alv: fromCents(sums.vatCents),
      yhteensa: fromCents(sums.totalCents),
      alv_erittely: wireShares(sums.vat),
      lahettaja: viewer.userId,
    },
    { id },
  )
  const lines = rows.map((row, index) =>
    addRow('laskurivi', {
      lasku: id,
      rivinro: index + 1,
      name: row.name,
      maara: row.quantity,
      yksikko: row.unit,
      yksikkohinta: row.unitPrice,
      veroton: fromCents(row.netCents),
      alv_prosentti: row.vatPercent,
      toimituspaiva: startOfDay(row.deliveredAt),
      viitteet: row.references.join('\n'),
      tilausnumerot: row.orderNumbers.join(' '),
      rahtikirja: row.waybill,
      tilaukset: row.orders.map((order) => order.id),
      tilaus_ryhma: row.group,
    }),
  )
  const orders = rows.flatMap((row) => row.orders.map((order) => updateRow('tilaus', order.id, { lasku: id })))
  return [invoice, ...lines, ...orders]
}
