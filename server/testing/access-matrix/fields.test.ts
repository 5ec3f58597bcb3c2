// Single fields: transfer states, prices, the writable fields of own rows, and several roles at once (rules/access.md).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { insert, startTestServer, type TestServer } from '../test-server.ts'
import type { AccessFixture } from './access-entry.ts'
import { makeAccessFixture } from './access-fixture.ts'
import { accessMatrix, hiddenFrom } from './access-matrix.ts'

const entities: Readonly<Record<EntityName, Entity>> = registry
const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const limited = ['kuljettaja', 'asiakas', 'asiakas_yllapito', 'huolto'] as const

let server: TestServer
const fixtures = new Map<Role, AccessFixture>()
beforeAll(async () => {
  server = await startTestServer()
  for (const role of limited) fixtures.set(role, await makeAccessFixture(server, role))
})
afterAll(() => server.close())

function fixtureOf(role: Role): AccessFixture {
  const fixture = fixtures.get(role)
  if (!fixture) throw new Error(`No world for ${role}`)
  return fixture
}

describe.each(['asiakas', 'asiakas_yllapito'] as const)('transfer states for %s', (role) => {
  test.each(['odottaa_siirtoa', 'siirto', 'siirretty'])('%s is shown, filtered and sorted as being under way', async (tila) => {
    const { viewer, rows } = fixtureOf(role)
    const id = rows.lahetys.own
    await server.pool.query('UPDATE lahetys SET tila = $2 WHERE id = $1', [id, tila])
    const path = pathOf('lahetys')
    const queries = [
      `${path}/${id}`,
      path,
      `${path}?fields[lahetys_entity--lahetys]=tila`,
      `${path}?sort=tila`,
      `${path}?filter[tila]=kuljetuksessa`,
      `${path}?filter[tila][operator]=STARTS_WITH&filter[tila][value]=kul`,
      `${pathOf('tilaus')}?include=lahetykset`,
      `${pathOf('v_o_kuittaus')}?include=lahetykset`,
      `${pathOf('tilaus')}?include=lahetykset&filter[lahetykset.tila]=kuljetuksessa`,
    ]
    for (const url of queries) {
      const { status, body, text } = await viewer.call('GET', encodeURI(url))
      expect(status, text).toBe(200)
      const found = [body.data, body.included ?? []].flat().find((row: { id: string }) => row.id === id)
      expect(found?.attributes.tila, url).toBe('kuljetuksessa')
      expect(text).not.toContain(tila)
    }
    for (const filter of [
      `filter[tila]=${tila}`,
      `filter[tila][operator]=IN&filter[tila][value][]=${tila}&filter[tila][value][]=peruutettu`,
      'filter[tila][operator]=CONTAINS&filter[tila][value]=sii',
      'filter[tila][operator]=<>&filter[tila][value]=kuljetuksessa',
    ])
      expect((await viewer.call('GET', encodeURI(`${path}?${filter}&filter[id]=${id}`))).body.meta.count, filter).toBe(0)
    const through = await viewer.call('GET', `${pathOf('tilaus')}?filter[lahetykset.tila]=${tila}`)
    expect(through.body.meta.count).toBe(0)
    // A refusal does not show it either: it is the same as for any shipment under way.
    const change = await viewer.call('PATCH', `${path}/${id}`, {
      data: { type: registry.lahetys.type, id, attributes: { tila: 'peruutettu', vid: 999 } },
    })
    expect(change.status).toBe(403)
    expect(change.text).not.toContain(tila)
    await server.pool.query(`UPDATE lahetys SET tila = 'odottaa_noutoa' WHERE id = $1`, [id])
  })
})

test('the reason of a change is shown to staff, and never to customers', async () => {
  const { viewer, rows, customer } = fixtureOf('asiakas')
  const driver = fixtureOf('kuljettaja')
  const admin = await server.person(['yllapito'])
  const why = 'Asiakas ei maksa laskujaan'
  for (const [name, id] of [
    ['lahetys', rows.lahetys.own],
    ['asiakas', customer.own],
    ['lahetys', driver.rows.lahetys.own],
  ] as const) {
    const data = { type: registry[name].type, id, meta: { syy: why }, attributes: { name: 'Toinen nimi' } }
    expect((await admin.call('PATCH', `${pathOf(name)}/${id}`, { data })).status).toBe(200)
  }
  const path = pathOf('lahetys')
  expect((await driver.viewer.call('GET', `${path}/${driver.rows.lahetys.own}`)).body.data.attributes.revision_log_message).toBe(why)
  for (const url of [`${path}/${rows.lahetys.own}`, path, `${pathOf('tilaus')}?include=lahetykset,asiakas`, `${pathOf('asiakas')}`])
    expect((await viewer.call('GET', url)).text).not.toMatch(/revision_log_message|ei maksa/)
  for (const query of [
    'filter[revision_log_message][operator]=CONTAINS&filter[revision_log_message][value]=maksa',
    'sort=revision_log_message',
  ])
    for (const at of [path, `${path}?fields[${registry.lahetys.type}]=revision_log_message`])
      expect((await viewer.call('GET', `${at}${at.includes('?') ? '&' : '?'}${query}`)).status).toBe(400)
})

