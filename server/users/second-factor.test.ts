// The second factor: RFC 6238 codes and recovery codes, at sign-in and on the user's own page.
import { hash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer, testPassword } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The password that an administrator's change of another person's factor needs. */
const own = { existing_password: testPassword }
const codeOf = (secret: string, at = server.clock.now) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at * 1000 })
const change = async (by: Person, body: object) => by.call('POST', '/api/kaksivaiheinen', body)
const stateOf = async (by: Person, query = '') => (await by.call('GET', `/api/kaksivaiheinen${query}`)).body.data
const signIn = async (person: Person, totp = '', password = testPassword) => {
  const answer = await server.signIn(person.name, ['kuljettaja'], { totp, password })
  return [answer.statusCode, answer.json().error]
}
const wrongCodeOf = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000')

/** A new driver with the factor enabled: the secret of the app and the recovery codes. */
async function enrolled() {
  const person = await server.person(['kuljettaja'])
  const begun = await change(person, { operation: 'aloita', existing_password: testPassword })
  expect(begun.status, begun.text).toBe(200)
  const secret: string = begun.body.salaisuus
  const confirmed = await change(person, { operation: 'vahvista', koodi: codeOf(secret) })
  expect(confirmed.status, confirmed.text).toBe(200)
  server.clock.now += 30
  return { person, secret, begun: begun.body, codes: confirmed.body.varakoodit as string[] }
}

test('after enabling it with the password and a first code, sign-in needs a code; each code works once', async () => {
  const { person, secret, begun } = await enrolled()
  const uri = new URL(begun.otpauth)
  expect(uri.searchParams.get('secret')).toBe(secret)
  expect(uri.searchParams.get('issuer')).toBe('Testikuljetus Oy')
  expect(await stateOf(person)).toEqual({ kaytossa: true, vaaditaan: false, varakoodeja: 10 })
  expect(await signIn(person)).toEqual([401, 'mfa_required'])
  expect(await signIn(person, wrongCodeOf(secret))).toEqual([401, 'mfa_invalid'])
  // A wrong password gets the same answer with and without a code.
  expect(await signIn(person, codeOf(secret), 'väärä')).toEqual([401, 'invalid_credentials'])
  expect(await signIn(person, codeOf(secret))).toEqual([200, undefined])
  expect(await signIn(person, codeOf(secret))).toEqual([401, 'mfa_invalid'])
  server.clock.now += 30
  const code = codeOf(secret)
  const both = await Promise.all([signIn(person, code), signIn(person, code)])
  expect(both.map(([status]) => status).sort()).toEqual([200, 401])
})

test('a code one step early or late is accepted, two steps are not', async () => {
  const { person, secret } = await enrolled()
  server.clock.now += 300
  expect(await signIn(person, codeOf(secret, server.clock.now - 60))).toEqual([401, 'mfa_invalid'])
  expect(await signIn(person, codeOf(secret, server.clock.now - 30))).toEqual([200, undefined])
  expect(await signIn(person, codeOf(secret, server.clock.now + 30))).toEqual([200, undefined])
  // A code of an earlier step than the last used one is not accepted.
  expect(await signIn(person, codeOf(secret))).toEqual([401, 'mfa_invalid'])
})

test('ten wrong codes lock the person, with any spelling of the name; the right password in between does not reset the count', async () => {
  const { person, secret } = await enrolled()
  const { rows } = await server.pool.query('SELECT mail FROM "user" WHERE id = $1', [person.id])
  for (let number = 0; number < 10; number++) {
    const name = number % 2 ? rows[0].mail : person.name
    await server.signIn(name, ['kuljettaja'], { totp: wrongCodeOf(secret) })
    if (number % 3 === 0) await server.signIn(name, ['kuljettaja'])
  }
  expect((await server.signIn(person.name, ['kuljettaja'], { totp: codeOf(secret) })).json()).toMatchObject({
    error: 'invalid_credentials',
    message: expect.stringMatching(/^Liian monta/),
  })
  server.clock.now += 600
  expect(await signIn(person, codeOf(secret))).toEqual([200, undefined])
})

test('a recovery code signs in once; new ones replace the old', async () => {
  const { person, secret, codes } = await enrolled()
  const [first = '', second = ''] = codes
  expect(new Set(codes).size).toBe(10)
  expect(await signIn(person, first.toLowerCase())).toEqual([200, undefined])
  expect(await signIn(person, first)).toEqual([401, 'mfa_invalid'])
  expect((await stateOf(person)).varakoodeja).toBe(9)
  const fresh = await change(person, { operation: 'uudet_varakoodit', koodi: codeOf(secret) })
  expect(fresh.body.varakoodit).toHaveLength(10)
  expect(await signIn(person, second)).toEqual([401, 'mfa_invalid'])
})

