import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleInvoice, sampleLine } from '#domain/testing/sample-invoice.ts'
import { startTalenomStub, type TalenomStub, talenomAccount } from '#server/testing/providers/talenom.ts'
import { type TalenomOptions, talenom } from './talenom.ts'

let stub: TalenomStub
beforeEach(async () => {
  stub = await startTalenomStub()
})
afterEach(() => stub.close())

const { signal } = new AbortController()
const open = (change: Partial<TalenomOptions> = {}) =>
  talenom({
    ...{ url: stub.url, tokenUrl: stub.tokenUrl, timeout: 500, salesAccount: '3000' },
    ...{ clientId: talenomAccount.TALENOM_CLIENT_ID, clientSecret: talenomAccount.TALENOM_CLIENT_SECRET },
    ...{ subscriptionKey: talenomAccount.TALENOM_SUBSCRIPTION_KEY, pause: async () => undefined, ...change },
  })

describe('an invoice', () => {
  test('is an invoice of the contact with the Talenom number, with its rows', async () => {
    expect(await open().send(sampleInvoice(), signal)).toEqual({ kind: 'sent', providerId: 'tal-1' })
    expect(stub.contacts).toMatchObject([{ customerNumber: '77', name: 'Åbo Bröd & Öljy Oy', businessId: '0116297-6' }])
    expect(stub.invoices).toMatchObject([
      {
        ...{ invoiceType: 'Invoice', invoiceNumber: '10001', invoiceDate: '2026-11-23', dueDate: '2026-12-07', paymentReference: '100010' },
        ...{ contactId: 'contact-1', invoiceVersion: 2 },
        lineItems: [
          { productName: 'Kuljetus Turku–Tampere', quantity: 1, pricePerUnit: 123.45, salesAccountNumber: '3000', taxPercent: 25.5 },
        ],
      },
    ])
  })

  test('has the estimated emissions with its rows, and their sum after its message', async () => {
    const lines = [{ ...sampleLine, emissionGrams: 12_300 }]
    await open().send(sampleInvoice({ lines, emissionSources: ['GLEC 3.1'], message: 'Kiitos!' }), signal)
    expect(stub.invoices).toMatchObject([
      {
        message: expect.stringMatching(/^Kiitos! Päästöarvio 12,3 kg CO₂e \(ISO 14083: .*; GLEC 3\.1\)\.$/),
        lineItems: [{ description: 'T-1042, PO-4410, 000000010016, Päästöarvio 12,3 kg CO₂e' }],
      },
    ])
  })

  test('that credits has a positive price and a negative quantity', async () => {
    const credit = sampleInvoice({
      kind: 'hyvitys',
      credits: '10001',
      number: '10002',
      lines: [{ ...sampleLine, quantity: 2, netCents: -5001 }],
    })
    await open().send(credit, signal)
    expect(stub.invoices).toMatchObject([
      { invoiceType: 'CreditNote', creditedInvoiceNumber: '10001', lineItems: [{ quantity: -2, pricePerUnit: 25.005 }] },
    ])
  })

  test('uses one contact and one access token until the token ends or is revoked', async () => {
    const provider = open()
    await provider.send(sampleInvoice(), signal)
    await provider.send(sampleInvoice({ number: '10002' }), signal)
    expect([stub.tokens, stub.contacts.length]).toEqual([1, 1])
    stub.revokeTokens()
    expect(await provider.send(sampleInvoice({ number: '10003' }), signal)).toMatchObject({ kind: 'sent' })
    expect(stub.tokens).toBe(2)
    stub.tokenLife = 30
    const shortLived = open()
    await shortLived.send(sampleInvoice({ number: '10004' }), signal)
    expect(stub.tokens).toBeGreaterThan(3)
    expect(stub.invoices).toHaveLength(4)
  })
})

describe('a failure', () => {
  test('is told in the words of Talenom', async () => {
    expect(await open({ clientSecret: 'väärä' }).send(sampleInvoice(), signal)).toEqual({
      kind: 'refused',
      message: '401 AADSTS7000215: Invalid client secret provided.',
    })
    expect(await open({ subscriptionKey: 'väärä' }).test(signal)).toEqual({
      works: false,
      message: '401 Access denied due to invalid subscription key.',
    })
    expect(await open({ salesAccount: '9' }).send(sampleInvoice(), signal)).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('tal-1'),
    })
    expect(await open().test(signal)).toEqual({ works: true, message: 'Yhteys toimii.' })
  })

  test('before the invoice is certain, and after it nobody knows', async () => {
    const { buyer } = sampleInvoice()
    expect(await open().send(sampleInvoice({ buyer: { ...buyer, talenomNumber: '' } }), signal)).toEqual({
      kind: 'refused',
      message: 'Asiakkaalta Åbo Bröd & Öljy Oy puuttuu Talenom-asiakasnumero.',
    })
    stub.faulty = /POST .*contacts/
    stub.faults.next.push('broken', 'broken', 'broken')
    expect(await open().send(sampleInvoice(), signal)).toEqual({ kind: 'retry', message: '500 Internal server error', afterSeconds: 60 })
    expect(stub.invoices).toEqual([])

    stub.faulty = /POST .*invoices/
    for (const fault of ['accepted-then-silent', 'accepted-then-closed', 'accepted-then-broken', 'broken', 'silent'] as const) {
      stub.faults.next.push(fault)
      expect(await open().send(sampleInvoice(), signal), fault).toMatchObject({ kind: 'unknown' })
    }
    // Each was asked for once.
    expect(stub.invoices).toHaveLength(3)
    stub.faults.next.push('busy')
    expect(await open().send(sampleInvoice(), signal)).toMatchObject({ kind: 'sent' })
    expect(stub.invoices).toHaveLength(4)
  })

  test('of the rows is found in the invoice when only its answer was lost', async () => {
    stub.faulty = /PUT/
    for (const fault of ['accepted-then-broken', 'accepted-then-closed'] as const) {
      stub.faults.next.push(fault)
      expect(await open().send(sampleInvoice(), signal), fault).toMatchObject({ kind: 'sent' })
    }
    expect(stub.invoices.map(({ lineItems }) => lineItems.length)).toEqual([1, 1])
  })

  test('of the rows is repeated, and names the invoice that Talenom has', async () => {
    stub.faulty = /PUT/
    stub.faults.next.push('broken')
    expect(await open().send(sampleInvoice(), signal)).toMatchObject({ kind: 'sent' })
    stub.faults.next.push('broken', 'broken', 'broken')
    expect(await open().send(sampleInvoice(), signal)).toEqual({
      kind: 'unknown',
      message: 'Talenomin lasku tal-2 on luotu, mutta sen rivejä ei ehkä ole tallennettu: 500 Internal server error',
    })
    expect(stub.invoices).toHaveLength(2)
  })
})
