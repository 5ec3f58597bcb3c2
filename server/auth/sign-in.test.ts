import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import {
  addCustomer,
  clientOf,
  clock,
  database,
  delays,
  type Fields,
  logged,
  password,
  person,
  postForm,
  prepareSignIn,
  readMe,
  signInFields,
  startServer,
} from '../testing/sign-in-servers.ts'
import { storePassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { purgeSecurityEvents } from './security-log.ts'

prepareSignIn()

test('password and refresh grants, by name or mail, multipart or urlencoded', async () => {
  const server = await startServer()
  const { app } = server
  const { id, name, mail } = await person()
  for (const kind of ['multipart', 'urlencoded'] as const) {
    for (const typed of [name, mail, ` ${name.toUpperCase()} `]) {
      const answer = await postForm(app, '/oauth/token', signInFields(app, typed), kind)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      const tokens = answer.json()
      expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type'])
      expect(tokens.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect((await readMe(server, tokens.access_token)).json()).toEqual({ userId: id, name, roles: ['yllapito'], asiakasId: null })
      const next = await postForm(
        app,
        '/oauth/token',
        { ...clientOf(app, 'kuorma-yllapito'), grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
        kind,
      )
      expect(next.statusCode).toBe(200)
      expect(next.json().access_token).not.toBe(tokens.access_token)
    }
  }
})

test('each role group has its client; any other is invalid_client, reported only after the right password', async () => {
  const server = await startServer()
  const { app } = server
  const groups = [
    [['yllapito'], 'kuorma-yllapito'],
    [['kuljettaja'], 'kuorma-kuljettaja'],
    [['huolto'], 'kuorma-kuljettaja'],
    [['asiakas', 'asiakas_yllapito'], 'kuorma-asiakas-yllapito'],
    [['asiakas'], 'kuorma-asiakas'],
  ] as const
  const asiakasId = await addCustomer()
  for (const [roles, expected] of groups) {
    const { name } = await person(roles[0] === 'asiakas' ? { roles, asiakasId } : { roles })
    const answer = await app.inject({ url: '/api/client_id', query: { username: name } })
    expect(answer.json().client_id).toBe(expected)
    for (const client of Object.keys(app.clientSecrets)) {
      const right = await postForm(app, '/oauth/token', signInFields(app, name, client))
      if (client === expected) expect(right.statusCode).toBe(200)
      else expect([right.statusCode, right.json().error]).toEqual([401, 'invalid_client'])
      const wrong = await postForm(app, '/oauth/token', signInFields(app, name, client, 'aivan väärä salasana'))
      expect([wrong.statusCode, wrong.json()]).toEqual([
        401,
        { error: 'invalid_credentials', message: 'Virheellinen käyttäjätunnus tai salasana.' },
      ])
    }
  }
})

test('client_id has the same form and is stable for unknown names', async () => {
  const { app } = await startServer()
  const second = await startServer()
  const known = await person()
  const signInAs = async (server: FastifyInstance, username: string) => {
    const answer = await server.inject({ url: '/api/client_id', query: { username, _format: 'json' } })
    expect(answer.statusCode).toBe(200)
    return { body: answer.json<{ client_id: string; scopes: string[] }>(), headers: Object.keys(answer.headers).sort() }
  }
  const real = await signInAs(app, known.mail)
  expect(real.body).toEqual({ client_id: 'kuorma-yllapito', scopes: ['yllapito'] })
  const chosen = new Set<string>()
  for (let number = 0; number < 40; number++) {
    const unknown = await signInAs(app, `olematon${number}`)
    expect(Object.keys(unknown.body)).toEqual(Object.keys(real.body))
    expect(unknown.headers).toEqual(real.headers)
    expect((await signInAs(second.app, `OLEMATON${number}`)).body).toEqual(unknown.body)
    chosen.add(unknown.body.client_id)
  }
  expect([...chosen].sort()).toEqual(Object.keys(app.clientSecrets).sort())
  expect((await app.inject('/api/client_id')).statusCode).toBe(200)
  expect((await app.inject('/api/client_id?username=a&username=b')).statusCode).toBe(200)
  expect((await app.inject('/api/client_id?username=%00%27%3B--')).statusCode).toBe(200)
})

test('an unknown name costs the same work as a wrong password', async () => {
  const { app } = await startServer()
  const { name } = await person()
  const workOf = async (signInAs: () => Promise<unknown>) => {
    const statements: unknown[] = []
    const query = vi.spyOn(database.pool, 'query')
    await signInAs()
    for (const [first] of query.mock.calls as unknown[][]) statements.push(first instanceof Object && 'text' in first ? first.text : first)
    query.mockRestore()
    return statements
  }
  for (const path of ['/oauth/token', '/api/client_id']) {
    const signInAs = (username: string) => () =>
      path === '/oauth/token'
        ? postForm(app, path, signInFields(app, username, 'kuorma-yllapito', 'aivan väärä'))
        : app.inject({ url: path, query: { username } })
    const known = await workOf(signInAs(name))
    expect(known.length).toBeGreaterThan(0)
    expect(await workOf(signInAs(`olematon-${randomUUID()}`))).toEqual(known)
  }
})

test('every refusal of the token call', async () => {
  const { app } = await startServer()
  const { name } = await person()
  const good = signInFields(app, name)
  const without = (field: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== field))
  const refreshing = { ...clientOf(app, 'kuorma-yllapito'), grant_type: 'refresh_token' }
  const cases: [Fields, number, string][] = [
    [{ ...good, password: 'väärä salasana' }, 401, 'invalid_credentials'],
    [{ ...good, username: 'olematon' }, 401, 'invalid_credentials'],
    [{ ...good, username: "\u0000'; drop table istunto; --" }, 401, 'invalid_credentials'],
    [{ ...good, client_secret: 'väärä' }, 401, 'invalid_client'],
    [{ ...good, client_id: 'olematon' }, 401, 'invalid_client'],
    [{ ...good, client_secret: app.clientSecrets['kuorma-asiakas'] ?? '' }, 401, 'invalid_client'],
    [without('client_id'), 401, 'invalid_client'],
    [without('client_secret'), 401, 'invalid_client'],
    [without('username'), 400, 'invalid_request'],
    [without('password'), 400, 'invalid_request'],
    [without('grant_type'), 400, 'invalid_request'],
    [{ ...good, grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    [{ ...good, grant_type: 'toString' }, 400, 'unsupported_grant_type'],
    [refreshing, 401, 'invalid_request'],
    [{ ...refreshing, refresh_token: 'roskaa' }, 401, 'invalid_request'],
    [{ ...refreshing, refresh_token: 'ä' }, 401, 'invalid_request'],
    [{ ...refreshing, refresh_token: 'A'.repeat(43) }, 401, 'invalid_request'],
  ]
  for (const [fields, status, error] of cases) {
    for (const kind of ['multipart', 'urlencoded'] as const) {
      const answer = await postForm(app, '/oauth/token', fields, kind)
      expect([fields, answer.statusCode, answer.json().error]).toEqual([fields, status, error])
      expect(Object.keys(answer.json())).toEqual(['error', 'message'])
    }
  }
  const raw = (type: string, payload: string) =>
    app.inject({ method: 'POST', url: '/oauth/token', headers: { 'content-type': type }, payload })
  expect((await raw('application/json', '{}')).statusCode).toBe(415)
  expect((await raw('multipart/form-data', 'x')).json().error).toBe('invalid_request')
  expect((await raw('multipart/form-data; boundary=a', '--b')).statusCode).toBe(400)
  expect((await raw('application/x-www-form-urlencoded', `password=${'x'.repeat(20_000)}`)).statusCode).toBe(413)
  expect((await app.inject({ method: 'POST', url: '/oauth/token' })).json().error).toBe('invalid_client')
})

test('a disabled account, or one without a known role, is reported only after the right password', async () => {
  const server = await startServer()
  const { app } = server
  const blocked = await person()
  await database.pool.query('update "user" set status = 0 where id = $1', [blocked.id])
  const nobody = await person()
  await database.pool.query(`update "user" set user_roles = '{authenticated,asiakas_yllapito}' where id = $1`, [nobody.id])
  for (const { name } of [blocked, nobody]) {
    const right = await postForm(app, '/oauth/token', signInFields(app, name))
    expect(right.statusCode).toBe(401)
    expect(right.json().message).toBe('This account is blocked or has not been activated yet.')
    const wrong = await postForm(app, '/oauth/token', signInFields(app, name, 'kuorma-yllapito', 'aivan väärä'))
    const unknown = await postForm(app, '/oauth/token', signInFields(app, 'olematon', 'kuorma-yllapito', 'aivan väärä'))
    expect(wrong.body).toBe(unknown.body)
  }
})

test('ten wrong tries lock a name for ten minutes, in any spelling, known or unknown', async () => {
  const server = await startServer()
  const second = await startServer()
  const { id, name, mail } = await person()
  // The same letters, composed and decomposed.
  await database.pool.query(`update "user" set name = $2 where id = $1`, [id, `pöllö-${name}`])
  const spellings = [`pöllö-${name}`, `PÖLLÖ-${name}`, `po\u0308llo\u0308-${name}`, mail, ` ${mail.toUpperCase()} `]
  const attempt = (username: string, typed: string, at = server) =>
    postForm(at.app, '/oauth/token', signInFields(at.app, username, 'kuorma-yllapito', typed))
  const unknown = `olematon-${randomUUID()}`
  for (const names of [spellings, [unknown, unknown.toUpperCase()]]) {
    for (let number = 0; number < 10; number++)
      expect((await attempt(names[number % names.length] ?? '', 'väärä salasana', number % 2 ? server : second)).statusCode).toBe(401)
  }
  const locked = await attempt(mail, password)
  expect([locked.statusCode, locked.json().error]).toEqual([401, 'invalid_credentials'])
  expect(locked.json().message).toMatch(/^Liian monta väärää yritystä/)
  for (const spelling of spellings) expect((await attempt(spelling, password)).body).toBe(locked.body)
  const lockedUnknown = await attempt(unknown, password)
  expect(lockedUnknown.body).toBe(locked.body)
  clock.now += 599
  expect((await attempt(mail, password)).statusCode).toBe(401)
  clock.now += 1
  expect((await attempt(mail, password)).statusCode).toBe(200)
})

test('tries from other addresses do not lock a person out: they only delay the person’s own tries', async () => {
  const server = await startServer()
  const { app } = server
  const { name } = await person()
  const attempt = (typed: string, address: string) =>
    postForm(app, '/oauth/token', signInFields(app, name, 'kuorma-yllapito', typed), 'multipart', { address })
  delays.length = 0
  for (const address of ['198.51.100.1', '198.51.100.2', '2001:db8::1'])
    for (let number = 0; number < 12; number++) await attempt('väärä salasana', address)
  // A /64 counts as one address.
  expect((await attempt(password, '2001:db8::ffff')).json().message).toMatch(/^Liian monta/)
  delays.length = 0
  expect((await attempt(password, '203.0.113.5')).statusCode).toBe(200)
  expect(delays).toEqual([2500])
  for (let host = 10; host < 30; host++) await attempt('väärä salasana', `198.51.100.${host}`)
  delays.length = 0
  expect((await attempt(password, '203.0.113.5')).statusCode).toBe(200)
  expect(delays).toEqual([5000])
  // After ten minutes the tries no longer count.
  clock.now += 601
  delays.length = 0
  expect((await attempt(password, '203.0.113.5')).statusCode).toBe(200)
  expect(delays).toEqual([])
})

test('a new password ends the locks', async () => {
  const { app } = await startServer()
  const { id, name } = await person()
  const attempt = (typed: string) => postForm(app, '/oauth/token', signInFields(app, name, 'kuorma-yllapito', typed))
  for (let number = 0; number < 11; number++) await attempt('väärä salasana')
  expect((await attempt(password)).statusCode).toBe(401)
  await storePassword(database.pool, id, await hashPassword('Toinen-pitkä-lause', 'test'), clock.now)
  expect((await attempt('Toinen-pitkä-lause')).statusCode).toBe(200)
})

test('failed sign-ins and locks are in the security log, without names and whole addresses', async () => {
  const { app } = await startServer()
  const { id, name } = await person()
  await database.pool.query('DELETE FROM security_events')
  logged.length = 0
  const attempt = (username: string, address: string) =>
    postForm(app, '/oauth/token', signInFields(app, username, 'kuorma-yllapito', 'väärä salasana'), 'multipart', { address })
  for (let number = 0; number < 12; number++) await attempt(name, '203.0.113.77')
  await attempt('salainen-nimi', '2001:db8:1:2:3:4:5:6')
  const { rows } = await database.pool.query('SELECT kind, user_id, network, count FROM security_events ORDER BY id')
  expect(rows).toEqual([
    { kind: 'sign_in_failed', user_id: id, network: '203.0.113.0', count: 10 },
    { kind: 'locked', user_id: id, network: '203.0.113.0', count: 2 },
    { kind: 'sign_in_failed', user_id: null, network: '2001:db8:1::', count: 1 },
  ])
  const lines = logged.filter((line) => line.includes('security event'))
  expect(lines).toHaveLength(13)
  expect(lines.join()).not.toMatch(new RegExp(`${name}|salainen-nimi|203\\.0\\.113\\.77`))
  await purgeSecurityEvents(database.pool, clock.now + 90 * 86_400 - 1)
  expect((await database.pool.query('SELECT FROM security_events')).rowCount).toBe(3)
  await purgeSecurityEvents(database.pool, clock.now + 90 * 86_400)
  expect((await database.pool.query('SELECT FROM security_events')).rowCount).toBe(0)
})

test('a right try after nine wrong ones resets the count; old tries expire; of thirty concurrent tries twenty are refused unchecked', async () => {
  const server = await startServer()
  const { name } = await person()
  const attempt = (typed: string) => postForm(server.app, '/oauth/token', signInFields(server.app, name, 'kuorma-yllapito', typed))
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 9; number++) await attempt('väärä salasana')
    expect((await attempt(password)).statusCode).toBe(200)
  }
  for (let number = 0; number < 9; number++) await attempt('väärä salasana')
  clock.now += 601
  for (let number = 0; number < 9; number++) await attempt('väärä salasana')
  expect((await attempt(password)).statusCode).toBe(200)
  const flood = await Promise.all(Array.from({ length: 30 }, () => attempt('väärä salasana')))
  expect(flood.filter((answer) => answer.json().message.startsWith('Liian monta')).length).toBe(20)
})

test('no password, token or secret was logged', async () => {
  const { rows } = await database.pool.query<{ client_secret: string }>('select client_secret from asiakasohjelma')
  const log = logged.join('')
  expect(log).toContain('/oauth/token')
  expect(log).not.toContain('Ruuhka-vuoro')
  expect(log).not.toMatch(/(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/)
  for (const { client_secret } of rows) expect(log).not.toContain(client_secret)
})
