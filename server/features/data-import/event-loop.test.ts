// Measured on a separate server, as the checks that other tests make of every response would block the event loop too.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxImportRows } from '#domain/model/import/import-table.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { dataFile, newBusinessId } from '#server/testing/imports/data-files.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { longestBlock, slowness } from '../../../tools/machine-pace.ts'

/** Milliseconds for which the event loop may be blocked. */
const maxDelay = 100
/** Seconds that 5 000 customers with two addresses each may take on the reference machine. */
const maxSeconds = { check: 5, store: 10 }

let server: TestServer
let admin: Person
let app: FastifyInstance
let address: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: server.folder })
  const log = pino({ level: 'silent' }) as FastifyBaseLogger
  const { pool, files, clock } = server
  app = await buildApp({ config, pool, files, log, clock: () => clock.now, webRoot: null })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

type Sent = { tarkista?: boolean; uudelleen?: boolean; olemassa?: 'ohita' | 'paivita' }

/** Sends a file and returns the response with the longest time for which the event loop was blocked meanwhile. */
async function send({ laji, bytes }: ReturnType<typeof dataFile>, sent: Sent) {
  const body = Buffer.from(JSON.stringify({ laji, base64: Buffer.from(bytes).toString('base64'), ...sent }))
  const { result, milliseconds } = await longestBlock(async () => {
    const started = performance.now()
    const answer = await fetch(`${address}/api/tuo-tiedot`, {
      method: 'POST',
      headers: { authorization: admin.authorization, 'content-type': 'application/json' },
      body,
    })
    return { status: answer.status, text: await answer.text(), seconds: (performance.now() - started) / 1000 / slowness() }
  })
  const read: { uusia?: number; paivitettyja?: number; virheet?: unknown[] } = JSON.parse(result.text)
  return { status: result.status, body: read, delay: milliseconds, seconds: result.seconds }
}

/** The first time includes compilation; code that blocks the event loop does so every time. */
async function leastBlocking(file: ReturnType<typeof dataFile>, sent: Sent) {
  let best = await send(file, sent)
  for (let attempt = 1; attempt < 3 && best.delay >= maxDelay; attempt++) {
    const next = await send(file, sent)
    if (next.delay < best.delay) best = { ...next, body: best.body, seconds: Math.min(best.seconds, next.seconds) }
  }
  return best
}

test.runIf(process.env.KUORMA_TEST_ALL)(
  '5 000 customers with visiting and billing addresses are checked, stored and updated in seconds, without blocking others',
  async () => {
    const customers = Array.from({ length: maxImportRows }, (_, index) => ({
      ...{ nimi: `Asiakas ${index} Oy`, y_tunnus: newBusinessId(), maksuehto: '21', laskutus_email: `laskut${index}@esimerkki.fi` },
      ...{ kayntiosoite: `Katu ${index}`, kayntipostinumero: '33100', kayntipostitoimipaikka: 'Tampere' },
    }))
    const file = dataFile('asiakkaat', customers)
    const checked = await leastBlocking(file, { tarkista: true })
    expect(checked).toMatchObject({ status: 200, body: { uusia: maxImportRows, virheet: [] } })
    const stored = await send(file, {})
    expect(stored).toMatchObject({ status: 200, body: { uusia: maxImportRows } })
    const changed = dataFile(
      'asiakkaat',
      customers.map((row) => ({ ...row, maksuehto: '30' })),
    )
    const updated = await leastBlocking(changed, { olemassa: 'paivita', uudelleen: true })
    expect(updated).toMatchObject({ status: 200, body: { paivitettyja: maxImportRows } })
    const figures = [checked, stored, updated].map(({ delay, seconds }) => `${seconds.toFixed(1)} s, blocked ${delay.toFixed(0)} ms`)
    expect(checked.seconds, figures.join('; ')).toBeLessThan(maxSeconds.check)
    expect(Math.max(stored.seconds, updated.seconds), figures.join('; ')).toBeLessThan(maxSeconds.store)
    expect(Math.max(checked.delay, updated.delay), figures.join('; ')).toBeLessThan(maxDelay)
  },
)
