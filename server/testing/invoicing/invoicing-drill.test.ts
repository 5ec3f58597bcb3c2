// `npm run soak` runs it with at least 1 000 invoices, more kills, and the two minutes after which a person may check what Talenom has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#server/demo/random.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { invoicingDrill } from './invoicing-drill.ts'
import { randomServerKills, type ServerKill } from './server-kills.ts'
import { keepSoakLine } from './soak-line.ts'

const orders = Number(process.env.INVOICED_ORDERS ?? 40)
/** The fewest that are sent. */
const invoices = Number(process.env.INVOICES ?? orders / 2)
const isWhole = process.env.INVOICED_ORDERS !== undefined
const seed = Number(process.env.INVOICE_SEED ?? 1)
const killCount = Math.max(1, Math.floor(orders / 25))
const maxApart = Math.max(3, Math.floor(orders / (2 * killCount)))
/** One while invoices are being sent for the first time, one of the other server while they are repeated. */
const fixedKills: readonly ServerKill[] = [
  { server: 0, after: 6, turns: 10 },
  { server: 1, after: 9, turns: 0 },
]
const kills = isWhole ? randomServerKills(seededRandom(seed), { kills: killCount, maxApart }) : fixedKills
const quick = ['busy', 'broken', 'accepted-then-closed', 'accepted-then-broken', 'accepted-later'] as const

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test(`${orders} orders, ${kills.length} servers killed, failing providers: each order is invoiced exactly once`, {
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
  expect(figures.kills).toBe(kills.length)
  keepSoakLine(
    `${figures.invoices} invoices of ${orders} orders, two administrators at once (seed ${seed}), ${kills.length} servers killed: each order in the providers' books once. ` +
      `Requests that failed: ${JSON.stringify(figures.failed)}. Messages shown: ${JSON.stringify(figures.shown)}. ${figures.seconds.toFixed(0)} s.`,
  )
})
