import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { InvoiceLine, OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { sampleInvoice, sampleLine } from '#domain/testing/sample-invoice.ts'
import { type FivaldiStub, fivaldiAccount, startFivaldiStub } from '#server/testing/providers/fivaldi.ts'
import { type FivaldiOptions, fivaldi } from './fivaldi.ts'
import { fivaldiSignature } from './fivaldi-signature.ts'

let stub: FivaldiStub
beforeEach(async () => {
  stub = await startFivaldiStub()
})
afterEach(() => stub.close())

const { signal } = new AbortController()
/** What the provider would have waited before a repeat. */
const pauses: number[] = []
const open = (change: Partial<FivaldiOptions> = {}) =>
  fivaldi({
    ...{
      url: stub.url,
      partner: fivaldiAccount.FIVALDI_PARTNER,
      secret: fivaldiAccount.FIVALDI_SECRET,
      rate: 2,
      timeout: 500,
      repeatAfter: 120,
      pause: async (milliseconds) => void pauses.push(milliseconds),
    },
    ...{ company: fivaldiAccount.FIVALDI_COMPANY, postingGroup: '', deliveryMethod: '' },
    products: new Map([
      [25.5, 'RAHTI'],
      [13.5, 'RAHTI13'],
      [0, 'RAHTI0'],
    ]),
    ...change,
  })
/** Without limits at either end. */
const unpaced = () => {
  stub.limit = null
  return open({ rate: 1000 })
}
const ordersWith = (number: string) => stub.orders.filter(({ externalOrderNumber }) => externalOrderNumber === number)

test('the signature covers each line of a request', () => {
  const request = {
    method: 'GET',
    path: '/customer/api/ping',
    query: '',
    body: '',
    contentType: '',
    partner: 'P1',
    timestamp: 1_700_000_000,
  }
  // printf 'GET\n\n\nx-fivaldi-partner:P1\nx-fivaldi-timestamp:1700000000\n/customer/api/ping' | openssl dgst -sha256 -hmac salaisuus -binary | base64
  expect(fivaldiSignature(request, 'salaisuus')).toBe('Fivaldi KNR1RVX5svBcAldLbqXEJqnFnapP1PDnjd8wcKmu+Fs=')
  expect(fivaldiSignature({ ...request, query: 'a=1' }, 'salaisuus')).not.toBe(fivaldiSignature(request, 'salaisuus'))
  expect(fivaldiSignature({ ...request, body: '{}', contentType: 'application/json' }, 'salaisuus')).toMatch(/^Fivaldi [\w+/]{43}=$/)
})

test('its limits are the products that are set and the payment terms that Fivaldi answered last', async () => {
  const provider = unpaced()
  const vatPercents = [25.5, 13.5, 0]
  expect(provider.limits.known()).toEqual({ paymentTerms: null, vatPercents })
  expect(await provider.limits.read(signal)).toEqual({ paymentTerms: [7, 14, 30], vatPercents })
  expect(provider.limits.known()).toEqual({ paymentTerms: [7, 14, 30], vatPercents })
  expect(await open({ secret: 'väärä' }).limits.read(signal)).toEqual({ paymentTerms: null, vatPercents })
})

describe('an invoice', () => {
  test('is one sales order of the customer, with our number', async () => {
    const provider = open()
    expect(await provider.send(sampleInvoice(), signal)).toEqual({ kind: 'sent', providerId: 'fv-5001' })
    expect(stub.orders).toMatchObject([
      {
        ...{ customerId: '1001', externalOrderNumber: '10001', orderDate: '23.11.2026', deliveryDate: '20.11.2026', paymentTermId: 'M14' },
        ...{ postingGroupId: '1', buyerReferenceIdentifier: 'PO-4410', readyToInvoice: true, totalCents: 15_493 },
        buyer: { buyerOrganisationName: 'Åbo Bröd & Öljy Oy', streetName: 'Teollisuuskatu 12', streetName2: 'Ovi 4', townName: 'Turku' },
        salesOrderRowDTOS: [
          {
            ...{ productCode: 'RAHTI', description: 'Kuljetus Turku–Tampere', quantity: 1, unitId: 'kpl', unitPriceExcludingTax: 123.45 },
            rowFreeText: 'Tilaus T-1042; Viite PO-4410; Rahtikirja 000000010016; Toimitettu 20.11.2026',
          },
        ],
      },
    ])
    expect(stub.customers).toMatchObject([{ businessId: '0116297-6', ovtIdentifier: '003701162976', intermediatorCode: '003723327487' }])
    await provider.send(sampleInvoice({ number: '10002' }), signal)
    expect(stub.customers).toHaveLength(1)
    expect(stub.requests.filter((request) => /details|customers$/.test(request))).toHaveLength(3)
  })

  test('has the estimated emissions on its rows, and their sum on a row of text below them', async () => {
    const lines = [{ ...sampleLine, emissionGrams: 12_300 }]
    await open().send(sampleInvoice({ lines, emissionSources: ['GLEC 3.1'] }), signal)
    const [row, note] = stub.orders[0]?.salesOrderRowDTOS ?? []
    expect(row).toMatchObject({ rowFreeText: expect.stringMatching(/; Toimitettu 20\.11\.2026; Päästöarvio 12,3 kg CO₂e$/) })
    expect(note).toEqual({ textRow: true, rowFreeText: expect.stringMatching(/^Päästöarvio 12,3 kg CO₂e \(ISO 14083: .*; GLEC 3\.1\)\.$/) })
  })

  test('of a customer that Fivaldi knows by its Y-tunnus is sent to it', async () => {
    stub.customers.push({ customerId: '77', customerName: 'Bröd', businessId: '0116297-6', languageCode: 'FIN', currency: 'EUR' })
    await open().send(sampleInvoice(), signal)
    expect(stub.customers).toHaveLength(1)
    expect(stub.orders[0]?.customerId).toBe('77')
  })

  test('sent again, also by another server, is the same order', async () => {
    await open().send(sampleInvoice(), signal)
    expect(await open().send(sampleInvoice(), signal)).toEqual({ kind: 'sent', providerId: 'fv-5001' })
    expect(stub.orders).toHaveLength(1)
  })

  test('sent again is found also when a new one would be refused', async () => {
    await open().send(sampleInvoice(), signal)
    stub.paymentTermDays.length = 0
    expect(await open().send(sampleInvoice(), signal)).toEqual({ kind: 'sent', providerId: 'fv-5001' })
  })

  test('with a long name, several rates, units and a credit is accepted', async () => {
    const provider = unpaced()
    const { buyer, ...invoice } = sampleInvoice()
    const name = 'Pohjois-Pohjanmaan Elintarvikekuljetusten Osuuskunta Oy'
    const lines: InvoiceLine[] = [
      { ...sampleLine, quantity: 3, netCents: 10_000 },
      { ...sampleLine, unit: 'h', quantity: 7.5, vatPercent: 13.5 },
      { ...sampleLine, unit: 'km', quantity: 412, vatPercent: 0, references: ['x'.repeat(300)] },
    ]
    expect(await provider.send(sampleInvoice({ ...invoice, lines, buyer: { ...buyer, name } }), signal)).toMatchObject({ kind: 'sent' })
    expect(stub.orders[0]?.buyer).toMatchObject({
      buyerOrganisationName: name.slice(0, 40),
      buyerOrganisationName2: name.slice(40).trim(),
    })
    const credit = sampleInvoice({ number: '10003', kind: 'hyvitys', credits: '10001', lines: [{ ...sampleLine, netCents: -12_345 }] })
    expect(await provider.send(credit, signal)).toMatchObject({ kind: 'sent' })
    expect(stub.orders[1]).toMatchObject({ totalCents: -15_493, invoiceReference: 'Hyvityslasku 10003' })
    expect(stub.orders[1]?.salesOrderRowDTOS[0]).toEqual({ textRow: true, rowFreeText: 'Hyvityslasku laskulle 10001' })
  })

  test('keeps its net sum to the cent whatever its rows are', async () => {
    const provider = unpaced()
    const line = fc.record({
      netCents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 99_999 }).map((value) => value / 100),
      ),
    })
    let number = 20_000
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (rows) => {
        const lines = rows.map((row) => ({ ...sampleLine, ...row, vatPercent: 0 }))
        number++
        const invoice = sampleInvoice({ number: String(number), lines })
        expect(await provider.send(invoice, signal)).toMatchObject({ kind: 'sent' })
        expect(ordersWith(invoice.number)[0]?.totalCents).toBe(invoice.netCents)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a failure', () => {
  test('is told in the words of Fivaldi', async () => {
    stub.closed.add('Åbo Bröd & Öljy Oy')
    expect(await open().send(sampleInvoice(), signal)).toEqual({
      kind: 'refused',
      message: '400 Order could not be created; Asiakas on laskutuskiellossa',
    })
  })

  test('of the credentials is refused, and the test tells it', async () => {
    const stranger = open({ secret: 'väärä' })
    expect(await stranger.send(sampleInvoice(), signal)).toEqual({ kind: 'refused', message: '401 Unauthorized' })
    expect(await stranger.test(signal)).toEqual({ works: false, message: '401 Unauthorized' })
    expect(await open({ company: 'f'.repeat(32) }).test(signal)).toEqual({ works: false, message: '403 Forbidden' })
    expect(await open().test(signal)).toEqual({ works: true, message: 'Yhteys toimii.' })
    expect(stub.orders).toEqual([])
  })

  test('names what is missing in Fivaldi, until it is added there', async () => {
    const term: Partial<OutgoingInvoice> = { paymentTermDays: 21 }
    const provider = unpaced()
    expect(await provider.send(sampleInvoice(term), signal)).toEqual({
      kind: 'refused',
      message: 'Fivaldissa ei ole maksuehtoa 21 pv. Lisää se Fivaldiin.',
    })
    stub.paymentTermDays.push(21)
    expect(await open().send(sampleInvoice(term), signal)).toMatchObject({ kind: 'sent' })
    const rate = { number: '10002', lines: [{ ...sampleLine, vatPercent: 10 }] }
    expect(await provider.send(sampleInvoice(rate), signal)).toEqual({
      kind: 'refused',
      message: 'Verokannalle 10 % ei ole Fivaldin tuotetta. Tarkista FIVALDI_PRODUCTS.',
    })
    expect(await open({ postingGroup: '9' }).send(sampleInvoice({ number: '10003' }), signal)).toMatchObject({ kind: 'refused' })
  })

  test('after Fivaldi has taken the order is found by its number', async () => {
    const provider = unpaced()
    for (const [index, fault] of (['accepted-then-silent', 'accepted-then-closed', 'accepted-then-broken'] as const).entries()) {
      const number = String(30_001 + index)
      stub.faults.next.push(fault)
      expect(await provider.send(sampleInvoice({ number }), signal), fault).toMatchObject({ kind: 'sent' })
      expect(ordersWith(number), fault).toHaveLength(1)
    }
  })

  test('after which Fivaldi takes the order late is not taken for one that it did not take', async () => {
    const provider = unpaced()
    stub.faults.next.push('accepted-later')
    expect(await provider.send(sampleInvoice(), signal)).toMatchObject({ kind: 'unknown' })
    expect(stub.orders).toEqual([])
    await vi.waitFor(() => expect(stub.orders).toHaveLength(1), { timeout: 5000 })
    expect(await provider.send(sampleInvoice(), signal)).toMatchObject({ kind: 'sent' })
    expect(stub.orders).toHaveLength(1)
  })

  test('before that can be retried', async () => {
    const provider = unpaced()
    stub.faults.next.push('broken')
    expect(await provider.send(sampleInvoice(), signal)).toEqual({ kind: 'unknown', message: '500 Internal Server Error' })
    stub.faults.next.push('silent')
    expect(await provider.send(sampleInvoice(), signal)).toMatchObject({ kind: 'unknown', message: 'Palvelu ei vastannut ajoissa.' })
    expect(stub.orders).toEqual([])
    // A 429 has certainly not taken it: it is repeated at once, after the time that Fivaldi asks.
    stub.faults.next.push('busy')
    pauses.length = 0
    expect(await provider.send(sampleInvoice(), signal)).toMatchObject({ kind: 'sent' })
    expect(pauses).toHaveLength(1)
    await stub.close()
    expect(await open().send(sampleInvoice(), signal)).toEqual({
      ...{ kind: 'retry', message: 'Palveluun ei saada yhteyttä.', afterSeconds: 60 },
    })
    expect(stub.orders).toHaveLength(1)
  })

  test('of the caller, who gives up, sends nothing more', async () => {
    const given = AbortSignal.abort()
    expect(await open().send(sampleInvoice(), given)).toMatchObject({ kind: 'retry' })
    expect(stub.requests).toEqual([])
  })
})

test('requests keep to the rate of Fivaldi: ten at once, then two a second', async () => {
  // The clock of both ends, which the test moves.
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  try {
    const provider = open({ timeout: 30_000 })
    const sending = Promise.all(
      Array.from({ length: 6 }, (_, index) => provider.send(sampleInvoice({ number: String(40_001 + index) }), signal)),
    )
    for (const sent of [10, 11, 12, 13, 14]) {
      while (stub.requests.length < sent) await nextTurn()
      await vi.advanceTimersByTimeAsync(500)
    }
    expect((await sending).every(({ kind }) => kind === 'sent')).toBe(true)
  } finally {
    vi.useRealTimers()
  }
  expect(stub.requests).toHaveLength(15)
  // By the stub's own count of the rate.
  expect(stub.limited).toBe(0)
  expect(stub.customers).toHaveLength(1)
})

test('with failures at random every invoice that is retried is one order', async () => {
  const provider = unpaced()
  Object.assign(stub.faults, { share: 0.4, seed: 7, kinds: ['broken', 'accepted-then-broken', 'accepted-then-closed'] })
  const numbers = Array.from({ length: 40 }, (_, index) => String(50_001 + index))
  await Promise.all(
    numbers.map(async (number) => {
      for (let attempt = 0; attempt < 20; attempt++) if ((await provider.send(sampleInvoice({ number }), signal)).kind === 'sent') return
      throw new Error(`${number} was never sent`)
    }),
  )
  expect(stub.orders).toHaveLength(40)
  for (const number of numbers) expect(ordersWith(number)).toHaveLength(1)
})
