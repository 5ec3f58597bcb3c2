// The tracking links of an order to several places: each consignee sees only their own place.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailWriters } from '#server/mail-writers.ts'
import { outboxMail } from '#server/platform/mail/outbox.ts'
import { acknowledge, assignDriver, operations, placeOrder, setState, shipmentType, uploadFile } from '#server/testing/deliveries.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

type Link = {
  paikka: string
  nimi: string
  paikkakunta: string
  tunnus: string
  lahetykset: string[]
  kaytossa: boolean
  viestit: object[]
}
const linksOf = async (id: string): Promise<Link[]> => (await customer.call('GET', `/api/tilaus/seurantalinkki?id=${id}`)).body.data
const change = (body: Record<string, unknown>) => customer.call('POST', '/api/tilaus/seurantalinkki', body)
const follow = (tunnus = '') => server.call('POST', '/api/seuranta', { tunnus })
const edit = async (id: string | undefined, attributes: object) =>
  expect((await operations(customer, [{ op: 'update', data: { type: shipmentType, id, attributes } }])).status).toBe(200)

const lahti = {
  ...{ toimitus_nimi: 'Kauppa Kulma', toimitus_osoite1: 'Kauppakatu 5', toimitus_postinro: '15110', toimitus_postitmp: 'Lahti' },
  toimitus_yhteyshenkilo_email: 'liisa@kulma.fi',
}
const kotka = {
  ...{ toimitus_nimi: 'Hotelli Kymi', toimitus_osoite1: 'Kymintie 8', toimitus_postinro: '48100', toimitus_postitmp: 'Kotka' },
  toimitus_yhteyshenkilo_email: 'ville@kymi.fi',
}

test('each consignee is mailed the link of their own place, which shows only that place’s shipments and receiver', async () => {
  const rows = [lahti, kotka, { ...lahti, toimitus_nimi: ' kauppa  KULMA', toimitus_yhteyshenkilo_email: 'varasto@kulma.fi' }]
  const { id, tunniste, shipments } = await placeOrder(customer, rows, { seurantalinkki: true })
  await sendDueMail({
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
  const [toLahti, toKotka] = await linksOf(id)
  expect([toLahti?.paikkakunta, toLahti?.lahetykset]).toEqual(['Lahti', [shipments[0], shipments[2]]])
  expect([toKotka?.paikkakunta, toKotka?.lahetykset]).toEqual(['Kotka', [shipments[1]]])
  const { data: mails } = (await admin.call('GET', '/api/lahteva_posti')).body
  // The token is only in the message.
  const written = (to: string): Promise<string> => {
    const isTo = ({ tilaus, vastaanottaja }: { tilaus: string; vastaanottaja: string }) => tilaus === tunniste && vastaanottaja === to
    return readFile(join(server.folder, 'outbox', `${mails.find(isTo)?.id}.txt`), 'utf8')
  }
  expect(await written('liisa@kulma.fi')).toContain(toLahti?.tunnus)
  expect(await written('varasto@kulma.fi')).toContain(toLahti?.tunnus)
  expect(await written('ville@kymi.fi')).toContain(toKotka?.tunnus)

  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments, 'kuljetuksessa')
  const file = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  await acknowledge(driver, shipments.slice(1, 2), file, { nimenselvennys: 'Ville Vastaanottaja' })
  expect((await follow(toKotka?.tunnus)).body).toMatchObject({
    vaihe: 3,
    lahetykset: [{ tila: 'toimitettu', paikkakunta: 'Kotka', vastaanottaja: 'Ville Vastaanottaja' }],
  })
  const followed = await follow(toLahti?.tunnus)
  expect(followed.body).toMatchObject({ vaihe: 2, paattyy: 0, lahetykset: [{ tila: 'kuljetuksessa' }, { tila: 'kuljetuksessa' }] })
  expect(followed.text).not.toMatch(/Kotka|Ville/)
})

test('a link is enabled, mailed and disabled by its place, which must be named when there are several', async () => {
  const { id } = await placeOrder(customer, [lahti, kotka])
  for (const operation of ['kayttoon', 'laheta']) {
    const body = { operation, id, ...(operation === 'laheta' ? { vastaanottaja: 'a@b.fi' } : {}) }
    const answer = await change(body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'paikka'])
    expect((await change({ ...body, paikka: 'muualla' })).status).toBe(422)
  }
  const [toLahti, toKotka] = await linksOf(id)
  expect((await change({ operation: 'kayttoon', id, paikka: toLahti?.paikka })).status).toBe(200)
  expect((await change({ operation: 'laheta', id, paikka: toKotka?.paikka, vastaanottaja: 'a@b.fi' })).status).toBe(200)
  const used = await linksOf(id)
  expect(used.map(({ kaytossa, viestit }) => [kaytossa, viestit.length])).toEqual([
    [true, 0],
    [true, 1],
  ])
  expect((await change({ operation: 'pois', id, paikka: toLahti?.paikka })).status).toBe(200)
  expect((await linksOf(id)).map(({ kaytossa }) => kaytossa)).toEqual([false, true])
  expect((await follow(used[0]?.tunnus)).status).toBe(404)
  expect((await follow(used[1]?.tunnus)).status).toBe(200)
})

