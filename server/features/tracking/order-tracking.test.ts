// The tracking link: who gets it, what it shows without sign-in, when it expires.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trackingDays } from '#domain/features/tracking/tracked-order.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { loadInstallationKey } from '#server/auth/installation-key.ts'
import { mailWriters } from '#server/mail-writers.ts'
import { forgetMail } from '#server/platform/mail/mail-queue.ts'
import { outboxMail } from '#server/platform/mail/outbox.ts'
import {
  acknowledge,
  assignDriver,
  failDelivery,
  operations,
  orderType,
  placeOrder,
  setState,
  shipmentType,
  uploadFile,
} from '#server/testing/deliveries.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { type Answer, insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { tokenOf } from './link-token.ts'

let server: TestServer
let admin: Person
let customer: Person
let rival: Person
let driver: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
  rival = await server.person(['asiakas'], await server.customer())
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

const attributes = { seurantalinkki: true }
const goods = { toimitus_postitmp: 'Tampere', toimitus_yhteyshenkilo_email: 'liisa@hoyry.fi', toivottu_toimitus: midnightOf('2026-11-20') }

const linksOf = async (id: string, who = customer) => (await who.call('GET', `/api/tilaus/seurantalinkki?id=${id}`)).body.data
const linkOf = async (id: string, who = customer) => (await linksOf(id, who))[0]
const change = (body: Record<string, unknown>, who = customer) => who.call('POST', '/api/tilaus/seurantalinkki', body)
const follow = (tunnus: string, more: Record<string, unknown> = {}) => server.call('POST', '/api/seuranta', { tunnus, ...more })
const sendAll = () =>
  sendDueMail({
    ...{
      pool: server.pool,
      files: server.files,
      mail: outboxMail(server.pool, { folder: join(server.folder, 'outbox') }),
      log: server.app.log,
    },
    ...{
      clock: () => server.clock.now,
      publicUrl: 'https://kuorma.test',
      companyName: async () => 'Testikuljetus Oy',
      writers: mailWriters,
    },
  })
const mailsOf = async (tunniste: string) =>
  (await admin.call('GET', '/api/lahteva_posti')).body.data.filter(({ tilaus }: { tilaus: string }) => tilaus === tunniste)
const refusal = ({ status, body }: Answer) => ({ status, body })
const noLink = {
  status: 404,
  body: { message: 'Seurantalinkki ei ole voimassa.', errors: [{ field: '', message: 'Seurantalinkki ei ole voimassa.' }] },
}

async function followed(rows: readonly Record<string, unknown>[] = [goods], order: Record<string, unknown> = {}) {
  const made = await placeOrder(customer, rows, order)
  expect((await change({ operation: 'kayttoon', id: made.id })).body).toEqual({ success: true })
  return { ...made, tunnus: (await linkOf(made.id)).tunnus as string }
}

test('a link is mailed once to each consignee of an order that requests it, in the sender’s name', async () => {
  const others = [{ ...goods, toimitus_yhteyshenkilo_email: 'Liisa@Hoyry.fi' }, { toimitus_yhteyshenkilo_email: 'varasto@hoyry.fi' }, {}]
  const { id, tunniste } = await placeOrder(customer, [goods, ...others], attributes)
  expect(await sendAll()).toBe(2)
  const mails = await mailsOf(tunniste)
  expect(mails.map(({ vastaanottaja }: { vastaanottaja: string }) => vastaanottaja.toLowerCase()).sort()).toEqual([
    'liisa@hoyry.fi',
    'varasto@hoyry.fi',
  ])
  const links = await linksOf(id)
  for (const mail of mails) {
    const { tunnus } = links.find(
      ({ viestit }: { viestit: { vastaanottaja: string }[] }) => viestit[0]?.vastaanottaja === mail.vastaanottaja,
    )
    expect(mail).toMatchObject({ laji: 'seurantalinkki', tila: 'tallessa', lahetetty: 0, lahettaja: 'Maija Meikäläinen' })
    expect(mail.aihe).toBe(`Seuraa lähetystäsi ${tunniste} – Testikuljetus Oy`)
    expect(mail.teksti).toContain(`Pirkan Putki Oy on tilannut sinulle kuljetuksen (tilaus ${tunniste}).`)
    // The stored text lacks the link, which is for its receiver; administrators find it on the order's page.
    expect(mail.teksti).not.toContain(tunnus)
    const written = await readFile(join(server.folder, 'outbox', `${mail.id}.txt`), 'utf8')
    expect(written).toContain(`https://kuorma.test/seuranta#${tunnus}`)
  }
  const [tampere, elsewhere] = links
  expect(tampere.viestit).toMatchObject([{ vastaanottaja: expect.stringMatching(/liisa/i), tila: 'tallessa', luotu: server.clock.now }])
  expect(elsewhere.viestit).toMatchObject([{ vastaanottaja: 'varasto@hoyry.fi' }])
  // The day is that of the consignee's own shipments.
  const wished = (to: RegExp) => mails.find(({ vastaanottaja }: { vastaanottaja: string }) => to.test(vastaanottaja)).teksti
  expect(wished(/liisa/i)).toContain('Odotettu toimituspäivä on pe 20.11.')
  expect(wished(/varasto/)).not.toContain('Odotettu toimituspäivä')
  expect((await follow(tampere.tunnus)).body.tilaus).toBe(tunniste)
})

