// The target of a reference must not only exist (rules/http-api.md#references): the conditions of each relation in the registry, through HTTP.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#domain/access/policy.ts'
import type { ManyRelation, OneRelation, Relation } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import type { AccessFixture } from '#server/testing/access-matrix/access-entry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { accessMatrix } from '#server/testing/access-matrix/access-matrix.ts'
import { assignDriver, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import { type Answer, insert } from '#server/testing/test-server.ts'

type Owned = { name: EntityName; relation: string; shape: OneRelation | ManyRelation }
const relationsOf = (name: EntityName): Readonly<Record<string, Relation>> => registry[name].relations
const owned: Owned[] = entityNames.flatMap((name) =>
  Object.entries(relationsOf(name)).flatMap(([relation, shape]) =>
    shape.kind === 'inverse' || shape.readOnly ? [] : [{ name, relation, shape }],
  ),
)
const entityTo = ({ to }: OneRelation | ManyRelation): EntityName => entityNames.find((name) => name === to) ?? 'tilaus'

describe('the registry', () => {
  const demanded: readonly [string, (relation: Owned) => boolean, (shape: Owned['shape']) => boolean][] = [
    ['a driver', ({ relation, shape }) => shape.to === 'user' && relation.startsWith('kuljettaja'), ({ mustBe }) => mustBe === 'driver'],
    ['a car', ({ shape }) => shape.to === 'auto', ({ mustBe }) => mustBe === 'live'],
    [
      'an address, contact, product, hourly price or recurring job',
      ({ shape }) => ['postiosoite', 'yhteyshenkilo', 'tuote', 'tuntituote_instanssi', 'tuntituote_toisto'].includes(shape.to),
      ({ sameCustomer }) => sameCustomer !== undefined,
    ],
  ]
  test.each(demanded)('has a condition for every relation to %s', (_what, isOne, holds) => {
    const found = owned.filter(isOne)
    expect(found.length).toBeGreaterThan(3)
    expect(found.filter(({ shape }) => !holds(shape)).map(({ name, relation }) => `${name}.${relation}`)).toEqual([])
  })
})

let server: SharedServer
let admin: AccessFixture
let disabledDriver: string
beforeAll(async () => {
  server = await sharedServer()
  admin = await makeAccessFixture(server, 'yllapito')
  disabledDriver = await newUser(['kuljettaja'], 0)
})

async function newUser(roles: readonly string[], status: 0 | 1): Promise<string> {
  const id = randomUUID()
  const name = `nimi-${id.slice(0, 8)}`
  await insert(server.pool, 'user', { id, name, mail: `${name}@esimerkki.fi`, user_roles: roles, status }, server.clock.now)
  return id
}

/** The administrator makes or changes the entity's row of the first customer so that it refers to `ids`. */
async function refer({ name, relation, shape }: Owned, ...ids: string[]): Promise<Answer> {
  const { type, group, bundle } = registry[name]
  const targets = ids.map((id) => ({ type: registry[entityTo(shape)].type, id }))
  const relationships = { [relation]: { data: shape.kind === 'one' ? targets[0] : targets } }
  const path = `/jsonapi/${group}/${bundle}`
  if (shape.kind === 'one' && shape.once) {
    const draft = await accessMatrix[name].draft(admin, 'own')
    return admin.viewer.call('POST', path, { data: { type, ...draft, relationships: { ...draft.relationships, ...relationships } } })
  }
  const id = admin.rows[name].own
  const { vid } = (await admin.viewer.call('GET', `${path}/${id}`)).body.data.attributes
  return admin.viewer.call('PATCH', `${path}/${id}`, { data: { type, id, attributes: { vid }, relationships } })
}

async function expectRefused(of: Owned, id: string): Promise<void> {
  const answer = await refer(of, id)
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)).toContain(
    `/data/relationships/${of.relation}`,
  )
}
async function expectTaken(of: Owned, id: string): Promise<void> {
  const answer = await refer(of, id)
  expect([200, 201], answer.text).toContain(answer.status)
}

/** The others are made by drivers, or by calls of their own. */
const written = owned.filter(({ name }) => 'create' in policy[name].yllapito)

