import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { saveSetting } from '../platform/settings/settings.ts'
import {
  addCustomer,
  clock,
  database,
  person,
  postForm,
  prepareSignIn,
  readMe,
  refresh,
  startServer,
  tokensOf,
} from '../testing/sign-in-servers.ts'
import { purgeAttempts } from './lockout.ts'
import { storePassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { purgeSessions } from './sessions.ts'

prepareSignIn()

test('a customer belongs to the company of the profile', async () => {
  const server = await startServer()
  const asiakasId = await addCustomer()
  const { id, name } = await person({ roles: ['asiakas'], asiakasId })
  const { access_token } = await tokensOf(server, name, 'kuorma-asiakas')
  expect((await readMe(server, access_token)).json()).toMatchObject({ asiakasId })
  const other = await addCustomer()
  await database.pool.query('update profile_asiakas set field_asiakas_id = $2 where uid_id = $1', [id, other])
  await expect.poll(async () => (await readMe(server, access_token)).json().asiakasId).toBe(other)
})

test('an access token lasts 15 minutes, a refresh token 30 days', async () => {
  const server = await startServer()
  const { name } = await person()
  const tokens = await tokensOf(server, name)
  clock.now += 899
  expect((await readMe(server, tokens.access_token)).statusCode).toBe(200)
  clock.now += 1
  expect((await readMe(server, tokens.access_token)).statusCode).toBe(401)
  clock.now += 30 * 86_400 - 901
  const next = await refresh(server, tokens.refresh_token)
  expect(next.statusCode).toBe(200)
  clock.now += 30 * 86_400
  const tooOld = await refresh(server, next.json().refresh_token)
  expect([tooOld.statusCode, tooOld.json().istunto]).toEqual([401, undefined])
})

test('a refresh token works until its successor has been used; after that it ends the whole session', async () => {
  const server = await startServer()
  const { id, name } = await person()
  const first = await tokensOf(server, name)
  const otherDevice = await tokensOf(server, name)
  // The answer was lost, and for hours there was no network.
  const lost = (await refresh(server, first.refresh_token)).json()
  clock.now += 6 * 3600
  const second = (await refresh(server, first.refresh_token)).json()
  expect(second.refresh_token).not.toBe(lost.refresh_token)
  const third = (await refresh(server, second.refresh_token)).json()
  expect((await readMe(server, third.access_token)).statusCode).toBe(200)
  // A refusal to another client does not end the session.
  expect((await refresh(server, first.refresh_token, 'kuorma-asiakas')).json().error).toBe('invalid_request')
  expect((await readMe(server, third.access_token)).statusCode).toBe(200)
  const notices = server.nextNotices()
  const reused = await refresh(server, first.refresh_token)
  expect([reused.statusCode, reused.json()]).toMatchObject([401, { error: 'invalid_request', istunto: 'paatetty' }])
  await notices
  for (const { access_token } of [second, third]) expect((await readMe(server, access_token)).statusCode).toBe(401)
  expect((await refresh(server, third.refresh_token)).statusCode).toBe(401)
  expect((await refresh(server, otherDevice.refresh_token)).statusCode).toBe(200)
  const { rows } = await database.pool.query(`SELECT kind, network, operation, count FROM security_events WHERE user_id = $1`, [id])
  expect(rows).toEqual([{ kind: 'refresh_token_reused', network: '127.0.0.0', operation: '', count: 1 }])
})

test('a second successor of the same token is refused once the first has been used: one of the two was copied', async () => {
  const server = await startServer()
  const { name } = await person()
  const first = await tokensOf(server, name)
  const stolen = (await refresh(server, first.refresh_token)).json()
  const current = (await refresh(server, first.refresh_token)).json()
  const next = (await refresh(server, current.refresh_token)).json()
  expect((await refresh(server, stolen.refresh_token)).json().istunto).toBe('paatetty')
  expect((await refresh(server, next.refresh_token)).json().istunto).toBe('paatetty')
})

test('a session ends 90 days after it began, or as set, however often it was refreshed', async () => {
  const server = await startServer()
  const { name } = await person()
  let tokens = await tokensOf(server, name)
  const began = clock.now
  const step = async (days: number) => {
    clock.now = began + days * 86_400
    const answer = await refresh(server, tokens.refresh_token)
    if (answer.statusCode === 200) tokens = answer.json()
    return answer.statusCode
  }
  expect([await step(29), await step(58), await step(87)]).toEqual([200, 200, 200])
  clock.now = began + 90 * 86_400 - 60
  expect((await refresh(server, tokens.refresh_token)).statusCode).toBe(200)
  tokens = (await refresh(server, tokens.refresh_token)).json()
  expect((await readMe(server, tokens.access_token)).statusCode).toBe(200)
  clock.now += 60
  // Neither a refresh nor an access token that would have lasted longer works.
  expect((await readMe(server, tokens.access_token)).statusCode).toBe(401)
  expect(await step(90)).toBe(401)

  tokens = await tokensOf(server, name)
  await saveSetting(database.pool, 'istunnon_enimmaisika', 5, { now: clock.now, kayttaja: null })
  const later = clock.now
  clock.now = later + 5 * 86_400 - 60
  const inTime = await refresh(server, tokens.refresh_token)
  clock.now = later + 5 * 86_400
  expect([inTime.statusCode, (await refresh(server, inTime.json().refresh_token)).statusCode]).toEqual([200, 401])
  await database.pool.query('DELETE FROM asetus')
})

test('the same refresh token from ten tabs at once gives ten pairs of one session', async () => {
  const server = await startServer()
  const { name } = await person()
  const { refresh_token } = await tokensOf(server, name)
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(server, refresh_token)))
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map((answer) => answer.json().access_token)).size).toBe(10)
})

