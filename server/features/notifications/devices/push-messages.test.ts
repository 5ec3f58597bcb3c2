import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { maxFailures } from '#server/platform/push/push-queue.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { assignDriver, failDelivery, placeOrder, setState } from '#server/testing/deliveries.ts'
import { devicePath, type PushServer, startPushServer } from '#server/testing/providers/push-devices.ts'
import type { PushServiceStub, StubBrowser } from '#server/testing/providers/push-service.ts'
import { insert, type Person, type TestServer } from '#server/testing/test-server.ts'
import { heldShiftTexts } from '../../shifts/publication-plan.ts'
import { announceNewOrders } from '../../sms/new-orders.ts'

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

const bodies = ({ received }: StubBrowser) => received.map(({ body }) => body)

describe('what appears in the bell', () => {
  test('is pushed once to each device of the person, encrypted and signed, with what it links to', async () => {
    const driver = await server.person(['kuljettaja'])
    const colleague = await server.person(['kuljettaja'])
    const [phone, tablet] = [await push.browserOf(driver), await push.browserOf(await push.again(driver, 'kuljettaja'))]
    const others = await push.browserOf(colleague)
    const { now } = server.clock
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id], message: 'Soita toimistoon' })
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id], message: 'Huomenna', start: now + 86_400 })
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id], message: 'Ohi', start: now - 3600, end: now - 60 })
    await push.ring()
    await push.settled()
    await push.ring()
    await push.settled()
    for (const { received } of [phone, tablet])
      expect(received).toEqual([{ title: 'Ilmoitus', body: 'Soita toimistoon', link: '/', tag: expect.any(String) }])
    expect(phone.headers).toMatchObject([{ ttl: String(12 * 3600), urgency: 'normal', 'content-encoding': 'aes128gcm' }])
    expect(others.received).toEqual([])
    expect(await push.subscriptions(driver)).toMatchObject([{ failures: 0 }, { failures: 0 }])
    expect((await push.subscriptions(driver)).map(({ last_success }) => Number(last_success))).toEqual([now, now])
    // A job holds the id of its message alone.
    const { rows } = await server.pool.query<{ data: object }>(`SELECT data FROM pgboss.job WHERE name = 'push'`)
    expect(new Set(rows.flatMap(({ data }) => Object.keys(data)))).toEqual(new Set(['id']))
  })

  test('before notifications were allowed is not pushed, nor what is dismissed before it is sent', async () => {
    const driver = await server.person(['kuljettaja'])
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id], message: 'Vanha', start: server.clock.now - 3600 })
    await server.pool.query(`UPDATE notification SET created = created - 3600 WHERE message = 'Vanha'`)
    const browser = await push.browserOf(driver)
    const id = await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id], message: 'Uusi' })
    service.next = [{ status: 503 }]
    await push.ring()
    await expect.poll(() => service.next).toEqual([])
    await driver.call('POST', '/api/notifications', { operation: 'dismiss', ids: [id] })
    await push.retryNow()
    await push.settled()
    expect(browser.received).toEqual([])
  })

  test('for a role is pushed to those who have it, and to nobody else', async () => {
    const [driver, mechanic] = [await server.person(['kuljettaja']), await server.person(['huolto'])]
    const [one, other] = [await push.browserOf(driver), await push.browserOf(mechanic)]
    const id = await push.notify({ roles: ['huolto'], message: 'Nosturi tarkastettu' })
    await push.ring()
    await push.settled()
    expect([bodies(one), bodies(other)]).toEqual([[], ['Nosturi tarkastettu']])
    await server.pool.query('UPDATE notification SET disabled = true WHERE id = $1', [id])
  })

  test('as fifty new orders of customers is one message to each dispatcher, the next ones five minutes later', async () => {
    const [dispatcher, without] = [await server.person(['yllapito']), await server.person(['yllapito'])]
    const customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
    const [browser, silent, own] = [await push.browserOf(dispatcher), await push.browserOf(without), await push.browserOf(customer)]
    await without.call('POST', '/api/notifications', {
      operation: 'asetukset',
      uudet_tilaukset: false,
      epaonnistuneet: true,
      vikailmoitukset: true,
    })
    const first = await placeOrder(customer, [{}])
    await push.ring()
    await push.settled()
    expect(browser.received).toMatchObject([
      { title: 'Uusi tilaus', body: `Uusi tilaus ${first.tunniste}: Pirkan Putki Oy`, link: `/tilaus/${first.id}` },
    ])
    for (let order = 0; order < 50; order++) await placeOrder(customer, [{}])
    server.clock.now += 120
    await push.ring()
    await push.settled()
    expect(browser.received).toHaveLength(1)
    server.clock.now += 200
    await push.ring()
    await push.settled()
    expect(browser.received[1]).toMatchObject({ title: expect.stringMatching(/^\d+ uutta ilmoitusta$/), link: '/' })
    expect(browser.received[1]?.body).toMatch(/^(49|50) uutta tilausta$/)
    expect(browser.received).toHaveLength(2)
    expect([silent.received, own.received]).toEqual([[], []])
  })

  test('waits for the morning, but for failed deliveries', async () => {
    const [admin, driver] = [await server.person(['yllapito']), await server.person(['kuljettaja'])]
    const customer = await server.person(['asiakas'], await server.customer())
    const [browser, phone] = [await push.browserOf(admin), await push.browserOf(driver)]
    const order = await placeOrder(customer, [{ toimitus_nimi: 'Kahvila Höyry', toimitus_postitmp: 'Tampere' }])
    await assignDriver(admin, driver, order.shipments)
    await setState(driver, order.shipments, 'kuljetuksessa')
    await failDelivery(driver, order.shipments, { syy: 'ei_tavoitettu' })
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id, admin.id], message: 'Yöllä kirjoitettu' })
    const hour = Number(new Intl.DateTimeFormat('fi-FI', { hour: 'numeric', timeZone: 'Europe/Helsinki' }).format(server.clock.now * 1000))
    await push.quiet(hour, (hour + 1) % 24)
    await push.ring()
    await push.settled()
    expect(browser.received).toMatchObject([{ title: 'Toimitus epäonnistui', link: `/tilaus/${order.id}` }])
    expect(browser.headers).toMatchObject([{ urgency: 'high' }])
    expect(phone.received).toEqual([])
    await push.quiet(0, 0)
    await push.ring()
    await push.settled()
    expect(bodies(phone)).toEqual(['Yöllä kirjoitettu'])
    expect(bodies(browser)).toEqual([expect.stringContaining('Vastaanottajaa ei tavoitettu'), 'Yöllä kirjoitettu'])
  })
})

