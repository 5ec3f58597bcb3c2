// Users: administrators make, change and disable them, and people change their own data (rules/users.md).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPasswordOf } from '../auth/new-password.ts'
import { type Person, startTestServer, type TestServer, testPassword } from '../testing/test-server.ts'

let server: TestServer
let boss: Person
beforeAll(async () => {
  server = await startTestServer()
  boss = await server.person(['yllapito'])
})
afterAll(() => server.close())

const driver = () => {
  const name = `ajaja-${randomUUID().slice(0, 8)}`
  return {
    name,
    mail: `${name}@esimerkki.fi`,
    user_roles: ['kuljettaja'],
    newPassword: 'hiekkalaatikon reuna',
    profile_fields: {
      field_etunimi: 'Maija',
      field_sukunimi: 'Mäki',
      field_puhelinnumero: '040 123 4567',
      field_extra: true,
      field_ammattipatevyys_voimassa: '1890000000',
      field_digipiirturikortti_voimass: 1_890_000_000.7,
    },
  }
}
const make = async (body: object, by = boss): Promise<string> => {
  const answer = await by.call('POST', '/api/user', { existing_password: testPassword, ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}
const userOf = async (id: string) => (await server.pool.query('SELECT * FROM "user" WHERE id = $1', [id])).rows[0]
const faultOf = async (by: Person, method: 'POST' | 'PATCH' | 'DELETE', body: object) => {
  const { status, body: answer } = await by.call(method, '/api/user', body)
  return [status, answer.errors?.[0]?.field, answer.message]
}

/** Polls, as a server ends a session only when the database's notice has arrived. */
const expectSignedOut = (who: Person) => expect.poll(async () => (await who.call('GET', '/jsonapi')).status).toBe(401)

test('a user is stored with the profiles of its roles, password and history', async () => {
  const user = driver()
  const id = await make({ ...user, user_roles: ['kuljettaja'], profile_fields: { ...user.profile_fields, roles: ['yllapito'] } })
  expect(await userOf(id)).toMatchObject({
    name: user.name,
    user_roles: ['kuljettaja', 'yllapito'],
    field_fullname: 'Maija Mäki',
    timezone: 'Europe/Helsinki',
    status: 1,
  })
  const { rows } = await server.pool.query('SELECT * FROM profile_kuljettaja WHERE uid_id = $1', [id])
  expect(rows).toMatchObject([
    {
      ...{ name: 'Maija Mäki', field_puhelinnumero: '+358401234567', field_puhelinnumero_maakoodi: '358', field_extra: true },
      ...{ field_ammattipatevyys_voimassa: '1890000000', field_digipiirturikortti_voimass: '1890000000' },
    },
  ])
  expect((await server.pool.query('SELECT FROM profile_yllapito WHERE uid_id = $1', [id])).rowCount).toBe(1)
  expect(await isPasswordOf(server.pool, id, user.newPassword)).toBe(true)
  const revisions = await server.pool.query('SELECT entiteetti, kayttaja FROM revisio WHERE rivi = $1 OR rivi = $2', [id, rows[0].id])
  expect(revisions.rows).toEqual([
    { entiteetti: 'user', kayttaja: boss.id },
    { entiteetti: 'profile_kuljettaja', kayttaja: boss.id },
  ])
})

test('faults of a user point to their field, and nothing is stored', async () => {
  const taken = driver()
  await make(taken)
  const count = async () => (await server.pool.query('SELECT count(*)::int AS n FROM "user"')).rows[0].n
  const before = await count()
  const other = driver()
  const refusals: [object, number, string, string][] = [
    [{ ...other, name: taken.name.toUpperCase() }, 422, 'name', `The username ${taken.name.toUpperCase()} is already taken.`],
    [{ ...other, mail: taken.mail.toUpperCase() }, 422, 'mail', `The email address ${taken.mail.toUpperCase()} is already taken.`],
    [{ ...other, mail: 'ei osoite' }, 422, 'mail', 'Sähköpostiosoite ei kelpaa. Esimerkki: nimi@yritys.fi.'],
    [{ ...other, name: '' }, 422, 'name', 'Kenttä on pakollinen.'],
    [{ ...other, newPassword: 'lyhyt' }, 422, 'newPassword', 'Salasanassa on oltava vähintään 10 merkkiä.'],
    [
      { ...other, newPassword: other.name },
      422,
      'newPassword',
      'Salasana on liian helppo arvata: siinä on käyttäjän tai yrityksen nimi, tunnus tai osoite. Lisää sanoja, jotka eivät liity toisiinsa.',
    ],
    [{ ...other, user_roles: [] }, 422, 'user_roles', 'Anna vähintään yksi rooli.'],
    [{ ...other, user_roles: ['asiakas'] }, 422, 'asiakas_id', 'Asiakas puuttuu.'],
    [{ ...other, user_roles: ['keisari'] }, 403, 'user_roles', 'Sinulla ei ole oikeuksia operaatioon'],
    [{ ...other, user_roles: ['kuljettaja', 'asiakas_yllapito'] }, 422, 'user_roles', 'Rooli Asiakas Ylläpito vaatii myös roolin Asiakas.'],
    [
      { ...other, profile_fields: { field_puhelinnumero: '0401234' } },
      422,
      'field_puhelinnumero',
      'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.',
    ],
    [
      { ...other, profile_fields: { field_puhelinnumero: '12' } },
      422,
      'field_puhelinnumero',
      'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.',
    ],
    [
      { ...other, profile_fields: { field_ammattipatevyys_voimassa: 'huomenna' } },
      422,
      'field_ammattipatevyys_voimassa',
      'Anna aika sekunteina (unix).',
    ],
    [{ ...other, salasana: 'x' }, 422, 'salasana', 'Tuntematon kenttä: salasana.'],
  ]
  for (const [body, ...expected] of refusals) expect(await faultOf(boss, 'POST', body)).toEqual(expected)
  expect(await count()).toBe(before)
})

test('a name must not be another user’s mail, nor a mail another user’s name, so that sign-in by mail stays possible', async () => {
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer())
  const removed = driver()
  const id = await make(removed)
  const taken = removed.mail.toUpperCase()
  const colleague = () => ({ ...driver(), user_roles: ['asiakas'], profile_fields: {} })
  expect(await faultOf(admin, 'POST', { ...colleague(), name: taken })).toEqual([422, 'name', `The username ${taken} is already taken.`])
  expect((await server.signIn(removed.mail, ['kuljettaja'], { password: removed.newPassword })).statusCode).toBe(200)
  const named = { ...driver(), name: `${randomUUID().slice(0, 8)}@esimerkki.fi` }
  await make({ ...named, mail: named.name })
  const other = { ...driver(), name: `${randomUUID().slice(0, 8)}@esimerkki.fi` }
  const otherId = await make(other)
  expect(await faultOf(admin, 'POST', { ...colleague(), mail: other.name })).toEqual([
    422,
    'mail',
    `The email address ${other.name} is already taken.`,
  ])
  // Nor through the JSON:API, nor by choosing the name while the user with the mail is disabled.
  const change = (who: string, attributes: object) =>
    boss.call('PATCH', `/jsonapi/user/user/${who}`, { data: { type: 'user--user', id: who, attributes } })
  expect((await change(otherId, { name: removed.mail })).status).toBe(422)
  expect((await change(id, { mail: other.name })).status).toBe(422)
  await boss.call('DELETE', '/api/user', { id })
  expect((await change(otherId, { name: removed.mail })).status).toBe(200)
  expect((await faultOf(boss, 'PATCH', { id, status: 1 }))[1]).toBe('mail')
  // Of two concurrent requests one is refused.
  const user = `${randomUUID().slice(0, 8)}@esimerkki.fi`
  const both = await Promise.all([
    boss.call('POST', '/api/user', { ...driver(), name: user }),
    boss.call('POST', '/api/user', { ...driver(), mail: user }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a password is not stored with an Idempotency-Key, and the same key makes the user once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const body = driver()
  const first = await boss.call('POST', '/api/user', body, key)
  const again = await boss.call('POST', '/api/user', { ...body, newPassword: 'aivan toinen lause' }, key)
  expect([first.status, again.text]).toEqual([200, first.text])
  expect(await isPasswordOf(server.pool, first.body.id, body.newPassword)).toBe(true)
})

test('people change their own data, but password and mail only with the present password', async () => {
  const me = await server.person(['kuljettaja'])
  const change = (body: object) => me.call('PATCH', '/api/user', { id: me.id, ...body })
  const changed = await change({
    mail: `uusi-${me.name}@esimerkki.fi`,
    existing_password: testPassword,
    newPassword: '',
    profile_fields: { field_etunimi: 'Aino', field_sukunimi: 'Aalto' },
  })
  expect(changed.status, changed.text).toBe(200)
  expect(await userOf(me.id)).toMatchObject({ field_fullname: 'Aino Aalto', mail: `uusi-${me.name}@esimerkki.fi` })
  const refusals: [object, number, string, string][] = [
    [{ user_roles: ['kuljettaja', 'yllapito'] }, 403, 'user_roles', 'Sinulla ei ole oikeuksia operaatioon'],
    [{ name: 'toinen' }, 403, 'name', 'Sinulla ei ole oikeuksia operaatioon'],
    [{ profile_fields: { field_extra: true } }, 403, 'field_extra', 'Sinulla ei ole oikeuksia operaatioon'],
    [{ mail: `toinen-${me.name}@esimerkki.fi` }, 422, 'existing_password', 'Anna nykyinen salasana.'],
    [{ newPassword: 'hiekkalaatikon reuna' }, 422, 'existing_password', 'Anna nykyinen salasana.'],
    [{ newPassword: 'hiekkalaatikon reuna', existing_password: 'ei tämä' }, 422, 'existing_password', 'Nykyinen salasana on väärin.'],
    [
      { newPassword: 'salasana123', existing_password: testPassword },
      422,
      'newPassword',
      'Salasana on liian helppo arvata. Lisää sanoja, jotka eivät liity toisiinsa.',
    ],
  ]
  for (const [body, ...expected] of refusals) expect(await faultOf(me, 'PATCH', { id: me.id, ...body })).toEqual(expected)
  expect((await change({ newPassword: 'hiekkalaatikon reuna', existing_password: testPassword })).status).toBe(200)
  expect(await isPasswordOf(server.pool, me.id, 'hiekkalaatikon reuna')).toBe(true)
  await expectSignedOut(me)
})

test('the viewer’s mail cannot be changed without the password through the JSON:API either; the stored value may be sent back', async () => {
  const customerId = await server.customer()
  const people = [
    ...[await server.person(['kuljettaja']), await server.person(['asiakas'], customerId), await server.person(['huolto'])],
    ...[await server.person(['asiakas', 'asiakas_yllapito'], customerId), await server.person(['yllapito'])],
  ]
  for (const me of people) {
    const { mail } = await userOf(me.id)
    const data = (address: string) => ({ type: 'user--user', id: me.id, attributes: { mail: address, field_fullname: 'Aino Aalto' } })
    const refused = await me.call('PATCH', `/jsonapi/user/user/${me.id}`, { data: data('kaapattu@esimerkki.fi') })
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/mail'])
    const operations = [{ op: 'update', data: data('kaapattu@esimerkki.fi') }]
    expect((await me.call('POST', '/jsonapi/operations', { 'atomic:operations': operations })).status).toBe(422)
    expect((await me.call('PATCH', `/jsonapi/user/user/${me.id}`, { data: data(mail) })).status).toBe(200)
    expect((await userOf(me.id)).mail).toBe(mail)
  }
})

test('ten wrong guesses of the present password lock the name', async () => {
  const me = await server.person(['huolto'])
  const guess = (existing_password: string) => faultOf(me, 'PATCH', { id: me.id, newPassword: 'hiekkalaatikon reuna', existing_password })
  for (let number = 0; number < 10; number++) await guess('ei tämä')
  expect((await guess(testPassword))[2]).toMatch(/^Liian monta väärää yritystä/)
})

test('a stale version is a conflict', async () => {
  const id = await make(driver())
  expect((await boss.call('PATCH', '/api/user', { id, vid: 1, field_fullname: 'Yksi' })).status).toBe(200)
  expect((await boss.call('PATCH', '/api/user', { id, vid: 1, field_fullname: 'Kaksi' })).status).toBe(409)
  expect((await userOf(id)).field_fullname).toBe('Yksi')
})

test('the version of the loaded profile is checked, and the profile of a removed role is not changed', async () => {
  const id = await make({ ...driver(), user_roles: ['kuljettaja', 'yllapito'] })
  const edit = (profile_vid: number, field_puhelinnumero: string) =>
    boss.call('PATCH', '/api/user', { id, profile_vid, profile_fields: { field_puhelinnumero }, existing_password: testPassword })
  const phones = async () => {
    const { rows } = await server.pool.query(
      `SELECT field_puhelinnumero, vid::int AS vid FROM profile_yllapito WHERE uid_id = $1
       UNION ALL SELECT field_puhelinnumero, vid::int FROM profile_kuljettaja WHERE uid_id = $1`,
      [id],
    )
    return rows
  }
  // The driver's profile has been changed separately, so the two versions differ.
  await server.pool.query('UPDATE profile_kuljettaja SET vid = 7 WHERE uid_id = $1', [id])
  expect((await edit(1, '050 111 2222')).status).toBe(200)
  expect((await edit(1, '050 333 4444')).status).toBe(409)
  expect(await phones()).toEqual([
    { field_puhelinnumero: '+358501112222', vid: 2 },
    { field_puhelinnumero: '+358501112222', vid: 8 },
  ])
  const former = await server.person(['yllapito'])
  const demote = { id: former.id, user_roles: ['kuljettaja'], existing_password: testPassword }
  expect((await boss.call('PATCH', '/api/user', demote)).status).toBe(200)
  const { access_token } = (await server.signIn(former.name, ['kuljettaja'])).json()
  const change = { id: former.id, profile_fields: { field_puhelinnumero: '050 555 6666' } }
  const changed = await server.call('PATCH', '/api/user', change, { authorization: `Bearer ${access_token}` })
  expect(changed.status, changed.text).toBe(200)
})

test('a new role adds its profile; changing roles and disabling end the sessions at once', async () => {
  const customerId = await server.customer()
  const person = await server.person(['kuljettaja'])
  expect(await faultOf(boss, 'PATCH', { id: person.id, user_roles: ['kuljettaja', 'asiakas'] })).toEqual([
    422,
    'asiakas_id',
    'Asiakas puuttuu.',
  ])
  expect(
    (await boss.call('PATCH', '/api/user', { id: person.id, user_roles: ['kuljettaja', 'asiakas'], asiakas_id: customerId })).status,
  ).toBe(200)
  const { rows } = await server.pool.query('SELECT field_asiakas_id FROM profile_asiakas WHERE uid_id = $1', [person.id])
  expect(rows).toEqual([{ field_asiakas_id: customerId }])
  await expectSignedOut(person)

  const other = await server.person(['kuljettaja'])
  expect((await boss.call('DELETE', `/api/user?id=${other.id}`)).status).toBe(200)
  expect((await userOf(other.id)).status).toBe(0)
  await expectSignedOut(other)
  expect((await boss.call('PATCH', '/api/user', { id: other.id, status: 1 })).status).toBe(200)
})

test('people cannot disable themselves, and the last administrator cannot be removed, by any call', async () => {
  expect(await faultOf(boss, 'DELETE', { id: boss.id })).toEqual([422, 'status', 'Et voi poistaa käytöstä omaa tunnustasi.'])
  expect((await boss.call('DELETE', `/jsonapi/user/user/${boss.id}`)).status).toBe(422)
  expect(await faultOf(boss, 'PATCH', { id: boss.id, user_roles: ['kuljettaja'] })).toEqual([
    422,
    'user_roles',
    'Et voi vaihtaa omia roolejasi.',
  ])
  const one = await server.person(['yllapito'])
  const two = await server.person(['yllapito'])
  await server.pool.query(`UPDATE "user" SET status = 0 WHERE user_roles @> '{yllapito}' AND id NOT IN ($1, $2)`, [one.id, two.id])
  const each = await Promise.all([
    one.call('DELETE', '/api/user', { id: two.id, existing_password: testPassword }),
    two.call('DELETE', '/api/user', { id: one.id, existing_password: testPassword }),
  ])
  expect(each.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await server.pool.query(`SELECT id FROM "user" WHERE status = 1 AND user_roles @> '{yllapito}'`)
  expect(left.rowCount).toBe(1)
  await expect(server.pool.query(`UPDATE "user" SET user_roles = '{kuljettaja}' WHERE id = $1`, [left.rows[0].id])).rejects.toThrow()
  boss = await server.person(['yllapito'])
})

test("a customer's administrator makes, changes and disables users of the company, and cannot give other roles", async () => {
  const customerId = await server.customer()
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  const colleague = { ...driver(), user_roles: ['asiakas'], profile_fields: { field_etunimi: 'Veikko', field_sukunimi: 'Vilén' } }
  const id = await make(colleague, admin)
  expect((await server.pool.query('SELECT field_asiakas_id FROM profile_asiakas WHERE uid_id = $1', [id])).rows).toEqual([
    { field_asiakas_id: customerId },
  ])
  expect((await faultOf(admin, 'POST', { ...driver(), user_roles: ['kuljettaja'] }))[0]).toBe(403)
  expect((await faultOf(admin, 'POST', { ...driver(), user_roles: ['asiakas'], asiakas_id: await server.customer() }))[0]).toBe(403)
  const change = {
    id,
    user_roles: ['asiakas', 'asiakas_yllapito'],
    newPassword: 'koivukuja neljätoista',
    existing_password: testPassword,
    profile_fields: { field_sukunimi: 'Virta' },
  }
  expect((await admin.call('PATCH', '/api/user', change)).status).toBe(200)
  expect(await userOf(id)).toMatchObject({ user_roles: ['asiakas', 'asiakas_yllapito'] })
  expect(await isPasswordOf(server.pool, id, 'koivukuja neljätoista')).toBe(true)
  expect((await faultOf(admin, 'PATCH', { id, user_roles: ['asiakas', 'yllapito'] }))[0]).toBe(403)
  // They may not change a user who also has another role than a customer's.
  const dual = await make({ ...driver(), user_roles: ['asiakas', 'kuljettaja'], asiakas_id: customerId })
  expect((await faultOf(admin, 'PATCH', { id: dual, newPassword: 'koivukuja neljätoista' }))[0]).toBe(403)
  expect(await isPasswordOf(server.pool, dual, 'koivukuja neljätoista')).toBe(false)
  expect((await faultOf(admin, 'DELETE', { id: dual }))[0]).toBe(403)
  expect((await admin.call('DELETE', '/api/user', { id })).status).toBe(200)
})

test('a person without a customer role no longer belongs to the company, although the profile stays', async () => {
  const customerId = await server.customer()
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  const former = await server.person(['asiakas'], customerId)
  const { rows } = await server.pool.query('SELECT id FROM profile_asiakas WHERE uid_id = $1', [former.id])
  const urls = [`/jsonapi/user/user/${former.id}`, `/jsonapi/profile/asiakas/${rows[0].id}`]
  const statuses = () => Promise.all(urls.map(async (url) => (await admin.call('GET', url)).status))
  const listed = async (by: Person) => (await by.call('GET', `/api/user-list?asiakas_id=${customerId}`)).body.meta.count
  expect([await statuses(), await listed(admin), await listed(boss)]).toEqual([[200, 200], 2, 2])
  expect((await boss.call('PATCH', '/api/user', { id: former.id, user_roles: ['kuljettaja'] })).status).toBe(200)
  expect([await statuses(), await listed(admin), await listed(boss)]).toEqual([[404, 404], 1, 1])
})

test('the list shows the users that the viewer may read, by role, company, words and phone, with the time of their last call', async () => {
  const customerId = await server.customer('Listattu Oy')
  const admin = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  const someone = driver()
  const id = await make(someone)
  const listUsers = async (by: Person, query: string) => (await by.call('GET', `/api/user-list?${query}`)).body
  const { data, meta } = await listUsers(boss, `q=${someone.name}`)
  expect(meta).toEqual({ count: 1 })
  expect(data).toEqual([
    {
      ...{ id, tunniste: expect.stringMatching(/^K-\d+$/), name: someone.name, mail: someone.mail, field_fullname: 'Maija Mäki' },
      ...{ user_roles: ['kuljettaja'], status: 1, asiakas: null, puhelin: '+358401234567', field_extra: true, nahty: 0 },
      ...{ field_ammattipatevyys_voimassa: 1_890_000_000, field_digipiirturikortti_voimass: 1_890_000_000 },
    },
  ])
  expect(await listUsers(admin, '')).toMatchObject({
    data: [{ id: admin.id, asiakas: { id: customerId, name: 'Listattu Oy' }, nahty: server.clock.now }],
    meta: { count: 1 },
  })
  expect((await listUsers(boss, `asiakas_id=${customerId}`)).data).toMatchObject([{ id: admin.id }])
  expect(
    (await listUsers(boss, 'rooli=asiakas_yllapito')).data.every((row: { user_roles: string[] }) =>
      row.user_roles.includes('asiakas_yllapito'),
    ),
  ).toBe(true)
  expect((await listUsers(boss, 'q=040+123+4567')).data.map((row: { id: string }) => row.id)).toContain(id)
  expect((await listUsers(boss, 'q=%25')).meta.count).toBe(0)
  expect(await listUsers(boss, `q=${someone.name}&page[offset]=5`)).toEqual({ data: [], meta: { count: 1 } })
  expect((await boss.call('GET', '/api/user-list?rooli=keisari')).status).toBe(400)
  expect((await boss.call('GET', `/api/user-list?q=${'a'.repeat(101)}`)).status).toBe(400)
  expect((await listUsers(admin, 'status=0')).data).toEqual([])
})

test('sessions are listed with their device, and ended one by one or all at once', async () => {
  const me = await server.person(['kuljettaja'])
  await server.signIn(me.name, ['kuljettaja'], { agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' })
  await server.signIn(me.name, ['kuljettaja'], {
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1',
  })
  const list = async (by: Person, query = '') => (await by.call('GET', `/api/istunnot${query}`)).body.data
  const sessions: { id: string; laite: string; nykyinen: boolean }[] = await list(me)
  expect(sessions.map(({ laite }) => laite).sort()).toEqual(['', 'Firefox, Windows', 'Safari, iOS'])
  expect(sessions.filter(({ nykyinen }) => nykyinen).map(({ laite }) => laite)).toEqual([''])
  const firefox = sessions.find(({ laite }) => laite.startsWith('Firefox'))
  expect((await me.call('DELETE', '/api/istunnot', { id: firefox?.id })).body).toEqual({ success: true, paatetty: 1 })
  expect((await me.call('DELETE', '/api/istunnot', { id: firefox?.id })).status).toBe(404)
  const other = await server.person(['kuljettaja'])
  const [foreign] = await list(other)
  expect((await me.call('DELETE', '/api/istunnot', { id: foreign.id })).status).toBe(404)
  expect((await me.call('DELETE', '/api/istunnot', { kaikki: true })).body.paatetty).toBe(1)
  expect(await list(me)).toHaveLength(1)
  expect((await me.call('DELETE', '/api/istunnot', {})).status).toBe(422)
  expect(await list(boss, `?user_id=${me.id}`)).toMatchObject([{ nykyinen: false }])
  await boss.call('DELETE', '/api/istunnot', { user_id: me.id, kaikki: true })
  await expectSignedOut(me)
})
