// Calls with an Idempotency-Key are done once, and concurrent repeats get the same answer. Calls with large bodies.
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { defineCall, defineFileCall } from '#domain/model/define-call.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { answerFaults } from './faults.ts'
import { serveCall, serveFileCall } from './serve-call.ts'

const counted = defineCall({
  method: 'POST',
  path: '/api/laskuri',
  roles: ['yllapito'],
  input: z.object({ n: z.number() }),
  output: z.object({ done: z.number() }),
})

const weighed = defineCall({
  ...counted,
  path: '/api/punnitse',
  input: z.object({ text: z.string() }),
  output: z.object({ length: z.number() }),
})

const exported = defineFileCall({ method: 'GET', path: '/api/tiedosto', roles: ['yllapito'], input: z.object({}), types: ['text/csv'] })
/** `begun` is resolved when the work of an `exported` call begins; `fileOfGone` is its answer after the client has disconnected. */
const begun = Promise.withResolvers<void>()
const fileOfGone = Promise.withResolvers<Readable>()

/** Body limit of the `weighed` call, in bytes. */
const largest = 4_000_000

let database: TestDatabase
let app: FastifyInstance
let done = 0
let working = 0
let highest = 0
/** The input for which the work does not wait for `gate`. */
const quick = 7
/** Set by a test: the work for all other inputs waits for it. */
let gate: Promise<void> = Promise.resolve()
beforeAll(async () => {
  database = await createTestDatabase()
  app = Fastify()
  answerFaults(app)
  app.decorateRequest('userId', '')
  app.addHook('onRequest', async (request) => {
    request.userId = (await request.viewer()).userId
  })
  app.decorateRequest('viewer', async function viewer(this: FastifyRequest) {
    const { authorization: userId = '' } = this.headers
    if (userId === 'nobody') throw new RequestFault({ kind: 'unauthorized', detail: faultKinds.unauthorized.title })
    return { userId, name: '', asiakasId: null, roles: ['yllapito'] as const }
  })
  const serving = { pool: database.pool, clock: () => 1_795_000_000 }
  serveCall(
    app,
    weighed,
    serving,
    async ({ text }) => {
      working++
      highest = Math.max(highest, working)
      await (text === 'slow' ? gate : database.pool.query('SELECT 1'))
      working--
      return { length: text.length }
    },
    { bodyLimit: largest },
  )
  serveFileCall(app, exported, async (_input, _viewer, signal) => {
    begun.resolve()
    await once(signal, 'abort')
    const bytes = Readable.from(['rivi'])
    fileOfGone.resolve(bytes)
    return { bytes, size: 4, filename: 'rivit.csv', type: 'text/csv' }
  })
  serveCall(app, counted, serving, async ({ n }) => {
    const mine = ++done
    if (n !== quick) await gate
    // A query on the same pool.
    await database.pool.query('SELECT 1')
    if (n < 0) throw new RequestFault({ kind: 'invalid', detail: faultKinds.invalid.title })
    return { done: mine }
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const usual = '00000000-0000-4000-8000-000000000009'
const another = '00000000-0000-4000-8000-000000000010'
const send = (key: string, n = 1, authorization = usual) =>
  app.inject({ method: 'POST', url: '/api/laskuri', payload: { n }, headers: { 'idempotency-key': key, authorization } })

test('of many concurrent calls with one key one does the work, and all get its answer', async () => {
  const before = done
  const answers = await Promise.all(Array.from({ length: 30 }, () => send('a')))
  expect(new Set(answers.map(({ payload }) => payload))).toEqual(new Set([`{"done":${before + 1}}`]))
  expect(done).toBe(before + 1)
  expect((await send('a', 2)).statusCode).toBe(422)
})

test('calls with as many keys as there are connections do not deadlock', async () => {
  let open = (): void => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const answers = Promise.all(Array.from({ length: 60 }, (_, index) => send(`b${index}`)))
  open()
  expect((await answers).map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(200))
})

test('one person’s slow calls do not block another’s', async () => {
  let open = (): void => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const slow = Promise.all(Array.from({ length: 5 }, (_, index) => send(`d${index}`)))
  expect((await send('e', quick, another)).statusCode).toBe(200)
  open()
  expect((await slow).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
})

test('a failed call stores no answer: the next call with the key does the work', async () => {
  expect((await send('c', -1)).statusCode).toBe(422)
  const before = done
  expect((await send('c', -1)).statusCode).toBe(422)
  expect(done).toBe(before + 1)
})

test('large bodies of one user are processed one at a time, with the usual refusals', async () => {
  const send = (payload: string, authorization = 'a') =>
    app.inject({ method: 'POST', url: '/api/punnitse', payload, headers: { 'content-type': 'application/json', authorization } })
  const payload = JSON.stringify({ text: 'a'.repeat(1_500_000) })
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(payload)))
  expect(answers.map((answer) => answer.payload)).toEqual(Array(5).fill('{"length":1500000}'))
  expect(highest).toBe(1)
  expect((await send('{"text":')).statusCode).toBe(400)
  expect((await send('{"text":"a","__proto__":{}}')).statusCode).toBe(400)
  expect((await send(JSON.stringify({ text: 'a'.repeat(largest + 1) }))).statusCode).toBe(413)
})

test('a slow large call of one user does not delay another’s', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const send = (text: string, authorization: string) =>
    app.inject({ method: 'POST', url: '/api/punnitse', payload: { text }, headers: { authorization } })
  const slow = Promise.all([send('slow', 'a'), send('slow', 'a')])
  const late = new Promise<null>((done) => setTimeout(done, 3000, null))
  const answer = await Promise.race([send('quick', 'b'), late])
  resolve()
  expect((await slow).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answer?.payload).toBe('{"length":5}')
})

describe('a large body that is announced', () => {
  let port: string
  beforeAll(async () => {
    port = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port
  })

  /** Sends the headers of a body of this length, and no body. */
  const announce = (authorization: string, length: number | null) => {
    const size = length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }
    const headers = { 'content-type': 'application/json', authorization, expect: '100-continue', ...size }
    const call = request({ port, method: 'POST', path: '/api/punnitse', headers })
    call.flushHeaders()
    const answer = once(call, 'response').then(([{ statusCode }]) => statusCode)
    answer.catch(() => undefined)
    return { answer, isTaken: once(call, 'continue'), goAway: () => call.destroy() }
  }

  test('without sign-in is refused before it is sent', async () => {
    const stranger = announce('nobody', largest)
    expect(await stranger.answer).toBe(401)
    stranger.goAway()
  })

  test('is refused while its sender has two of the largest under way', async () => {
    const [first, second] = [announce('b', largest), announce('b', null)]
    await Promise.all([first.isTaken, second.isTaken])
    const third = announce('b', 1)
    expect(await third.answer).toBe(429)
    const other = announce('c', largest)
    await other.isTaken
    first.goAway()
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/api/punnitse',
        payload: '{"text":"a"}',
        headers: { 'content-type': 'application/json', authorization: 'b' },
      })
    await expect.poll(async () => (await send()).statusCode).toBe(200)
    for (const { goAway } of [second, third, other]) goAway()
  })
})

test('the work of a file is signalled when its client disconnects, and the file that it still returns is closed', async () => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const asking = request({ port: new URL(app.listeningOrigin).port, path: '/api/tiedosto', headers: { authorization: 'somebody' } })
  asking.on('error', () => undefined)
  asking.end()
  await begun.promise
  asking.destroy()
  const bytes = await fileOfGone.promise
  await expect.poll(() => bytes.destroyed).toBe(true)
})
