import { z } from 'zod'
import { quantityAndPrice } from '#domain/features/invoicing/charged-work.ts'
import { cutTo, plainLine } from '#domain/features/invoicing/finvoice/finvoice-text.ts'
import { invoiceEmissions, rowEmissions } from '#domain/features/invoicing/invoice-emissions.ts'
import type { InvoiceLine, OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { CallOutcome } from '../accounting-call.ts'
import { type InvoiceProvider, noLimits } from '../invoice-provider.ts'
import { type TalenomAccount, talenomApi } from './talenom-api.ts'

export type TalenomOptions = TalenomAccount & {
  /** The sales account of rows. */
  salesAccount: string
}

const identifier = z.union([z.string().min(1), z.number()]).transform(String)
const version = z.union([z.string(), z.number()])
const contact = z.object({ contactId: identifier })
const draft = z.union([
  z.object({ invoiceId: identifier, invoiceVersion: version, rowVersion: version }),
  z.object({ id: identifier, invoiceVersion: version, rowVersion: version }),
])

const storedRow = z.object({ productName: z.string(), quantity: z.number(), pricePerUnit: z.number() })
type StoredRow = z.output<typeof storedRow>
const storedRows = z.object({ lineItems: z.array(storedRow) })
const unexpected = 'Talenom vastasi odottamattomasti.'

/**
 * Invoices of Talenom (rules/integrations.md#talenom). Talenom has no key by which a repeat would be recognised: once the creation of an invoice has
 * left, any doubt makes the outcome `unknown`. What comes before it, the contact with the customer's Talenom number, is harmless to repeat.
 */
export function talenom({ salesAccount, ...account }: TalenomOptions): InvoiceProvider {
  const call = talenomApi(account)

  async function send(invoice: OutgoingInvoice, signal: AbortSignal): Promise<SendOutcome> {
    const { buyer } = invoice
    if (plainLine(buyer.talenomNumber) === '')
      return { kind: 'refused', message: `Asiakkaalta ${buyer.name} puuttuu Talenom-asiakasnumero.` }
    const made = await call({ method: 'POST', path: '/contacts', json: contactOf(buyer), isHarmless: true }, signal)
    if (made.kind !== 'done') return beforeInvoice(made)
    const known = contact.safeParse(made.body)
    if (!known.success) return { kind: 'retry', message: unexpected, afterSeconds: 300 }

    const query = { contactId: known.data.contactId }
    const created = await call({ method: 'POST', path: '/invoices', query, json: invoiceOf(invoice), isHarmless: false }, signal)
    if (created.kind === 'unknown') return { kind: 'unknown', message: created.message }
    if (created.kind !== 'done') return beforeInvoice(created)
    const stored = draft.safeParse(created.body)
    if (!stored.success) return { kind: 'unknown', message: unexpected }
    const { invoiceVersion, rowVersion } = stored.data
    const id = 'invoiceId' in stored.data ? stored.data.invoiceId : stored.data.id

    const json = { invoiceVersion, rowVersion, lineItems: invoice.lines.map((line) => lineItemOf(line, salesAccount)) }
    // The versions make a repeat harmless: Talenom refuses rows for a version that is no longer current.
    const put = await call({ method: 'PUT', path: `/invoices/${encodeURIComponent(id)}`, json, isHarmless: true }, signal)
    if (put.kind === 'done' || (await hasRows(id, json.lineItems, signal))) return { kind: 'sent', providerId: id }
    return { kind: 'unknown', message: `Talenomin lasku ${id} on luotu, mutta sen rivejä ei ehkä ole tallennettu: ${put.message}` }
  }

  /** Whether Talenom has the rows: the answer to an earlier attempt may have been lost, after which its versions refuse a repeat. */
  async function hasRows(id: string, sent: readonly LineItem[], signal: AbortSignal): Promise<boolean> {
    const outcome = await call({ method: 'GET', path: `/invoices/${encodeURIComponent(id)}`, isHarmless: true }, signal)
    const stored = outcome.kind === 'done' ? storedRows.safeParse(outcome.body) : null
    const textOf = (items: readonly StoredRow[]) =>
      JSON.stringify(items.map((item) => [item.productName, item.quantity, item.pricePerUnit]))
    return stored?.success === true && textOf(stored.data.lineItems) === textOf(sent)
  }

  return {
    name: 'talenom',
    repeatAfter: 0,
    limits: noLimits,
    send,
    async test(signal) {
      // No invoice has this id: the credentials alone decide.
      const outcome = await call({ method: 'GET', path: '/invoices/00000000-0000-0000-0000-000000000000', isHarmless: true }, signal)
      const isKnown = outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status !== 401 && outcome.status !== 403)
      return isKnown ? { works: true, message: 'Yhteys toimii.' } : { works: false, message: outcome.message }
    },
  }
}

/** The invoice has certainly not been made. */
function beforeInvoice(outcome: Exclude<CallOutcome, { kind: 'done' }>): SendOutcome {
  if (outcome.kind === 'refused') return { kind: 'refused', message: outcome.message }
  return { kind: 'retry', message: outcome.message, afterSeconds: (outcome.kind === 'busy' ? outcome.afterSeconds : undefined) ?? 60 }
}

const contactOf = (buyer: OutgoingInvoice['buyer']) => ({
  customerNumber: cutTo(30, buyer.talenomNumber),
  name: plainLine(buyer.name),
  businessId: plainLine(buyer.businessId),
  email: plainLine(buyer.email),
  phone: plainLine(buyer.phone),
  address: {
    street: plainLine([buyer.street, buyer.street2].filter((line) => line !== '').join(', ')),
    postalCode: plainLine(buyer.postalCode),
    city: plainLine(buyer.town),
    countryCode: buyer.country || 'FI',
  },
  eInvoiceAddress: buyer.eInvoiceAddress,
  eInvoiceOperator: buyer.operator,
})

const invoiceOf = (invoice: OutgoingInvoice) => ({
  invoiceType: invoice.kind === 'hyvitys' ? 'CreditNote' : 'Invoice',
  invoiceNumber: invoice.number,
  creditedInvoiceNumber: invoice.credits || undefined,
  invoiceDate: dayOf(invoice.invoiceDay),
  dueDate: dayOf(invoice.dueDay),
  paymentReference: invoice.reference || undefined,
  currency: 'EUR',
  message: plainLine(`${invoice.message}\n${invoiceEmissions(invoice)}`) || undefined,
})

type LineItem = ReturnType<typeof lineItemOf>

/** The price of a credited row is positive and its quantity negative. */
function lineItemOf(line: InvoiceLine, salesAccountNumber: string) {
  const { quantity, price } = quantityAndPrice(line, { quantity: 5, price: 6 })
  const details = [...line.orders, ...line.references, line.waybill, rowEmissions(line)].filter((text) => text !== '')
  return {
    type: 'Product',
    productName: plainLine(line.name) || 'Kuljetus',
    description: plainLine(details.join(', ')) || undefined,
    quantity,
    unit: line.unit,
    pricePerUnit: price,
    salesAccountNumber,
    taxPercent: line.vatPercent,
  }
}
