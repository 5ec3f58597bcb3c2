import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { featureCoverage } from '#domain/features/settings/feature-switches.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { housekeepingTasks } from '#server/housekeeping.ts'
import { openContext } from '#server/open-context.ts'
import { insert, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeRecurringOrders } from '../recurring-hourly-jobs/make-orders.ts'
import { makeRentalOrders } from '../rentals/make-orders.ts'
import { makeRouteOrders } from '../standing-routes/make-orders.ts'

/** `npm run soak` simulates the year with more rows. */
const days = Number(process.env.SIMULATED_DAYS ?? 365)
const rowsOfEach = Number(process.env.SIMULATED_ROWS ?? 3)
const servers = 3
const daysAhead = 5
const outage = { from: '2027-07-05', to: '2027-07-11' }

// Computed here without the code under test: days are written as text, and weekdays come from UTC.
const start = '2027-01-01'
const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
const holidays = [
  ...['2027-01-01', '2027-01-06', '2027-03-26', '2027-03-28', '2027-03-29', '2027-05-01', '2027-05-06', '2027-05-16'],
  ...['2027-06-26', '2027-11-06', '2027-12-06', '2027-12-25', '2027-12-26', '2028-01-01', '2028-01-06'],
]
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki', dateStyle: 'short', timeStyle: 'medium' })
/** The seconds of 00.00 in Helsinki, whichever offset the day begins with. */
function midnight(day: string): number {
  const seconds = [2, 3].map((offset) => Date.parse(`${day}T00:00:00Z`) / 1000 - offset * 3600)
  const found = seconds.find((one) => clock.format(one * 1000) === `${day} 00:00:00`)
  if (found === undefined) throw new Error(`No midnight of ${day}`)
  return found
}
/** The nights on which the clocks go forward at three, and back at four. */
const clockChanges = ['2027-03-28', '2027-10-31']
/** Seconds from midnight: one run a day, and every hour around a change of the clocks. */
const momentsOf = (day: string, index: number): number[] =>
  (clockChanges.includes(day) ? Array.from({ length: 8 }, (_, hour) => hour) : [(index * 5) % 22]).map((hour) => hour * 3600)
/** The servers run every third day, and every day around a change of the clocks: orders are made `daysAhead` days ahead. The long runs run every day. */
const isEveryDay = process.env.KUORMA_TEST_ALL !== undefined || process.env.SIMULATED_ROWS !== undefined
const isRunDay = (day: string, index: number): boolean =>
  (day < outage.from || day > outage.to) &&
  (isEveryDay ||
    index % 3 === 0 ||
    index === days - 1 ||
    clockChanges.some((change) => day >= dayAfter(change, -1) && day <= dayAfter(change, 1)))
const runDays = Array.from({ length: days }, (_, index) => dayAfter(start, index)).filter(isRunDay)

type Terms = { viikonpaivat: number[]; from: string; skipped: string[]; onHolidays: boolean }
function expectedDays({ viikonpaivat, from, skipped, onHolidays }: Terms): string[] {
  const seen = new Set(runDays.flatMap((day) => Array.from({ length: daysAhead }, (_, index) => dayAfter(day, index))))
  const isDriven = (day: string) =>
    viikonpaivat.includes(weekdayOf(day)) && day >= from && !skipped.includes(day) && (onHolidays || !holidays.includes(day))
  return [...seen].filter(isDriven).sort()
}

let server: TestServer
const pools: pg.Pool[] = []
beforeAll(async () => {
  server = await startTestServer()
  for (let index = 0; index < servers; index++) pools.push(new pg.Pool({ connectionString: server.databaseUrl, max: 3 }))
  await server.pool.query(`INSERT INTO asetus (avain, arvo, muutettu) VALUES ('tilauksia_etukateen', $1, 1)`, [daysAhead])
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await server.close()
})

const expected: string[] = []
const weeks = [[1, 2, 3, 4, 5, 6, 7], [1, 3], [5], [6, 7], [2, 4]]
const termsAt = (index: number): Terms => ({
  viikonpaivat: weeks[index % weeks.length] ?? [],
  from: dayAfter(start, index * 11),
  skipped: [dayAfter(start, 40), dayAfter(start, 41), dayAfter(start, 200 + index)],
  onHolidays: index % 2 === 0,
})
const columnsOf = ({ viikonpaivat, from, skipped }: Terms) => ({
  viikonpaivat,
  aktivointipaiva: midnight(from),
  ohitetut_paivat: skipped.map(midnight),
})

async function addJob(index: number): Promise<void> {
  const terms = termsAt(index)
  const id = randomUUID()
  const values = { ...columnsOf(terms), ajetaan_pyhapaivat: terms.onHolidays, asiakas_id: await server.customer() }
  await insert(server.pool, 'tuntituote_toisto', { id, ...values })
  expected.push(...expectedDays(terms).map((day) => `job ${id} ${day}`))
}

