import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { maxDevices } from '#domain/features/notifications/device-notifications.ts'
import { loadPushKeys } from '#server/platform/push/load-push-keys.ts'
import { purgePushes } from '#server/platform/push/push-queue.ts'
import { type PushServer, devicePath as path, startPushServer } from '#server/testing/providers/push-devices.ts'
import type { PushServiceStub, StubBrowser } from '#server/testing/providers/push-service.ts'
import { type Person, startTestServer, type TestServer, testPassword } from '#server/testing/test-server.ts'

let push: PushServer
let server: TestServer
let service: PushServiceStub
beforeAll(async () => {
  push = await startPushServer()
  ;({ server, service } = push)
})
afterAll(() => push.close())
// Nothing that was sent is faulty, whatever else a test looks at.
afterEach(() => expect(service.refusals.splice(0).filter((reason) => reason !== 'gone')).toEqual([]))

const stop = (who: Person, { endpoint }: StubBrowser) => who.call('DELETE', path, { endpoint })
const deviceOf = async (who: Person) =>
  (await who.call('GET', path)).body as { endpoint: string; laitteita: number; julkinen_avain: string }
const signOut = (who: Person) => server.call('POST', '/oauth/logout', undefined, { authorization: who.authorization })

describe('a device', () => {
  test('is allowed, read and stopped by the session that it belongs to', async () => {
    const driver = await server.person(['kuljettaja'])
    expect(await deviceOf(driver)).toEqual({ julkinen_avain: server.app.pushKeys.publicKey, endpoint: '', laitteita: 0 })
    const browser = await push.browserOf(driver)
    expect((await push.allow(driver, browser)).status).toBe(200)
    expect(await deviceOf(driver)).toMatchObject({ endpoint: browser.endpoint, laitteita: 1 })
    const elsewhere = await push.again(driver, 'kuljettaja')
    expect(await deviceOf(elsewhere)).toMatchObject({ endpoint: '', laitteita: 1 })
    // The browser has subscribed anew: the session has one device.
    const renewed = await push.browserOf(driver)
    expect(await deviceOf(driver)).toMatchObject({ endpoint: renewed.endpoint, laitteita: 1 })
    expect((await stop(driver, browser)).status).toBe(404)
    expect((await stop(driver, renewed)).status).toBe(200)
    expect(await deviceOf(driver)).toMatchObject({ endpoint: '', laitteita: 0 })
  })

  test('of another person is neither stopped nor taken without the keys of its browser', async () => {
    const [owner, other] = [await server.person(['kuljettaja']), await server.person(['yllapito'])]
    const browser = await push.browserOf(owner)
    const refused = await stop(other, browser)
    expect([refused.status, refused.text]).toEqual([404, (await stop(other, service.subscribe('x'))).text])
    const { keys } = service.subscribe('x')
    expect((await push.allow(other, { ...browser, keys })).status).toBe(422)
    expect(await push.subscriptions(owner)).toHaveLength(1)
    expect(await push.subscriptions(other)).toEqual([])
    // The same browser, in which somebody else has signed in.
    expect((await push.allow(other, browser)).status).toBe(200)
    expect(await push.subscriptions(owner)).toEqual([])
    expect(await push.subscriptions(other)).toHaveLength(1)
  })

  test(`is one of at most ${maxDevices} of a person, also when many are allowed at once`, async () => {
    const person = await server.person(['kuljettaja'])
    const sessions = await Promise.all(Array.from({ length: maxDevices + 2 }, () => push.again(person, 'kuljettaja')))
    const answers = await Promise.all(sessions.map((session) => push.allow(session, service.subscribe('x'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(maxDevices).fill(200), 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body.errors[0].message).toContain('jo 10 laitteella')
    expect(await push.subscriptions(person)).toHaveLength(maxDevices)
  })

  test.each([
    [{ endpoint: '' }, 'endpoint'],
    [{ endpoint: `https://push.test/${'a'.repeat(2000)}` }, 'endpoint'],
    [{ keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }, 'p256dh'],
    [{ keys: { p256dh: 'liian lyhyt', auth: 'A'.repeat(22) } }, 'p256dh'],
    [{ keys: { p256dh: 'B'.repeat(87), auth: 'ä' } }, 'auth'],
    [{ user_id: randomUUID() }, 'user_id'],
  ])('is not allowed with %j', async (change, field) => {
    const driver = await server.person(['kuljettaja'])
    const { endpoint, keys } = service.subscribe('x')
    const answer = await driver.call('POST', path, { endpoint, keys, ...change })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((fault: { field: string }) => fault.field)).toContain(field)
    expect(await push.subscriptions(driver)).toEqual([])
  })

  test('is forgotten when its session ends: at sign-out, by the person elsewhere, with a new password, when disabled, and when it runs out', async () => {
    const endings: Record<string, (who: Person) => Promise<unknown>> = {
      signOut,
      others: async (who) => (await push.again(who, 'kuljettaja')).call('DELETE', '/api/istunnot', { kaikki: true }),
      password: (who) =>
        who.call('PATCH', '/api/user', { id: who.id, existing_password: testPassword, newPassword: 'hiekkalaatikon reunalla istun' }),
      disabled: (who) => server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [who.id]),
      roles: (who) => server.pool.query(`UPDATE "user" SET user_roles = '{huolto}' WHERE id = $1`, [who.id]),
    }
    for (const [name, end] of Object.entries(endings)) {
      const driver = await server.person(['kuljettaja'])
      const browser = await push.browserOf(driver)
      await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id] })
      await end(driver)
      expect(await push.subscriptions(driver), name).toEqual([])
      await push.ring()
      expect(browser.received, name).toEqual([])
    }
    const driver = await server.person(['kuljettaja'])
    await push.browserOf(driver)
    await purgePushes(server.pool, server.clock.now + 29 * 86_400)
    expect(await push.subscriptions(driver)).toHaveLength(1)
    await purgePushes(server.pool, server.clock.now + 31 * 86_400)
    expect(await push.subscriptions(driver)).toEqual([])
  })

  test('gets nothing that was queued before its sign-out', async () => {
    const driver = await server.person(['kuljettaja'])
    const browser = await push.browserOf(driver)
    service.next = [{ status: 503 }]
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id] })
    await push.ring()
    await expect.poll(() => service.next).toEqual([])
    await signOut(driver)
    await push.retryNow()
    await expect
      .poll(async () => (await server.pool.query(`SELECT FROM pgboss.job WHERE name = 'push' AND state <> 'completed'`)).rowCount)
      .toBe(0)
    expect(browser.received).toEqual([])
  })
})

