// The sending of an invoice is killed at every statement, before and after it; then another server takes the job up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#domain/access/roles.ts'
import type { InvoiceOperation } from '#domain/features/invoicing/invoice-operations.ts'
import { openContext } from '#server/open-context.ts'
import type { QueuedJob } from '#server/platform/background-jobs/queued-job.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { InvoiceProvider } from '#server/platform/ports/accounting/invoice-provider.ts'
import { failingPool, type KillPoint } from '#server/testing/invoicing/failing-pool.ts'
import { billedCustomer, insertDeliveredOrder, setSeller } from '#server/testing/invoicing/invoices.ts'
import { type AccountingStub, accountingStub, refusal } from '#server/testing/providers/accounting.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeInvoices } from '../making/make-invoices.ts'
import { runInvoiceOperation } from './run-operation.ts'
import { type SendingParts, sendInvoice } from './send-invoice.ts'

let server: TestServer
let admin: Person
let customer: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await billedCustomer(server)
  await setSeller(admin)
})
afterAll(() => server.close())

const viewer = (): Viewer => ({ userId: admin.id, name: admin.name, roles: ['yllapito'], asiakasId: null })
const silent = { warn: () => undefined, error: () => undefined }

function partsWith(stub: AccountingStub, pool = server.pool): Omit<SendingParts, 'deliver'> {
  const clock = () => server.clock.now
  const company = async () => ({ nimi: 'Testikuljetus Oy', osoite: '', y_tunnus: '1234567-1', puhelin: '', sahkoposti: '', logo: '' })
  const finvoice = accountingStub('finvoice')
  const providers = { fivaldi: finvoice, talenom: finvoice, finvoice, [stub.name]: stub }
  // The job is run by the test.
  return { ...openContext({ pool, clock }), company, providers, log: silent, queue: async (_db, ids) => ids.length }
}

const jobOf = (invoice: string, retryCount: number): QueuedJob => ({
  ...{ bossId: invoice, rowId: invoice, name: 'laskut', retryCount, signal: new AbortController().signal },
})

type Attempt = { retryCount: number; kill?: KillPoint; providers?: Partial<SendingParts['providers']> }

async function attempt(stub: AccountingStub, invoice: string, { retryCount, kill, providers }: Attempt) {
  const failing = kill ? failingPool(server.pool, kill) : { pool: server.pool, isKilled: () => false }
  const parts = partsWith(stub, failing.pool)
  const sending = { ...parts, providers: { ...parts.providers, ...providers }, deliver: async () => undefined }
  const end = await sendInvoice(sending, jobOf(invoice, retryCount)).catch((error: unknown) => {
    if (!failing.isKilled()) throw error
    return null
  })
  return { wasKilled: failing.isKilled(), end }
}

async function newInvoice(stub: AccountingStub): Promise<{ order: string; invoice: string }> {
  const order = await insertDeliveredOrder(server.pool, customer)
  const parts = partsWith(stub)
  const answer = await inTransaction(server.pool, (client) => makeInvoices({ ...parts, viewer: viewer(), client }, [order], stub))
  return { order, invoice: String(answer.results[0]?.lasku) }
}

/** Without a sign-in, which ends as the clock moves. */
const stored = async (id: string) => (await server.pool.query('SELECT tila, virhe FROM lasku WHERE id = $1', [id])).rows[0]
const orderState = async (id: string) =>
  (await server.pool.query('SELECT tilauksen_tila FROM tilaus WHERE id = $1', [id])).rows[0].tilauksen_tila

test.each(['before', 'after'] as const)(
  'with a key of ours, killed %s each statement: exactly one invoice',
  { timeout: 120_000 },
  async (when) => {
    const stub = accountingStub('fivaldi')
    let at = 1
    for (; ; at++) {
      const { order, invoice } = await newInvoice(stub)
      const { wasKilled } = await attempt(stub, invoice, { retryCount: 0, kill: { at, when } })
      server.clock.now += stub.repeatAfter
      await attempt(stub, invoice, { retryCount: 1 })
      expect(await stored(invoice), `killed ${when} ${at}`).toMatchObject({ tila: 'lahetetty' })
      expect(await orderState(order)).toBe('laskutettu')
      expect(stub.books.filter(({ id }) => id === invoice)).toHaveLength(1)
      if (!wasKilled) break
    }
    expect(at).toBeGreaterThan(15)
  },
)

