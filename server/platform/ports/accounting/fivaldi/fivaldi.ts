import { z } from 'zod'
import type { OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import { addDays } from '#domain/values/time/time.ts'
import type { CallOutcome } from '../accounting-call.ts'
import type { InvoiceProvider } from '../invoice-provider.ts'
import { type FivaldiAccount, fivaldiApi } from './fivaldi-api.ts'
import { companyInvoicingDetails, type FivaldiChoices } from './fivaldi-choices.ts'
import { externalIdOf, type FivaldiChosen, fivaldiCustomer, fivaldiDay, fivaldiOrder } from './fivaldi-order.ts'

export type FivaldiOptions = FivaldiAccount & FivaldiChosen & { company: string }

const optional = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
const customer = z.object({ customerId: optional, businessId: optional, externalId: optional })
const customers = z.array(customer)
const storedOrder = z.object({ id: optional, orderNumber: optional, externalBatchId: optional, externalOrderNumber: optional })
const storedOrders = z.array(storedOrder)

/** A sending that ends before anything was sent: what to answer. */
class Stopped extends Error {
  readonly outcome: SendOutcome

  constructor(outcome: SendOutcome) {
    super('message' in outcome ? outcome.message : outcome.kind)
    this.outcome = outcome
  }
}

const unexpected: SendOutcome = { kind: 'retry', message: 'Fivaldi vastasi odottamattomasti.', afterSeconds: 300 }

/** The answer of a call that changes nothing, or whose repeat is harmless. */
function answerOf<T>(outcome: CallOutcome, shape: z.ZodType<T>): T {
  if (outcome.kind === 'done') {
    const answer = shape.safeParse(outcome.body)
    if (answer.success) return answer.data
    throw new Stopped(unexpected)
  }
  if (outcome.kind === 'refused') throw new Stopped({ kind: 'refused', message: outcome.message })
  throw new Stopped(retryOf(outcome))
}

function retryOf(outcome: { message: string; afterSeconds?: number }): SendOutcome {
  return { kind: 'retry', message: outcome.message, afterSeconds: outcome.afterSeconds ?? 60 }
}

/** Milliseconds for which the company's own ids and its customers are not read again. */
const cacheTime = 60 * 60 * 1000
/** A choice that is missing may have been added; but it is not looked for with each invoice of a run. */
const shortestCacheTime = 60 * 1000

/** A value that is read once, and again when it is older than the caller accepts. */
function cached<T>(read: (signal: AbortSignal) => Promise<T>): (maxAge: number, signal: AbortSignal) => Promise<T> {
  let current: { readAt: number; value: Promise<T> } | null = null
  return (maxAge, signal) => {
    if (current === null || Date.now() - current.readAt > maxAge) {
      const value = read(signal)
      const made = { readAt: Date.now(), value }
      current = made
      value.catch(() => {
        if (current === made) current = null
      })
    }
    return current.value
  }
}

/** Sales orders of Visma Fivaldi (rules/integrations.md#fivaldi). */
export function fivaldi({ company, products, postingGroup, deliveryMethod, ...account }: FivaldiOptions): InvoiceProvider {
  const call = fivaldiApi(account)
  const root = `/companies/${encodeURIComponent(company)}`
  const set = { products, postingGroup, deliveryMethod }

  const choices = cached<FivaldiChoices>(async (signal) =>
    answerOf(await call({ method: 'GET', path: `${root}/sales/company-invoicing-details` }, signal), companyInvoicingDetails),
  )
  const customerIds = cached(async (signal) => {
    const ids = new Map<string, string>()
    for (const { customerId, businessId, externalId } of answerOf(
      await call({ method: 'GET', path: `${root}/customers` }, signal),
      customers,
    ))
      for (const key of [businessId, externalId]) if (key !== '' && customerId !== '') ids.set(key, customerId)
    return ids
  })

  /** Customers that are being added: invoices of one customer that are sent at the same time add it once. */
  const added = new Map<string, Promise<string>>()

  function customerOf(buyer: OutgoingInvoice['buyer'], signal: AbortSignal): Promise<string> {
    const underWay = added.get(buyer.customerId) ?? findOrAddCustomer(buyer, signal).finally(() => added.delete(buyer.customerId))
    added.set(buyer.customerId, underWay)
    return underWay
  }

  /** The customer with our id or the Y-tunnus, else a new one. */
  async function findOrAddCustomer(buyer: OutgoingInvoice['buyer'], signal: AbortSignal): Promise<string> {
    const keys = [externalIdOf(buyer.customerId), buyer.businessId].filter((key) => key !== '')
    const idIn = (ids: ReadonlyMap<string, string>) => keys.map((key) => ids.get(key)).find((id) => id !== undefined)
    const known = idIn(await customerIds(cacheTime, signal)) ?? idIn(await customerIds(0, signal))
    if (known !== undefined) return known
    // A repeat after a lost answer finds the customer in the register.
    const made = await call({ method: 'POST', path: `${root}/customers/createCustomer`, json: fivaldiCustomer(buyer) }, signal)
    const { customerId } = answerOf(made, customer)
    if (customerId === '') throw new Stopped(unexpected)
    const ids = await customerIds(cacheTime, signal)
    for (const key of keys) ids.set(key, customerId)
    return customerId
  }

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
        return (await findOrder(invoice, signal).catch(() => null)) ?? retryOf(made)
      case 'done': {
        const stored = storedOrder.safeParse(made.body)
        return stored.success ? sentAs(stored.data, invoice.number) : { kind: 'sent', providerId: invoice.number }
      }
    }
  }

  return {
    name: 'fivaldi',
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
