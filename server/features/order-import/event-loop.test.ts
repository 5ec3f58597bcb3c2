// Measured on a separate server, as the checks that other tests make of every response would block the event loop too.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxImportRows } from '#domain/model/import/import-table.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { csv, goodRow, startImportServer } from '#server/testing/imports/import-files.ts'
import type { Person, TestServer } from '#server/testing/test-server.ts'
import { longestBlock } from '../../../tools/machine-pace.ts'

/** `npm run test:all` measures; `npm test` proves only how files are answered. */
const isMeasured = process.env.KUORMA_TEST_ALL !== undefined
/** Milliseconds for which the event loop may be blocked. */
const maxDelay = 100

let server: TestServer
let customer: Person
let app: FastifyInstance
let address: string

beforeAll(async () => {
  ;({ server, customer } = await startImportServer())
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

/** Sends a file and returns the response with the longest time for which the event loop was blocked meanwhile. */
async function send(file: string, { tarkista = false, uudelleen = false } = {}) {
  const body = Buffer.from(JSON.stringify({ base64: Buffer.from(file).toString('base64'), tarkista, uudelleen }))
  const { result, milliseconds } = await longestBlock(async () => {
    const answer = await fetch(`${address}/api/import-tilaus-csv`, {
      method: 'POST',
      headers: { authorization: customer.authorization, 'content-type': 'application/json' },
      body,
    })
    return { status: answer.status, text: await answer.text() }
  })
  const read: { message?: string; tilauksia?: number } = JSON.parse(result.text)
  return { status: result.status, body: read, delay: milliseconds }
}

/** The first time includes compilation; code that blocks the event loop does so every time. */
async function leastBlocking(file: string, options?: Parameters<typeof send>[1]) {
  let best = await send(file, options)
  for (let attempt = 1; isMeasured && attempt < 3 && best.delay >= maxDelay; attempt++) {
    const next = await send(file, options)
    if (next.delay < best.delay) best = next
  }
  return best
}

const rows = (count: number) => Array.from({ length: count }, (_, index) => goodRow({ viite: `Kuorma ${index}` }))
const size = 5 * 1024 * 1024

test.each([
  ['delimiters in one line', ';'.repeat(size - 1), 'Taulukossa on liikaa sarakkeita: enintään 60.'],
  ['cells', `nouto_nimi\n${`${';'.repeat(50)}\n`.repeat(100_000)}`, 'Tiedostossa on liikaa rivejä.'],
  ['quotes', `nouto_nimi\n${'"'.repeat(size - 20)}`, 'Rivi 2, nouto_osoite1: Kirjoita osoite.'],
  ['lines', '\n'.repeat(size - 1), 'Tiedostossa on liikaa rivejä.'],
])('a file of millions of %s is refused without blocking others', async (_what, file, sentence) => {
  const { status, body, delay } = await leastBlocking(file)
  expect(status).toBe(422)
  expect(body.message).toContain(sentence)
  if (isMeasured) expect(delay).toBeLessThan(maxDelay)
})

test.runIf(isMeasured)('5 000 rows are checked and stored without blocking others', async () => {
  const file = csv(rows(maxImportRows))
  const checked = await leastBlocking(file, { tarkista: true })
  expect(checked).toMatchObject({ status: 200, body: { tilauksia: maxImportRows } })
  const stored = await leastBlocking(file, { uudelleen: true })
  expect(stored).toMatchObject({ status: 200, body: { tilauksia: maxImportRows } })
  expect(
    [checked.delay, stored.delay].every((delay) => delay < maxDelay),
    `${checked.delay} ms, ${stored.delay} ms`,
  ).toBe(true)
})