/** A value of the field that differs from the stored one. */
function otherValue(name: EntityName, field: string, stored: unknown): unknown {
  const shape = entities[name].fields[field]
  switch (shape?.kind) {
    case 'choice':
      return Object.keys(shape.values).find((value) => value !== stored)
    case 'choices':
      return Object.keys(shape.values)
    case 'flag':
    case 'mark':
      return stored !== true
    case 'numbers':
      return [1]
    case 'days':
      return [1_800_050_400]
    case 'json':
      return { uusi: 1 }
    case 'integer':
    case 'decimal':
    case 'money':
    case 'sequence':
      return Number(stored) + 1
    case 'moment':
    case 'day':
      return Number(stored) + 1_700_000_000
    case 'coordinate':
      return 61.5
    default:
      return 'toinen'
  }
}

describe.each(limited)('%s may not write other fields', (role) => {
  const names = entityNames.filter((name) => accessMatrix[name].writable?.[role])
  test.each(names)('of %s than the rules allow', async (name) => {
    const { viewer, rows } = fixtureOf(role)
    const fields = accessMatrix[name].writable?.[role] ?? []
    const may = (field: string) => (fields === 'all but asiakas' ? field !== 'asiakas' : fields.includes(field))
    const { own } = rows[name]
    const url = `${pathOf(name)}/${own}`
    const rowOf = async () => (await server.pool.query(`SELECT * FROM "${name}" WHERE id = $1`, [own])).rows[0]
    const before = await rowOf()
    const relations = Object.entries(entities[name].relations).filter(([, { kind }]) => kind !== 'inverse')
    const attempts = [
      ...['name', 'status', ...Object.keys(entities[name].fields)]
        .filter((field) => !may(field) && !(fields === 'all but asiakas' && field !== 'status'))
        .map((field) => ({ field, change: { attributes: { [field]: field === 'status' ? 0 : otherValue(name, field, before[field]) } } })),
      ...relations
        .filter(([field]) => !may(field))
        .flatMap(([field, { kind, to }]) => {
          const item = { type: entities[String(to) as EntityName].type, id: randomUUID() }
          return [
            { field, change: { relationships: { [field]: { data: kind === 'many' ? [item] : item } } } },
            ...(field === 'asiakas' ? [{ field, change: { attributes: { asiakas_id: item.id } } }] : []),
          ]
        }),
    ]
    const secrets = hiddenFrom(name, role)
    for (const { field, change } of attempts) {
      const data = { type: registry[name].type, id: own, ...change }
      const answer = await viewer.call('PATCH', url, { data })
      // 422: the field is hidden, set by the server, can be set only once, or the value is also invalid.
      expect([403, 422], `${field}: ${answer.text}`).toContain(answer.status)
      if (secrets.includes(field)) expect(answer.status).toBe(422)
      if (entities[name].fields[field]?.kind === 'money' && !secrets.includes(field)) expect(answer.status).toBe(403)
      expect(answer.body.errors[0].source.pointer).toContain(field === 'asiakas' ? 'asiakas' : `/${field}`)
    }
    expect(await rowOf()).toEqual(before)
  })
})

test('a customer cannot set the price, driver or state of a new order and shipment', async () => {
  const { viewer, rows } = fixtureOf('asiakas')
  const count = async () =>
    (await server.pool.query('SELECT (SELECT count(*) FROM tilaus) + (SELECT count(*) FROM lahetys) AS n')).rows[0].n
  const before = await count()
  const tilaus = { data: { type: registry.tilaus.type, id: rows.tilaus.own } }
  const driver = { data: { type: registry.user.type, id: rows.user.own } }
  const attempts: [EntityName, Record<string, unknown>, number][] = [
    ['tilaus', { attributes: { hinta: 1 } }, 403],
    ['tilaus', { attributes: { tilauksen_tila: 'laskutettu' } }, 403],
    ['tilaus', { attributes: { tilausnro: 5 } }, 422],
    ['lahetys', { attributes: { hinta: 1 }, relationships: { tilaus } }, 403],
    ['lahetys', { attributes: { tila: 'toimitettu' }, relationships: { tilaus } }, 422],
    ['lahetys', { relationships: { tilaus, kuljettaja: driver } }, 422],
    ['tuntituote', { attributes: { tuntituote_hinta: 1 }, relationships: { tilaus } }, 403],
    ['tuntituote', { attributes: { minimilaskutus: 1 }, relationships: { tilaus } }, 403],
  ]
  for (const [name, change, status] of attempts) {
    const answer = await viewer.call('POST', pathOf(name), { data: { type: registry[name].type, ...change } })
    expect(answer.status, `${name} ${answer.text}`).toBe(status)
  }
  expect(await count()).toBe(before)
})

