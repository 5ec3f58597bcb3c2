import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sentSmsCall } from '#domain/features/sms/sent-sms.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { readConfig } from '#server/config.ts'
import { openSms } from '#server/platform/ports/sms/open-sms.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { readDeliveries, startTexting } from '#server/platform/sms/send-sms.ts'
import { enqueueSms, forgetSms, undeliveredSms } from '#server/platform/sms/sms-queue.ts'
import { type SmsProviders, smsAccounts, startSmsProviders } from '#server/testing/providers/sms.ts'
import { endPauses } from '#server/testing/queue-pauses.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { heldShiftTexts } from '../shifts/publication-plan.ts'
import { announceNewOrders } from './new-orders.ts'

let server: TestServer
let admin: Person
let providers: SmsProviders
let customer: string

const texting = () => ({
  ...{ pool: server.pool, clock: () => server.clock.now, log: { warn: () => undefined } },
  sms: openSms(readConfig({ ...smsAccounts.gatewayapi, SMS_URL: providers.url })),
})

beforeAll(async () => {
  providers = await startSmsProviders()
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.customer()
  await startTexting(server.app.jobs, texting())
})
afterAll(async () => {
  await server.close()
  await providers.close()
})
beforeEach(async () => {
  // What an earlier test has queued is sent first, or it would be counted in this one.
  const due = `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'sms' AND state IN ('created', 'active') AND start_after <= now()`
  await expect.poll(async () => (await server.pool.query(due)).rows[0].n).toBe(0)
  Object.assign(providers, { received: [], fate: '', room: Number.POSITIVE_INFINITY, next: null })
})

let lastNumber = 1_234_500
let lastOrder = 5000
/** A driver with a unique phone number. */
async function driver(number = `+35840${lastNumber++}`): Promise<Person & { number: string }> {
  const person = await server.person(['kuljettaja'])
  await server.pool.query('UPDATE profile_kuljettaja SET field_puhelinnumero = $2 WHERE uid_id = $1', [person.id, number])
  return { ...person, number }
}
const log = async () => sentSmsCall.output.parse((await admin.call('GET', '/api/tekstiviestit')).body)
const messagesTo = async (id: string) => (await log()).data.filter(({ vastaanottaja }) => vastaanottaja.id === id)
const send = (users: readonly string[], message: string, headers = {}) => admin.call('POST', '/api/sms', { users, message }, headers)

