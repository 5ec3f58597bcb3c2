// Confirmations and delays by mail, for customers that want them (rules/orders.md#mail-to-the-customer).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailWriters } from '#server/mail-writers.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import { assignDriver, operations, placeOrder, setState } from '#server/testing/deliveries.ts'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { queueDeliveryMail } from '../queue-delivery-mail.ts'

let server: TestServer
let admin: Person
let owner: Person
let driver: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  owner = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer('Pirkan Putki Oy'))
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

const company = { nimi: 'Testikuljetus Oy', osoite: '', y_tunnus: '', puhelin: '', sahkoposti: '', logo: '' }
async function sendAll(): Promise<Message[]> {
  const sent: Message[] = []
  const clock = () => server.clock.now + 1
  await queueDeliveryMail({ pool: server.pool, clock })
  await sendDueMail({
    ...{ pool: server.pool, files: server.files, log: server.app.log, clock, pdf: server.app.pdf },
    ...{ publicUrl: 'https://kuorma.test', company: async () => company, companyName: async () => company.nimi, writers: mailWriters },
    mail: {
      send: async (message) => {
        sent.push(message)
        return 'lahetetty'
      },
      close: () => undefined,
    },
  })
  return sent
}
const wants = (attributes: Record<string, string>) =>
  operations(owner, [{ op: 'update', data: { type: 'asiakas_entity--asiakas_entity', id: owner.asiakasId, attributes } }])
const order = (rows: readonly Record<string, unknown>[] = [{ toimitus_nimi: 'Hotelli Kerava', viite: 'PO-77' }]) => placeOrder(owner, rows)

test('nothing is sent until an address is given, and a wrong one is refused', async () => {
  await order()
  expect(await sendAll()).toEqual([])
  expect((await wants({ tilausvahvistus_email: 'ei osoite' })).status).toBe(422)
  expect(
    (await wants({ tilausvahvistus_email: 'tilaukset@pirkanputki.fi', myohastymisviesti_email: 'myohassa@pirkanputki.fi' })).status,
  ).toBe(200)
  expect(await sendAll()).toEqual([])
})

test('an order is confirmed once, with its receiver, reference and waybill', async () => {
  const { id, tunniste } = await order()
  const [mail, ...others] = await sendAll()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'tilaukset@pirkanputki.fi', subject: `Tilaus ${tunniste} on vastaanotettu – Testikuljetus Oy` })
  expect(mail?.text).toContain(`https://kuorma.test/tilaus/${id}`)
  expect(mail?.text).toMatch(/> Toimitus: Hotelli Kerava.*\n> Viite: PO-77/)
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([`rahtikirja-${tunniste}.pdf`])
  expect(await sendAll()).toEqual([])
})

test('an order that was cancelled before the mail left is not confirmed, and neither are many made at once from a file', async () => {
  const { shipments } = await order()
  await setState(owner, shipments, 'peruutettu')
  expect(await sendAll()).toEqual([])
  for (let made = 0; made < 21; made++) await order()
  expect(await sendAll()).toEqual([])
})

test('each report of a delay is mailed once for the order, with the new time; not once the goods have arrived', async () => {
  const { tunniste, shipments } = await order([{}, {}])
  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments, 'kuljetuksessa')
  await sendAll()
  const report = async (minuutit: number) => {
    const body = { id: randomUUID(), lahetykset: shipments, minuutit, arvio: server.clock.now + 3600, laitteen_aika: server.clock.now }
    expect((await driver.call('POST', '/api/myohastyminen', body)).status).toBe(200)
  }
  await report(30)
  const [mail, ...others] = await sendAll()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'myohassa@pirkanputki.fi', subject: `Tilaus ${tunniste} myöhästyy – Testikuljetus Oy` })
  expect(mail?.text).toMatch(/perillä \S+ \d+\.\d+\. klo \d+\.\d\d/)
  expect(mail?.attachments).toHaveLength(1)
  expect(await sendAll()).toEqual([])
  server.clock.now += 60
  await report(90)
  expect(await sendAll()).toHaveLength(1)
  server.clock.now += 60
  await report(120)
  await setState(driver, shipments, 'toimitettu')
  expect(await sendAll()).toEqual([])
})

test('goods that are marked as late without minutes are mailed about, without a time; not when the mark is taken back first', async () => {
  const { tunniste, shipments } = await order()
  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments, 'kuljetuksessa')
  await sendAll()
  await setState(admin, shipments, 'myohassa')
  await setState(admin, shipments, 'kuljetuksessa')
  expect(await sendAll()).toEqual([])
  await setState(driver, shipments, 'myohassa')
  const [mail, ...others] = await sendAll()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'myohassa@pirkanputki.fi', subject: `Tilaus ${tunniste} myöhästyy – Testikuljetus Oy` })
  expect(mail?.text).toContain('Uusi toimitusaika ei ole vielä tiedossa.')
  expect(mail?.text).not.toContain('perillä')
  server.clock.now += 60
  const body = { id: randomUUID(), lahetykset: shipments, minuutit: 30, arvio: 0, laitteen_aika: server.clock.now }
  expect((await driver.call('POST', '/api/myohastyminen', body)).status).toBe(200)
  expect((await sendAll()).map(({ text }) => /perillä \S+ \d+\.\d+\. klo \d+\.\d\d/.test(text))).toEqual([true])
})