test('the timeline shows the recipients of the link to those who may send it', async () => {
  const { id, shipments } = await placeOrder(customer, [goods], attributes)
  await assignDriver(admin, driver, shipments)
  server.clock.now += 60
  await change({ operation: 'laheta', id, vastaanottaja: 'varasto@hoyry.fi' }, admin)
  await server.pool.query(`UPDATE lahteva_posti SET tila = 'epaonnistui' WHERE tilaus_id = $1 AND vastaanottaja = 'varasto@hoyry.fi'`, [id])
  const timelineOf = async (who: Person) => {
    const { data } = (await who.call('GET', `/api/tilaus/tapahtumat?id=${id}`)).body
    return data.map(
      ({ kuka, teksti }: { kuka: { nimi: string; rooli: string }; teksti: string }) => `${kuka.nimi} (${kuka.rooli}) ${teksti}`,
    )
  }
  const timeline = await timelineOf(customer)
  expect(timeline[0]).toBe(' (Ylläpito) lähetti seurantalinkin osoitteeseen varasto@hoyry.fi, mutta viesti ei lähtenyt')
  expect(timeline).toContain('Maija Meikäläinen (Asiakas) lähetti seurantalinkin osoitteeseen liisa@hoyry.fi')
  expect((await timelineOf(driver)).join()).not.toContain('seurantalinkin')
  await sendAll()
  expect(await timelineOf(customer)).toContain(
    'Maija Meikäläinen (Asiakas) lähetti seurantalinkin osoitteeseen liisa@hoyry.fi, mutta viesti ei lähtenyt, koska sähköposti ei ole käytössä',
  )
})

test('only orders with the option send mail; the option is set only with the order', async () => {
  const plain = await placeOrder(customer, [goods])
  const nobody = await placeOrder(customer, [{}], attributes)
  expect(await sendAll()).toBe(0)
  for (const { id } of [plain, nobody])
    expect(await linkOf(id)).toMatchObject({ seurattavissa: true, kaytossa: false, tunnus: '', viestit: [] })
  const later = await operations(customer, [{ op: 'update', data: { type: orderType, id: plain.id, attributes } }])
  expect(later.status).toBe(403)
})

