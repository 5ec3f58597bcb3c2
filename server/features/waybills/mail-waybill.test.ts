// Waybills by mail, over a real SMTP server.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '#domain/features/history/order-timeline.ts'
import { mailWriters } from '#server/mail-writers.ts'
import type { MailPort } from '#server/platform/mail/mail.ts'
import { forgetMail } from '#server/platform/mail/mail-queue.ts'
import { outboxMail } from '#server/platform/mail/outbox.ts'
import { smtpMail } from '#server/platform/mail/smtp.ts'
import { assignDriver, placeOrder } from '#server/testing/deliveries.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let smtp: SMTPServer
let carrier: MailPort
const arrived: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  carrier = smtpMail(`smtp://127.0.0.1:${port}`, { name: 'Testikuljetus Oy', address: 'kuorma@esimerkki.fi' })
})
afterAll(async () => {
  carrier.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
  await server.close()
})

const sendAll = (mail = carrier) =>
  sendDueMail({
    ...{ pool: server.pool, files: server.files, mail, log: server.app.log, clock: () => server.clock.now },
    ...{ publicUrl: 'https://kuorma.test', companyName: async () => 'Testi & Kuljetus Oy', writers: mailWriters },
  })
const send = (who: Person, body: Record<string, unknown>) => who.call('POST', '/api/tilaus/rahtikirja_posti', body)
const outgoing = async () => (await admin.call('GET', '/api/lahteva_posti')).body.data
const outgoingOf = async (tunniste: string) => (await outgoing()).find(({ tilaus }: { tilaus: string }) => tilaus === tunniste)

test('the waybill is sent to each address as an attachment, and the sender’s message as a quotation', async () => {
  const { id, tunniste } = await placeOrder(customer, [{ viite: 'PO-77' }])
  const sent = await send(customer, {
    tilaus_id: id,
    vastaanottajat: ['liisa@hoyry.fi', 'Varasto@hoyry.fi', 'LIISA@hoyry.fi'],
    viesti: 'Tavara tulee huomenna.\nTerveisin <Matti>',
  })
  expect(sent.body, sent.text).toEqual({ success: true, lahetetaan: 2 })
  expect(await sendAll()).toBe(2)
  const messages = await Promise.all(arrived.splice(0).map((raw) => PostalMime.parse(raw)))
  expect(messages.flatMap(({ to = [] }) => to.map(({ address }) => address)).sort()).toEqual(['LIISA@hoyry.fi', 'Varasto@hoyry.fi'])
  for (const { subject, text, html, replyTo, attachments } of messages) {
    expect(subject).toBe(`Tilauksen ${tunniste} rahtikirja – Testi & Kuljetus Oy`)
    expect(text).toContain(`liitteenä on tilauksen ${tunniste} rahtikirja PDF-tiedostona.`)
    expect(text).toContain('Lähettäjä: Pirkan Putki Oy.')
    // The sender's message is a quotation, and their name, which they may set to any text, does not occur.
    expect(text).toContain('Lähettäjän viesti:\n\n> Tavara tulee huomenna.\n> Terveisin <Matti>')
    expect(html).toMatch(/<blockquote[^>]*>Tavara tulee huomenna\.<br>Terveisin &lt;Matti&gt;<\/blockquote>/)
    expect(`${subject}${text}${html}`).not.toContain('Maija Meikäläinen')
    expect(replyTo).toEqual([{ name: '', address: `${customer.name}@esimerkki.fi` }])
    const [pdf] = attachments
    expect(pdf).toMatchObject({ filename: `rahtikirja-${tunniste}.pdf`, mimeType: 'application/pdf' })
    if (!(pdf?.content instanceof ArrayBuffer)) throw new Error('No bytes came')
    expect(
      readPdfText(Buffer.from(pdf.content))
        .flat()
        .map((run) => run.text),
    ).toContain('PO-77')
  }
  expect(await outgoingOf(tunniste)).toMatchObject({
    laji: 'rahtikirja',
    tila: 'lahetetty',
    tilaus: tunniste,
    lahettaja: 'Maija Meikäläinen',
    teksti: '',
  })
})

