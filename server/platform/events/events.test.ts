import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ChangeEvent, changeBatch } from '#domain/model/change-events.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { bossDatabase } from '#server/platform/background-jobs/open-boss.ts'
import { housekeepingQueue } from '#server/platform/background-jobs/queues.ts'
import { outboxSms } from '#server/platform/ports/sms/outbox.ts'
import { assignDriver, orderType, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { type OpenStream, openStream } from '#server/testing/event-stream.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const texting = { sms: outboxSms({ folder: null }), log: { warn: () => undefined } }

const shipments = '/jsonapi/lahetys_entity/lahetys'
const products = '/jsonapi/tuote_entity/tuote_entity'
const productType = 'tuote_entity--tuote_entity'

let server: TestServer
let address: string
let admin: Person
let customer: Person
let driver: Person
const streams: OpenStream[] = []
const servers: FastifyInstance[] = []

beforeAll(async () => {
  server = await startTestServer()
  address = await server.app.listen({ port: 0 })
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
  driver = await server.person(['kuljettaja'])
})
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.close()))
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => server.close())

async function listen(who: Person, lastEventId?: string, at = address): Promise<OpenStream> {
  const stream = await openStream(at, who.authorization, lastEventId)
  streams.push(stream)
  return stream
}

/** Another server on the same database, on any free port or at a socket path. */
async function anotherServer(path?: string): Promise<{ app: FastifyInstance; at: string }> {
  const config = readConfig({ NODE_ENV: 'test' })
  const log = pino({ level: 'silent' }) as FastifyBaseLogger
  const app = await buildApp({ config, pool: server.pool, files: server.files, log, clock: () => server.clock.now, webRoot: null })
  servers.push(app)
  return { app, at: await app.listen(path === undefined ? { port: 0 } : { path }) }
}

/** The events of the stream up to the first one of this row. */
async function eventsUpTo(stream: OpenStream, id: string): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  while (!events.some((event) => event.id === id)) {
    const { event, data } = await stream.next()
    expect(event).toBe('muutokset')
    events.push(...changeBatch.parse(JSON.parse(data)).tapahtumat)
  }
  return events
}

/** Creates a product for all customers: a change that every administrator and customer sees. */
async function newProduct(): Promise<string> {
  const id = randomUUID()
  const answer = await admin.call('POST', products, { data: { type: productType, id, attributes: { name: 'Merkki' } } })
  expect(answer.status, answer.text).toBe(201)
  return id
}

const reference = (id: string, viite: string) => ({ data: { type: shipmentType, id, attributes: { viite } } })
const of = (events: readonly ChangeEvent[], id: string) => events.filter((event) => event.id === id)

test('sends each person the changes that they may see, and marks their own', async () => {
  const stranger = await server.person(['asiakas'], await server.customer())
  const keeper = await server.person(['huolto'])
  const [forAdmin, forCustomer, forStranger, forDriver, forKeeper] = await Promise.all(
    [admin, customer, stranger, driver, keeper].map((who) => listen(who)),
  )
  if (!forAdmin || !forCustomer || !forStranger || !forDriver || !forKeeper) throw new Error('No streams')
  expect(forAdmin.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-app-version': expect.any(String),
  })
  const { id, shipments: lines } = await placeOrder(customer, [{ viite: 'PO-1' }])
  const [line = ''] = lines
  const row = { laji: 'luotu', vid: 1, aika: server.clock.now }
  expect(await eventsUpTo(forAdmin, line)).toEqual([
    { type: orderType, id, ...row },
    { type: shipmentType, id: line, ...row },
  ])
  expect(await eventsUpTo(forCustomer, line)).toEqual([
    { type: orderType, id, ...row, oma: true },
    { type: shipmentType, id: line, ...row, oma: true },
  ])
  await assignDriver(admin, driver, [line])
  expect(await eventsUpTo(forDriver, line)).toEqual([{ type: shipmentType, id: line, laji: 'muuttui', vid: 2, aika: server.clock.now }])
  const mark = await newProduct()
  expect((await eventsUpTo(forStranger, mark)).map((event) => event.id)).toEqual([mark])
  const car = randomUUID()
  await admin.call('POST', '/jsonapi/auto_entity/auto_entity', {
    data: { type: 'auto_entity--auto_entity', id: car, attributes: { rekisterinumero: 'ABC-123' } },
  })
  expect((await eventsUpTo(forKeeper, car)).map((event) => event.id)).toEqual([car])
  expect((await eventsUpTo(forDriver, car)).map((event) => event.id)).toEqual([car])
})