test('the option stays until there is a consignee, as an order may be stored before its shipments', async () => {
  const { id, tunniste } = await placeOrder(customer, [], attributes)
  expect(await linksOf(id)).toEqual([])
  const add = async (attributes: object, who = customer) => {
    const relationships = { tilaus: { data: { type: orderType, id } } }
    const answer = await who.call('POST', '/jsonapi/lahetys_entity/lahetys', { data: { type: shipmentType, attributes, relationships } })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data.id as string
  }
  const change = async (line: string, attributes: object) => {
    const answer = await operations(customer, [{ op: 'update', data: { type: shipmentType, id: line, attributes } }])
    expect(answer.status, answer.text).toBe(200)
  }
  server.clock.now += 60
  await add(goods, admin)
  const nameless = await add({ toimitus_nimi: 'Varasto' })
  await add({ ...goods, toimitus_yhteyshenkilo_email: 'LIISA@hoyry.fi' })
  expect(await sendAll()).toBe(1)
  expect(await mailsOf(tunniste)).toMatchObject([{ vastaanottaja: 'liisa@hoyry.fi', luotu: server.clock.now }])
  await change(nameless, { toimitus_yhteyshenkilo_email: 'varasto@hoyry.fi' })
  expect(await sendAll()).toBe(1)
  // Mail to another consignee is sent from the order's page, and not after the link is disabled.
  await change(nameless, { toimitus_yhteyshenkilo_email: 'toinen@hoyry.fi' })
  expect((await linksOf(id)).map(({ viestit }: { viestit: unknown[] }) => viestit.length)).toEqual([1, 1])
  expect((await customer.call('POST', '/api/tilaus/seurantalinkki', { operation: 'pois', id })).status).toBe(200)
  await add({ toimitus_yhteyshenkilo_email: 'kolmas@hoyry.fi' })
  expect(await sendAll()).toBe(0)
})

test('a refused order sends no mail, and an order that is sent twice sends it once', async () => {
  const id = randomUUID()
  const order = { op: 'add', data: { type: orderType, id, attributes } }
  const line = (attributes: object) => ({
    op: 'add',
    data: { type: shipmentType, attributes, relationships: { tilaus: { data: { type: orderType, id } } } },
  })
  const post = (attributes: object, key: string) =>
    customer.call('POST', '/jsonapi/operations', { 'atomic:operations': [order, line(attributes)] }, { 'idempotency-key': key })
  expect((await post({ ...goods, pituus: 99_999 }, randomUUID())).status).toBe(422)
  const key = randomUUID()
  expect([(await post(goods, key)).status, (await post(goods, key)).status]).toEqual([200, 200])
  expect(await sendAll()).toBe(1)
})

test('without sign-in the link shows the progress, the expected day and the receiver, and nothing else', async () => {
  const hidden = {
    nouto_nimi: 'Noutonimi Salainen',
    nouto_osoite1: 'Lähtökatu 7',
    nouto_postitmp: 'Lähtölä',
    nouto_yhteyshenkilo_puhelin: '+358401111111',
    nouto_yhteyshenkilo_email: 'nouto@salainen.fi',
    toimitus_nimi: 'Toimitusnimi Salainen',
    toimitus_osoite1: 'Saajakatu 9',
    toimitus_osoite2: 'Porras Z',
    toimitus_postinro: '33970',
    toimitus_yhteyshenkilo_etunimi: 'Etunimessä',
    toimitus_yhteyshenkilo_sukunimi: 'Sukunimelä',
    toimitus_yhteyshenkilo_puhelin: '+358402222222',
    toimitus_yhteyshenkilo_email: 'saaja@salainen.fi',
    viite: 'VIITE-SALA',
    viesti: 'Ovikoodi 4321',
    kuvaus: 'Kultaharkkoja',
  }
  const billing = { laskutus_nimi: 'Laskunimi Salainen', laskutus_email: 'laskut@salainen.fi', laskutus_viesti: 'Laskuviesti' }
  const { id, shipments, tunnus, tunniste } = await followed(
    [
      { ...goods, ...hidden },
      { ...goods, ...hidden, toivottu_toimitus: 0 },
    ],
    billing,
  )
  await operations(admin, [{ op: 'update', data: { type: orderType, id, attributes: { hinta: 4321.99 } } }])
  const texts: string[] = []
  const see = async () => {
    const answer = await follow(tunnus)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    texts.push(answer.text)
    return answer.body
  }
  expect(await see()).toEqual({
    tilaus: tunniste,
    lahettaja: 'Pirkan Putki Oy',
    vaihe: 0,
    paattyy: 0,
    puhelin: '',
    lahetykset: [goods.toivottu_toimitus, 0].map((toivottu_toimitus) => ({
      tila: 'uusi',
      paikkakunta: 'Tampere',
      toivottu_toimitus,
      toimitettu: 0,
      vastaanottaja: '',
      saapuminen: null,
      pysahdyksia_ennen: null,
      myohastyminen: 0,
    })),
  })
  const states = async () => (await see()).lahetykset.map(({ tila }: { tila: string }) => tila)
  const terminal = randomUUID()
  await insert(server.pool, 'postiosoite', { id: terminal, name: 'Terminaali Salainen' })
  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments.slice(0, 1), 'kuljetuksessa')
  expect(await states()).toEqual(['kuljetuksessa', 'odottaa_noutoa'])
  await setState(driver, shipments, 'odottaa_siirtoa')
  expect(await states()).toEqual(['kuljetuksessa', 'kuljetuksessa'])
  await setState(driver, shipments, 'siirretty', terminal)
  expect((await see()).vaihe).toBe(2)
  await setState(driver, shipments, 'kuljetuksessa')
  await failDelivery(driver, shipments, { syy: 'vaurioitunut', selite: 'Kastunut kuorma' })
  expect(await states()).toEqual(['myohassa', 'myohassa'])
  const file = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  expect((await acknowledge(driver, shipments, file, { nimenselvennys: 'Ville Vastaanottaja' })).status).toBe(200)
  const done = await see()
  expect(done).toMatchObject({ vaihe: 3, paattyy: midnightOf('2027-01-03') })
  for (const shipment of done.lahetykset)
    expect(shipment).toMatchObject({ tila: 'toimitettu', toimitettu: server.clock.now, vastaanottaja: 'Ville Vastaanottaja' })
  // Consignees do not see that it has been invoiced.
  await operations(admin, [{ op: 'update', data: { type: orderType, id, attributes: { tilauksen_tila: 'laskutettu' } } }])
  expect(await states()).toEqual(['toimitettu', 'toimitettu'])

  const said = texts.join('\n')
  const secrets = [
    ...Object.values(hidden),
    ...Object.values(billing),
    '4321',
    'Meikäläinen',
    'Maija',
    'Kastunut',
    'Terminaali',
    terminal,
    'siir',
    id,
    ...shipments,
    file,
    driver.id,
  ]
  for (const secret of secrets) expect(said).not.toContain(secret)
})

