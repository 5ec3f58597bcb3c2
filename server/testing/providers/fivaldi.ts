// A stub of Fivaldi's customer API (rules/integrations.md#fivaldi) that refuses what the real one would refuse, and keeps books.
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { noFaults, type StubAnswer, type StubFaults, type StubRequest, startStubServer } from './stub-server.ts'

export const fivaldiAccount = {
  FIVALDI_PARTNER: 'kuorma-testi',
  FIVALDI_SECRET: 'fivaldin-salaisuus-1234567890',
  FIVALDI_COMPANY: '0123456789abcdef0123456789abcdef',
  FIVALDI_PRODUCTS: '25.5:RAHTI,13.5:RAHTI13,0:RAHTI0',
} as const

const id = (max: number) => z.string().min(1).max(max)
const optional = (max: number) => z.string().max(max).optional()
const day = z.string().regex(/^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.\d{4}$/, 'must be dd.mm.yyyy')
const country = z.string().regex(/^[A-Z]{2}$/)

const address = z.strictObject({
  addressType: z.enum(['01', '02', '03', '04']),
  isMainAddress: z.boolean().optional(),
  ...{
    streetAddress: optional(80),
    streetAddress2: optional(80),
    postalCode: optional(10),
    postalAddress: optional(80),
    countryCode: country,
  },
})
const newCustomer = z.strictObject({
  customerName: id(40),
  ...{ customerName2: optional(40), businessId: optional(30), email: optional(80), phoneNumber: optional(25), externalId: optional(30) },
  ...{ isCustomer: z.boolean().optional(), languageCode: z.enum(['FIN', 'SWE', 'ENG']), currency: z.literal('EUR') },
  ...{ ovtIdentifier: optional(17), finvoiceOtherIdentifier: optional(30), intermediatorCode: optional(30) },
  customerEntityAddressDTOS: z.array(address).optional(),
})
const decimals = (count: number) => z.number().refine((value) => Math.abs(value * 10 ** count - Math.round(value * 10 ** count)) < 1e-3)
const productRow = z
  .strictObject({
    textRow: z.literal(false),
    productCode: id(20),
    description: id(80),
    quantity: decimals(3),
    unitId: id(10),
    unitPriceExcludingTax: decimals(6).min(0).optional(),
    totalSumIncludingTax: decimals(2).optional(),
    discountRate: z.number().min(0).max(100).optional(),
    rowFreeText: optional(512),
    ...{ accountDimension1: optional(8), accountDimension2: optional(8), accountDimension3: optional(8), accountDimension4: optional(8) },
  })
  .refine((row) => (row.unitPriceExcludingTax === undefined) !== (row.totalSumIncludingTax === undefined), 'either a unit price or a total')
const textRow = z.strictObject({ textRow: z.literal(true), rowFreeText: id(512) })
const buyer = z.strictObject({
  ...{ buyerOrganisationName: id(40), buyerOrganisationName2: optional(40), streetName: optional(35), streetName2: optional(35) },
  ...{ postCodeIdentifier: optional(35), townName: optional(35), countryCode: country },
})
const newOrder = z.strictObject({
  ...{ customerId: id(10), externalOrderNumber: id(100), orderDate: day, deliveryDate: day.optional() },
  ...{ currency: z.literal('EUR'), languageCode: z.enum(['FIN', 'SWE', 'ENG']) },
  ...{ paymentTermId: id(10), postingGroupId: id(10), deliveryMethodId: optional(10) },
  ...{ buyerReferenceIdentifier: optional(70), invoiceReference: optional(80), readyToInvoice: z.boolean() },
  ...{ buyer, salesOrderRowDTOS: z.array(z.discriminatedUnion('textRow', [productRow, textRow])).min(1) },
})
type NewOrder = z.output<typeof newOrder>
type ProductRow = z.output<typeof productRow>
export type BookedFivaldiOrder = NewOrder & { id: string; orderNumber: string; orderStatus: 'DRAFT'; totalCents: number }

