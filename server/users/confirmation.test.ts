// Changes that must be confirmed with the viewer's password, in every call that could make them; and users are stored with all
// profiles or not at all.
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#domain/model/registry.ts'
import { isPasswordOf } from '../auth/new-password.ts'
import { type Person, startTestServer, type TestServer, testPassword } from '../testing/test-server.ts'

let server: TestServer
let boss: Person
beforeAll(async () => {
  server = await startTestServer()
  boss = await server.person(['yllapito'])
})
afterAll(() => server.close())

const own = { existing_password: testPassword }
const newPassword = 'koivukuja neljätoista'
const named = () => `uusi-${randomUUID().slice(0, 8)}`
const newUser = (user_roles: string[], more: object = {}) => {
  const name = named()
  return { name, mail: `${name}@esimerkki.fi`, user_roles, ...more }
}
const stored = async (id: string) =>
  (await server.pool.query('SELECT name, mail, user_roles, status FROM "user" WHERE id = $1', [id])).rows[0]
const faultOf = async (by: Person, method: 'POST' | 'PATCH' | 'DELETE', url: string, body: object) => {
  const answer = await by.call(method, url, body)
  return [answer.status, answer.body.errors?.[0]?.field]
}

test('making, changing and disabling an administrator needs the viewer’s password', async () => {
  const other = await server.person(['yllapito'])
  const driver = await server.person(['kuljettaja'])
  const calls: ['POST' | 'PATCH' | 'DELETE', object][] = [
    ['POST', newUser(['yllapito'])],
    ['POST', newUser(['kuljettaja'], { profile_fields: { roles: ['yllapito'] } })],
    ['PATCH', { id: driver.id, user_roles: ['kuljettaja', 'yllapito'] }],
    ['PATCH', { id: other.id, field_fullname: 'Toinen Nimi' }],
    ['PATCH', { id: other.id, status: 0 }],
    ['DELETE', { id: other.id }],
  ]
  for (const [method, body] of calls) {
    const before = [await stored(driver.id), await stored(other.id)]
    expect(await faultOf(boss, method, '/api/user', body), JSON.stringify(body)).toEqual([422, 'existing_password'])
    expect(await faultOf(boss, method, '/api/user', { ...body, existing_password: 'väärä' })).toEqual([422, 'existing_password'])
    expect([await stored(driver.id), await stored(other.id)]).toEqual(before)
  }
  for (const [method, body] of calls) {
    const done = await boss.call(method, '/api/user', { ...body, ...own })
    expect(done.status, done.text).toBe(200)
  }
  expect((await boss.call('POST', '/api/user', newUser(['kuljettaja']))).status).toBe(200)
})

test('the JSON:API, the atomic call and a relationship cannot make or change an administrator', async () => {
  const other = await server.person(['yllapito'])
  const driver = await server.person(['kuljettaja'])
  const type = 'user--user'
  const { name, mail, user_roles } = newUser(['yllapito'])
  const changes: [object, 'add' | 'update', string][] = [
    [{ type, attributes: { name, mail, user_roles } }, 'add', ''],
    [{ type, id: driver.id, attributes: { user_roles: ['kuljettaja', 'yllapito'] } }, 'update', driver.id],
    [{ type, id: driver.id, attributes: { mail: 'kaapattu@esimerkki.fi' } }, 'update', driver.id],
    [{ type, id: other.id, attributes: { mail: 'kaapattu@esimerkki.fi' } }, 'update', other.id],
    [{ type, id: other.id, attributes: { status: 0 } }, 'update', other.id],
  ]
  const before = [await stored(driver.id), await stored(other.id)]
  for (const [data, op, id] of changes) {
    const url = `/jsonapi/user/user${id && `/${id}`}`
    const vid = { vid: 1 }
    const sent = op === 'update' ? { ...data, attributes: { ...('attributes' in data ? (data.attributes as object) : {}), ...vid } } : data
    expect((await boss.call(op === 'add' ? 'POST' : 'PATCH', url, { data: sent })).status, JSON.stringify(data)).toBe(422)
    const atomic = await boss.call('POST', '/jsonapi/operations', { 'atomic:operations': [{ op, data: sent }] })
    expect(atomic.status, atomic.text).toBe(422)
  }
  expect((await boss.call('DELETE', `/jsonapi/user/user/${other.id}`)).status).toBe(422)
  expect([await stored(driver.id), await stored(other.id)]).toEqual(before)
})