describe('an invalid link', () => {
  test('gets the same response: guessed, changed, without its order, or of another installation', async () => {
    const { tunnus } = await followed()
    const other = await server.pool.query<{ linkki: string }>('SELECT gen_random_uuid() AS linkki')
    const key = await loadInstallationKey(server.pool)
    const foreign = { ...key, sign: () => Buffer.alloc(32, 7) }
    const link = other.rows[0]?.linkki ?? ''
    const flipped = `${tunnus.slice(0, -2)}${tunnus.at(-2) === 'A' ? 'B' : 'A'}${tunnus.at(-1)}`
    for (const wrong of ['', 'arvaus', flipped, tunnus.slice(1), `${tunnus}A`, tokenOf(key, link), tokenOf(foreign, link)])
      expect(refusal(await follow(wrong)), wrong).toEqual(noLink)
    expect((await follow(tunnus)).status).toBe(200)
    expect((await server.call('POST', '/api/seuranta', {})).status).toBe(422)
    expect((await follow('x'.repeat(256))).status).toBe(422)
  })

  test('is a link of a cancelled or removed order, or one that was disabled', async () => {
    const [cancelled, removed, off] = [await followed(), await followed(), await followed()]
    const undo = { type: shipmentType, id: cancelled.shipments[0], attributes: { tila: 'peruutettu' } }
    expect((await operations(customer, [{ op: 'update', data: undo }])).status).toBe(200)
    expect((await operations(admin, [{ op: 'remove', ref: { type: orderType, id: removed.id } }])).status).toBe(200)
    expect((await change({ operation: 'pois', id: off.id })).status).toBe(200)
    for (const { tunnus } of [cancelled, removed, off]) expect(refusal(await follow(tunnus))).toEqual(noLink)

    expect((await change({ operation: 'laheta', id: off.id, vastaanottaja: 'a@b.fi' })).status).toBe(422)
    expect((await change({ operation: 'laheta', id: cancelled.id, vastaanottaja: 'a@b.fi' })).status).toBe(422)
    expect((await change({ operation: 'kayttoon', id: off.id })).status).toBe(200)
    const { tunnus } = await linkOf(off.id)
    expect((await follow(tunnus)).status).toBe(200)
    // Old links stay invalid; enabling twice gives the same link.
    expect(refusal(await follow(off.tunnus))).toEqual(noLink)
    expect((await change({ operation: 'kayttoon', id: off.id })).status).toBe(200)
    expect((await linkOf(off.id)).tunnus).toBe(tunnus)
  })

  test('a mail whose link was disabled before it was sent is not sent', async () => {
    const { id, tunniste } = await followed()
    expect((await change({ operation: 'laheta', id, vastaanottaja: 'a@b.fi' })).status).toBe(200)
    await change({ operation: 'pois', id })
    await sendAll()
    expect(await mailsOf(tunniste)).toEqual([])
  })
})

