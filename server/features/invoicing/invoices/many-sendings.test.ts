// Two administrators send the same orders at once, providers fail at random, and the sending is killed at random statements: every order must be
// invoiced exactly once by the providers' own books. `npm run soak` runs it with 1 000 orders.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#domain/access/roles.ts'
import type { InvoiceOperation } from '#domain/features/invoicing/invoice-operations.ts'
import { seededRandom } from '#server/demo/random.ts'
import { openContext } from '#server/open-context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { failingPool } from '#server/testing/invoicing/failing-pool.ts'
import { billedCustomer, insertDeliveredOrder, setSeller } from '#server/testing/invoicing/invoices.ts'
import { keepSoakLine } from '#server/testing/invoicing/soak-line.ts'
import { accountingStub, type ProviderMood, refusal } from '#server/testing/providers/accounting.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeInvoices } from '../making/make-invoices.ts'
import type { InvoicingParts } from './parts.ts'
import { runInvoiceOperation } from './run-operation.ts'
import { type SendingParts, sendInvoice } from './send-invoice.ts'

const orderCount = Number(process.env.INVOICED_ORDERS ?? 60)
const seed = Number(process.env.INVOICE_SEED ?? 1)
const random = seededRandom(seed)
/** Orders that an administrator selects at a time. */
const selected = 20
const workers = 4
const maxRounds = 200

let server: TestServer
let administrators: Person[]
const providers = { fivaldi: accountingStub('fivaldi'), talenom: accountingStub('talenom'), finvoice: accountingStub('finvoice') }
const moods: readonly ProviderMood[] = ['taken', 'taken', 'taken', 'refused', 'busy', 'lost', 'late', 'down']

beforeAll(async () => {
  server = await startTestServer()
  administrators = [await server.person(['yllapito']), await server.person(['yllapito'])]
  if (administrators[0]) await setSeller(administrators[0])
  for (const stub of Object.values(providers)) stub.mood = () => random.pick(moods)
})
afterAll(() => server.close())

type Job = { id: string; retryCount: number }
const waiting: Job[] = []

function partsOn(pool: InvoicingParts['pool'], queue: InvoicingParts['queue']): Omit<SendingParts, 'deliver'> {
  const clock = () => server.clock.now
  const company = async () => ({ nimi: 'Testikuljetus Oy', osoite: '', y_tunnus: '1234567-1', puhelin: '', sahkoposti: '', logo: '' })
  return { ...openContext({ pool, clock }), company, providers, log: { warn: () => undefined, error: () => undefined }, queue }
}

const viewerOf = ({ id, name }: Person): Viewer => ({ userId: id, name, roles: ['yllapito'], asiakasId: null })

/** One transaction of an administrator, possibly killed in it. What it queues is run once it has been committed. */
async function inCall(person: Person, work: (parts: Parameters<typeof makeInvoices>[0]) => Promise<unknown>): Promise<void> {
  const failing = failingPool(server.pool, { at: random.chance(0.2) ? random.between(1, 30) : Number.POSITIVE_INFINITY, when: 'before' })
  const queued: string[] = []
  const parts = partsOn(failing.pool, async (_db, ids) => {
    queued.push(...ids)
    return ids.length
  })
  try {
    await inTransaction(failing.pool, (client) => {
      queued.length = 0
      return work({ ...parts, client, viewer: viewerOf(person) })
    })
    waiting.push(...queued.map((id) => ({ id, retryCount: 0 })))
  } catch (error) {
    if (!failing.isKilled()) throw error
  }
}

async function runJobs(): Promise<void> {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const { id, retryCount } = job
    const at = random.chance(0.3) ? random.between(1, 40) : Number.POSITIVE_INFINITY
    const failing = failingPool(server.pool, { at, when: random.pick(['before', 'after'] as const) })
    const parts = { ...partsOn(failing.pool, async () => 1), deliver: async () => undefined }
    const queued = { bossId: id, rowId: id, name: 'laskut', retryCount, signal: new AbortController().signal } as const
    const end = await sendInvoice(parts, queued).catch((error: unknown) => {
      if (!failing.isKilled()) throw error
      return { status: 'failed' }
    })
    if (end.status !== 'failed') continue
    // The pause before the next attempt; within it providers take what they take late.
    for (const stub of Object.values(providers)) stub.bookLate()
    server.clock.now += 'afterSeconds' in end ? (end.afterSeconds ?? 0) : 10
    waiting.push({ id, retryCount: retryCount + 1 })
  }
}