test('changing other people’s passwords, mail addresses and second factors needs it too', async () => {
  const customerId = await server.customer()
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  const colleague = await server.person(['asiakas'], customerId)
  for (const by of [boss, admin])
    for (const change of [{ newPassword }, { mail: `kaapattu-${colleague.name}@esimerkki.fi` }])
      expect(await faultOf(by, 'PATCH', '/api/user', { id: colleague.id, ...change })).toEqual([422, 'existing_password'])
  for (const operation of [{ operation: 'vaadi', vaaditaan: true }, { operation: 'nollaa' }])
    expect(await faultOf(boss, 'POST', '/api/kaksivaiheinen', { ...operation, user_id: colleague.id })).toEqual([422, 'existing_password'])
  expect(await isPasswordOf(server.pool, colleague.id, testPassword)).toBe(true)
  expect((await admin.call('PATCH', '/api/user', { id: colleague.id, newPassword, ...own })).status).toBe(200)
  expect(await isPasswordOf(server.pool, colleague.id, newPassword)).toBe(true)
  // Other changes do not need it.
  expect((await admin.call('PATCH', '/api/user', { id: colleague.id, field_fullname: 'Uusi Nimi' })).status).toBe(200)
})

test('turning the second factor on ends the person’s other sessions', async () => {
  const person = await server.person(['kuljettaja'])
  const { access_token } = (await server.signIn(person.name, ['kuljettaja'])).json()
  const elsewhere = () => server.call('GET', '/jsonapi', undefined, { authorization: `Bearer ${access_token}` })
  expect((await elsewhere()).status).toBe(200)
  const { body } = await person.call('POST', '/api/kaksivaiheinen', { operation: 'aloita', ...own })
  expect((await elsewhere()).status).toBe(200)
  const koodi = TOTP.generate({ secret: Secret.fromBase32(body.salaisuus), timestamp: server.clock.now * 1000 })
  expect((await person.call('POST', '/api/kaksivaiheinen', { operation: 'vahvista', koodi })).status).toBe(200)
  await expect.poll(async () => (await elsewhere()).status).toBe(401)
  expect((await person.call('GET', '/jsonapi')).status).toBe(200)
})

test('a POST of a user also makes the profiles of the roles, or stores nothing', async () => {
  const people = async () => (await server.pool.query('SELECT count(*)::int AS n FROM "user"')).rows[0].n
  const { name, mail } = newUser([])
  const data = (user_roles: string[], more: object = {}) => ({
    data: { type: 'user--user', attributes: { name, mail, user_roles, field_fullname: 'Maija van der Mäki' }, ...more },
  })
  const before = await people()
  for (const refused of [[], ['authenticated'], ['asiakas']]) {
    const answer = await boss.call('POST', '/jsonapi/user/user', data(refused))
    expect(answer.status, answer.text).toBe(422)
  }
  expect(await people()).toBe(before)
  const made = await boss.call('POST', '/jsonapi/user/user', data(['kuljettaja']))
  expect(made.status, made.text).toBe(201)
  const { rows } = await server.pool.query(
    `SELECT p.field_etunimi, p.field_sukunimi, r.vid::int AS vid FROM profile_kuljettaja p JOIN revisio r ON r.rivi = p.id WHERE p.uid_id = $1`,
    [made.body.data.id],
  )
  expect(rows).toEqual([{ field_etunimi: 'Maija', field_sukunimi: 'van der Mäki', vid: 1 }])
  // A user of a customer is made together with the profile that names the customer.
  const [id, customerId] = [randomUUID(), await server.customer()]
  const customer = newUser(['asiakas'])
  const operations = [
    { op: 'add', data: { type: 'user--user', id, attributes: customer } },
    {
      op: 'add',
      data: {
        type: 'profile--asiakas',
        id: randomUUID(),
        relationships: {
          uid: { data: { type: 'user--user', id } },
          field_asiakas: { data: { type: 'asiakas_entity--asiakas_entity', id: customerId } },
        },
      },
    },
  ]
  const both = await boss.call('POST', '/jsonapi/operations', { 'atomic:operations': operations })
  expect(both.status, both.text).toBe(200)
  expect((await server.pool.query('SELECT FROM profile_asiakas WHERE uid_id = $1', [id])).rowCount).toBe(1)
})

test('a role that is added through the JSON:API adds its profile', async () => {
  const driver = await server.person(['huolto'])
  await server.pool.query('DELETE FROM profile_kuljettaja WHERE uid_id = $1', [driver.id])
  const change = { data: { type: 'user--user', id: driver.id, attributes: { user_roles: ['kuljettaja', 'huolto'], vid: 1 } } }
  const answer = await boss.call('PATCH', `/jsonapi/user/user/${driver.id}`, change)
  expect(answer.status, answer.text).toBe(200)
  expect((await server.pool.query('SELECT FROM profile_kuljettaja WHERE uid_id = $1', [driver.id])).rowCount).toBe(1)
})