test('role change, disabling and password change end every session at once, on the other server too', async () => {
  const one = await startServer()
  const two = await startServer()
  const changes = [
    (id: string) => database.pool.query(`update "user" set user_roles = '{kuljettaja}' where id = $1`, [id]),
    (id: string) => database.pool.query('update "user" set status = 0 where id = $1', [id]),
    async (id: string) => storePassword(database.pool, id, await hashPassword('Toinen-pitkä-lause', 'test'), clock.now),
  ]
  for (const [index, change] of changes.entries()) {
    const { id, name } = await person()
    const tokens = [await tokensOf(one, name), await tokensOf(two, name)]
    // Both servers cache both tokens.
    for (const server of [one, two])
      for (const { access_token } of tokens) expect((await readMe(server, access_token)).statusCode).toBe(200)
    // One notice for each session, and one for the user's row.
    const count = index < 2 ? 3 : 2
    const notices = [one.nextNotices(count), two.nextNotices(count)]
    await change(id)
    await Promise.all(notices)
    for (const server of [one, two])
      for (const { access_token } of tokens) expect((await readMe(server, access_token)).statusCode).toBe(401)
    for (const { refresh_token } of tokens)
      expect((await refresh(one, refresh_token)).json()).toMatchObject({ error: 'invalid_request', istunto: 'paatetty' })
  }
})

test('saving a user without changing roles or status keeps the sessions', async () => {
  const server = await startServer()
  const { id, name } = await person({ roles: ['yllapito', 'kuljettaja'] })
  const { access_token } = await tokensOf(server, name)
  const notices = server.nextNotices()
  await database.pool.query(`update "user" set user_roles = '{kuljettaja,yllapito}', name = $2 where id = $1`, [id, `${name}-uusi`])
  expect(await notices).toEqual({ what: 'user', id })
  expect((await readMe(server, access_token)).json()).toMatchObject({ name: `${name}-uusi` })
})

test('signing out later ends the session by the hash of its refresh token alone', async () => {
  const server = await startServer()
  const { name } = await person()
  const ended = await tokensOf(server, name)
  const current = await tokensOf(server, name)
  for (const { access_token } of [ended, current]) await readMe(server, access_token)
  const sha256 = hash('sha256', ended.refresh_token)
  for (const wrong of [sha256.slice(1), `${sha256.slice(1)}g`, ended.access_token]) {
    expect((await postForm(server.app, '/oauth/logout', { refresh_token_sha256: wrong }, 'urlencoded')).statusCode).toBe(204)
  }
  expect((await readMe(server, ended.access_token)).statusCode).toBe(200)
  const notice = server.nextNotices()
  expect((await postForm(server.app, '/oauth/logout', { refresh_token_sha256: sha256 }, 'urlencoded')).statusCode).toBe(204)
  await notice
  expect((await readMe(server, ended.access_token)).statusCode).toBe(401)
  expect((await readMe(server, current.access_token)).statusCode).toBe(200)
})