test('without a mail server the text is stored for administrators, and labels are called labels', async () => {
  const { id, tunniste } = await placeOrder(customer)
  expect((await send(customer, { tilaus_id: id, tarrat: 'a4', vastaanottajat: ['a@b.fi'] })).status).toBe(200)
  expect(await sendAll(outboxMail(server.pool, { folder: null }))).toBe(1)
  const stored = await outgoingOf(tunniste)
  expect(stored.aihe).toBe(`Tilauksen ${tunniste} kollitarrat – Testi & Kuljetus Oy`)
  expect(stored.teksti).toContain(`(Liite: tarrat-${tunniste}.pdf)`)
})

test('the form of the sent waybills is stored from the request, not derived from the file name', async () => {
  const { id, tunniste } = await placeOrder(customer, [{}, {}])
  expect((await send(customer, { tilaus_id: id, multipage: false, vastaanottajat: ['a@b.fi'] })).status).toBe(200)
  await server.pool.query(`UPDATE file SET filename = 'tarrat.pdf' WHERE id IN (SELECT rahtikirja_koonti_id FROM tilaus WHERE id = $1)`, [
    id,
  ])
  expect(await sendAll(outboxMail(server.pool, { folder: null }))).toBe(1)
  expect((await outgoingOf(tunniste)).aihe).toBe(`Tilauksen ${tunniste} koontirahtikirja – Testi & Kuljetus Oy`)
})

test('the timeline shows to whom waybills were sent; a driver sees their own mails', async () => {
  const { id, shipments } = await placeOrder(customer)
  const driver = await server.person(['kuljettaja'])
  await assignDriver(admin, driver, shipments)
  await send(admin, { tilaus_id: id, tarrat: 'a6', vastaanottajat: ['varasto@hoyry.fi'] })
  await send(driver, { tilaus_id: id, vastaanottajat: ['liisa@hoyry.fi'] })
  const colleague = await server.person(['asiakas'], customer.asiakasId ?? '')
  await send(colleague, { tilaus_id: id, vastaanottajat: ['kollega@putki.fi'] })
  await server.pool.query(`UPDATE lahteva_posti SET tila = 'epaonnistui' WHERE tilaus_id = $1 AND vastaanottaja = 'liisa@hoyry.fi'`, [id])
  const timelineOf = async (who: Person) => {
    const { data } = (await who.call('GET', `/api/tilaus/tapahtumat?id=${id}`)).body
    return data.flatMap(({ laji, teksti }: TimelineEntry) => (laji === 'rahtikirja' && teksti.includes('@') ? [teksti] : [])).sort()
  }
  const drivers = 'lähetti rahtikirjan osoitteeseen liisa@hoyry.fi, mutta viesti ei lähtenyt'
  const own = 'lähetti rahtikirjan osoitteeseen kollega@putki.fi'
  expect(await timelineOf(admin)).toEqual(['lähetti kollitarrat osoitteeseen varasto@hoyry.fi', own, drivers])
  expect(await timelineOf(customer)).toEqual([own])
  expect(await timelineOf(colleague)).toEqual([own])
  expect(await timelineOf(driver)).toEqual([drivers])
  // A user who becomes staff no longer belongs to the customer.
  await server.pool.query(`UPDATE "user" SET user_roles = '{kuljettaja}' WHERE id = $1`, [colleague.id])
  expect(await timelineOf(customer)).toEqual([])
  await server.pool.query('DELETE FROM lahteva_posti WHERE tilaus_id = $1', [id])
})

test('the receiver of a mail is stored for half a year, its text for a month', async () => {
  const { id } = await placeOrder(customer)
  await send(customer, { tilaus_id: id, viesti: 'Ovikoodi on 1234.', vastaanottajat: ['varasto@hoyry.fi'] })
  const day = 86_400
  const stored = async (days: number) => {
    await forgetMail(server.pool, server.clock.now + days * day)
    const { rows } = await server.pool.query(
      'SELECT viesti, aihe, teksti, liite_id IS NOT NULL AS liite, vastaanottaja, muoto FROM lahteva_posti WHERE tilaus_id = $1',
      [id],
    )
    return rows
  }
  const entry = { vastaanottaja: 'varasto@hoyry.fi', muoto: 'lahetys' }
  // Unsent mail keeps its text and file, however old it is.
  expect(await stored(31)).toMatchObject([{ ...entry, viesti: 'Ovikoodi on 1234.', liite: true }])
  expect(await sendAll(outboxMail(server.pool, { folder: null }))).toBe(1)
  expect(await stored(29)).toMatchObject([{ ...entry, teksti: expect.stringContaining('1234'), liite: true }])
  expect(await stored(30)).toEqual([{ ...entry, viesti: '', aihe: '', teksti: '', liite: false }])
  expect(await stored(179)).toHaveLength(1)
  expect(await stored(180)).toEqual([])
})