test('the profile of an enabled user cannot be deleted', async () => {
  const driver = await server.person(['kuljettaja'])
  const { rows } = await server.pool.query('SELECT id FROM profile_kuljettaja WHERE uid_id = $1', [driver.id])
  const url = `/jsonapi/profile/kuljettaja/${rows[0].id}`
  const status = async () => (await server.pool.query('SELECT status FROM profile_kuljettaja WHERE id = $1', [rows[0].id])).rows[0].status
  expect((await boss.call('DELETE', url)).status).toBe(422)
  const unpublish = { data: { type: 'profile--kuljettaja', id: rows[0].id, attributes: { status: 0, vid: 1 } } }
  expect((await boss.call('PATCH', url, unpublish)).status).toBe(422)
  expect(await status()).toBe(1)
  expect((await boss.call('DELETE', '/api/user', { id: driver.id })).status).toBe(200)
  expect((await boss.call('DELETE', url)).status).toBe(204)
  expect(await status()).toBe(0)
})

test('pseudo-roles are ignored in every call', async () => {
  const roles = ['authenticated', 'kuljettaja', 'anonymous']
  const made = await boss.call('POST', '/api/user', newUser(roles, { profile_fields: { roles: ['authenticated'] } }))
  expect(made.status, made.text).toBe(200)
  expect((await stored(made.body.id)).user_roles).toEqual(['kuljettaja'])
  expect((await boss.call('PATCH', '/api/user', { id: made.body.id, user_roles: ['anonymous', 'huolto'] })).status).toBe(200)
  expect((await stored(made.body.id)).user_roles).toEqual(['huolto'])
  const { name, mail } = newUser([])
  const generic = await boss.call('POST', '/jsonapi/user/user', {
    data: { type: 'user--user', attributes: { name, mail, user_roles: roles } },
  })
  expect(generic.body.data.attributes.user_roles).toEqual(['kuljettaja'])
  const attributes = { message: 'Tiedote', tyyppi: 'GLOBAL', key: named(), roles }
  const notice = await boss.call('POST', `/jsonapi/${registry.notification.group}/${registry.notification.bundle}`, {
    data: { type: registry.notification.type, attributes },
  })
  expect(notice.body.data.attributes.roles).toEqual(['kuljettaja'])
  const all = (await boss.call('GET', '/api/user-list')).body.meta.count
  expect((await boss.call('GET', '/api/user-list?rooli=authenticated')).body.meta.count).toBe(all)
  // A customer's administrator who sends a pseudo-role cannot give more roles than permitted.
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer())
  expect((await admin.call('POST', '/api/user', newUser(['authenticated', 'asiakas']))).status).toBe(200)
  expect((await admin.call('POST', '/api/user', newUser(['authenticated', 'kuljettaja']))).status).toBe(403)
})

test('only administrators may read the security log: refusals to signed-in people by operation', async () => {
  const customer = await server.person(['asiakas'], await server.customer())
  await server.pool.query('DELETE FROM security_events')
  await customer.call('GET', '/api/user-list')
  await customer.call('GET', '/api/user-list')
  await customer.call('GET', `/jsonapi/user/user/${boss.id}`)
  await server.call('GET', '/api/user-list')
  expect((await customer.call('GET', '/api/turvaloki')).status).toBe(403)
  const log = async (query = '') => (await boss.call('GET', `/api/turvaloki${query}`)).body
  await expect.poll(async () => (await log()).meta.count).toBe(3)
  const { data } = await log('?laji=esto')
  const rows = data.map(({ laji, kayttaja_id, verkko, operaatio, maara }: Record<string, unknown>) => [
    ...[laji, kayttaja_id, verkko, maara],
    operaatio,
  ])
  expect(rows.slice().sort((a: string[], b: string[]) => String(a[4]).localeCompare(String(b[4])))).toEqual([
    ['esto', customer.id, '127.0.0.0', 1, 'GET /api/turvaloki'],
    ['esto', customer.id, '127.0.0.0', 2, 'GET /api/user-list'],
    ['esto', customer.id, '127.0.0.0', 1, expect.stringMatching(/^GET \/jsonapi\/user\/user\/:/)],
  ])
  expect((await log(`?kayttaja_id=${boss.id}`)).meta.count).toBe(0)
  expect((await boss.call('GET', '/api/turvaloki?laji=muu')).status).toBe(400)
})