describe('a message', () => {
  test('is sent to users with a mobile number, and its outcome is stored', async () => {
    const [able, landline, none] = [await driver(), await driver('+35891234567'), await driver('')]
    const disabled = await driver()
    await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [disabled.id])
    const users = [able.id, landline.id, none.id, disabled.id, able.id]
    const preview = await admin.call('POST', '/api/sms/vastaanottajat', { users })
    expect(preview.status, preview.text).toBe(200)
    expect(preview.body.jaljella).toBe(500)
    expect(Object.fromEntries(preview.body.data.map(({ id, este }: { id: string; este: string }) => [id, este]))).toEqual({
      [able.id]: '',
      [landline.id]: 'Numero ei ole matkapuhelinnumero.',
      [none.id]: 'Puhelinnumeroa ei ole.',
    })
    const answer = await send(users, '  Soita ajojärjestelyyn. ')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.results).toEqual([
      { id: able.id, success: true },
      { id: landline.id, success: false, message: 'Numero ei ole matkapuhelinnumero.' },
      { id: none.id, success: false, message: 'Puhelinnumeroa ei ole.' },
      { id: disabled.id, success: false, message: 'Käyttäjää ei löydy.' },
    ])
    await expect
      .poll(() => messagesTo(able.id))
      .toMatchObject([
        { tila: 'lahetetty', laji: 'viesti', teksti: 'Soita ajojärjestelyyn.', numero: able.number, osia: 1, yrityksia: 1, virhe: '' },
      ])
    expect(providers.received).toEqual([{ provider: 'gatewayapi', to: able.number, from: 'Kuorma', text: 'Soita ajojärjestelyyn.' }])

    providers.fate = 'DELIVERED'
    server.clock.now += 60
    await readDeliveries(texting())
    expect(await messagesTo(able.id)).toMatchObject([{ tila: 'toimitettu', toimitettu: server.clock.now }])
  })

  test('that the provider does not know does not keep the deliveries of others from being read', async () => {
    const people = [await driver(), await driver()]
    await send(
      people.map(({ id }) => id),
      'Hei',
    )
    const states = async () => (await Promise.all(people.map(({ id }) => messagesTo(id)))).flat().map(({ tila, virhe }) => [tila, virhe])
    await expect.poll(states).toEqual([
      ['lahetetty', ''],
      ['lahetetty', ''],
    ])
    providers.fate = 'DELIVERED'
    // Refused credentials say nothing of the message.
    providers.next = { status: 401, body: { message: 'Unauthorized' } }
    await readDeliveries(texting())
    expect((await states()).flat()).toEqual(['lahetetty', '', 'lahetetty', ''])
    providers.next = { status: 404, body: { message: 'Not found' } }
    await readDeliveries(texting())
    expect((await states()).flat().toSorted()).toEqual(['', '404 Not found', 'lahetetty', 'toimitettu'])
    await readDeliveries(texting())
    expect((await states()).flat().toSorted()).toEqual(['', '404 Not found', 'lahetetty', 'toimitettu'])
  })

  test('of which many have no known delivery does not keep the others from being queried', async () => {
    const people = [await driver(), await driver()]
    await send(
      people.map(({ id }) => id),
      'Hei',
    )
    const sent = async () => (await undeliveredSms(server.pool, server.clock.now, 200)).length
    await expect.poll(sent).toBe(2)
    const first = await Promise.all(Array.from({ length: 60 }, () => undeliveredSms(server.pool, server.clock.now, 1)))
    expect(new Set(first.flat().map(({ id }) => id)).size).toBe(2)
    providers.fate = 'DELIVERED'
    await readDeliveries(texting())
  })

  test('is not retried when the provider refuses it, stores the reason, and can be retried by hand', async () => {
    const person = await driver()
    providers.next = { status: 422, body: { message: 'Invalid sender' } }
    await send([person.id], 'Hei')
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'epaonnistui', virhe: '422 Invalid sender', yrityksia: 1 }])
    const failed = async () => (await admin.call('GET', '/api/epaonnistuneet_tyot')).body.data
    const [message] = await messagesTo(person.id)
    await expect.poll(failed).toMatchObject([{ laji: 'sms', kohde: message?.id, virhe: 'Text message not sent' }])
    const [job] = await failed()
    const retry = () => admin.call('POST', '/api/epaonnistuneet_tyot', { operation: 'yrita_uudelleen', ids: [job.id] })
    expect((await retry()).body.results).toEqual([{ id: job.id, success: true }])
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'lahetetty', virhe: '' }])
    expect(await failed()).toEqual([])
    expect((await retry()).body.results).toMatchObject([{ success: false }])
  })

  test('is retried when the provider limits the rate', async () => {
    const person = await driver()
    providers.room = 0
    await send([person.id], 'Hei')
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'odottaa', virhe: '429 Too many requests', yrityksia: 1 }])
    providers.room = 1
    await expect.poll(() => endPauses(server.pool, 'sms')).toBe(1)
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'lahetetty', yrityksia: 2 }])
    const { rows } = await server.pool.query(`SELECT to_jsonb(j)::text AS job FROM pgboss.job j WHERE name = 'sms'`)
    expect(rows.map(({ job }) => job).join()).not.toContain(person.number)
  })

  test('is sent once when the call is repeated', async () => {
    const person = await driver()
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [await send([person.id], 'Kerran', key), await send([person.id], 'Kerran', key)]
    expect(second.body).toEqual(first.body)
    expect(await messagesTo(person.id)).toHaveLength(1)
  })

  test.each([
    [{ users: [], message: 'x' }, 'users'],
    [{ users: ['eiole'], message: 'x' }, '0'],
    [{ users: [randomUUID()], message: ' ' }, 'message'],
    [{ users: [randomUUID()], message: 'x'.repeat(919) }, 'message'],
    [{ users: [randomUUID()], message: 'š'.repeat(403) }, 'message'],
    [{ users: [randomUUID()], message: 'x', lahettaja: 'Minä' }, 'lahettaja'],
    [{ users: Array.from({ length: 501 }, () => randomUUID()), message: 'x' }, 'users'],
  ])('refuses %j', async (body, field) => {
    const answer = await admin.call('POST', '/api/sms', body)
    expect([answer.status, answer.body.errors[0].field.replaceAll('/', '.')]).toEqual([422, field])
  })

  test('is refused for all receivers when it would exceed the daily limit', async () => {
    const people = [await driver(), await driver()]
    const sentToday = (await log()).meta.count
    await saveSetting(server.pool, 'tekstiviesteja_paivassa', sentToday + 1, { now: server.clock.now, kayttaja: null })
    server.clock.now += 5
    const answer = await send(
      people.map(({ id }) => id),
      'Hei',
    )
    expect(answer.status).toBe(429)
    expect(answer.body.message).toContain(`enintään ${sentToday + 1} tekstiviestiä. Tänään niitä voi lähettää vielä 1.`)
    expect((await log()).meta.count).toBe(sentToday)
    expect((await send([people[0]?.id ?? ''], 'Hei')).status).toBe(200)
    expect((await send([people[1]?.id ?? ''], 'Hei')).status).toBe(429)
    // The next day starts at midnight in Helsinki.
    server.clock.now += 86_400
    admin = await server.person(['yllapito'])
    expect((await send([people[1]?.id ?? ''], 'Hei')).status).toBe(200)
    await saveSetting(server.pool, 'tekstiviesteja_paivassa', 500, { now: server.clock.now, kayttaja: null })
    server.clock.now += 5
  })

  test('is deleted after 90 days', async () => {
    const person = await driver()
    await send([person.id], 'Hei')
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'lahetetty' }])
    await forgetSms(server.pool, server.clock.now + 89 * 86_400)
    expect(await messagesTo(person.id)).toHaveLength(1)
    await forgetSms(server.pool, server.clock.now + 91 * 86_400)
    expect((await log()).meta.count).toBe(0)
  })
})