test('a recovered password does not replace the second factor', async () => {
  const { person, secret } = await enrolled()
  const temp_pass = randomBytes(32).toString('base64url')
  await server.pool.query(
    'INSERT INTO salasanan_palautus (tiiviste, user_id, luotu, vanhenee) VALUES ($1, $2, $3::bigint, $3::bigint + 3600)',
    [hash('sha256', temp_pass, 'buffer'), person.id, server.clock.now],
  )
  const new_pass = 'hiekkalaatikon reuna'
  const answer = await server.call('POST', '/user/lost-password-reset', { name: person.name, temp_pass, new_pass })
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
  expect(await signIn(person, '', new_pass)).toEqual([401, 'mfa_required'])
  expect(await signIn(person, codeOf(secret), new_pass)).toEqual([200, undefined])
})

test('a refresh requires no code', async () => {
  const { person, secret } = await enrolled()
  const { refresh_token } = (await server.signIn(person.name, ['kuljettaja'], { totp: codeOf(secret) })).json()
  const form = new URLSearchParams({
    ...{ grant_type: 'refresh_token', refresh_token, client_id: 'kuorma-kuljettaja' },
    client_secret: server.app.clientSecrets['kuorma-kuljettaja'] ?? '',
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.app.inject({ method: 'POST', url: '/oauth/token', payload: form.toString(), headers })).statusCode).toBe(200)
})