describe('when an address is changed', () => {
  const linked = async () => {
    const { id, shipments } = await placeOrder(customer, [lahti, kotka, lahti])
    const [toLahti] = await linksOf(id)
    await change({ operation: 'kayttoon', id, paikka: toLahti?.paikka })
    return { id, shipments, tunnus: (await linksOf(id))[0]?.tunnus ?? '' }
  }

  test('a link follows the correction of its consignee’s address, once all its shipments have it', async () => {
    const { shipments, tunnus } = await linked()
    await edit(shipments[0], { toimitus_osoite1: 'Kauppakatu 7' })
    expect((await follow(tunnus)).body.lahetykset).toHaveLength(1)
    await edit(shipments[2], { toimitus_osoite1: 'Kauppakatu 7' })
    expect((await follow(tunnus)).body.lahetykset).toHaveLength(2)
  })

  test('a link does not follow goods that are redirected to another consignee', async () => {
    const { id, shipments, tunnus } = await linked()
    const moved = { ...kotka, toimitus_nimi: 'Toinen Saaja', toimitus_osoite1: 'Satamatie 1', toimitus_postitmp: 'Hamina' }
    await edit(shipments[0], moved)
    expect((await follow(tunnus)).text).not.toContain('Hamina')
    await edit(shipments[2], moved)
    expect((await follow(tunnus)).status).toBe(404)
    expect((await linksOf(id)).map(({ paikkakunta, kaytossa }) => [paikkakunta, kaytossa])).toEqual([
      ['Hamina', false],
      ['Kotka', false],
    ])
  })
})

describe('the link of a delivery', () => {
  const unnamed = { ...lahti, toimitus_yhteyshenkilo_email: '' }
  test.each([
    ['moves on to another shop at the same street address', lahti, { toimitus_nimi: 'Kahvila Kulma' }, false],
    [
      'moves on to a namesake elsewhere, neither with a mail address',
      unnamed,
      { toimitus_osoite1: 'Kymintie 8', toimitus_postinro: '48100' },
      false,
    ],
    ['moves on to a namesake elsewhere with another mail address', lahti, { ...kotka, toimitus_nimi: lahti.toimitus_nimi }, false],
    ['has its street corrected, and its mail address is the same', lahti, { toimitus_osoite1: 'Kauppakatu 7' }, true],
    ['has its town corrected, without a mail address', unnamed, { toimitus_postitmp: 'Lahti keskus' }, true],
    [
      'has its town corrected and gets another mail address',
      lahti,
      { toimitus_postitmp: 'Hollola', toimitus_yhteyshenkilo_email: 'a@b.fi' },
      true,
    ],
  ])('that %s', async (_what, from, to, isFollowing) => {
    const { id, shipments } = await placeOrder(customer, [from, kotka])
    const place = (await linksOf(id)).find(({ lahetykset }) => lahetykset[0] === shipments[0])?.paikka
    expect((await change({ operation: 'kayttoon', id, paikka: place })).status).toBe(200)
    const tunnus = (await linksOf(id)).find(({ paikka }) => paikka === place)?.tunnus
    expect((await follow(tunnus)).body.lahetykset).toHaveLength(1)
    await edit(shipments[0], to)
    const followed = await follow(tunnus)
    expect([followed.status, followed.body.lahetykset?.length]).toEqual(isFollowing ? [200, 1] : [404, undefined])
  })
})

describe('a link from the time before links had places', () => {
  /** Runs the migration's statements on a link of a whole order. */
  const migrated = async (id: string, tunnusOf: () => Promise<string>) => {
    await change({ operation: 'kayttoon', id, paikka: (await linksOf(id))[0]?.paikka })
    const tunnus = await tunnusOf()
    await server.pool.query(`UPDATE seurantalinkki SET paikka = '' WHERE tilaus_id = $1`, [id])
    const sql = await readFile(new URL('../../platform/database/migrations/0035-tracking-links-by-place.sql', import.meta.url), 'utf8')
    for (const [statement] of sql.matchAll(/^UPDATE seurantalinkki [^;]*;/gm)) await server.pool.query(statement)
    return tunnus
  }
  const tokenOf = async (id: string) => (await linksOf(id))[0]?.tunnus ?? ''

  test('of an order to one place becomes the link of that place', async () => {
    const { id } = await placeOrder(customer, [lahti, { ...lahti, toimitus_yhteyshenkilo_email: '' }])
    const tunnus = await migrated(id, () => tokenOf(id))
    expect((await follow(tunnus)).body.lahetykset).toHaveLength(2)
    expect(await tokenOf(id)).toBe(tunnus)
  })

  test('of several places becomes the link of the place to whose consignees it was mailed', async () => {
    const { id } = await placeOrder(customer, [kotka, lahti])
    const [first] = await linksOf(id)
    await change({ operation: 'laheta', id, paikka: first?.paikka, vastaanottaja: 'LIISA@kulma.fi' })
    const tunnus = await migrated(id, () => tokenOf(id))
    expect((await follow(tunnus)).body.lahetykset).toMatchObject([{ paikkakunta: 'Lahti' }])
  })

  test('of several places otherwise shows the order’s progress and no place, until it is disabled', async () => {
    const { id, shipments } = await placeOrder(customer, [kotka, lahti])
    const tunnus = await migrated(id, () => tokenOf(id))
    expect((await follow(tunnus)).body).toMatchObject({ vaihe: 0, lahetykset: [] })
    const whole = (await linksOf(id))[2]
    expect(whole).toMatchObject({ paikka: '', tunnus, paikkakunta: '', lahetykset: shipments })
    expect((await change({ operation: 'pois', id, paikka: '' })).status).toBe(200)
    expect((await follow(tunnus)).status).toBe(404)
    expect(await linksOf(id)).toHaveLength(2)
  })
})
