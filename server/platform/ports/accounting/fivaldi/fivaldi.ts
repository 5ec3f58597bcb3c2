import { z } from 'zod'
import type { OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import type { ProviderLimits } from '#domain/features/invoicing/providers/missing-for-provider.ts'
import { addDays } from '#domain/values/time/time.ts'
import type { InvoiceProvider } from '../invoice-provider.ts'
import { answerOf, optionalText, retryOf, Stopped, unexpected } from './fivaldi-answer.ts'
import { type FivaldiAccount, fivaldiApi } from './fivaldi-api.ts'
import { cached, cacheTime, shortestCacheTime } from './fivaldi-cache.ts'
import { companyInvoicingDetails, type FivaldiChoices } from './fivaldi-choices.ts'
import { fivaldiCustomers } from './fivaldi-customers.ts'
import { type FivaldiChosen, fivaldiDay, fivaldiOrder } from './fivaldi-order.ts'

export type FivaldiOptions = FivaldiAccount & FivaldiChosen & { company: string } & Pick<InvoiceProvider, 'repeatAfter'>

const storedOrder = z.object({
  id: optionalText,
  orderNumber: optionalText,
  externalBatchId: optionalText,
  externalOrderNumber: optionalText,
})
const storedOrders = z.array(storedOrder)

/** Sales orders of Visma Fivaldi (rules/integrations.md#fivaldi). */
export function fivaldi({ company, products, postingGroup, deliveryMethod, repeatAfter, ...account }: FivaldiOptions): InvoiceProvider {
  const call = fivaldiApi(account)
  const root = `/companies/${encodeURIComponent(company)}`
  const set = { products, postingGroup, deliveryMethod }
  const customerOf = fivaldiCustomers(call, root)

  let latest: FivaldiChoices | null = null
  const choices = cached<FivaldiChoices>(async (signal) => {
    latest = answerOf(await call({ method: 'GET', path: `${root}/sales/company-invoicing-details` }, signal), companyInvoicingDetails)
    return latest
  })
  const limitsOf = (read: FivaldiChoices | null): ProviderLimits => ({
    paymentTerms: read?.paymentTerms.flatMap(({ days }) => days ?? []) ?? null,
    vatPercents: [...products.keys()],
  })
  /** The sales order with the invoice's number; null when Fivaldi has none. It was made on the invoice's day or later. */
  async function findOrder({ number, invoiceDay }: OutgoingInvoice, signal: AbortSignal): Promise<SendOutcome | null> {
    const fromDate = fivaldiDay(addDays(Math.min(invoiceDay, Date.now() / 1000), -1))
    const answer = await call({ method: 'GET', path: `${root}/sales/sales-orders`, query: { fromDate } }, signal)
    const found = answerOf(answer, storedOrders).find(({ externalOrderNumber }) => externalOrderNumber === number)
    return found ? sentAs(found, number) : null
  }

  async function orderOf(invoice: OutgoingInvoice, customerId: string, signal: AbortSignal): Promise<object> {
    for (const maxAge of [cacheTime, shortestCacheTime]) {
      const made = fivaldiOrder(invoice, customerId, { choices: await choices(maxAge, signal), set })
      if ('order' in made) return made.order
      if (maxAge === shortestCacheTime || !made.mayBeNew) throw new Stopped({ kind: 'refused', message: made.fault })
    }
    throw new Stopped(unexpected)
  }

  async function send(invoice: OutgoingInvoice, signal: AbortSignal): Promise<SendOutcome> {
    // First: an earlier attempt, also of a server that has ended, may have been taken; what follows may be refused now.
    const earlier = await findOrder(invoice, signal)
    if (earlier) return earlier
    const customerId = await customerOf(invoice.buyer, signal)
    const order = await orderOf(invoice, customerId, signal)
    const made = await call({ method: 'POST', path: `${root}/sales/sales-order`, json: order }, signal)
    switch (made.kind) {
      case 'refused':
        return { kind: 'refused', message: made.message }
      case 'busy':
        return retryOf(made)
      case 'unknown':
        // Fivaldi may still take it: that it is not in the list now says nothing.
        return (await findOrder(invoice, signal).catch(() => null)) ?? { kind: 'unknown', message: made.message }
      case 'done': {
        const stored = storedOrder.safeParse(made.body)
        return stored.success ? sentAs(stored.data, invoice.number) : { kind: 'sent', providerId: invoice.number }
      }
    }
  }

  return {
    name: 'fivaldi',
    repeatAfter,
    limits: {
      known: () => limitsOf(latest),
      read: async (signal) => limitsOf(await choices(shortestCacheTime, signal).catch(() => latest)),
    },
    send: (invoice, signal) =>
      send(invoice, signal).catch((error: unknown) => {
        if (error instanceof Stopped) return error.outcome
        throw error
      }),
    async test(signal) {
      const ping = await call({ method: 'GET', path: '/ping' }, signal)
      const outcome = ping.kind === 'done' ? await call({ method: 'GET', path: `${root}/sales/company-invoicing-details` }, signal) : ping
      return outcome.kind === 'done' ? { works: true, message: 'Yhteys toimii.' } : { works: false, message: outcome.message }
    },
  }
}

function sentAs({ id, orderNumber, externalBatchId }: z.output<typeof storedOrder>, number: string): SendOutcome {
  return { kind: 'sent', providerId: id || orderNumber || externalBatchId || number }
}