test('signing out ends the session by either token', async () => {
  const server = await startServer()
  const { name } = await person()
  const byAccess = await tokensOf(server, name)
  const byRefresh = await tokensOf(server, name)
  const current = await tokensOf(server, name)
  for (const { access_token } of [byAccess, byRefresh, current]) await readMe(server, access_token)
  const notice = server.nextNotices()
  const out = await server.app.inject({
    method: 'POST',
    url: '/oauth/logout',
    headers: { authorization: `Bearer ${byAccess.access_token}` },
  })
  expect(out.statusCode).toBe(204)
  expect(out.headers['clear-site-data']).toBe('"cache"')
  await notice
  expect((await readMe(server, byAccess.access_token)).statusCode).toBe(401)
  const nextNotice = server.nextNotices()
  expect((await postForm(server.app, '/oauth/logout', { refresh_token: byRefresh.refresh_token }, 'urlencoded')).statusCode).toBe(204)
  await nextNotice
  expect((await readMe(server, byRefresh.access_token)).statusCode).toBe(401)
  expect((await readMe(server, current.access_token)).statusCode).toBe(200)
  expect((await server.app.inject({ method: 'POST', url: '/oauth/logout' })).statusCode).toBe(204)
})

test('without the listening connection every token is read from the database', async () => {
  const server = await startServer()
  const { id, name } = await person()
  const { access_token } = await tokensOf(server, name)
  expect((await readMe(server, access_token)).statusCode).toBe(200)
  const { rowCount } = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  )
  expect(rowCount).toBe(1)
  await expect.poll(() => server.app.viewers.isListening()).toBe(false)
  await database.pool.query('update "user" set status = 0 where id = $1', [id])
  expect((await readMe(server, access_token)).statusCode).toBe(401)
  await expect.poll(() => server.app.viewers.isListening()).toBe(true)
  expect((await readMe(server, access_token)).statusCode).toBe(401)
})

test('only a bearer token that the server issued is accepted', async () => {
  const server = await startServer()
  const { app } = server
  const { name } = await person()
  const { access_token: token } = await tokensOf(server, name)
  const readWith = async (authorization?: string) =>
    (await app.inject({ url: '/me', headers: authorization ? { authorization } : {} })).statusCode
  expect(await readWith(`bearer ${token}`)).toBe(200)
  for (const header of [
    undefined,
    token,
    'Bearer',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${'A'.repeat(43)}`,
    `Bearer ${"'".repeat(43)}`,
  ]) {
    expect(await readWith(header)).toBe(401)
  }
})

test('a refresh token is not accepted as an access token', async () => {
  const server = await startServer()
  const { name } = await person()
  const { access_token, refresh_token } = await tokensOf(server, name)
  expect((await readMe(server, refresh_token)).statusCode).toBe(401)
  expect((await refresh(server, access_token)).statusCode).toBe(401)
})

test('old tokens, sessions and tries are purged, and valid ones stay', async () => {
  const server = await startServer()
  const { id, name } = await person()
  const tokens = await tokensOf(server, name)
  await purgeSessions(database.pool, clock.now)
  expect((await readMe(server, tokens.access_token)).statusCode).toBe(200)
  await purgeSessions(database.pool, clock.now + 31 * 86_400)
  await purgeAttempts(database.pool, clock.now + 31 * 86_400)
  const { rows } = await database.pool.query(
    'select (select count(*)::int from istunto where user_id = $1) as istuntoja, (select count(*)::int from sign_in_attempts) as yrityksia',
    [id],
  )
  expect(rows).toEqual([{ istuntoja: 0, yrityksia: 0 }])
})