async function addRoute(index: number): Promise<void> {
  const terms = { ...termsAt(index), onHolidays: false }
  const id = randomUUID()
  const asiakkaat_ids = [await server.customer(), await server.customer()]
  const osoitteet_ids = asiakkaat_ids.map(() => randomUUID())
  for (const [nth, address] of osoitteet_ids.entries())
    await insert(server.pool, 'postiosoite', { id: address, asiakas_id: asiakkaat_ids[nth], field_osoite_1: 'Katu 1' })
  await insert(server.pool, 'reitti', { id, ...columnsOf(terms), asiakkaat_ids, osoitteet_ids, hinta: 10 })
  expected.push(...expectedDays(terms).flatMap((day) => asiakkaat_ids.map((asiakas) => `route ${id} ${asiakas} ${day}`)))
}

async function addRental(index: number): Promise<void> {
  const id = randomUUID()
  const isFifteenth = index % 2 === 0
  const terms = isFifteenth ? { laskutuspaiva: '15', laskutuskausi: 'Y-m-15' } : { laskutuspaiva: 't', laskutuskausi: 'Y-m-t' }
  const values = { asiakas_id: await server.customer(), hinta_total: 10, aktivointipaiva: midnight(start), ...terms }
  await insert(server.pool, 'vuokraus', { id, ...values })
  const last = runDays.at(-1) ?? start
  for (let day = dayAfter(start, 1); day <= last; day = dayAfter(day, 1))
    if (isFifteenth ? day.endsWith('-15') : dayAfter(day, 1).endsWith('-01')) expected.push(`rental ${id} ${day}`)
}

async function madeOrders(): Promise<string[]> {
  const { rows } = await server.pool.query<{ reitti: string; toisto: string; vuokraus: string; asiakas: string; paiva: number }>(
    `SELECT reitti_id AS reitti, tuntituote_toisto_id AS toisto, vuokraus_id AS vuokraus, asiakas_id AS asiakas,
       (CASE WHEN vuokraus_id IS NULL THEN ajopaiva ELSE vuokrakausi END)::int AS paiva FROM tilaus WHERE status = 1`,
  )
  return rows.map(({ reitti, toisto, vuokraus, asiakas, paiva }) => {
    const day = clock.format(paiva * 1000).slice(0, 10)
    if (reitti) return `route ${reitti} ${asiakas} ${day}`
    return toisto ? `job ${toisto} ${day}` : `rental ${vuokraus} ${day}`
  })
}

test('three servers at once make each order of a year exactly once, over clock changes, holidays and a week without servers', async () => {
  for (let index = 0; index < rowsOfEach; index++) {
    await addJob(index)
    await addRoute(index)
    await addRental(index)
  }
  const hoursOfRuns = new Set<string>()
  for (const [index, day] of runDays.entries()) {
    for (const moment of momentsOf(day, index)) {
      const at = midnight(day) + moment
      hoursOfRuns.add(clock.format(at * 1000).slice(0, 13))
      // All three at once.
      const runs = pools.flatMap((pool, nth) => {
        const parts = openContext({ pool, clock: () => at + nth * 60 })
        return [makeRecurringOrders(parts), makeRouteOrders(parts), makeRentalOrders(parts)]
      })
      await Promise.all(runs)
    }
  }
  const changed = clockChanges.filter((day) => runDays.includes(day))
  for (const hour of changed.flatMap((day) => ['02', day.includes('-03-') ? '04' : '03', '05'].map((text) => `${day} ${text}`)))
    expect(hoursOfRuns).toContain(hour)
  const made = await madeOrders()
  expect(made).toHaveLength(expected.length)
  expect(made.sort()).toEqual(expected.sort())
  const { rows } = await server.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM tilaus t WHERE t.vuokraus_id IS NULL AND 1 <>
       (SELECT count(*) FROM lahetys l WHERE l.tilaus_id = t.id AND l.status = 1) + (SELECT count(*) FROM tuntituote h WHERE h.tilaus_id = t.id AND h.status = 1)`,
  )
  expect(rows).toEqual([{ count: 0 }])
}, 600_000)

test('all three are scheduled every hour, and belong to features that can be switched off', () => {
  for (const task of ['rental-orders', 'recurring-orders', 'route-orders'] as const)
    expect(housekeepingTasks[task].cron).toMatch(/^\d+ \* \* \* \*$/)
  for (const feature of ['vuokraukset', 'reitit', 'tuntituote_toisto'] as const) expect(featureCoverage[feature].entities).toHaveLength(1)
  expect(midnight('2027-03-28')).toBe(midnightOf('2027-03-28'))
})