test('a driver who only has an hourly job may read its order, customer, contact and address', async () => {
  const asiakas_id = await server.customer('Pelkkä Tunti Oy')
  const driver = await server.person(['kuljettaja'])
  const ids = { yhteyshenkilo: randomUUID(), postiosoite: randomUUID(), tilaus: randomUUID(), tuntituote: randomUUID() }
  await insert(server.pool, 'yhteyshenkilo', { id: ids.yhteyshenkilo, asiakas_id })
  await insert(server.pool, 'postiosoite', { id: ids.postiosoite, asiakas_id })
  await insert(server.pool, 'tilaus', { id: ids.tilaus, asiakas_id, tilausnro: 900_001, tyyppi: 'tunti' })
  const expected = [['asiakas', asiakas_id], ...Object.entries(ids)] as [EntityName, string][]
  for (const [name, id] of expected) expect((await driver.call('GET', `${pathOf(name)}/${id}`)).status, name).toBe(404)
  await insert(server.pool, 'tuntituote', { id: ids.tuntituote, asiakas_id, tilaus_id: ids.tilaus, kuljettaja_id: driver.id })
  for (const [name, id] of expected) expect((await driver.call('GET', `${pathOf(name)}/${id}`)).status, name).toBe(200)
})

test('a driver sees only their own lines of an order', async () => {
  const { viewer, rows, customer, driver } = fixtureOf('kuljettaja')
  const id = randomUUID()
  await insert(server.pool, 'lahetys', { id, asiakas_id: customer.own, tilaus_id: rows.tilaus.own, kuljettaja_id: driver.other })
  const { body } = await viewer.call('GET', `${pathOf('tilaus')}/${rows.tilaus.own}?include=lahetykset`)
  expect(body.data.relationships.lahetykset.data).toEqual([{ type: registry.lahetys.type, id: rows.lahetys.own }])
  expect(body.included.map((row: { id: string }) => row.id)).toEqual([rows.lahetys.own])
})

test("a customer's administrator manages customers, not staff", async () => {
  const { viewer, customer, rows } = fixtureOf('asiakas_yllapito')
  const dual = await server.person(['asiakas'], customer.own)
  await server.pool.query(`UPDATE "user" SET user_roles = '{asiakas,yllapito}' WHERE id = $1`, [dual.id])
  const change = (id: string, attributes: Record<string, unknown>) =>
    viewer.call('PATCH', `${pathOf('user')}/${id}`, { data: { type: registry.user.type, id, attributes } })
  expect((await change(dual.id, { mail: 'valtaaja@esimerkki.fi' })).status).toBe(403)
  expect((await viewer.call('DELETE', `${pathOf('user')}/${dual.id}`)).status).toBe(403)
  expect((await change(rows.user.own, { field_fullname: 'Uusi Nimi' })).status).toBe(200)
  // A mail address can be used to set a new password, so only its user may change it, by PATCH /api/user with the password.
  expect((await change(rows.user.own, { mail: 'uusi.osoite@esimerkki.fi' })).status).toBe(422)
  expect((await change(rows.user.own, { user_roles: ['asiakas', 'yllapito'] })).status).toBe(403)
  expect((await change(viewer.id, { user_roles: ['asiakas', 'asiakas_yllapito', 'yllapito'] })).status).toBe(403)
})

test('a person with two roles may read the rows of both, and a field only if both roles may read it', async () => {
  const customer = await server.customer()
  const both = await server.person(['kuljettaja', 'asiakas'], customer)
  const { rows } = fixtureOf('asiakas')
  const [tilaus, lahetys] = [randomUUID(), randomUUID()]
  await insert(server.pool, 'tilaus', { id: tilaus, asiakas_id: rows.asiakas.other, tilausnro: 900_002, hinta: 5 })
  await insert(server.pool, 'lahetys', { id: lahetys, asiakas_id: rows.asiakas.other, tilaus_id: tilaus, kuljettaja_id: both.id, hinta: 5 })
  const read = await both.call('GET', `${pathOf('lahetys')}/${lahetys}`)
  expect(read.status).toBe(200)
  expect(read.body.data.attributes).not.toHaveProperty('hinta')
  expect((await both.call('GET', `${pathOf('lahetys')}/${rows.lahetys.own}`)).status).toBe(404)
  const own = await both.call('POST', pathOf('tilaus'), { data: { type: registry.tilaus.type, attributes: {} } })
  expect(own.body.data.attributes.asiakas_id).toBe(customer)
})