describe('an endpoint that is none of a known push service', () => {
  let strict: TestServer
  beforeAll(async () => {
    strict = await startTestServer()
  })
  afterAll(() => strict.close())

  const endpoints = [
    'https://push.test/wpush/x',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://user:pass@fcm.googleapis.com/x',
    'file:///etc/passwd',
  ]
  test.each(endpoints)('is refused before and after sign-in: %s', async (endpoint) => {
    const { keys } = service.subscribe('x')
    const before = service.requests
    expect((await strict.call('POST', path, { endpoint, keys })).status).toBe(401)
    const driver = await strict.person(['kuljettaja'])
    const answer = await driver.call('POST', path, { endpoint, keys })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field: 'endpoint', message: expect.stringContaining('ilmoituspalvelua ei tunneta') }],
    ])
    expect((await strict.pool.query('SELECT FROM push_subscription')).rowCount).toBe(0)
    expect(service.requests).toBe(before)
  })

  test('is not called though it is stored', async () => {
    const driver = await server.person(['kuljettaja'])
    const browser = await push.browserOf(driver)
    const [row] = await push.subscriptions(driver)
    await server.pool.query(`UPDATE push_subscription SET endpoint = 'https://127.0.0.1/x' WHERE endpoint = $1`, [row?.endpoint])
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id] })
    const before = service.requests
    await push.ring()
    await push.settled()
    expect([service.requests, browser.received]).toEqual([before, []])
  })
})

test('servers that start together have the same key, and an operator may give one', async () => {
  await server.pool.query('DELETE FROM push_key')
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadPushKeys(server.pool, undefined)))
  expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1)
  expect((await loadPushKeys(server.pool, undefined)).publicKey).toBe(keys[0]?.publicKey)
  expect((await loadPushKeys(server.pool, server.app.pushKeys.privateKey)).publicKey).toBe(server.app.pushKeys.publicKey)
})