test('a person who may no longer read a row gets an event that it is gone; other people get none', async () => {
  const second = await server.person(['kuljettaja'])
  const { shipments: lines } = await placeOrder(customer, [{}, {}])
  const [line = '', other = ''] = lines
  await assignDriver(admin, driver, [line])
  const [forFirst, forSecond, forCustomer, forAdmin] = await Promise.all([driver, second, customer, admin].map((who) => listen(who)))
  if (!forFirst || !forSecond || !forCustomer || !forAdmin) throw new Error('No streams')
  await assignDriver(admin, second, [line])
  expect(await eventsUpTo(forFirst, line)).toEqual([{ type: shipmentType, id: line, laji: 'poistui' }])
  expect(of(await eventsUpTo(forSecond, line), line)).toMatchObject([{ laji: 'muuttui', vid: 3 }])
  await admin.call('DELETE', `${shipments}/${line}`)
  expect(of(await eventsUpTo(forSecond, line), line)).toEqual([{ type: shipmentType, id: line, laji: 'poistui' }])
  await assignDriver(admin, driver, [other])
  // The first driver gets no event when a row is removed that he could no longer see.
  expect(of(await eventsUpTo(forFirst, other), line)).toEqual([])
  expect(of(await eventsUpTo(forCustomer, other), line).at(-1)).toEqual({ type: shipmentType, id: line, laji: 'poistui' })
  expect(of(await eventsUpTo(forAdmin, other), line).at(-1)).toEqual({ type: shipmentType, id: line, laji: 'poistui', oma: true })
})

test('a transaction that commits after a later one is sent once, too', async () => {
  const stream = await listen(admin)
  const slow = await server.pool.connect()
  const late = randomUUID()
  try {
    await slow.query('BEGIN')
    await slow.query(`INSERT INTO revisio (entiteetti, rivi, vid, aika, syy, muutokset) VALUES ('tuote', $1, 1, $2, '', '{}')`, [
      late,
      server.clock.now,
    ])
    const before = await newProduct()
    expect((await eventsUpTo(stream, before)).map(({ id }) => id)).toEqual([before])
    const resumed = stream.lastId()
    await slow.query('COMMIT')
    const after = await newProduct()
    expect(await eventsUpTo(stream, after)).toHaveLength(2)
    const again = await listen(admin, resumed)
    expect((await eventsUpTo(again, after)).map(({ id }) => id).sort()).toEqual([late, after].sort())
  } finally {
    slow.release()
  }
})

test('with writers on two servers and streams that reconnect to either, each stream receives every change once', async () => {
  const two = await anotherServer()
  const steady = [await listen(admin), await listen(admin, undefined, two.at)]
  const received: string[] = []
  let stream = await listen(admin)
  const made: string[] = []
  for (let round = 0; round < 8; round++) {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        const id = randomUUID()
        const app = at % 2 === 0 ? server.app : two.app
        const answer = await app.inject({
          method: 'POST',
          url: products,
          headers: { authorization: admin.authorization, 'content-type': 'application/vnd.api+json' },
          payload: JSON.stringify({ data: { type: productType, id, attributes: { name: 'Yksi' } } }),
        })
        expect(answer.statusCode, answer.payload).toBe(201)
        return id
      }),
    )
    made.push(...ids)
    // Reconnects to the other server after one message.
    const { id, data } = await stream.next()
    received.push(...changeBatch.parse(JSON.parse(data)).tapahtumat.map((event) => event.id))
    await stream.close()
    stream = await listen(admin, id, round % 2 === 0 ? two.at : address)
  }
  const last = await newProduct()
  const rest = await eventsUpTo(stream, last)
  expect([...received, ...rest.map(({ id }) => id)].sort()).toEqual([...made, last].sort())
  for (const one of steady) expect((await eventsUpTo(one, last)).map(({ id }) => id).sort()).toEqual([...made, last].sort())
})