test('waybills are mailed once for a key, even if the order has changed since; printing stores no key', async () => {
  const { id, tunniste, shipments } = await placeOrder(customer)
  const body = { tilaus_id: id, vastaanottajat: ['a@b.fi'] }
  const keys = { mail: { 'idempotency-key': 'posti-1' }, print: { 'idempotency-key': 'tuloste-1' } }
  const mail = () => customer.call('POST', '/api/tilaus/rahtikirja_posti', body, keys.mail)
  const answers = await Promise.all([mail(), mail(), mail()])
  expect((await customer.call('DELETE', `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`)).status).toBe(204)
  answers.push(await mail())
  for (const answer of answers) expect(answer.body, answer.text).toEqual({ success: true, lahetetaan: 1 })
  expect((await outgoing()).filter(({ tilaus }: { tilaus: string }) => tilaus === tunniste)).toHaveLength(1)
  expect(await sendAll()).toBe(1)
  arrived.splice(0)
  const other = await placeOrder(customer)
  const print = await customer.call('POST', '/api/tilaus/rahtikirja', { tilaus_id: other.id }, keys.print)
  expect(print.status).toBe(200)
  const { rows } = await server.pool.query('SELECT avain FROM toistoavain WHERE kayttaja = $1 AND avain = ANY($2)', [
    customer.id,
    ['posti-1', 'tuloste-1'],
  ])
  expect(rows).toEqual([{ avain: 'posti-1' }])
})

test('waybills whose file is lost are shown as not sent', async () => {
  const { id, tunniste } = await placeOrder(customer)
  expect((await send(customer, { tilaus_id: id, vastaanottajat: ['a@b.fi'] })).status).toBe(200)
  const { rows } = await server.pool.query<{ id: string }>('SELECT rahtikirja_id AS id FROM tilaus WHERE id = $1', [id])
  await server.files.remove(rows[0]?.id ?? '')
  expect(await sendAll()).toBe(1)
  expect(await outgoingOf(tunniste)).toMatchObject({ tila: 'odottaa', virhe: 'Liitettävää tiedostoa ei ole.' })
  await server.pool.query('DELETE FROM lahteva_posti')
})

test('invalid addresses, orders of others and too many mails are refused, and nothing is queued', async () => {
  const { id } = await placeOrder(customer)
  const rival = await server.person(['asiakas'], await server.customer())
  expect((await send(rival, { tilaus_id: id, vastaanottajat: ['a@b.fi'] })).status).toBe(404)
  for (const vastaanottajat of [
    [],
    ['ei osoite'],
    ['a@b.fi, c@d.fi'],
    ['a@b.fi\nbcc: x@y.fi'],
    Array.from({ length: 11 }, (_, n) => `a${n}@b.fi`),
  ])
    expect((await send(customer, { tilaus_id: id, vastaanottajat })).status, String(vastaanottajat)).toBe(422)
  expect((await send(customer, { tilaus_id: id, vastaanottajat: ['a@b.fi'], viesti: 'x'.repeat(2001) })).status).toBe(422)
  expect(await outgoing()).toEqual([])

  const ten = Array.from({ length: 10 }, (_, n) => `a${n}@b.fi`)
  const answers = await Promise.all(Array.from({ length: 7 }, () => send(customer, { tilaus_id: id, vastaanottajat: ten })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429])
  // The limit does not affect mail for a new password.
  const { rows } = await server.pool.query('SELECT count(*)::int AS n FROM lahteva_posti')
  expect(rows).toEqual([{ n: 60 }])
})
