import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { deliveredOrder, operations, placeOrder } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

const preview = (sailyva: string, poistuva: string, who = admin) =>
  who.call('GET', `/api/asiakas/yhdistys?sailyva=${sailyva}&poistuva=${poistuva}`)
const merge = (sailyva: string, poistuva: string, versions: object = {}, who = admin) =>
  who.call('POST', '/api/asiakas/yhdista', { sailyva, poistuva, sailyva_vid: 1, poistuva_vid: 1, ...versions })
const rowsOf = async (query: string, ...values: unknown[]) => (await server.pool.query(query, values)).rows
async function made(path: string, data: { type: string; attributes: object; relationships?: object }): Promise<string> {
  const answer = await admin.call('POST', `/jsonapi/${path}`, { data })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}
const addressOf = (customer: string, name: string) =>
  made('osoite_entity/postiosoite', { type: 'osoite_entity--postiosoite', attributes: { name, asiakas_id: customer } })
const billingOf = (customer: string, mail: string) =>
  made('osoite_entity/laskutusosoite_email', {
    type: 'osoite_entity--laskutusosoite_email',
    attributes: { field_sahkopostiosoite: mail, asiakas_id: customer },
  })

test('a merge changes every reference to the removed customer, in invoiced orders too, and stores it in the histories', async () => {
  const [kept, gone] = [await server.customer('Puu Oy'), await server.customer('Puu Oy Ab')]
  const customer = await server.person(['asiakas', 'asiakas_yllapito'], gone)
  const open = await placeOrder(customer)
  const { id: invoiced } = await deliveredOrder({ admin, customer, driver })
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [invoiced] })
  const address = await addressOf(gone, 'Varasto')
  const [keptBilling, goneBilling] = [await billingOf(kept, 'a@puu.fi'), await billingOf(gone, 'b@puu.fi')]
  const contact = await made('yhteyshenkilo_entity/yhteyshenkilo', {
    type: 'yhteyshenkilo_entity--yhteyshenkilo',
    attributes: { etunimi: 'Kalle', asiakas_id: gone },
  })
  const route = randomUUID()
  await insert(server.pool, 'reitti', { id: route, name: 'Aamu', asiakkaat_ids: [gone, kept], hinnat: { [gone]: 50 } })
  await insert(server.pool, 'tuote', { id: randomUUID(), name: 'Lava', asiakas_id: gone, status: 0 })
  await rowsOf('INSERT INTO tuonti VALUES ($1, $2, 1, $3)', gone, 'sama', admin.id)
  await rowsOf(
    "UPDATE asiakas SET y_tunnus = '0116297-6', kayntiosoite_id = $2, nouto_osoite_ids = ARRAY[$2::uuid] WHERE id = $1",
    gone,
    address,
  )

  const shown = await preview(kept, gone)
  expect(shown.status, shown.text).toBe(200)
  expect(shown.body).toMatchObject({
    sailyva: { id: kept, name: 'Puu Oy' },
    poistuva: { id: gone, name: 'Puu Oy Ab', y_tunnus: '0116297-6' },
    taydentyy: ['y_tunnus', 'kayntiosoite', 'nouto_osoite'],
  })
  const done = await merge(kept, gone)
  expect(done.status, done.text).toBe(200)
  const sorted = (rows: { entiteetti: string }[]) => rows.toSorted((a, b) => (a.entiteetti < b.entiteetti ? -1 : 1))
  expect(sorted(done.body.siirtyi)).toEqual(sorted(shown.body.siirtyy))
  expect(shown.body.siirtyy).toEqual(expect.arrayContaining([{ entiteetti: 'tilaus', suhde: 'asiakas', maara: 2 }]))

  // No row refers to the removed customer any more.
  expect((await preview(kept, gone)).status).toBe(404)
  const orders = await rowsOf('SELECT id, asiakas_id, tilauksen_tila FROM tilaus WHERE id = ANY($1) ORDER BY tilausnro', [
    open.id,
    invoiced,
  ])
  expect(orders).toEqual([
    { id: open.id, asiakas_id: kept, tilauksen_tila: 'uusi' },
    { id: invoiced, asiakas_id: kept, tilauksen_tila: 'laskutettu' },
  ])
  expect(await rowsOf('SELECT asiakkaat_ids, hinnat FROM reitti WHERE id = $1', route)).toEqual([
    { asiakkaat_ids: [kept], hinnat: { [kept]: 50 } },
  ])
  expect(await rowsOf('SELECT count(*)::int AS n FROM tuote WHERE asiakas_id = $1', kept)).toEqual([{ n: 1 }])
  expect(await rowsOf('SELECT asiakas_id FROM tuonti WHERE tiiviste = $1', 'sama')).toEqual([{ asiakas_id: kept }])
  expect(await rowsOf('SELECT id, oletus FROM laskutusosoite_email WHERE asiakas_id = $1 ORDER BY oletus', kept)).toEqual([
    { id: goneBilling, oletus: false },
    { id: keptBilling, oletus: true },
  ])
  const [stays, goes] = await rowsOf(
    'SELECT name, status, y_tunnus, kayntiosoite_id, nouto_osoite_ids FROM asiakas WHERE id = ANY($1) ORDER BY status DESC',
    [kept, gone],
  )
  expect(stays).toEqual({ name: 'Puu Oy', status: 1, y_tunnus: '0116297-6', kayntiosoite_id: address, nouto_osoite_ids: [address] })
  expect(goes).toMatchObject({ status: 0, kayntiosoite_id: null, nouto_osoite_ids: [] })

  const last = (row: string) => rowsOf('SELECT kayttaja, syy, muutokset FROM revisio WHERE rivi = $1 ORDER BY vid DESC LIMIT 1', row)
  expect(await last(contact)).toEqual([
    { kayttaja: admin.id, syy: expect.stringMatching(/^Yhdistetty asiakkaaseen A-\d+ Puu Oy$/), muutokset: { asiakas: [gone, kept] } },
  ])
  expect(await last(kept)).toMatchObject([{ syy: expect.stringMatching(/^Yhdistetty asiakas A-\d+ Puu Oy Ab$/) }])
  expect(await last(gone)).toMatchObject([{ syy: expect.stringContaining('Yhdistetty asiakkaaseen') }])
  // The session knew the removed customer. Users and order lines have moved to the remaining one.
  await expect.poll(async () => (await customer.call('GET', '/api/notifications')).status).toBe(401)
  const signedIn = await server.signIn(customer.name, ['asiakas', 'asiakas_yllapito'])
  const authorization = `Bearer ${signedIn.json<{ access_token: string }>().access_token}`
  const line = await server.call('GET', `/jsonapi/lahetys_entity/lahetys/${open.shipments[0]}`, undefined, { authorization })
  expect(line.body.data.attributes.asiakas_id).toBe(kept)
})