test.each(['before', 'after'] as const)('without a key, killed %s each statement: at most one call', { timeout: 120_000 }, async (when) => {
  const stub = accountingStub('talenom')
  const states = new Set<string>()
  for (let at = 1; ; at++) {
    const { order, invoice } = await newInvoice(stub)
    const { wasKilled } = await attempt(stub, invoice, { retryCount: 0, kill: { at, when } })
    await attempt(stub, invoice, { retryCount: 1 })
    await attempt(stub, invoice, { retryCount: 2 })
    const { tila } = await stored(invoice)
    states.add(tila)
    const taken = stub.books.filter(({ id }) => id === invoice).length
    expect(taken, `killed ${when} ${at}`).toBeLessThanOrEqual(1)
    expect(['lahetetty', 'tarkista']).toContain(tila)
    if (tila === 'lahetetty') expect([taken, await orderState(order)]).toEqual([1, 'laskutettu'])
    else expect(await orderState(order)).toBe('toimitettu')
    if (!wasKilled) break
  }
  expect([...states].sort()).toEqual(['lahetetty', 'tarkista'])
})

test('the last attempts of a provider that never answers leave the invoice to be checked', async () => {
  const stub = accountingStub('fivaldi')
  stub.mood = () => 'lost'
  const { order, invoice } = await newInvoice(stub)
  for (let retryCount = 0; retryCount < 6; retryCount++) {
    server.clock.now += stub.repeatAfter
    await attempt(stub, invoice, { retryCount })
    expect((await stored(invoice)).tila).toBe(retryCount < 5 ? 'lahetetaan' : 'tarkista')
  }
  expect(stub.books).toHaveLength(1)
  for (const call of stub.calls) expect(call).toEqual(stub.calls[0])
  expect(await orderState(order)).toBe('toimitettu')
})

test('an order that the provider takes late, after its answer was given up, is not sent a second time', async () => {
  const stub = accountingStub('fivaldi')
  stub.mood = () => 'late'
  const { order, invoice } = await newInvoice(stub)
  const first = await attempt(stub, invoice, { retryCount: 0 })
  expect(first.end).toMatchObject({ status: 'failed', afterSeconds: 120 })
  stub.mood = () => 'taken'
  server.clock.now += 20
  // Another server takes the job up while the call may still be under way.
  expect((await attempt(stub, invoice, { retryCount: 1 })).end).toMatchObject({ status: 'failed', afterSeconds: 100 })
  server.clock.now += 30
  stub.bookLate()
  server.clock.now += 70
  await attempt(stub, invoice, { retryCount: 2 })
  expect(stub.books.filter(({ id }) => id === invoice)).toHaveLength(1)
  expect(await stored(invoice)).toMatchObject({ tila: 'lahetetty' })
  expect(await orderState(order)).toBe('laskutettu')
})

test('a person’s retry waits too for a call that may be under way', async () => {
  const stub = accountingStub('fivaldi')
  stub.mood = () => 'late'
  const { invoice } = await newInvoice(stub)
  for (let retryCount = 0; retryCount < 6; retryCount++) {
    if (retryCount > 0) server.clock.now += 120
    await attempt(stub, invoice, { retryCount })
  }
  expect(await stored(invoice)).toMatchObject({ tila: 'tarkista' })
  const calls = stub.calls.length
  stub.mood = () => 'taken'
  const again: InvoiceOperation = { operation: 'laheta_uudelleen', ids: [invoice] }
  await inTransaction(server.pool, (client) => runInvoiceOperation({ ...partsWith(stub), viewer: viewer(), client }, again))
  expect((await attempt(stub, invoice, { retryCount: 0 })).end).toMatchObject({ status: 'failed', afterSeconds: 120 })
  expect(stub.calls).toHaveLength(calls)
})