type Open = { id: string; tila: string; virhe: string; jarjestelma: keyof typeof providers; numero: string }

/** What administrators do about what stands still: they retry what failed, and look into Talenom's books. */
async function mend(): Promise<void> {
  const { rows } = await server.pool.query<Open>(
    `SELECT id, tila, virhe, jarjestelma, numero::text FROM lasku WHERE status = 1 AND (tila = 'tarkista' OR tila = 'luonnos' AND virhe <> '')`,
  )
  server.clock.now += 121
  for (const stub of Object.values(providers)) stub.bookLate()
  const inBooks = (row: Open) => providers[row.jarjestelma].books.some(({ number }) => number === row.numero)
  const mustLook = (row: Open) => row.tila === 'tarkista' && row.jarjestelma === 'talenom'
  const lists: [readonly Open[], (ids: string[]) => InvoiceOperation][] = [
    [rows.filter((row) => mustLook(row) && inBooks(row)), (ids) => ({ operation: 'tarkista', ids, lahti: true })],
    [rows.filter((row) => mustLook(row) && !inBooks(row)), (ids) => ({ operation: 'tarkista', ids, lahti: false })],
    [rows.filter((row) => !mustLook(row)), (ids) => ({ operation: 'laheta_uudelleen', ids })],
  ]
  for (const { virhe, tila } of rows)
    if (tila === 'luonnos') expect([refusal, 'Liian monta pyyntöä.', 'Tarkistettu: lasku ei lähtenyt.']).toContain(virhe)
  for (const [some, operation] of lists)
    if (some.length > 0)
      await inCall(random.pick(administrators), (parts) => runInvoiceOperation(parts, operation(some.map(({ id }) => id))))
}

test(`${orderCount} orders, two administrators, failing providers, kills: each invoiced exactly once`, { timeout: 3_600_000 }, async () => {
  const customers = [await billedCustomer(server), await billedCustomer(server, { laskutusvali: 'kuukausi' })]
  const orders: string[] = []
  for (let index = 0; index < orderCount; index++) orders.push(await insertDeliveredOrder(server.pool, random.pick(customers)))
  const uninvoiced = async () =>
    (await server.pool.query<{ id: string }>(`SELECT id FROM tilaus WHERE tilauksen_tila = 'toimitettu' AND id = ANY($1)`, [orders])).rows
  let rounds = 0
  for (let left = await uninvoiced(); left.length > 0; left = await uninvoiced()) {
    expect(++rounds, 'rounds').toBeLessThan(maxRounds)
    const ids = left.map(({ id }) => id)
    for (let at = 0; at < ids.length; at += selected) {
      const some = ids.slice(at, at + selected)
      const provider = providers[random.pick(['fivaldi', 'talenom'] as const)]
      await Promise.all(
        administrators.map((person, index) =>
          inCall(person, (parts) => makeInvoices(parts, index === 0 ? some : some.toReversed(), provider)),
        ),
      )
    }
    await Promise.all(Array.from({ length: workers }, runJobs))
    await mend()
    await Promise.all(Array.from({ length: workers }, runJobs))
  }
  const { rows } = await server.pool.query<{ tunniste: string }>(`SELECT 'T-' || tilausnro AS tunniste FROM tilaus WHERE id = ANY($1)`, [
    orders,
  ])
  const booked = Object.values(providers).flatMap(({ books }) => books.flatMap(({ lines }) => lines.flatMap((line) => line.orders)))
  expect(booked.toSorted()).toEqual(rows.map(({ tunniste }) => tunniste).toSorted())
  const sums = await server.pool.query<{ lasku: number }>(
    `SELECT count(*)::int AS lasku FROM lasku WHERE status = 1 AND tila <> 'lahetetty'`,
  )
  expect(sums.rows).toEqual([{ lasku: 0 }])
  const invoices = new Set(Object.values(providers).flatMap(({ books }) => books.map(({ number }) => number))).size
  keepSoakLine(
    `${invoices} invoices of ${orderCount} orders, sendings broken at random statements (seed ${seed}): each order in the books once.`,
  )
})
