import type { SendInvoicesAnswer } from '#domain/features/invoicing/send-invoices.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { InvoiceProvider } from '#server/platform/ports/accounting/invoice-provider.ts'
import { customersOfOrders } from '../invoices/queries.ts'
import { type Making, makeInvoices } from './make-invoices.ts'

/** Orders in one transaction: more would lock rows for long, and delay the other requests of this server. */
const maxAtOnce = 250

/**
 * Makes invoices of all the orders, also when nobody waits for the answer any more. The orders of a customer are in one transaction, however many
 * they are, so that its joint invoices are whole; an error ends the work, and what was made before it stays.
 */
export async function makeManyInvoices(
  making: Omit<Making, 'client'>,
  requested: readonly string[],
  provider: Pick<InvoiceProvider, 'name' | 'limits'>,
): Promise<SendInvoicesAnswer> {
  const customers = await customersOfOrders(making.pool, requested)
  const ofCustomers = [...Map.groupBy(requested, (id) => customers.get(id) ?? '').values()]
  const results = new Map<string, SendInvoicesAnswer['results'][number]>()
  for (const some of partsOf(ofCustomers)) {
    const answer = await inTransaction(making.pool, (client) => makeInvoices({ ...making, client }, some, provider))
    for (const result of answer.results) results.set(result.id, result)
  }
  return { success: true, results: requested.flatMap((id) => results.get(id) ?? []) }
}

/** The orders of some whole customers at a time. */
function partsOf(ofCustomers: readonly (readonly string[])[]): string[][] {
  const parts: string[][] = []
  for (const ids of ofCustomers) {
    const last = parts.at(-1)
    if (last && last.length + ids.length <= maxAtOnce) last.push(...ids)
    else parts.push([...ids])
  }
  return parts
}