test('a longer pause that the provider asks for is the pause before the next attempt', async () => {
  const stub = accountingStub('fivaldi')
  const fivaldi: InvoiceProvider = { ...stub, send: async () => ({ kind: 'retry', message: 'Huoltokatko.', afterSeconds: 900 }) }
  const { invoice } = await newInvoice(stub)
  expect((await attempt(stub, invoice, { retryCount: 0, providers: { fivaldi } })).end).toMatchObject({ afterSeconds: 900 })
  // Certainly not taken: it may be undone, and is sent without looking.
  expect(await stored(invoice)).toMatchObject({ tila: 'luonnos', virhe: '' })
})

describe('a repeat that is refused after a lost answer', () => {
  const refused = async (stub: AccountingStub, providers: Partial<SendingParts['providers']> = {}) => {
    stub.mood = () => 'lost'
    const made = await newInvoice(stub)
    await attempt(stub, made.invoice, { retryCount: 0 })
    stub.mood = () => 'refused'
    server.clock.now += stub.repeatAfter
    await attempt(stub, made.invoice, { retryCount: 1, providers })
    return made
  }
  const operate = (stub: AccountingStub, input: InvoiceOperation) =>
    inTransaction(server.pool, (client) => runInvoiceOperation({ ...partsWith(stub), viewer: viewer(), client }, input))

  test.each(['fivaldi', 'finvoice'] as const)('%s: the invoice is to be checked, and its orders are not freed', async (name) => {
    const stub = accountingStub(name)
    const { order, invoice } = await refused(stub)
    expect(await stored(invoice)).toMatchObject({ tila: 'tarkista', virhe: refusal })
    const undone = await operate(stub, { operation: 'peru', ids: [invoice], syy: 'Väärin' })
    expect(undone.results).toMatchObject([{ success: false }])
    await inTransaction(server.pool, (client) => makeInvoices({ ...partsWith(stub), viewer: viewer(), client }, [order], stub))
    expect(stub.books).toHaveLength(1)
    stub.mood = () => 'taken'
    await operate(stub, { operation: 'laheta_uudelleen', ids: [invoice] })
    server.clock.now += stub.repeatAfter
    await attempt(stub, invoice, { retryCount: 0 })
    expect(await stored(invoice)).toMatchObject({ tila: 'lahetetty', virhe: '' })
    expect(stub.books).toHaveLength(1)
  })

  test('by removed credentials too', async () => {
    const { invoice } = await refused(accountingStub('fivaldi'), { fivaldi: accountingStub('finvoice') })
    expect(await stored(invoice)).toMatchObject({ tila: 'tarkista', virhe: expect.stringContaining('ei ole käytössä') })
  })
})

test('the repeats of an attempt have one deadline together', async () => {
  const stub = accountingStub('talenom')
  const signals = new Set<AbortSignal>()
  const talenom: InvoiceProvider = {
    ...stub,
    send: async (_invoice, signal) => {
      signals.add(signal)
      return { kind: 'retry', message: 'Liian monta pyyntöä.', afterSeconds: 0 }
    },
  }
  const { invoice } = await newInvoice(stub)
  await attempt(stub, invoice, { retryCount: 0, providers: { talenom } })
  expect(signals.size).toBe(1)
})

test('an invoice whose job has not ended yet does not stop the others of a call', async () => {
  const stub = accountingStub('fivaldi')
  stub.mood = () => 'refused'
  const failed = await newInvoice(stub)
  await attempt(stub, failed.invoice, { retryCount: 0 })
  const order = await insertDeliveredOrder(server.pool, customer)
  const parts = {
    ...partsWith(stub),
    queue: async (_db: unknown, ids: readonly string[]) => ids.filter((id) => id !== failed.invoice).length,
  }
  const orders = [failed.order, order]
  const { results } = await inTransaction(server.pool, (client) => makeInvoices({ ...parts, viewer: viewer(), client }, orders, stub))
  expect(results).toMatchObject([
    { success: false, lasku: failed.invoice, message: expect.stringContaining('päättymässä') },
    { success: true, lasku: expect.any(String) },
  ])
  expect(await stored(failed.invoice)).toMatchObject({ tila: 'luonnos', virhe: refusal })
})