describe('new orders of a driver', () => {
  const tell = () => announceNewOrders({ pool: server.pool, clock: () => server.clock.now, shiftTexts: heldShiftTexts })
  let lastNumber = 90_000
  async function order(driver: Person): Promise<string> {
    const id = randomUUID()
    const customer = await server.customer()
    await insert(server.pool, 'tilaus', { id, asiakas_id: customer, tilausnro: lastNumber++ }, server.clock.now)
    await insert(
      server.pool,
      'lahetys',
      { id: randomUUID(), tilaus_id: id, asiakas_id: customer, kuljettaja_id: driver.id },
      server.clock.now,
    )
    return id
  }

  test('are pushed together, at most once in five minutes, not in the quiet hours, also without a phone number or text messages', async () => {
    const now = server.clock.now
    await push.quiet(21, 6)
    server.clock.now = midnightOf(new Date((now + 86_400) * 1000).toISOString().slice(0, 10)) + 5 * 3600
    const driver = await server.person(['kuljettaja'])
    const browser = await push.browserOf(driver)
    await saveSetting(server.pool, 'poissa_kaytosta', ['tekstiviestit'], { now: server.clock.now, kayttaja: null })
    const taken = await order(driver)
    await order(driver)
    await order(driver)
    // The calendar made it for a route, and nobody has changed it.
    await server.pool.query('UPDATE tilaus SET koskematon = true WHERE id = $1', [await order(driver)])
    await tell()
    await push.settled()
    expect(browser.received).toEqual([])
    await server.pool.query(`UPDATE lahetys SET tila = 'peruutettu' WHERE tilaus_id = $1`, [taken])
    server.clock.now += 3600
    await tell()
    await push.settled()
    expect(browser.received).toMatchObject([{ title: 'Uusia tilauksia', body: 'Sinulle on 2 uutta tilausta.', link: '/' }])
    expect(browser.headers).toMatchObject([{ urgency: 'high' }])
    await order(driver)
    server.clock.now += 240
    await tell()
    await push.settled()
    expect(browser.received).toHaveLength(1)
    server.clock.now += 120
    await tell()
    await tell()
    await push.settled()
    expect(bodies(browser)).toEqual(['Sinulle on 2 uutta tilausta.', 'Sinulle on 1 uusi tilaus.'])
    await saveSetting(server.pool, 'poissa_kaytosta', [], { now: server.clock.now, kayttaja: null })
    await push.quiet(0, 0)
    server.clock.now = now
  })
})

