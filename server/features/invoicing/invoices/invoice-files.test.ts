import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayOf } from '#domain/values/time/time.ts'
import { act, billableOrder, billedCustomer, invoiceOrders, retried, sentInvoice, setSeller } from '#server/testing/invoicing/invoices.ts'
import { type AccountingStub, accountingStub } from '#server/testing/providers/accounting.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { invoiceMails } from '../hooks.ts'

let server: TestServer
let admin: Person
let driver: Person
let customer: Person
let talenom: AccountingStub

beforeAll(async () => {
  talenom = accountingStub('talenom')
  server = await startTestServer({ accounting: { fivaldi: accountingStub('fivaldi'), talenom, finvoice: accountingStub('finvoice') } })
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  await setSeller(admin)
})
beforeEach(async () => {
  talenom.mood = () => 'taken'
  customer = await server.person(['asiakas'], await billedCustomer(server))
})
afterAll(() => server.close())

const billable = (hinta?: number, order?: Record<string, unknown>) => billableOrder({ admin, customer, driver }, hinta, order)

describe('the Finvoice files of a day', () => {
  const zipOf = (who: Person, paiva: string) => who.call('GET', `/api/laskut/finvoice?paiva=${paiva}`)

  test('are one zip with a manifest, each invoice once, whichever server wrote it', async () => {
    const orders = [await billable(10), await billable(20)]
    const results = await invoiceOrders(admin, [...orders.map(({ id }) => id), (await billable()).id])
    const ids = results.slice(0, 2).map(({ lasku }) => String(lasku))
    for (const { lasku } of results) await sentInvoice(admin, String(lasku))
    // As a server without an accounting service has sent them.
    await server.pool.query(`UPDATE lasku SET jarjestelma = 'finvoice' WHERE id = ANY($1)`, [ids])
    const numbers = (await server.pool.query('SELECT numero FROM lasku WHERE id = ANY($1) ORDER BY numero', [ids])).rows.map(
      ({ numero }) => numero,
    )
    const today = dayOf(server.clock.now)
    const answer = await zipOf(admin, today)
    expect(answer.status, answer.text).toBe(200)
    const files = unzipSync(answer.raw)
    expect(Object.keys(files)).toEqual([...numbers.map((number) => `lasku-${number}.xml`), `luettelo-${today}.csv`])
    const lines = strFromU8(files[`luettelo-${today}.csv`] ?? new Uint8Array())
      .trim()
      .split('\n')
    expect(lines).toHaveLength(3)
    for (const [index, number] of numbers.entries()) {
      const bytes = files[`lasku-${number}.xml`] ?? new Uint8Array()
      expect(strFromU8(bytes)).toContain('<Finvoice Version="3.0">')
      expect(lines[index + 1]).toMatch(new RegExp(`^lasku-${number}.xml;.*;${createHash('sha256').update(bytes).digest('hex')}$`))
    }
  })

  test('of a day without any, a wrong day, and for others than administrators are refused', async () => {
    expect(await zipOf(admin, '2020-01-01')).toMatchObject({ status: 404, body: { message: 'Päivältä ei ole Finvoice-tiedostoja.' } })
    for (const wrong of ['', '24.11.2026', '2026-02-30']) expect((await zipOf(admin, wrong)).status, wrong).toBe(400)
    for (const who of [customer, driver]) expect((await zipOf(who, '2020-01-01')).status).toBe(403)
  })
})

describe('an invoice as a file', () => {
  test('is answered to its customer as Finvoice and PDF, and to nobody else’s', async () => {
    const [result] = await invoiceOrders(admin, [(await billable()).id])
    const invoice = String(result?.lasku)
    await sentInvoice(admin, invoice)
    const other = await server.person(['asiakas'], await billedCustomer(server))
    const file = (who: Person, kind: 'finvoice' | 'pdf') => who.call('GET', `/api/lasku/${kind}?id=${invoice}`)
    for (const who of [admin, customer]) {
      const [finvoice, pdf] = [await file(who, 'finvoice'), await file(who, 'pdf')]
      expect([finvoice.status, pdf.status], finvoice.text).toEqual([200, 200])
      expect(finvoice.text).toContain('<Finvoice Version="3.0">')
      expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
    }
    for (const kind of ['finvoice', 'pdf'] as const)
      expect([(await file(other, kind)).status, (await file(driver, kind)).status]).toEqual([404, 403])
  })

  test('is mailed to a customer billed by e-mail when the provider does not deliver it', async () => {
    const order = await billable()
    const [result] = await invoiceOrders(admin, [order.id], 'talenom')
    const { numero } = await sentInvoice(admin, String(result?.lasku))
    const { rows } = await server.pool.query('SELECT id, laji, vastaanottaja FROM lahteva_posti WHERE lasku_id = $1', [result?.lasku])
    expect(rows).toEqual([{ id: expect.any(String), laji: 'lasku', vastaanottaja: 'laskut@esimerkki.fi' }])
    const writing = {
      ...{ pool: server.pool, files: server.files, clock: () => server.clock.now, publicUrl: 'https://kuorma.test' },
      ...{ companyName: async () => 'Testikuljetus Oy', pdf: server.app.pdf },
    }
    const due = { id: rows[0].id, laji: 'lasku', vastaanottaja: rows[0].vastaanottaja, luotu: 0, yrityksia: 1 } as const
    const message = await invoiceMails.lasku(writing, due)
    expect(message.subject).toBe(`Lasku ${numero} – Testikuljetus Oy`)
    expect(message.attachments?.map(({ filename, content }) => [filename, content.subarray(0, 5).toString()])).toEqual([
      [`lasku-${numero}.pdf`, '%PDF-'],
    ])
  })

  test.each(['taken', 'lost'] as const)('is written into the outbox for a customer billed by post (%s)', async (mood) => {
    talenom.mood = () => mood
    const order = await billable(80, { laskutus_osoite1: 'Kotikatu 1', laskutus_postinro: '33100', laskutus_postitmp: 'Tampere' })
    const [result] = await invoiceOrders(admin, [order.id], 'talenom')
    const id = String(result?.lasku)
    const { numero, laskutustapa } = await sentInvoice(admin, id)
    expect(laskutustapa).toBe('posti')
    if (mood === 'lost') {
      server.clock.now += 121
      const answered = await retried(() => act(admin, { operation: 'tarkista', ids: [id], lahti: true }))
      expect(answered.body.results).toEqual([{ id, success: true }])
    }
    const path = join(server.folder, 'laskut', 'posti', `lasku-${numero}.pdf`)
    await expect
      .poll(
        () =>
          readFile(path).then(
            (bytes) => bytes.subarray(0, 5).toString(),
            () => '',
          ),
        { timeout: 20_000 },
      )
      .toBe('%PDF-')
  })
})