describe('new orders', () => {
  const tell = () => announceNewOrders({ pool: server.pool, clock: () => server.clock.now, shiftTexts: heldShiftTexts })
  const at = async (day: string, hour: number) => {
    server.clock.now = midnightOf(day) + hour * 3600
    // The previous day's session has expired.
    admin = await server.person(['yllapito'])
  }
  /** Saves an order with this many shipments assigned to the driver. */
  async function order(kuljettaja: string | null, shipments = 1): Promise<{ id: string; lines: string[] }> {
    const id = randomUUID()
    await insert(server.pool, 'tilaus', { id, asiakas_id: customer, tilausnro: lastOrder++ }, server.clock.now)
    const lines = Array.from({ length: shipments }, () => randomUUID())
    for (const line of lines)
      await insert(server.pool, 'lahetys', { id: line, tilaus_id: id, asiakas_id: customer, kuljettaja_id: kuljettaja }, server.clock.now)
    return { id, lines }
  }
  const assign = async (line: string, kuljettaja: string | null) => {
    const answer = await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${line}`, {
      data: {
        type: 'lahetys_entity--lahetys',
        id: line,
        relationships: { kuljettaja: { data: kuljettaja === null ? null : { type: 'user--user', id: kuljettaja } } },
      },
    })
    expect(answer.status, answer.text).toBe(200)
  }
  const textsTo = async (id: string) => (await messagesTo(id)).map(({ teksti }) => teksti)
  test('are announced in one message, each order once, at most every five minutes', async () => {
    await at('2026-12-01', 9)
    const person = await driver()
    const one = await order(null, 2)
    for (const line of one.lines) await assign(line, person.id)
    await tell()
    expect(await textsTo(person.id)).toEqual(['Sinulle on 1 uusi tilaus.'])
    await order(person.id)
    await order(person.id)
    server.clock.now += 4 * 60
    await tell()
    expect(await textsTo(person.id)).toHaveLength(1)
    server.clock.now += 2 * 60
    await tell()
    expect(await textsTo(person.id)).toEqual(['Sinulle on 2 uutta tilausta.', 'Sinulle on 1 uusi tilaus.'])
    await tell()
    expect(await textsTo(person.id)).toHaveLength(2)
    expect(await messagesTo(person.id)).toMatchObject([{ laji: 'uudet_tilaukset', lahettaja: '' }, {}])
  })

  test('are not announced when they were unassigned or cancelled meanwhile, or made by the calendar for a route', async () => {
    await at('2026-12-02', 9)
    const [person, other] = [await driver(), await driver()]
    const [back, cancelled, , made] = [await order(null), await order(person.id), await order(person.id), await order(person.id)]
    await server.pool.query('UPDATE tilaus SET koskematon = true WHERE id = $1', [made.id])
    await assign(back.lines[0] ?? '', person.id)
    await assign(back.lines[0] ?? '', other.id)
    await server.pool.query(`UPDATE lahetys SET tila = 'peruutettu' WHERE tilaus_id = $1`, [cancelled.id])
    await tell()
    expect(await textsTo(person.id)).toEqual(['Sinulle on 1 uusi tilaus.'])
    expect(await textsTo(other.id)).toEqual(['Sinulle on 1 uusi tilaus.'])
  })

  test('are announced after the quiet hours', async () => {
    await at('2026-12-03', 22)
    const person = await driver()
    await order(person.id)
    await tell()
    await at('2026-12-04', 5)
    await order(person.id)
    await tell()
    expect(await textsTo(person.id)).toEqual([])
    await at('2026-12-04', 6)
    await tell()
    expect(await textsTo(person.id)).toEqual(['Sinulle on 2 uutta tilausta.'])
    // Sent before the next test counts what the provider receives.
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'lahetetty' }])
  })

  test('are not texted during the quiet hours by a retry, nor when the message is a day old', async () => {
    await at('2026-12-05', 20)
    const person = await driver()
    await order(person.id)
    providers.room = 0
    await tell()
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'odottaa', yrityksia: 1 }])
    providers.room = Number.POSITIVE_INFINITY
    const retrySoon = () => expect.poll(() => endPauses(server.pool, 'sms')).toBe(1)
    const unfinished = `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'sms' AND state < 'completed'`
    const isIdle = async () => (await server.pool.query(unfinished)).rows[0].n === 0
    await at('2026-12-05', 22)
    await retrySoon()
    await expect.poll(isIdle).toBe(true)
    expect(await messagesTo(person.id)).toMatchObject([{ tila: 'odottaa' }])
    await tell()
    expect(providers.received).toEqual([])
    await at('2026-12-06', 6)
    providers.next = { status: 422, body: { message: 'Invalid sender' } }
    await tell()
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'epaonnistui', virhe: '422 Invalid sender' }])

    // "Yritä kaikkia uudelleen" on the next day.
    await at('2026-12-07', 7)
    const failed = async () => (await admin.call('GET', '/api/epaonnistuneet_tyot')).body.data
    await expect.poll(failed).toMatchObject([{ laji: 'sms' }])
    const [job] = await failed()
    await admin.call('POST', '/api/epaonnistuneet_tyot', { operation: 'yrita_uudelleen', ids: [job.id] })
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ tila: 'epaonnistui', virhe: 'Viesti vanheni ennen lähetystä.' }])
    expect(providers.received).toEqual([])
  })

  test('are not announced without a mobile number, when they are old, or while text messages are switched off', async () => {
    await at('2026-12-07', 9)
    const [landline, late, person] = [await driver('+35891234567'), await driver(), await driver()]
    await order(landline.id)
    await order(late.id)
    await tell()
    await at('2026-12-07', 10)
    await order(late.id)
    await at('2026-12-08', 11)
    await tell()
    expect([await textsTo(landline.id), await textsTo(late.id)]).toEqual([[], ['Sinulle on 1 uusi tilaus.']])
    await saveSetting(server.pool, 'poissa_kaytosta', ['tekstiviestit'], { now: server.clock.now, kayttaja: null })
    await order(person.id)
    await tell()
    await saveSetting(server.pool, 'poissa_kaytosta', [], { now: server.clock.now, kayttaja: null })
    await tell()
    expect(await textsTo(person.id)).toEqual([])
  })

  test('beyond the daily limit are announced on the next day', async () => {
    await at('2026-12-09', 9)
    const people = [await driver(), await driver()]
    for (const { id } of people) await order(id)
    await saveSetting(server.pool, 'tekstiviesteja_paivassa', 1, { now: server.clock.now, kayttaja: null })
    await tell()
    const texts = async () => (await Promise.all(people.map(({ id }) => textsTo(id)))).map((of) => of.length).sort()
    expect(await texts()).toEqual([0, 1])
    await at('2026-12-10', 8)
    await tell()
    expect(await texts()).toEqual([1, 1])
  })

  test('held during the quiet hours are counted again when they are sent: one by one, and none when nothing is left', async () => {
    await at('2027-01-11', 20)
    await saveSetting(server.pool, 'tekstiviesteja_paivassa', 500, { now: server.clock.now, kayttaja: null })
    const [busy, free] = [await driver(), await driver()]
    const orders = [await order(busy.id), await order(busy.id), await order(busy.id)]
    const gone = await order(free.id)
    providers.room = 0
    await tell()
    for (const { id } of [busy, free]) await expect.poll(() => messagesTo(id)).toMatchObject([{ tila: 'odottaa', yrityksia: 1 }])
    // The quiet hours begin before the retry, which leaves the messages without a job.
    await at('2027-01-11', 22)
    providers.room = Number.POSITIVE_INFINITY
    await expect
      .poll(async () => {
        await endPauses(server.pool, 'sms')
        const unfinished = `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'sms' AND state < 'completed'`
        return (await server.pool.query(unfinished)).rows[0].n
      })
      .toBe(0)
    const cancelled = [orders[0]?.id, gone.id]
    await server.pool.query(`UPDATE lahetys SET tila = 'peruutettu' WHERE tilaus_id = ANY($1)`, [cancelled])
    await at('2027-01-12', 6)
    await tell()
    await expect.poll(() => textsTo(busy.id)).toEqual(['Sinulle on 2 uutta tilausta.'])
    expect(await messagesTo(free.id)).toEqual([])
  })

  test('messages of published shifts wait for the end of the quiet hours too', async () => {
    await at('2027-01-12', 22)
    const person = await driver()
    const message = {
      laji: 'tyovuorot',
      lahettaja: admin.id,
      vastaanottaja: person.id,
      numero: '+358401234567',
      teksti: 'Vuorosi',
    } as const
    await enqueueSms(server.pool, [message], server.clock.now)
    const unfinished = `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'sms' AND state < 'completed'`
    await expect.poll(async () => (await server.pool.query(unfinished)).rows[0].n).toBe(0)
    expect(await messagesTo(person.id)).toMatchObject([{ tila: 'odottaa' }])
    await tell()
    expect(await messagesTo(person.id)).toMatchObject([{ tila: 'odottaa' }])
    await at('2027-01-13', 6)
    await tell()
    await expect.poll(() => messagesTo(person.id)).toMatchObject([{ laji: 'tyovuorot', teksti: 'Vuorosi', tila: 'lahetetty' }])
  })
})