describe.each(written.filter(({ shape }) => shape.mustBe === 'driver'))('$name $relation', (of) => {
  test('accepts an enabled driver only', async () => {
    const others = [await newUser(['asiakas'], 1), await newUser(['yllapito'], 1), await newUser([], 1), disabledDriver]
    for (const id of others) await expectRefused(of, id)
    await expectTaken(of, await newUser(['kuljettaja'], 1))
  })
})

describe.each(written.filter(({ shape }) => shape.mustBe === 'live'))('$name $relation', (of) => {
  test('does not accept a removed row', async () => {
    const target = entityTo(of.shape)
    const id = randomUUID()
    const values: Partial<Record<EntityName, Record<string, unknown>>> = {
      auto: { rekisterinumero: 'POI-1' },
      user: { name: `poissa-${id}`, mail: `poissa-${id}@esimerkki.fi` },
    }
    await insert(server.pool, target, { id, name: 'Poistettu', ...values[target], status: 0 }, server.clock.now)
    await expectRefused(of, id)
  })
})

describe.each(owned.filter(({ shape }) => shape.sameCustomer))('$name $relation', (of) => {
  test("is of the same customer or the haulier's own, for administrators too", async () => {
    const target = entityTo(of.shape)
    await expectRefused(of, admin.rows[target].other)
    await expectTaken(of, admin.rows[target].own)
    const { asiakas } = relationsOf(target)
    if (asiakas?.kind === 'one' && asiakas.required) return
    const id = randomUUID()
    await insert(server.pool, target, { id, name: 'Oma' }, server.clock.now)
    await expectTaken(of, id)
  })
})

test('a row whose driver has been disabled since can be changed elsewhere', async () => {
  const customer = await server.person(['asiakas'], admin.customer.own)
  const driver = await server.person(['kuljettaja'])
  const { shipments } = await placeOrder(customer)
  await assignDriver(admin.viewer, driver, shipments)
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [driver.id])
  const url = `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`
  const { data } = (await admin.viewer.call('GET', url)).body
  const changed = await admin.viewer.call('PATCH', url, {
    data: { ...data, attributes: { ...data.attributes, viite: 'Uusi viite' } },
  })
  expect(changed.status, changed.text).toBe(200)
  const again = await admin.viewer.call('POST', '/api/bulk-operation', {
    entityType: 'lahetys',
    ids: (await placeOrder(customer)).shipments,
    operation: 'assign',
    params: { kuljettaja: driver.id },
  })
  expect(again.body.results).toEqual([expect.objectContaining({ success: false, message: expect.stringContaining('kuljettaja') })])
})

test('an address cannot be given to another customer while it names a contact of the first one', async () => {
  const { postiosoite, yhteyshenkilo } = admin.rows
  const url = `/jsonapi/osoite_entity/postiosoite/${postiosoite.own}`
  await server.pool.query('UPDATE postiosoite SET yhteyshenkilo_id = $2 WHERE id = $1', [postiosoite.own, yhteyshenkilo.own])
  const read = (await admin.viewer.call('GET', url)).body.data
  const data = { type: read.type, id: read.id, attributes: { vid: read.attributes.vid, asiakas_id: admin.customer.other } }
  const moved = await admin.viewer.call('PATCH', url, { data })
  expect(moved.status, moved.text).toBe(422)
  expect(moved.body.errors[0].source.pointer).toBe('/data/relationships/yhteyshenkilo')
})

test('rows made in one save are checked with the values that will be stored', async () => {
  const address = { type: registry.postiosoite.type, id: randomUUID(), attributes: { name: 'Piha', asiakas_id: admin.customer.other } }
  const order = { type: registry.tilaus.type, id: randomUUID(), attributes: { asiakas_id: admin.customer.own } }
  const shipment = {
    type: shipmentType,
    attributes: {},
    relationships: {
      tilaus: { data: { type: order.type, id: order.id } },
      nouto_osoite: { data: { type: address.type, id: address.id } },
    },
  }
  const send = () =>
    admin.viewer.call('POST', '/jsonapi/operations', {
      'atomic:operations': [address, order, shipment].map((data) => ({ op: 'add', data })),
    })
  const refused = await send()
  expect(refused.status, refused.text).toBe(422)
  expect(refused.body.errors[0].source.pointer).toBe('/atomic:operations/2/data/relationships/nouto_osoite')
  address.attributes.asiakas_id = admin.customer.own
  expect((await send()).status).toBe(200)
})