test('a restarted server continues from the last id', async () => {
  const first = await anotherServer()
  const stream = await listen(admin, undefined, first.at)
  const before = await newProduct()
  await eventsUpTo(stream, before)
  const id = stream.lastId()
  await first.app.close()
  await stream.ended
  const missed = await newProduct()
  const second = await anotherServer()
  const again = await listen(admin, id, second.at)
  expect((await eventsUpTo(again, missed)).map((event) => event.id)).toEqual([missed])
})

test('rows that a background job or a scheduled task saves are sent at once', async () => {
  const { id: orderId } = await placeOrder(customer)
  // The streams of this server poll only when they are woken: their interval never fires.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { app, at } = await anotherServer().finally(() => vi.useRealTimers())
  const stream = await listen(admin, undefined, at)
  const nextEvents = async () => changeBatch.parse(JSON.parse((await stream.next()).data)).tapahtumat

  const print = { name: 'rahtikirjat', input: z.looseObject({}), run: () => Promise.reject() } as const
  const input = { tilaus_ids: [orderId], muoto: 'lahetys', arkki: 'a6' }
  await app.jobs.enqueue(server.pool, print, { tekija: admin.id, input })
  const [file, ...others] = await nextEvents()
  expect([file, ...others]).toMatchObject([{ type: 'file--file', laji: 'luotu' }])

  const clock = () => server.clock.now + 4 * 86_400
  await startHousekeeping(app.jobs, { pool: server.pool, files: server.files, clock, geocoder: null, roads: null, ...texting })
  await new PgBoss({ db: bossDatabase(server.pool) }).send(housekeepingQueue, { id: 'prints' })
  expect(await nextEvents()).toMatchObject([{ type: 'file--file', id: file?.id, laji: expect.any(String) }])
})

test('changes whose wake-up was lost are sent', async () => {
  // The server has just started: ten seconds later, a ping of its listening connection would replace the query by which we find it.
  const { at } = await anotherServer()
  const stream = await listen(admin, undefined, at)
  const { rowCount } = await server.pool.query(
    `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
       WHERE query LIKE 'listen kuorma_tapahtuma%' AND datname = current_database() ORDER BY backend_start DESC LIMIT 1) latest`,
  )
  expect(rowCount).toBe(1)
  const id = await newProduct()
  expect((await eventsUpTo(stream, id)).map((event) => event.id)).toEqual([id])
})

test('an id of another database, or an invalid one, gets a reset', async () => {
  const stream = await listen(admin)
  const [database = '', snapshot = ''] = stream.lastId().split('-')
  // Other writes advance the snapshot.
  const ours = new RegExp(`^${database}-\\d+:\\d+:`)
  const forged = ['5:5:5', '1:9:9', '9223372036854775806:9223372036854775807:', `1:${'9'.repeat(18)}:`].map((one) => `${database}-${one}`)
  const strange = [`1-${snapshot}`, 'ei-mikään', '1-9:3:', '1-0:0:', `1-3:9:${'4,'.repeat(5000)}4`, `${stream.lastId()};--`]
  for (const id of [...strange, ...forged]) {
    const lost = await listen(admin, id)
    expect(lost.status).toBe(200)
    expect(await lost.next()).toEqual({ id: expect.stringMatching(ours), event: 'alusta', data: '{}' })
    await lost.close()
  }
})

