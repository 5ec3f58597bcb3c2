import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderTimelineCall, type TimelineEntry } from '#domain/features/history/order-timeline.ts'
import { acknowledge, assignDriver, failDelivery, placeOrder, setState, shipmentType, uploadFile } from '#server/testing/deliveries.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { sharedServerWithUsers } from '#server/testing/shared-server.ts'
import { insert, type Person } from '#server/testing/test-server.ts'

const png = sampleSignature()
const { server, admin, customer, driver } = await sharedServerWithUsers()

async function timeline(who: Person, id: string): Promise<TimelineEntry[]> {
  const answer = await who.call('GET', `/api/tilaus/tapahtumat?id=${id}`)
  expect(answer.status, answer.text).toBe(200)
  return orderTimelineCall.output.parse(answer.body).data.reverse()
}
const texts = (entries: readonly TimelineEntry[]) => entries.map(({ teksti }) => teksti)
const change = (who: Person, id: string, attributes: object, relationships: object = {}, syy = '') =>
  who.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${id}`, { data: { type: shipmentType, id, attributes, relationships, meta: { syy } } })

test('each viewer sees the part of an order’s timeline that they may read', async () => {
  const { id, shipments } = await placeOrder(customer, [{ viite: 'A' }, { viite: 'B' }, {}])
  const [first = '', second = '', third = ''] = shipments
  await assignDriver(admin, driver, shipments)
  const terminal = randomUUID()
  await insert(server.pool, 'postiosoite', { id: terminal, name: 'Terminaali Vantaa' })
  await setState(driver, shipments, 'kuljetuksessa')
  await setState(driver, [third], 'odottaa_siirtoa')
  const moved = await change(
    driver,
    third,
    { tila: 'siirretty' },
    { nykyinen_osoite: { data: { type: 'osoite_entity--postiosoite', id: terminal } } },
  )
  expect(moved.status, moved.text).toBe(200)
  expect(moved.body.data.relationships.siirto_osoitteet.data).toEqual([{ type: 'osoite_entity--postiosoite', id: terminal }])
  const photo = (await uploadFile(driver, png, 'ovi.png', {}, 'toimituspoikkeama_entity/toimituspoikkeama_entity/kuvat')).body.data.id
  const failed = await failDelivery(driver, [second], { syy: 'vaara_osoite', selite: 'Ovessa lappu.', lat: 60.29, lng: 25.04 }, [photo])
  expect(failed.status, failed.text).toBe(200)
  const signature = (await uploadFile(driver, png, 'nimi.png')).body.data.id
  const signed = await acknowledge(driver, [first], signature, { lat: 60.3, lng: 25.05 })
  expect(signed.status, signed.text).toBe(200)
  await change(admin, second, { tila: 'peruutettu' }, {}, 'Asiakas perui')

  const entries = await timeline(admin, id)
  expect(texts(entries)).toEqual([
    'teki tilauksen',
    'valitsi kaikkien lähetysten kuljettajan: Maija Meikäläinen',
    'merkitsi kaikki lähetykset noudetuiksi',
    'ohjasi lähetyksen 3/3 terminaaliin',
    'toi lähetyksen 3/3 terminaaliin: Terminaali Vantaa',
    'ei saanut toimitettua lähetystä 2/3: Väärä osoite. Ovessa lappu.',
    'luovutti lähetyksen 1/3, vastaanottaja Virpi Vastaanottaja',
    'peruutti lähetyksen 2/3',
  ])
  expect(entries.map(({ kuka }) => kuka.rooli)).toEqual([
    'Asiakas',
    'Ylläpito',
    ...Array.from({ length: 5 }, () => 'Kuljettaja'),
    'Ylläpito',
  ])
  expect(entries.every(({ kuka }) => kuka.nimi === 'Maija Meikäläinen')).toBe(true)
  expect(entries[5]).toMatchObject({ laji: 'poikkeama', paikka: { lat: 60.29, lng: 25.04 }, kuvat: [`/file/${photo}`] })
  expect(entries[6]).toMatchObject({
    laji: 'kuittaus',
    laitteen_aika: 1_794_999_940,
    paikka: { lat: 60.3, lng: 25.05 },
    kuittaus: { nimenselvennys: 'Virpi Vastaanottaja', allekirjoitus: `/file/${signature}`, muutettu: false },
  })
  expect(entries[7]).toMatchObject({ laji: 'tila', tila: 'peruutettu', syy: 'Asiakas perui' })

  const theirs = await timeline(customer, id)
  expect(texts(theirs)).toEqual([
    'teki tilauksen',
    'merkitsi kaikki lähetykset noudetuiksi',
    'ei saanut toimitettua lähetystä 2/3: Väärä osoite. Ovessa lappu.',
    'luovutti lähetyksen 1/3, vastaanottaja Virpi Vastaanottaja',
    'peruutti lähetyksen 2/3',
  ])
  expect(theirs.map(({ kuka }) => kuka.nimi)).toEqual(['Maija Meikäläinen', '', '', '', ''])
  expect(theirs.every(({ paikka, syy }) => paikka === null && syy === '')).toBe(true)
  expect(JSON.stringify(theirs)).not.toMatch(/siir|terminaal/i)
  for (const { kuvat, kuittaus } of theirs)
    for (const url of [...kuvat, ...(kuittaus ? [kuittaus.allekirjoitus] : [])])
      expect((await customer.call('GET', url)).status, url).toBe(200)

  const own = await timeline(driver, id)
  expect(texts(own)).toContain('valitsi kaikkien lähetysten kuljettajan: Maija Meikäläinen')
  expect(own[0]?.kuka).toEqual({ nimi: '', rooli: 'Asiakas', puhelin: '' })
})

test('the phone number of the customer’s person who ordered is there for administrators, and for nobody who may not read it', async () => {
  await server.pool.query(`update profile_asiakas set field_puhelinnumero = '+358401234567' where uid_id = $1`, [customer.id])
  const { id, shipments } = await placeOrder(customer, [{}])
  await assignDriver(admin, driver, shipments)
  const orderer = async (who: Person) => (await timeline(who, id)).find(({ laji }) => laji === 'tilattu')?.kuka.puhelin
  expect(await orderer(admin)).toBe('+358401234567')
  expect(await orderer(customer)).toBe('+358401234567')
  expect(await orderer(driver)).toBe('')
})

test('a later change of signed content is shown, a change of other content is not', async () => {
  const { id, shipments } = await placeOrder(customer, [{ viite: 'C' }, {}])
  const [first = ''] = shipments
  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments, 'kuljetuksessa')
  const signature = (await uploadFile(driver, png, 'nimi.png')).body.data.id
  expect((await acknowledge(driver, shipments, signature)).status).toBe(200)
  const changedSince = async () => (await timeline(customer, id)).find(({ laji }) => laji === 'kuittaus')?.kuittaus?.muutettu
  expect(await changedSince()).toBe(false)
  expect((await change(admin, first, { hinta: 12, viesti: 'Ovi 3' })).status).toBe(200)
  expect(await changedSince()).toBe(false)
  expect((await change(admin, first, { maara: 7 })).status).toBe(200)
  expect(await changedSince()).toBe(true)
  expect((await change(admin, first, { maara: 1 })).status).toBe(200)
  expect(await changedSince()).toBe(false)
  await server.pool.query(`UPDATE file SET tarkiste = 'toinen' WHERE id = $1`, [signature])
  expect(await changedSince()).toBe(true)
})

test('a driver sees only their own lines, with their numbers on the order', async () => {
  const { id, shipments } = await placeOrder(customer, [{}, {}])
  const [first = '', second = ''] = shipments
  const other = await server.person(['kuljettaja'])
  await assignDriver(admin, driver, [second])
  await assignDriver(admin, other, [first])
  await setState(driver, [second], 'kuljetuksessa')
  await setState(other, [first], 'kuljetuksessa')
  expect(texts(await timeline(driver, id))).toEqual([
    'teki tilauksen',
    'valitsi lähetyksen 2/2 kuljettajan: Maija Meikäläinen',
    'merkitsi lähetyksen 2/2 noudetuksi',
  ])
})

test('a failed delivery keeps the order open until it is handled, and orders can be filtered by it', async () => {
  const { id, shipments } = await placeOrder(customer, [{}, {}])
  const [first = ''] = shipments
  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments, 'kuljetuksessa')
  const file = (await uploadFile(driver, png, 'nimi.png')).body.data.id
  expect((await acknowledge(driver, shipments.slice(1), file)).status).toBe(200)
  expect((await failDelivery(driver, [first], { syy: 'muu' })).status).toBe(422)
  expect((await failDelivery(driver, [first], { syy: 'ei_tavoitettu' })).status).toBe(200)
  const waiting = async (who: Person) => {
    const url = `/jsonapi/tilaus_entity/tilaus_entity?include=lahetykset.poikkeama&filter[lahetykset.poikkeama.id][operator]=IS NOT NULL&filter[id]=${id}`
    const { status, body, text } = await who.call('GET', encodeURI(url))
    expect(status, text).toBe(200)
    return body
  }
  const found = await waiting(customer)
  expect(found.data[0].attributes.tilauksen_tila).toBe('kuljetuksessa')
  const failure = found.included.find(({ type }: { type: string }) => type === 'toimituspoikkeama_entity--toimituspoikkeama_entity')
  expect(failure.attributes).toMatchObject({ syy: 'ei_tavoitettu' })
  expect(failure.attributes).not.toHaveProperty('lat')
  // A reported failure cannot be changed afterwards.
  const later = { data: { type: failure.type, id: failure.id, attributes: { syy: 'kieltaytyi' } } }
  const url = `/jsonapi/toimituspoikkeama_entity/toimituspoikkeama_entity/${failure.id}`
  expect((await admin.call('PATCH', url, later)).status).toBe(422)
  expect((await driver.call('PATCH', url, later)).status).toBe(403)
  await setState(driver, [first], 'kuljetuksessa')
  expect((await waiting(admin)).data).toEqual([])
})

test('a very long timeline is cut to its newest entries', async () => {
  const { id } = await placeOrder(customer)
  await server.pool.query(
    `INSERT INTO lahteva_posti (id, laji, vastaanottaja, aihe, teksti, tila, luotu, tilaus_id)
     SELECT gen_random_uuid(), 'seurantalinkki', n || '@vanha.example', '', '', 'lahetetty', 1700000000 + n, $1 FROM generate_series(1, 1005) n`,
    [id],
  )
  const links = (await timeline(admin, id)).filter(({ laji }) => laji === 'seuranta')
  expect(links).toHaveLength(1000)
  expect(links[0]?.teksti).toBe('lähetti seurantalinkin osoitteeseen 6@vanha.example')
})

test('is not available for orders of others', async () => {
  const { id } = await placeOrder(customer)
  expect((await driver.call('GET', `/api/tilaus/tapahtumat?id=${id}`)).status).toBe(404)
  expect((await admin.call('GET', `/api/tilaus/tapahtumat?id=${randomUUID()}`)).status).toBe(404)
  expect((await admin.call('GET', '/api/tilaus/tapahtumat?id=1')).status).toBe(400)
})
