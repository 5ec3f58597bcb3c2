import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientGroupOf, type Role } from '#domain/access/roles.ts'
import { clientIdOf } from '#server/auth/clients.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { publicCallLimits, refusedRefreshLimit, refusedTokenLimit, userLimit } from './rate-limits.ts'

const sentence = 'Liian monta pyyntöä. Yritä hetken kuluttua uudestaan.'
let server: TestServer
let admin: Person
let driver: Person
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_MULTIPLIER: '1' } })
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

type Sent = { from: string; forwarded?: string; authorization?: string; payload?: string; type?: string }

const send = (method: 'GET' | 'POST', url: string, { from, forwarded, authorization, payload, type = 'application/json' }: Sent) =>
  server.app.inject({
    method,
    url,
    remoteAddress: from,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': type }),
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(payload === undefined ? {} : { payload }),
  })

/** Sends one after another: injected calls that are counted in the same tick would all get the count of the last one. */
async function sendMany(count: number, one: (index: number) => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse[]> {
  const answers: LightMyRequestResponse[] = []
  for (let index = 0; index < count; index++) answers.push(await one(index))
  return answers
}

function expectRefusal(answer: LightMyRequestResponse): void {
  expect(answer.statusCode).toBe(429)
  expect(answer.payload).toContain(sentence)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
}

const refused = (answers: readonly LightMyRequestResponse[]) => answers.filter(({ statusCode }) => statusCode === 429).length
const form = 'application/x-www-form-urlencoded'
const link = 'a'.repeat(32)

describe('public calls, by address', () => {
  const calls: Record<string, (from: string, index: number) => Promise<LightMyRequestResponse>> = {
    '/oauth/token': (from, index) =>
      send('POST', '/oauth/token', { from, type: form, payload: `grant_type=password&username=nimi${index}&password=arvaus` }),
    '/oauth/logout': (from) => send('POST', '/oauth/logout', { from, type: form, payload: 'refresh_token=a' }),
    '/api/client_id': (from, index) => send('GET', `/api/client_id?username=nimi${index}`, { from }),
    '/user/lost-password': (from, index) => send('POST', '/user/lost-password', { from, payload: `{"mail":"a${index}@b.fi"}` }),
    '/user/lost-password-reset': (from) => send('POST', '/user/lost-password-reset', { from, payload: '{}' }),
    '/kalenteri/:token': (from, index) => send('GET', `/kalenteri/${link}${index}.ics`, { from }),
    '/api/seuranta': (from, index) => send('POST', '/api/seuranta', { from, payload: JSON.stringify({ avain: `${link}${index}` }) }),
  }

  test('every limited call is tested here', () => {
    expect(Object.keys(calls).sort()).toEqual(Object.keys(publicCallLimits).sort())
  })

  test.each(Object.entries(publicCallLimits))('%s: %i a minute, then 429 with the sentence; another address goes on', async (url, max) => {
    const call = calls[url]
    if (!call) throw new Error(url)
    const answers = await sendMany(max, (index) => call('203.0.113.1', index))
    expect(refused(answers)).toBe(0)
    expect(answers.map(({ statusCode }) => statusCode)).not.toContain(500)
    expectRefusal(await call('203.0.113.1', max))
    expect((await call('203.0.113.2', 0)).statusCode).not.toBe(429)
  })

  test('an IPv6 network counts as one address', async () => {
    const from = (last: number) => `2001:db8:1:2::${last.toString(16)}`
    const answers = await sendMany(11, (index) => send('POST', '/user/lost-password', { from: from(index), payload: '{"mail":"a@b.fi"}' }))
    expect(refused(answers)).toBe(1)
  })

  test('invented tokens are refused, and over the limit without a look-up', async () => {
    const authorization = `Bearer ${'a'.repeat(43)}`
    const guess = () => send('GET', '/jsonapi', { from: '203.0.113.3', authorization })
    const answers = await sendMany(refusedTokenLimit, guess)
    expect(refused(answers)).toBe(0)
    expectRefusal(await guess())
    expect((await send('GET', '/jsonapi', { from: '203.0.113.4', authorization })).statusCode).toBe(401)
  })
})

describe('a stranger at the same address', () => {
  const from = '203.0.113.9'
  const inventRefresh = (count: number) =>
    sendMany(count, (index) => refreshFrom(from, String(index).padEnd(43, 'a'), clientFields(['kuljettaja'])))
  const clientFields = (roles: readonly Role[]): Record<string, string> => {
    const client_id = clientIdOf[clientGroupOf(roles)]
    return { client_id, client_secret: server.app.clientSecrets[client_id] ?? '' }
  }
  const refreshFrom = (address: string, refresh_token: string, client: Record<string, string>) =>
    send('POST', '/oauth/token', {
      from: address,
      type: form,
      payload: String(new URLSearchParams({ ...client, grant_type: 'refresh_token', refresh_token })),
    })

  test('with invented sign-ins, refresh tokens and access tokens cannot prevent a driver from refreshing and making calls', async () => {
    const { refresh_token } = (await server.signIn(driver.name, ['kuljettaja'])).json()
    await sendMany(publicCallLimits['/oauth/token'] ?? 0, (index) =>
      send('POST', '/oauth/token', { from, type: form, payload: `grant_type=password&username=nimi${index}&password=arvaus` }),
    )
    expect(refused(await inventRefresh(refusedRefreshLimit))).toBe(0)
    expectRefusal((await inventRefresh(1))[0] as LightMyRequestResponse)
    const authorization = `Bearer ${'a'.repeat(43)}`
    await sendMany(refusedTokenLimit, () => send('GET', '/jsonapi', { from, authorization }))
    const refreshed = await refreshFrom(from, refresh_token, clientFields(['kuljettaja']))
    expect(refreshed.statusCode, refreshed.payload).toBe(200)
    const { access_token } = refreshed.json()
    expect((await send('GET', '/jsonapi', { from, authorization: `Bearer ${access_token}` })).statusCode).toBe(200)
  })

  test('of many invented tokens at once not all are looked up', async () => {
    const guesses = Array.from({ length: refusedTokenLimit + 50 }, (_, index) =>
      send('GET', '/jsonapi', { from: '203.0.113.10', authorization: `Bearer ${String(index).padEnd(43, 'a')}` }),
    )
    expect(refused(await Promise.all(guesses))).toBeGreaterThanOrEqual(50)
  })
})

test('each signed-in user has a separate limit, over all addresses', async () => {
  const { authorization } = admin
  const call = (index: number) => send('GET', '/api/countries/list', { from: `203.0.113.${index % 200}`, authorization })
  const answers = await sendMany(userLimit, call)
  expect(refused(answers)).toBe(0)
  expectRefusal(await call(1))
  // Also at an address that has sent invented tokens (above), once this server knows the user's token.
  await driver.call('GET', '/jsonapi')
  expect((await send('GET', '/jsonapi', { from: '203.0.113.3', authorization: driver.authorization })).statusCode).toBe(200)
})

describe('X-Forwarded-For', () => {
  const requestLink = (from: string, forwarded: string) =>
    send('POST', '/user/lost-password', { from, forwarded, payload: '{"mail":"a@b.fi"}' })

  test('from a stranger is ignored', async () => {
    const answers = await sendMany(11, (index) => requestLink('203.0.113.77', `198.51.100.${index}`))
    expect(refused(answers)).toBe(1)
  })

  test('from a proxy on this machine is used, but not the addresses before the last one', async () => {
    const apart = await sendMany(11, (index) => requestLink('127.0.0.1', `198.51.100.${index}`))
    expect(refused(apart)).toBe(0)
    const forged = await sendMany(11, (index) => requestLink('127.0.0.1', `192.0.2.${index}, 203.0.113.88`))
    expect(refused(forged)).toBe(1)
  })
})