test('it is disabled with a code, enabled again only with the password, and none of its secrets is stored in plain text', async () => {
  const { person, secret, codes } = await enrolled()
  expect((await change(person, { operation: 'aloita', existing_password: testPassword })).status).toBe(422)
  const { rows } = await server.pool.query(
    `SELECT to_jsonb(t)::text || (SELECT coalesce(string_agg(vastaus, ''), '') FROM toistoavain) AS kept FROM toinen_tekija t WHERE user_id = $1`,
    [person.id],
  )
  for (const hidden of [secret, Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'), ...codes])
    expect(rows[0].kept).not.toContain(hidden)
  expect((await change(person, { operation: 'poista', koodi: wrongCodeOf(secret) })).status).toBe(422)
  expect((await change(person, { operation: 'poista', koodi: codeOf(secret) })).status).toBe(200)
  expect(await signIn(person)).toEqual([200, undefined])
  expect((await change(person, { operation: 'aloita', existing_password: 'väärä' })).body.errors).toEqual([
    { field: 'existing_password', message: 'Nykyinen salasana on väärin.' },
  ])
  expect((await change(person, { operation: 'vahvista', koodi: '123456' })).status).toBe(422)
})

test('when an administrator requires it, the next sign-in starts it, and its first code signs in', async () => {
  const boss = await server.person(['yllapito'])
  const person = await server.person(['kuljettaja'])
  expect((await change(boss, { ...own, operation: 'vaadi', user_id: person.id, vaaditaan: true })).status).toBe(200)
  // Sessions that were started with the password alone are ended.
  await expect.poll(async () => (await person.call('GET', '/jsonapi')).status).toBe(401)
  const begin = async () => (await server.signIn(person.name, ['kuljettaja'])).json()
  const begun = await begin()
  expect(begun).toMatchObject({ error: 'mfa_setup_required', otpauth: expect.stringMatching(/^otpauth:\/\/totp\//) })
  expect((await begin()).salaisuus).toBe(begun.salaisuus)
  expect(await signIn(person, '', 'väärä')).toEqual([401, 'invalid_credentials'])
  const first = (await server.signIn(person.name, ['kuljettaja'], { totp: codeOf(begun.salaisuus) })).json()
  expect(first.varakoodit).toHaveLength(10)
  expect(await stateOf(boss, `?user_id=${person.id}`)).toEqual({ kaytossa: true, vaaditaan: true, varakoodeja: 10 })
  const asPerson = { authorization: `Bearer ${first.access_token}` }
  // Requiring it again does not sign out a person who has one.
  expect((await change(boss, { ...own, operation: 'vaadi', user_id: person.id, vaaditaan: true })).status).toBe(200)
  const again = await server.signIn(person.name, ['kuljettaja'], { totp: first.varakoodit[0] })
  expect([again.statusCode, again.json().varakoodit]).toEqual([200, undefined])
  expect(await signIn(person)).toEqual([401, 'mfa_required'])
  server.clock.now += 30
  const removal = { operation: 'poista', koodi: codeOf(begun.salaisuus) }
  expect((await server.call('POST', '/api/kaksivaiheinen', removal, asPerson)).status).toBe(422)
  // The device is lost: the administrator removes the factor, and the person sets up a new one.
  expect((await change(boss, { ...own, operation: 'nollaa', user_id: person.id })).status).toBe(200)
  expect((await begin()).salaisuus).not.toBe(begun.salaisuus)
  expect((await stateOf(boss, `?user_id=${person.id}`)).kaytossa).toBe(false)
  expect((await change(boss, { ...own, operation: 'nollaa', user_id: boss.id })).status).toBe(422)
})

/** Makes a statement on the table fail for one person while the work runs. */
async function whileFailing(table: string, event: string, userId: string, work: () => Promise<void>): Promise<void> {
  await server.pool.query(`
    CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken for a test'; END $$;
    CREATE TRIGGER fail_for_test BEFORE ${event} ON ${table} FOR EACH ROW WHEN (NEW.user_id = '${userId}') EXECUTE FUNCTION fail_for_test()`)
  const { error } = console
  console.error = () => undefined
  try {
    await work()
  } finally {
    console.error = error
    await server.pool.query(`DROP TRIGGER fail_for_test ON ${table}; DROP FUNCTION fail_for_test`)
  }
}

/** The test server throws at an answer with status 500, as no call describes one. */
const serverError = '→ 500'

/** Everything that enabling a second factor changes. */
async function storedOf({ id }: Person) {
  const { rows } = await server.pool.query(
    `SELECT t.askel, t.vahvistettu, t.varakoodit, (SELECT array_agg(i.id || ' ' || coalesce(i.paattyi, 0) ORDER BY i.id) FROM istunto i WHERE i.user_id = $1) AS sessions
     FROM toinen_tekija t WHERE t.user_id = $1`,
    [id],
  )
  return rows[0]
}

// The last step of enabling ends the other sessions; the one before it stores the recovery codes.
const lateSteps = [
  ['ending the other sessions', 'istunto', 'UPDATE OF paattyi'],
  ['storing the recovery codes', 'toinen_tekija', 'UPDATE OF varakoodit'],
] as const

test.each(lateSteps)('enabling a factor at sign-in changes nothing when %s fails', async (_step, table, event) => {
  const person = await server.person(['kuljettaja'])
  await server.signIn(person.name, ['kuljettaja'])
  await server.pool.query('INSERT INTO toinen_tekija (user_id, vaaditaan) VALUES ($1, true)', [person.id])
  const { salaisuus } = (await server.signIn(person.name, ['kuljettaja'])).json()
  const before = await storedOf(person)
  await whileFailing(table, event, person.id, async () => {
    await expect(server.signIn(person.name, ['kuljettaja'], { totp: codeOf(salaisuus) })).rejects.toThrow(serverError)
  })
  expect(await storedOf(person)).toEqual(before)
  expect((await person.call('GET', '/jsonapi')).status).toBe(200)
  // The code has not been used up.
  const answer = await server.signIn(person.name, ['kuljettaja'], { totp: codeOf(salaisuus) })
  expect([answer.statusCode, answer.json().varakoodit?.length]).toEqual([200, 10])
  await expect.poll(async () => (await person.call('GET', '/jsonapi')).status).toBe(401)
})

test.each(lateSteps)('enabling a factor on the own page changes nothing when %s fails', async (_step, table, event) => {
  const person = await server.person(['kuljettaja'])
  await server.signIn(person.name, ['kuljettaja'])
  const { salaisuus } = (await change(person, { operation: 'aloita', existing_password: testPassword })).body
  const before = await storedOf(person)
  const confirm = () => change(person, { operation: 'vahvista', koodi: codeOf(salaisuus) })
  await whileFailing(table, event, person.id, async () => {
    await expect(confirm()).rejects.toThrow(serverError)
  })
  expect(await storedOf(person)).toEqual(before)
  expect((await confirm()).body.varakoodit).toHaveLength(10)
})

test('a code at sign-in is not used up when the session cannot be started', async () => {
  const { person, secret } = await enrolled()
  const before = await storedOf(person)
  await whileFailing('istunto', 'INSERT', person.id, async () => {
    await expect(server.signIn(person.name, ['kuljettaja'], { totp: codeOf(secret) })).rejects.toThrow(serverError)
  })
  expect(await storedOf(person)).toEqual(before)
  expect(await signIn(person, codeOf(secret))).toEqual([200, undefined])
})
