// Rows that certain people may read, and when: notifications, documents, published shifts and their shipments (rules/access.md#documents).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { insert, type Person, startTestServer, type TestServer } from '../test-server.ts'

const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const typeOf = (name: EntityName) => registry[name].type
// Notices begin and end by the database's clock.
const now = Math.floor(Date.now() / 1000)
const day = 86_400

let server: TestServer
let admin: Person
let driver: Person
let colleague: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  colleague = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

async function add(name: EntityName, values: Record<string, unknown>): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, name, { ...values, id })
  return id
}
const statusOf = async (who: Person, name: EntityName, id: string) => (await who.call('GET', `${pathOf(name)}/${id}`)).status
const patch = (who: Person, name: EntityName, id: string, change: Record<string, unknown>) =>
  who.call('PATCH', `${pathOf(name)}/${id}`, { data: { type: typeOf(name), id, ...change } })

test('a notification is shown to its roles, or its people, while it is valid', async () => {
  const notice = (values: Record<string, unknown>) => add('notification', { message: 'Tiedoksi', roles: ['kuljettaja'], ...values })
  const running = { start: now - day, end: now + day }
  expect(await statusOf(driver, 'notification', await notice(running))).toBe(200)
  expect(await statusOf(driver, 'notification', await notice({}))).toBe(200)
  for (const values of [{ start: now + day }, { end: now - day }, { disabled: true }, { roles: ['huolto'] }, { tyyppi: 'PERSONAL' }])
    expect(await statusOf(driver, 'notification', await notice(values)), JSON.stringify(values)).toBe(404)
  const personal = await notice({ roles: [], tyyppi: 'PERSONAL', henkilot_ids: [driver.id] })
  expect(await statusOf(driver, 'notification', personal)).toBe(200)
  expect(await statusOf(colleague, 'notification', personal)).toBe(404)
  // On a notice for roles the named people are ignored.
  expect(await statusOf(driver, 'notification', await notice({ roles: ['asiakas'], henkilot_ids: [driver.id] }))).toBe(404)
})

test('a dismissal affects only the person who dismisses', async () => {
  const id = await add('notification', { message: 'Halli on kiinni', roles: ['kuljettaja'] })
  const visibleTo = async (who: Person) => {
    const { body } = await who.call('GET', `${pathOf('notification')}/${id}`)
    const listed = async (value: number) =>
      (await who.call('GET', `${pathOf('notification')}?filter[id]=${id}&filter[is_dismissed]=${value}`)).body.meta.count
    expect(await listed(1)).toBe(body.data.attributes.is_dismissed ? 1 : 0)
    expect(await listed(0)).toBe(body.data.attributes.is_dismissed ? 0 : 1)
    return body.data.attributes.is_dismissed
  }
  const answer = await patch(driver, 'notification', id, { attributes: { is_dismissed: true } })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.data.attributes.is_dismissed).toBe(true)
  expect([await visibleTo(driver), await visibleTo(colleague), await visibleTo(admin)]).toEqual([true, false, false])
  await patch(colleague, 'notification', id, { attributes: { is_dismissed: true } })
  await patch(driver, 'notification', id, { attributes: { is_dismissed: false } })
  expect([await visibleTo(driver), await visibleTo(colleague)]).toEqual([false, true])
  const people = await admin.call('GET', `${pathOf('notification')}/${id}`)
  expect(people.body.data.relationships.ohittaneet.data.map((one: { id: string }) => one.id)).toEqual([colleague.id])
  for (const query of ['sort=is_dismissed', 'filter[is_dismissed][operator]=CONTAINS&filter[is_dismissed][value]=1'])
    expect((await driver.call('GET', `${pathOf('notification')}?${query}`)).status).toBe(400)
})

test('an idempotency key is used once', async () => {
  const draft = { data: { type: typeOf('notification'), attributes: { message: 'Katsastus', roles: ['huolto'], key: 'katsastus-1' } } }
  expect((await admin.call('POST', pathOf('notification'), draft)).status).toBe(201)
  const again = await admin.call('POST', pathOf('notification'), draft)
  expect(again.status).toBe(422)
  expect(again.body.errors[0].source.pointer).toBe('/data/attributes/key')
})