test('too many changes are sent as one reset', async () => {
  const stream = await listen(admin)
  const from = stream.lastId()
  const client = await server.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO revisio (entiteetti, rivi, vid, aika, syy, muutokset) SELECT 'tuote', gen_random_uuid(), 1, $1, '', '{}' FROM generate_series(1, 1001)`,
      [server.clock.now],
    )
    await client.query('COMMIT')
  } finally {
    client.release()
  }
  const mark = await newProduct()
  expect((await stream.next()).event).toBe('alusta')
  const resumed = await listen(admin, from)
  expect((await resumed.next()).event).toBe('alusta')
  const next = await newProduct()
  expect(mark).not.toBe(next)
  expect((await eventsUpTo(resumed, next)).map((event) => event.id)).toEqual([next])
})

test('ends at once with the session, and when its token expires', async () => {
  const person = await server.person(['yllapito'])
  const [signedOut, disabled] = [await listen(person), await listen(admin)]
  await server.app.inject({
    method: 'POST',
    url: '/oauth/logout',
    headers: { authorization: person.authorization, 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  await signedOut.ended
  expect((await openStream(address, person.authorization)).status).toBe(401)
  const other = await server.person(['kuljettaja'])
  const stream = await listen(other)
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [other.id])
  await stream.ended
  server.clock.now += 15 * 60
  await disabled.ended
  server.clock.now -= 15 * 60
})

test('refuses the eleventh stream of a person, unknown parameters and requests without a token', async () => {
  const person = await server.person(['kuljettaja'])
  const ten = await Promise.all(Array.from({ length: 10 }, () => listen(person)))
  expect((await openStream(address, person.authorization)).status).toBe(429)
  const hasty = await server.person(['kuljettaja'])
  const opened = await Promise.all(Array.from({ length: 40 }, () => openStream(address, hasty.authorization)))
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(10)
  for (const { close } of opened) await close()
  await ten[0]?.close()
  await expect.poll(async () => (await listen(person)).status).toBe(200)
  expect((await server.call('GET', '/api/events')).status).toBe(401)
  expect((await admin.call('GET', '/api/events?suodatin=1')).status).toBe(400)
  expect(
    (await server.app.inject({ method: 'HEAD', url: '/api/events', headers: { authorization: admin.authorization } })).statusCode,
  ).toBe(404)
})

test('a client that does not read is disconnected, and the others keep receiving events', async () => {
  // A unix socket buffers little.
  const folder = await mkdtemp(join(tmpdir(), 'kuorma-virta-'))
  const path = join(folder, 'palvelin')
  const { app: deafServer } = await anotherServer(path)
  const deaf = connect(path)
  const gone = new Promise<void>((resolve) => deaf.once('close', () => resolve()))
  deaf.on('error', () => undefined).pause()
  deaf.write(`GET /api/events HTTP/1.1\r\nHost: kuorma\r\nAuthorization: ${admin.authorization}\r\n\r\n`)
  const line = (await placeOrder(customer)).shipments[0] ?? ''
  const stream = await listen(admin)
  for (let round = 0; round < 20; round++) {
    await server.pool.query(
      `INSERT INTO revisio (entiteetti, rivi, vid, aika, syy, muutokset) SELECT 'tuote', gen_random_uuid(), 1, $1, '', '{}' FROM generate_series(1, 480)`,
      [server.clock.now],
    )
    await setViite(line, `${round}`)
    await eventsUpTo(stream, line)
  }
  await expect.poll(() => new Promise((resolve) => deafServer.server.getConnections((_error, count) => resolve(count)))).toBe(0)
  deaf.resume()
  await gone
  await rm(folder, { recursive: true })
})

async function setViite(id: string, viite: string): Promise<void> {
  const answer = await admin.call('PATCH', `${shipments}/${id}`, reference(id, viite))
  expect(answer.status, answer.text).toBe(200)
}

test('a change of settings reaches everybody on every server, who then read it there at once', async () => {
  const second = await anotherServer()
  const nameAt = async (at: string) => (await (await fetch(`${at}/config.json`)).json()).companyName
  const [forDriver, forCustomer] = [await listen(driver), await listen(customer, undefined, second.at)]
  for (const name of ['Virtanen Oy', '']) {
    const before = await nameAt(second.at)
    const { versio } = (await admin.call('GET', '/api/asetukset')).body
    const answer = await admin.call('PATCH', '/api/asetukset', { values: { yritys_nimi: name }, versio })
    expect(answer.status, answer.text).toBe(200)
    for (const stream of [forDriver, forCustomer]) {
      const { event, data } = await stream.next()
      expect({ event, data }).toEqual({ event: 'asetukset', data: '{}' })
    }
    expect(await nameAt(second.at)).not.toBe(before)
  }
})

test('changes of state and completed orders are sent, too', async () => {
  const { id, shipments: lines } = await placeOrder(customer)
  await assignDriver(admin, driver, lines)
  const stream = await listen(customer)
  await setState(driver, lines, 'kuljetuksessa')
  expect(of(await eventsUpTo(stream, lines[0] ?? ''), id)).toMatchObject([{ laji: 'muuttui' }])
})
