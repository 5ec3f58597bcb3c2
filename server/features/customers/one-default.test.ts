import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { operations } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
})

const kinds = ['email', 'posti', 'verkkolasku'] as const
type Kind = (typeof kinds)[number]
const required = {
  email: { field_sahkopostiosoite: 'laskut@esimerkki.fi' },
  posti: { field_osoite_1: 'Hämeenkatu 5', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' },
  verkkolasku: { field_verkkolaskuosoite: '003712345671', field_valittaja: 'NDEAFIHH' },
}
const typeOf = (kind: Kind) => `osoite_entity--laskutusosoite_${kind}`
const pathOf = (kind: Kind, id = '') => `/jsonapi/osoite_entity/laskutusosoite_${kind}/${id}`.replace(/\/$/, '')

const draft = (kind: Kind, customer: string | null, attributes: object = {}, id = randomUUID()) => ({
  type: typeOf(kind),
  id,
  attributes: { ...required[kind], ...(customer === null ? {} : { asiakas_id: customer }), ...attributes },
})
async function make(kind: Kind, customer: string, attributes: object = {}, who = admin): Promise<string> {
  const answer = await who.call('POST', pathOf(kind), { data: draft(kind, customer, attributes) })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}
const change = (kind: Kind, id: string, attributes: object, who = admin) =>
  who.call('PATCH', pathOf(kind, id), { data: { type: typeOf(kind), id, attributes } })

/** The live billing addresses of the customer that are its default. */
async function defaultsOf(customer: string): Promise<string[]> {
  const tables = kinds.map((kind) => `SELECT id FROM laskutusosoite_${kind} WHERE asiakas_id = $1 AND status = 1 AND oletus`)
  return (await server.pool.query<{ id: string }>(tables.join(' UNION ALL '), [customer])).rows.map(({ id }) => id)
}

test('the first billing address becomes the default; one of another kind that is marked replaces it in the same save, with a revision for both', async () => {
  const customer = await server.customer()
  const mail = await make('email', customer)
  expect(await defaultsOf(customer)).toEqual([mail])
  const invoice = await make('verkkolasku', customer)
  expect(await defaultsOf(customer)).toEqual([mail])
  expect((await change('verkkolasku', invoice, { oletus: true })).status).toBe(200)
  expect(await defaultsOf(customer)).toEqual([invoice])
  const { rows } = await server.pool.query('SELECT rivi, kayttaja, muutokset FROM revisio WHERE rivi = ANY($1) AND vid = 2 ORDER BY rivi', [
    [mail, invoice],
  ])
  expect(rows).toEqual(
    [
      { rivi: mail, kayttaja: admin.id, muutokset: { oletus: [true, false] } },
      { rivi: invoice, kayttaja: admin.id, muutokset: { oletus: [false, true] } },
    ].toSorted((a, b) => (a.rivi < b.rivi ? -1 : 1)),
  )
  const post = await make('posti', customer, { oletus: true })
  expect(await defaultsOf(customer)).toEqual([post])
})

test('the default mark cannot be removed, nor set on an address for reminders', async () => {
  const customer = await server.customer()
  const mail = await make('email', customer)
  const refused = await change('email', mail, { oletus: false })
  expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/oletus'])
  expect(refused.body.errors[0].detail).toContain('aina oletus')
  const reminders = await make('posti', customer, { tyyppi: ['muistutus'] })
  const marked = await change('posti', reminders, { oletus: true })
  expect([marked.status, marked.body.errors[0].detail]).toEqual([422, 'Oletukseksi sopii vain osoite, johon laskut lähetetään.'])
  expect(await defaultsOf(customer)).toEqual([mail])
})

test('when the default is removed the next address becomes the default, and remains it when the removed one is restored', async () => {
  const customer = await server.customer()
  const mail = await make('email', customer)
  const post = await make('posti', customer)
  expect((await admin.call('DELETE', pathOf('email', mail))).status).toBe(204)
  expect(await defaultsOf(customer)).toEqual([post])
  expect((await change('email', mail, { status: 1 })).status).toBe(200)
  expect(await defaultsOf(customer)).toEqual([post])
  for (const [kind, id] of [
    ['email', mail],
    ['posti', post],
  ] as const)
    await admin.call('DELETE', pathOf(kind, id))
  expect(await defaultsOf(customer)).toEqual([])
})

test('several addresses saved at once, with their customer, or by the customer’s own administrator leave one default each', async () => {
  const customer = randomUUID()
  const response = await operations(admin, [
    { op: 'add', data: { type: 'asiakas_entity--asiakas_entity', id: customer, attributes: { name: 'Uusi Oy' } } },
    { op: 'add', data: draft('verkkolasku', customer, { oletus: true }) },
    { op: 'add', data: draft('posti', customer, { oletus: true }) },
  ])
  expect(response.status, response.text).toBe(200)
  expect(await defaultsOf(customer)).toHaveLength(1)
  // Moved to another customer: both customers have one default.
  const other = await server.customer()
  const [moved = ''] = await defaultsOf(customer)
  const kind = response.body['atomic:results'][1].data.id === moved ? 'verkkolasku' : 'posti'
  expect((await change(kind, moved, { asiakas_id: other })).status).toBe(200)
  expect([await defaultsOf(other), (await defaultsOf(customer)).length]).toEqual([[moved], 1])

  const ownCustomer = await server.customer()
  const person = await server.person(['asiakas', 'asiakas_yllapito'], ownCustomer)
  const first = await person.call('POST', pathOf('email'), { data: draft('email', null) })
  expect(first.status, first.text).toBe(201)
  const second = await person.call('POST', pathOf('posti'), { data: draft('posti', null, { oletus: true }) })
  expect(await defaultsOf(ownCustomer)).toEqual([second.body.data.id])
})

test('concurrent saves that mark addresses of three kinds leave one default, without a deadlock', async () => {
  const deadlocks = async () =>
    Number((await server.pool.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).rows[0].deadlocks)
  const before = await deadlocks()
  for (let round = 0; round < 10; round++) {
    const customer = await server.customer()
    const ids = {
      email: await make('email', customer),
      posti: await make('posti', customer),
      verkkolasku: await make('verkkolasku', customer),
    }
    // The statuses are not checked: some saves may conflict (409).
    await Promise.all([
      ...kinds.map((kind) => change(kind, ids[kind], { oletus: true })),
      ...kinds.map((kind) => admin.call('POST', pathOf(kind), { data: draft(kind, customer, { oletus: true }) })),
      admin.call('DELETE', pathOf('email', ids.email)),
    ])
    expect(await defaultsOf(customer)).toHaveLength(1)
  }
  expect(await deadlocks()).toBe(before)
})