test('the remaining customer keeps its own prices, and the preview lists what is lost', async () => {
  const [kept, gone] = [await server.customer('Hinta Oy'), await server.customer('Hinta Oy Ab')]
  const [own, other] = (await rowsOf('SELECT id FROM tuntituote_tyyppi ORDER BY id LIMIT 2')).map(({ id }) => id)
  const hourly = async (asiakas_id: string, tuntituote_tyyppi_id: string) => {
    const id = randomUUID()
    await insert(server.pool, 'tuntituote_instanssi', { id, name: 'Sopimus', asiakas_id, tuntituote_tyyppi_id })
    return id
  }
  const list = async (asiakas_id: string) => {
    const id = randomUUID()
    await insert(server.pool, 'hinnasto', { id, name: 'Sopimus', asiakas_id })
    return id
  }
  const [keptList, keptHourly] = [await list(kept), await hourly(kept, own)]
  const [goneList, goneHourly, otherHourly] = [await list(gone), await hourly(gone, own), await hourly(gone, other)]
  await rowsOf('UPDATE asiakas SET maksuehto = 21, saa_jattaa = true WHERE id = $1', gone)
  const { body } = await preview(kept, gone)
  expect(body.poistuu).toEqual([
    { entiteetti: 'hinnasto', maara: 1 },
    { entiteetti: 'tuntituote_instanssi', maara: 1 },
  ])
  expect(body.haviaa).toEqual([
    { kentta: 'maksuehto', arvo: 21 },
    { kentta: 'saa_jattaa', arvo: true },
  ])
  const done = await merge(kept, gone)
  expect(done.status, done.text).toBe(200)
  const live = async (table: string) =>
    (await rowsOf(`SELECT id FROM ${table} WHERE asiakas_id = $1 AND status = 1`, kept)).map(({ id }) => id).sort()
  expect(await live('hinnasto')).toEqual([keptList])
  expect(await live('tuntituote_instanssi')).toEqual([keptHourly, otherHourly].sort())
  expect(await rowsOf('SELECT asiakas_id, status FROM hinnasto WHERE id = $1', goneList)).toEqual([{ asiakas_id: kept, status: 0 }])
  expect(await rowsOf('SELECT asiakas_id, status FROM tuntituote_instanssi WHERE id = $1', goneHourly)).toEqual([
    { asiakas_id: kept, status: 0 },
  ])
})

