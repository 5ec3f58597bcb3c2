import type { Pool } from 'pg'
import { planInvoices } from '#domain/features/invoicing/plan-invoices.ts'
import type { MissingForSendingAnswer } from '#domain/features/invoicing/providers/missing-for-sending.ts'
import { vatRateAt } from '#domain/features/settings/settings.ts'
import type { InvoiceProvider } from '#server/platform/ports/accounting/invoice-provider.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { ordersWithGroups } from '../invoices/queries.ts'
import { readBillable, receiverOf } from './billable-orders.ts'

type Asking = { pool: Pool; clock: () => number }
/** Milliseconds for which the provider is waited for; what it has not said by then is not known. */
const maxWait = 5000

/** Those of the orders that the provider could not be sent, and why. A group is looked at as a whole. */
export async function missingForSending(
  { pool, clock }: Asking,
  provider: Pick<InvoiceProvider, 'name' | 'limits'>,
  requested: readonly string[],
): Promise<MissingForSendingAnswer> {
  const { values: settings } = await storedSettings(pool)
  const orders = await readBillable(pool, await ordersWithGroups(pool, requested), clock())
  const { refused } = planInvoices(orders, {
    receiver: receiverOf(provider.name, await provider.limits.read(AbortSignal.timeout(maxWait)), settings),
    vatRateAt: (at) => vatRateAt(settings, at),
  })
  return {
    puutteet: requested.flatMap((id) => {
      const refusal = refused.get(id)
      return refusal ? [{ id, puuttuu: [...refusal.missing], message: refusal.message }] : []
    }),
  }
}
