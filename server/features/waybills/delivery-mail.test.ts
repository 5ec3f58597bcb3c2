// The mail about a delivery, for customers that want it (rules/deliveries.md#mail-about-a-delivery).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailWriters } from '#server/mail-writers.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import { acknowledge, assignDriver, operations, placeOrder, setState, uploadFile } from '#server/testing/deliveries.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { queueDeliveryMail } from './queue-delivery-mail.ts'

let server: TestServer
let admin: Person
let owner: Person
let driver: Person
const sent: Message[] = []
const customerType = 'asiakas_entity--asiakas_entity'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  const customer = await server.customer('Pirkan Putki Oy')
  owner = await server.person(['asiakas', 'asiakas_yllapito'], customer)
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

const company = { nimi: 'Testikuljetus Oy', osoite: '', y_tunnus: '', puhelin: '', sahkoposti: '', logo: '' }
/** Sends what is due so many seconds from now; the clock of the people stays, so that they stay signed in. */
async function sendAll(seconds = 601): Promise<Message[]> {
  sent.length = 0
  const clock = () => server.clock.now + seconds
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
  return [...sent]
}
const wants = (who: Person, toimitusviesti_email: string) =>
  operations(who, [{ op: 'update', data: { type: customerType, id: who.asiakasId, attributes: { toimitusviesti_email } } }])

async function onTheWay() {
  const order = await placeOrder(owner, [{ toimitus_nimi: 'Hotelli Kerava', kuvaus: 'Putkinippu' }])
  await assignDriver(admin, driver, order.shipments)
  await setState(driver, order.shipments, 'kuljetuksessa')
  return order
}
async function delivered() {
  const order = await onTheWay()
  const file = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  expect((await acknowledge(driver, order.shipments, file, { nimenselvennys: 'Ville Vastaanottaja' })).status).toBe(200)
  return order
}

test('nothing is sent until the customer’s administrator gives an address', async () => {
  await delivered()
  expect(await sendAll()).toEqual([])
  expect((await wants(owner, 'ei osoite')).status).toBe(422)
  expect((await wants(owner, 'toimitukset@pirkanputki.fi')).status).toBe(200)
  // The earlier delivery stays without mail.
  expect(await sendAll()).toEqual([])
})

test('the mail has the waybill with the signature, ten minutes after the delivery and once', async () => {
  const { tunniste, shipments } = await delivered()
  expect(await sendAll(540)).toEqual([])
  const [mail, ...others] = await sendAll()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'toimitukset@pirkanputki.fi', subject: `Tilaus ${tunniste} on toimitettu – Testikuljetus Oy` })
  expect(mail?.text).toContain('Vastaanottaja: Ville Vastaanottaja.')
  const [attachment] = mail?.attachments ?? []
  expect(attachment?.filename).toBe(`rahtikirja-${tunniste}.pdf`)
  const text = readPdfText(attachment?.content ?? Buffer.alloc(0))
    .flat()
    .map((run) => run.text)
    .join(' ')
  expect(text).toContain('Ville Vastaanottaja')
  expect(await sendAll()).toEqual([])
  // Delivered again after the mail: the customer has been told.
  await setState(admin, shipments, 'kuljetuksessa')
  await setState(admin, shipments, 'toimitettu')
  expect(await sendAll()).toEqual([])
})

test('a delivery that is taken back is mailed only when it happens again', async () => {
  const { shipments } = await delivered()
  await setState(driver, shipments, 'kuljetuksessa')
  expect(await sendAll()).toEqual([])
  await setState(driver, shipments, 'toimitettu')
  expect(await sendAll()).toHaveLength(1)
})

test('an ordinary user of the customer and a driver may not set the address', async () => {
  const user = await server.person(['asiakas'], owner.asiakasId ?? '')
  expect((await wants(user, 'oma@pirkanputki.fi')).status).toBe(403)
  const read = await driver.call('GET', `/jsonapi/asiakas_entity/asiakas_entity/${owner.asiakasId}`)
  expect(read.text).not.toContain('toimitukset@pirkanputki.fi')
})