describe('a message that the service does not take', () => {
  /** A driver with a browser, and a message to it. */
  async function pushed(): Promise<{ driver: Person; browser: StubBrowser }> {
    const driver = await server.person(['kuljettaja'])
    const browser = await push.browserOf(driver)
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id] })
    await push.ring()
    return { driver, browser }
  }

  test.each([429, 500, 503])('is sent again after %i', async (status) => {
    service.next = [{ status, headers: { 'retry-after': '1' } }]
    const { driver, browser } = await pushed()
    await expect.poll(() => service.next).toEqual([])
    await push.retryNow()
    await push.settled()
    expect(bodies(browser)).toEqual(['Halli 2 on kiinni'])
    expect(await push.subscriptions(driver)).toMatchObject([{ failures: 0 }])
  })

  test.each([404, 410])('because the browser is not subscribed any more (%i) ends the subscription', async (status) => {
    service.next = [{ status }]
    const { driver } = await pushed()
    await expect.poll(() => push.subscriptions(driver)).toEqual([])
    await push.settled()
  })

  test('after the browser has withdrawn it ends the subscription', async () => {
    const driver = await server.person(['kuljettaja'])
    service.unsubscribe(await push.browserOf(driver))
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id] })
    await push.ring()
    await expect.poll(() => push.subscriptions(driver)).toEqual([])
    expect((await driver.call('GET', devicePath)).body.endpoint).toBe('')
  })

  test.each([
    [400, {}],
    [302, { location: 'https://push.test/muualle' }],
  ])('with %i is given up, without going elsewhere, and after many the subscription too', async (status, headers) => {
    service.next = [{ status, headers }]
    const before = service.requests
    const { driver, browser } = await pushed()
    await push.settled()
    expect([service.requests - before, browser.received]).toEqual([1, []])
    expect(await push.subscriptions(driver)).toMatchObject([{ failures: 1 }])
    await server.pool.query('UPDATE push_subscription SET failures = $2 WHERE person_id = $1', [driver.id, maxFailures - 1])
    service.next = [{ status, headers }]
    await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id], message: 'Toinen' })
    await push.ring()
    await expect.poll(() => push.subscriptions(driver)).toEqual([])
    await push.settled()
  })

  test('in any attempt is given up, and is not on the list of failures', async () => {
    const admin = await server.person(['yllapito'])
    service.next = Array.from({ length: 7 }, () => ({ status: 503 }))
    const { driver, browser } = await pushed()
    for (let left = 6; left > 0; left--) {
      await expect.poll(() => service.next.length).toBe(left)
      await push.retryNow()
    }
    await push.settled()
    expect(await push.subscriptions(driver)).toMatchObject([{ failures: 0 }])
    expect(browser.received).toEqual([])
    expect((await admin.call('GET', '/api/epaonnistuneet_tyot')).body.data).toEqual([])
    // What is logged names neither the person nor the address.
    expect(JSON.stringify(push.warnings)).not.toMatch(new RegExp(`${driver.id}|${driver.name}|wpush`))
  })
})