test('prices of routes move also while routes are switched off', async () => {
  const [kept, gone] = [await server.customer(), await server.customer()]
  const route = randomUUID()
  await insert(server.pool, 'reitti', { id: route, name: 'Ilta', asiakkaat_ids: [gone], hinnat: { [gone]: 50 } })
  const switchOff = async (features: readonly string[]) => {
    await saveSetting(server.pool, 'poissa_kaytosta', features, { now: server.clock.now, kayttaja: null })
    server.clock.now += 5
  }
  await switchOff(['reitit'])
  const done = await merge(kept, gone)
  await switchOff([])
  expect(done.status, done.text).toBe(200)
  expect(await rowsOf('SELECT hinnat FROM reitti WHERE id = $1', route)).toEqual([{ hinnat: { [kept]: 50 } }])
})

test('a merge is refused for a single, removed or unknown customer, for an outdated version, and to others than administrators', async () => {
  const [kept, gone] = [await server.customer(), await server.customer()]
  expect((await merge(kept, kept)).status).toBe(422)
  expect((await preview(kept, kept)).status).toBe(400)
  expect((await merge(kept, randomUUID())).status).toBe(404)
  expect((await merge(kept, gone, { sailyva_vid: 7 })).status).toBe(409)
  expect((await merge(kept, gone, { poistuva_vid: undefined })).status).toBe(422)
  for (const who of [await server.person(['asiakas', 'asiakas_yllapito'], gone), driver]) {
    expect((await merge(kept, gone, {}, who)).status).toBe(403)
    expect((await preview(kept, gone, who)).status).toBe(403)
  }
  expect(await rowsOf('SELECT count(*)::int AS n FROM asiakas WHERE id = ANY($1) AND status = 1', [kept, gone])).toEqual([{ n: 2 }])
})

test('orders placed during a merge belong to the remaining customer afterwards, or are refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [kept, gone] = [await server.customer(), await server.customer()]
    const placed = Array.from({ length: 4 }, () => {
      const id = randomUUID()
      const line = {
        type: 'lahetys_entity--lahetys',
        attributes: {},
        relationships: { tilaus: { data: { type: 'tilaus_entity--tilaus_entity', id } } },
      }
      return operations(admin, [
        { op: 'add', data: { type: 'tilaus_entity--tilaus_entity', id, attributes: { asiakas_id: gone } } },
        { op: 'add', data: line },
      ])
    })
    const [merged, ...orders] = await Promise.all([merge(kept, gone), ...placed])
    expect(merged.status, merged.text).toBe(200)
    const stored = orders.filter(({ status }) => status === 200).length
    expect(orders.every(({ status }) => status === 200 || status === 422)).toBe(true)
    expect(
      await rowsOf('SELECT asiakas_id, count(*)::int AS n FROM tilaus WHERE asiakas_id = ANY($1) GROUP BY asiakas_id', [kept, gone]),
    ).toEqual(stored === 0 ? [] : [{ asiakas_id: kept, n: stored }])
  }
})
