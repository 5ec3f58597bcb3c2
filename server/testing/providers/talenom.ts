// A stub of Talenom's sales API (rules/integrations.md#talenom) that checks tokens, keys and fields, and keeps books.
import { z } from 'zod'
import { noFaults, type StubAnswer, type StubFaults, type StubRequest, startStubServer } from './stub-server.ts'

export const talenomAccount = {
  TALENOM_ORGANISATION: '1234567-1',
  TALENOM_CLIENT_ID: 'a1b2c3d4-0000-4000-8000-000000000001',
  TALENOM_CLIENT_SECRET: 'talenomin-salaisuus-1234567890',
  TALENOM_SUBSCRIPTION_KEY: 'tilausavain-0123456789',
  TALENOM_SALES_ACCOUNT: '3000',
} as const

const words = z.string().max(500)
const day = z.iso.date()
const newContact = z.strictObject({
  ...{ customerNumber: z.string().min(1).max(30), name: words.min(1), businessId: words, email: words, phone: words },
  address: z.strictObject({ street: words, postalCode: words, city: words, countryCode: z.string().length(2) }),
  ...{ eInvoiceAddress: words, eInvoiceOperator: words },
})
const newInvoice = z.strictObject({
  ...{ invoiceType: z.enum(['Invoice', 'CreditNote']), invoiceNumber: words.min(1), creditedInvoiceNumber: words.optional() },
  ...{ invoiceDate: day, dueDate: day, paymentReference: z.string().regex(/^\d+$/).optional(), currency: z.literal('EUR') },
  message: words.optional(),
})
const lineItem = z.strictObject({
  ...{
    type: z.literal('Product'),
    productName: words.min(1),
    description: words.optional(),
    quantity: z.number(),
    unit: z.enum(['kpl', 'h', 'km']),
  },
  ...{
    pricePerUnit: z.number().min(0),
    salesAccountNumber: z.literal(talenomAccount.TALENOM_SALES_ACCOUNT),
    taxPercent: z.number().min(0).max(100),
  },
})
const rows = z.strictObject({ invoiceVersion: z.number(), rowVersion: z.string(), lineItems: z.array(lineItem).min(1) })

type BookedInvoice = z.output<typeof newInvoice> & {
  id: string
  contactId: string
  invoiceVersion: number
  rowVersion: string
  lineItems: z.output<typeof lineItem>[]
}
export type TalenomStub = {
  url: string
  tokenUrl: string
  contacts: (z.output<typeof newContact> & { contactId: string })[]
  invoices: BookedInvoice[]
  requests: string[]
  tokens: number
  /** Seconds for which a token is valid. */
  tokenLife: number
  /** Ends every token that was given. */
  revokeTokens: () => void
  readonly faults: StubFaults
  /** Which requests of the service may fail. */
  faulty: RegExp
  close: () => Promise<void>
}

const ok = (body: unknown): StubAnswer => ({ status: 200, body })
const refusal = (status: number, title: string, errors: Record<string, string[]> = {}): StubAnswer => ({
  status,
  body: { status, title, errors },
})
const faultsIn = (error: z.ZodError): Record<string, string[]> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), [`${path.join('.')}: ${message}`]]))

const root = `/fi/sales/v1/${talenomAccount.TALENOM_ORGANISATION}`

