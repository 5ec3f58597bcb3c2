// `npm run soak` runs it with at least 1 000 invoices, more kills, and the two minutes after which a person may check what Talenom has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { invoicingDrill } from './invoicing-drill.ts'
import { keepSoakLine } from './soak-line.ts'

const orders = Number(process.env.INVOICED_ORDERS ?? 40)
/** The fewest that are sent. */
const invoices = Number(process.env.INVOICES ?? orders / 2)
const isWhole = process.env.INVOICED_ORDERS !== undefined
const kills = isWhole ? Math.max(1, Math.floor(orders / 25)) : 2
const seed = Number(process.env.INVOICE_SEED ?? 1)
const quick = ['busy', 'broken', 'accepted-then-closed', 'accepted-then-broken', 'accepted-later'] as const

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test(`${orders} orders, ${kills} servers killed, failing providers: each order is invoiced exactly once`, {
  timeout: 7_200_000,
}, async () => {
  const figures = await invoicingDrill({
    pool: database.pool,
    databaseUrl: database.url,
    // A request that is never answered ends after half a minute.
    ...{ orders, kills, faults: { share: 0.2, kinds: isWhole ? [...quick, ...quick, 'accepted-then-silent', 'silent'] : quick } },
    ...{ waitsForChecks: isWhole, seed, say: (line) => console.log(line) },
  })
  console.log(figures)
  expect(figures.invoices).toBeGreaterThanOrEqual(invoices)
  expect(figures.kills).toBe(kills)
  keepSoakLine(
    `${figures.invoices} invoices of ${orders} orders, two administrators at once (seed ${seed}), ${kills} servers killed: each order in the providers' books once. ` +
      `Requests that failed: ${JSON.stringify(figures.failed)}. Messages shown: ${JSON.stringify(figures.shown)}. ${figures.seconds.toFixed(0)} s.`,
  )
})