test('a document is shown to its roles and its people; a new version must be acknowledged again', async () => {
  const named = await add('dokumentti', { name: 'Vain yhdelle', henkilot_ids: [driver.id] })
  expect([await statusOf(driver, 'dokumentti', named), await statusOf(colleague, 'dokumentti', named)]).toEqual([200, 404])
  const signature = await add('file', { filename: 'kuittaus.png', lisaaja_id: driver.id })
  const sign = (who: Person, versio = 1) =>
    who.call('POST', pathOf('dokumentti_kuittaus'), {
      data: {
        type: typeOf('dokumentti_kuittaus'),
        attributes: { nimenselvennys: 'Kalle Kuljettaja', versio },
        relationships: {
          dokumentti: { data: { type: typeOf('dokumentti'), id: named } },
          kuittaus: { data: { type: 'file--file', id: signature } },
        },
      },
    })
  const first = await sign(driver)
  expect(first.status, first.text).toBe(201)
  expect(first.body.data.attributes.versio).toBe(1)
  expect(first.body.data.relationships.kayttaja.data.id).toBe(driver.id)
  expect((await sign(driver)).status).toBe(422)
  expect((await sign(colleague)).status).toBe(422)
  const document = await add('file', { filename: 'ohje.pdf' })
  expect(await statusOf(driver, 'file', document)).toBe(404)
  const file = { tiedostot: { data: [{ type: 'file--file', id: document }] } }
  const renewed = await patch(admin, 'dokumentti', named, { relationships: file })
  expect(renewed.body.data.attributes.versio).toBe(2)
  expect([await statusOf(driver, 'file', document), await statusOf(colleague, 'file', document)]).toEqual([200, 404])
  expect((await sign(driver, 2)).body.data.attributes.versio).toBe(2)
  const read = await add('dokumentti', { name: 'Luettavaksi', roolit: ['kuljettaja'], kuitattava: false })
  const refused = await driver.call('POST', pathOf('dokumentti_kuittaus'), {
    data: {
      type: typeOf('dokumentti_kuittaus'),
      attributes: { nimenselvennys: 'Kalle Kuljettaja', versio: 1 },
      relationships: { dokumentti: { data: { type: typeOf('dokumentti'), id: read } } },
    },
  })
  expect(refused.body.errors[0].detail).toBe('Tätä dokumenttia ei tarvitse kuitata.')
})

test('the driver may read a shift, its work routes and their shipments after it is published', async () => {
  const asiakas_id = await server.customer()
  const tyoreitti = await add('tyoreitti', { reittinro: '12' })
  const others = await add('tyoreitti', { reittinro: '13' })
  const shift = await add('tyovuoro', { paiva: 1_795_039_200, kuljettaja_id: driver.id, tyoreitti_ids: [tyoreitti] })
  await add('tyovuoro', { paiva: 1_795_039_200, tila: 'PUBLISHED', kuljettaja_id: colleague.id, tyoreitti_ids: [others] })
  const postiosoite = await add('postiosoite', { asiakas_id })
  const tuote = await add('tuote', { asiakas_id, name: 'Laatikko' })
  const tilaus = await add('tilaus', { asiakas_id, tilausnro: 910_001 })
  const kuva = await add('file', { asiakas_id })
  const lahetys = await add('lahetys', {
    asiakas_id,
    tilaus_id: tilaus,
    tyovuoro_id: shift,
    nouto_osoite_id: postiosoite,
    tuote_id: tuote,
    kuvat_ids: [kuva],
  })
  const v_o_kuittaus = await add('v_o_kuittaus', { asiakas_id, nimenselvennys: 'Eino', lahetykset_ids: [lahetys] })
  const own = { tyoreitti, tyovuoro: shift, tilaus, lahetys, postiosoite, tuote, asiakas: asiakas_id, file: kuva, v_o_kuittaus }
  const statuses = async (who: Person) => Promise.all(Object.entries(own).map(([name, id]) => statusOf(who, name as EntityName, id)))
  expect(new Set(await statuses(driver))).toEqual(new Set([404]))
  await server.pool.query(`UPDATE tyovuoro SET tila = 'PUBLISHED' WHERE id = $1`, [shift])
  expect(new Set(await statuses(driver))).toEqual(new Set([200]))
  expect(new Set(await statuses(colleague))).toEqual(new Set([404]))
  // The same shift must be both published and the driver's.
  expect(await statusOf(driver, 'tyoreitti', others)).toBe(404)
  expect((await patch(driver, 'lahetys', lahetys, { attributes: { tila: 'kuljetuksessa' } })).status).toBe(200)
  // The query of the driver's screen: filtered by the state only, sorted in the order of creation.
  const day = await driver.call(
    'GET',
    `${pathOf('lahetys')}?filter[tila]=kuljetuksessa&sort=toivottu_toimitus,tila_weight,drupal_internal__id`,
  )
  expect(day.body.data.map(({ id }: { id: string }) => id)).toContain(lahetys)
  const listed = await driver.call('GET', `${pathOf('lahetys')}?filter[id]=${lahetys}`)
  expect(listed.body.meta.count).toBe(1)
})

test('a driver may add a maintenance note, with the fields of a note only', async () => {
  const auto = await add('auto', { rekisterinumero: 'ABC-1' })
  const note = (attributes: Record<string, unknown>) =>
    driver.call('POST', pathOf('huolto'), {
      data: { type: typeOf('huolto'), attributes, relationships: { auto: { data: { type: typeOf('auto'), id: auto } } } },
    })
  const made = await note({ info: 'Jarrut vinkuvat' })
  expect(made.status, made.text).toBe(201)
  expect(made.body.data.attributes).toMatchObject({ name: 'Huolto', tehty: false, info: 'Jarrut vinkuvat' })
  expect((await note({ info: 'Jarrut vinkuvat', tehty: true })).status).toBe(403)
})