test('each opening is counted, a refresh is not, and those who may read the order see the count', async () => {
  const { id, tunnus } = await followed()
  expect(await linkOf(id)).toMatchObject({ avattu: 0, viimeksi_avattu: 0 })
  await Promise.all([follow(tunnus, { avaus: true }), follow(tunnus, { avaus: true }), follow(tunnus), follow('arvaus', { avaus: true })])
  for (const who of [customer, admin]) expect(await linkOf(id, who)).toMatchObject({ avattu: 2, viimeksi_avattu: server.clock.now })
})

test('others cannot read the link, and invalid addresses and too many mails are refused', async () => {
  const { id } = await followed()
  for (const operation of ['kayttoon', 'pois', 'laheta'])
    expect((await change({ operation, id, ...(operation === 'laheta' ? { vastaanottaja: 'a@b.fi' } : {}) }, rival)).status).toBe(404)
  expect((await rival.call('GET', `/api/tilaus/seurantalinkki?id=${id}`)).status).toBe(404)
  for (const vastaanottaja of ['', 'ei osoite', 'a@b.fi, c@d.fi', 'a@b.fi\nbcc: x@y.fi'])
    expect((await change({ operation: 'laheta', id, vastaanottaja })).status, vastaanottaja).toBe(422)
  expect((await change({ operation: 'poista', id })).status).toBe(422)

  const busy = await server.person(['asiakas'], customer.asiakasId ?? '')
  await server.pool.query(
    `INSERT INTO lahteva_posti (laji, vastaanottaja, luotu, tilaus_id, lahettaja_id, tila, seurantalinkki_id)
     SELECT 'seurantalinkki', 'a@b.fi', $1, $2, $3, 'lahetetty', s.id FROM generate_series(1, 99), seurantalinkki s WHERE s.tilaus_id = $2`,
    [server.clock.now, id, busy.id],
  )
  const answers = await Promise.all([1, 2].map(() => change({ operation: 'laheta', id, vastaanottaja: 'a@b.fi' }, busy)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  const orderId = randomUUID()
  const refused = await operations(busy, [
    { op: 'add', data: { type: orderType, id: orderId, attributes } },
    { op: 'add', data: { type: shipmentType, attributes: goods, relationships: { tilaus: { data: { type: orderType, id: orderId } } } } },
  ])
  expect(refused.status).toBe(422)
  expect(refused.body.errors[0]).toMatchObject({ source: { pointer: '/data/attributes/seurantalinkki' } })
  expect((await linkOf(id)).viestit).toHaveLength(20)
})

test('it expires 45 days after the delivery, and its mails are stored for half a year', async () => {
  const { id, shipments, tunnus } = await followed()
  expect((await change({ operation: 'laheta', id, vastaanottaja: 'a@b.fi' })).status).toBe(200)
  await sendAll()
  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments, 'kuljetuksessa')
  await setState(driver, shipments, 'toimitettu')
  const end = (await linkOf(id)).paattyy
  const before = server.clock.now
  expect(end - before).toBeGreaterThan(trackingDays * 86_400)
  server.clock.now = end - 1
  expect((await follow(tunnus)).status).toBe(200)
  await forgetMail(server.pool, server.clock.now)
  server.clock.now = end
  expect(refusal(await follow(tunnus))).toEqual(noLink)
  const late = await server.person(['yllapito'])
  expect(await linkOf(id, late)).toMatchObject({ seurattavissa: false, tunnus: '', paattyy: end, viestit: [{ vastaanottaja: 'a@b.fi' }] })
  server.clock.now = before
})