export type FivaldiStub = {
  url: string
  /** What Fivaldi has taken: what a test asks. */
  orders: BookedFivaldiOrder[]
  customers: (z.output<typeof newCustomer> & { customerId: string })[]
  /** Requests in their order, such as `POST /sales/sales-order`, and those that were refused for the rate. */
  requests: string[]
  limited: number
  /** Null lifts the limit. */
  limit: { perSecond: number; burst: number } | null
  readonly faults: StubFaults
  /** The names of customers whose orders are refused, as those of a closed customer are. */
  closed: Set<string>
  paymentTermDays: number[]
  close: () => Promise<void>
}

/** The rate of each product's posting. */
const products: Readonly<Record<string, number>> = { RAHTI: 25.5, RAHTI13: 13.5, RAHTI0: 0 }
const postingGroups = [{ postingGroupId: '1', description: 'Kotimaan myynti' }]
const deliveryMethods = [
  { deliveryMethodId: '01', description: 'Kuljetus' },
  { deliveryMethodId: '02', description: 'Nouto' },
]
const units = [
  { unitId: 'kpl', description: 'kpl' },
  { unitId: '2', description: 'tuntia' },
  { unitId: '3', description: 'km' },
]

const ok = (body: unknown): StubAnswer => ({ status: 200, body })
const refusal = (status: number, message: string, errors: string[] = []): StubAnswer => ({ status, body: { status, message, errors } })

export async function startFivaldiStub(): Promise<FivaldiStub> {
  let tokens = 10
  let filledAt = Date.now()
  const stub: FivaldiStub = {
    ...{ url: '', orders: [], customers: [], requests: [], limited: 0, limit: { perSecond: 2, burst: 10 }, faults: noFaults() },
    ...{ closed: new Set<string>(), paymentTermDays: [7, 14, 30], close: () => server.close() },
  }

  function isOverLimit(): boolean {
    if (stub.limit === null) return false
    const now = Date.now()
    tokens = Math.min(stub.limit.burst, tokens + ((now - filledAt) / 1000) * stub.limit.perSecond)
    filledAt = now
    // The clocks of both ends differ by some milliseconds.
    if (tokens < 0.9) return true
    tokens -= 1
    return false
  }

  function answer(request: StubRequest): StubAnswer {
    const fault = credentialFault(request)
    if (fault) return fault
    const { pathname, searchParams } = request.url
    const path = pathname.replace(`/customer/api/companies/${fivaldiAccount.FIVALDI_COMPANY}`, '')
    stub.requests.push(`${request.method} ${path.replace('/customer/api', '')}`)
    if (isOverLimit()) {
      stub.limited++
      return { ...refusal(429, 'Too Many Requests'), headers: { 'retry-after': '1' } }
    }
    switch (`${request.method} ${path}`) {
      case 'GET /customer/api/ping':
        return ok('pong')
      case 'GET /sales/company-invoicing-details':
        return ok({ paymentTerms: paymentTerms(stub), postingGroups, deliveryMethods, units, currencies: [{ currency: 'EUR' }] })
      case 'GET /customers':
        return ok(
          stub.customers.map(({ customerId, customerName, businessId, externalId }) => ({
            customerId,
            customerName,
            businessId,
            externalId,
          })),
        )
      case 'POST /customers/createCustomer':
        return addCustomer(stub, request.body)
      case 'GET /sales/sales-orders':
        return day.safeParse(searchParams.get('fromDate')).success ? ok(stub.orders) : refusal(400, 'Invalid fromDate')
      case 'POST /sales/sales-order':
        return addOrder(stub, request.body)
      default:
        return refusal(404, 'Not Found')
    }
  }

  const server = await startStubServer({
    answer,
    fault: (status) =>
      status === 429 ? { ...refusal(429, 'Too Many Requests'), headers: { 'retry-after': '1' } } : refusal(500, 'Internal Server Error'),
    faults: stub.faults,
    isFaulty: ({ method, url }) => method === 'POST' && url.pathname.endsWith('/sales/sales-order'),
  })
  stub.url = `${server.url}/customer/api`
  return stub
}