export async function startTalenomStub(): Promise<TalenomStub> {
  const valid = new Map<string, number>()
  const stub: TalenomStub = {
    ...{
      url: '',
      tokenUrl: '',
      contacts: [],
      invoices: [],
      requests: [],
      tokens: 0,
      tokenLife: 3600,
      faults: noFaults(),
      faulty: /invoices/,
    },
    revokeTokens: () => valid.clear(),
    close: () => server.close(),
  }

  function giveToken({ body }: StubRequest): StubAnswer {
    const form = new URLSearchParams(body)
    if (form.get('grant_type') !== 'client_credentials') return { status: 400, body: { error: 'unsupported_grant_type' } }
    const { TALENOM_CLIENT_ID, TALENOM_CLIENT_SECRET } = talenomAccount
    if (form.get('client_id') !== TALENOM_CLIENT_ID || form.get('client_secret') !== TALENOM_CLIENT_SECRET)
      return { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' } }
    if (form.get('scope') !== 'https://apim.talenom.com/.default') return { status: 400, body: { error: 'invalid_scope' } }
    stub.tokens++
    const access_token = `token-${stub.tokens}`
    valid.set(access_token, Date.now() + stub.tokenLife * 1000)
    return ok({ token_type: 'Bearer', expires_in: stub.tokenLife, access_token })
  }

  function answer(request: StubRequest): StubAnswer {
    const { method, url, headers } = request
    if (url.pathname === '/oauth2/v2.0/token') return giveToken(request)
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    if (headers['ocp-apim-subscription-key'] !== talenomAccount.TALENOM_SUBSCRIPTION_KEY)
      return { status: 401, body: { statusCode: 401, message: 'Access denied due to invalid subscription key.' } }
    if ((valid.get(token) ?? 0) < Date.now()) return refusal(401, 'Unauthorized')
    if (!url.pathname.startsWith(`${root}/`)) return refusal(404, 'Organisation was not found')
    const path = url.pathname.slice(root.length)
    stub.requests.push(`${method} ${path}`)
    return routed(stub, request, `${method} ${path}`)
  }

  const server = await startStubServer({
    answer,
    fault: (status) => ({
      ...refusal(status, status === 429 ? 'Rate limit is exceeded.' : 'Internal server error'),
      headers: { 'retry-after': '1' },
    }),
    faults: stub.faults,
    isFaulty: ({ method, url }) => stub.faulty.test(`${method} ${url.pathname}`),
  })
  stub.url = `${server.url}${root}`
  stub.tokenUrl = `${server.url}/oauth2/v2.0/token`
  return stub
}

function routed(stub: TalenomStub, request: StubRequest, call: string): StubAnswer {
  if (call === 'POST /contacts') return addContact(stub, request.body)
  if (call === 'POST /invoices') return addInvoice(stub, request)
  const [, method, id] = /^(GET|PUT) \/invoices\/([^/]+)$/.exec(call) ?? []
  const invoice = stub.invoices.find((one) => one.id === id)
  if (!invoice) return refusal(404, 'Not Found')
  return method === 'PUT' ? putRows(invoice, request.body) : ok(invoice)
}

/** A contact with the same customer number is the same contact. */
function addContact({ contacts }: TalenomStub, body: string): StubAnswer {
  const parsed = newContact.safeParse(JSON.parse(body))
  if (!parsed.success) return refusal(400, 'One or more validation errors occurred.', faultsIn(parsed.error))
  const known = contacts.find(({ customerNumber }) => customerNumber === parsed.data.customerNumber)
  const contactId = known?.contactId ?? `contact-${contacts.length + 1}`
  if (!known) contacts.push({ ...parsed.data, contactId })
  return ok({ contactId })
}

/** Each call makes an invoice: there is no key that would recognise a repeat. */
function addInvoice({ contacts, invoices }: TalenomStub, { url, body }: StubRequest): StubAnswer {
  const contactId = url.searchParams.get('contactId') ?? ''
  if (!contacts.some((contact) => contact.contactId === contactId)) return refusal(400, 'Contact was not found')
  const parsed = newInvoice.safeParse(JSON.parse(body))
  if (!parsed.success) return refusal(400, 'One or more validation errors occurred.', faultsIn(parsed.error))
  const made = { ...parsed.data, id: `tal-${invoices.length + 1}`, contactId, invoiceVersion: 1, rowVersion: 'AAA1', lineItems: [] }
  invoices.push(made)
  return ok({ invoiceId: made.id, invoiceVersion: made.invoiceVersion, rowVersion: made.rowVersion })
}

function putRows(invoice: BookedInvoice, body: string): StubAnswer {
  const parsed = rows.safeParse(JSON.parse(body))
  if (!parsed.success) return refusal(400, 'One or more validation errors occurred.', faultsIn(parsed.error))
  const { invoiceVersion, rowVersion, lineItems } = parsed.data
  if (invoiceVersion !== invoice.invoiceVersion || rowVersion !== invoice.rowVersion) return refusal(409, 'The invoice has been changed')
  Object.assign(invoice, { lineItems, invoiceVersion: invoiceVersion + 1, rowVersion: `AAA${invoiceVersion + 1}` })
  return ok({ invoiceId: invoice.id, invoiceVersion: invoice.invoiceVersion, rowVersion: invoice.rowVersion })
}