const paymentTerms = ({ paymentTermDays }: FivaldiStub) =>
  paymentTermDays.map((days) => ({ paymentTermId: `M${days}`, description: `${days} pv netto` }))

/** Calculates the signature anew. */
function credentialFault({ method, url, headers, body }: StubRequest): StubAnswer | null {
  const timestamp = headers['x-fivaldi-timestamp']
  const partner = headers['x-fivaldi-partner']
  const query = url.search.slice(1)
  const signed = [
    method,
    body === '' ? '' : createHash('md5').update(body, 'utf8').digest('hex'),
    headers['content-type'] ?? '',
    `x-fivaldi-partner:${partner}`,
    `x-fivaldi-timestamp:${timestamp}`,
    url.pathname,
  ].concat(query === '' ? [] : [query])
  const expected = createHmac('sha256', fivaldiAccount.FIVALDI_SECRET).update(signed.join('\n'), 'utf8').digest('base64')
  if (partner !== fivaldiAccount.FIVALDI_PARTNER || headers.authorization !== `Fivaldi ${expected}`) return refusal(401, 'Unauthorized')
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return refusal(401, 'Request has expired')
  const [, company] = /\/companies\/([^/]+)/.exec(url.pathname) ?? []
  return company === undefined || company === fivaldiAccount.FIVALDI_COMPANY ? null : refusal(403, 'Forbidden')
}

const faultsIn = (error: z.ZodError): string[] => error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

function addCustomer({ customers }: FivaldiStub, body: string): StubAnswer {
  const parsed = newCustomer.safeParse(JSON.parse(body))
  if (!parsed.success) return refusal(400, 'Validation failed', faultsIn(parsed.error))
  const made = { ...parsed.data, customerId: String(1001 + customers.length) }
  customers.push(made)
  return ok(made)
}

function addOrder(stub: FivaldiStub, body: string): StubAnswer {
  const parsed = newOrder.safeParse(JSON.parse(body))
  if (!parsed.success) return refusal(400, 'Validation failed', faultsIn(parsed.error))
  const order = parsed.data
  const rows = order.salesOrderRowDTOS.filter((row): row is ProductRow => !row.textRow)
  const known = (list: readonly Readonly<Record<string, string>>[], value: string): boolean =>
    list.some((entry) => Object.values(entry)[0] === value)
  const errors = [
    stub.customers.some(({ customerId }) => customerId === order.customerId) ? '' : `Customer ${order.customerId} was not found`,
    known(paymentTerms(stub), order.paymentTermId) ? '' : 'paymentTermId is not valid',
    known(postingGroups, order.postingGroupId) ? '' : 'postingGroupId is not valid',
    order.deliveryMethodId === undefined || known(deliveryMethods, order.deliveryMethodId) ? '' : 'deliveryMethodId is not valid',
    ...rows.map(({ productCode }) => (productCode in products ? '' : `Product ${productCode} was not found`)),
    ...rows.map(({ unitId }) => (known(units, unitId) ? '' : `Unit ${unitId} was not found`)),
    stub.closed.has(order.buyer.buyerOrganisationName) ? 'Asiakas on laskutuskiellossa' : '',
  ].filter((error) => error !== '')
  if (errors.length > 0) return refusal(400, 'Order could not be created', errors)
  const orderNumber = String(5001 + stub.orders.length)
  const booked = { ...order, id: `fv-${orderNumber}`, orderNumber, orderStatus: 'DRAFT' as const, totalCents: totalOf(rows) }
  stub.orders.push(booked)
  return ok(booked)
}

/** With the VAT of each product's posting, rounded once a rate. */
function totalOf(rows: readonly ProductRow[]): number {
  const cents = [...Map.groupBy(rows, ({ productCode }) => productCode)].map(([code, same]) => {
    const net = same.reduce((sum, { quantity, unitPriceExcludingTax = 0 }) => sum + Math.round(quantity * unitPriceExcludingTax * 100), 0)
    return net + Math.round((net * (products[code] ?? 0)) / 100)
  })
  return cents.reduce((sum, part) => sum + part, 0)
}
