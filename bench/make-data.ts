// `npm run data -- --orders 100000`: fills a database with as many orders as a big haulier has, for benchmarks and for
// looking at long lists. The orders come from the demo company's generator and the product's own rules.
import { setImmediate as breathe } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Entity } from '#domain/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/registry.ts'
import { addDays, startOfDay } from '#domain/values/time.ts'
import { readConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { type Book, openBook, type Pages } from '#server/demo/book.ts'
import { type Company, type CompanySize, foundCompany } from '#server/demo/company.ts'
import { copyRevisions, copyRows, orderTables } from '#server/demo/copy-rows.ts'
import { officeMoment, timesOf } from '#server/demo/demo-orders.ts'
import { copyPages, storePassword } from '#server/demo/load-demo.ts'
import { draftOrder } from '#server/demo/order-draft.ts'
import { keepOrder } from '#server/demo/order-life.ts'
import { type Ending, tellOrder } from '#server/demo/order-story.ts'
import { type Random, seededRandom } from '#server/demo/random.ts'
import { addArchivedOrder } from './archived-order.ts'

const usage = `Käyttö: npm run data -- [--orders 100000] [--open 3000] [--seed 1] [--empty]
  --orders  tilausten määrä; lähetyksiä tulee 2,5-kertaisesti
  --open    niistä avoimia, enintään puolet
  --seed    toinen luku tekee toisenlaisen aineiston
  --empty   tyhjentää tietokannan ensin (ei, kun NODE_ENV=production)
Kohde on DATABASE_URL, muuten mukana tuleva PostgreSQL hakemistossa DATA_DIR. Kun DEMO_PASSWORD on asetettu, se on uusien
tunnusten salasana.`

export type DataOptions = { orders: number; open: number; seed: number; now: number; password?: string | undefined }
export type DataFigures = {
  orders: number
  shipments: number
  jobs: number
  revisions: number
  customers: number
  drivers: number
  firstOrderNumber: number
}

const size: CompanySize = { customers: 400, drivers: 60, cars: 50, customerUsers: 60 }
const chunkOrders = 250
const sliceOrders = 40
const archiveYears = 4
/** 2.5 on average, exactly so over each four orders. */
const shipmentCounts = [1, 4, 2, 3] as const
const day = 86_400

const quoted = (name: string) => `"${name}"`
/** What the triggers of the search fill. */
const searchTables = [...Object.values(registry).flatMap((entity: Entity) => (entity.search ? [`${entity.name}_haku`] : [])), 'hakusana']

/** Takes numbers out of a table's sequence, so that a server that runs meanwhile never gives the same. */
async function reserve(client: pg.ClientBase, name: EntityName, count: number): Promise<number> {
  const { rows } = await client.query<{ first: number }>(
    `SELECT (setval(s, nextval(s) + $2) - $2)::int AS first FROM pg_get_serial_sequence($1, 'drupal_internal__id') AS s`,
    [quoted(name), count],
  )
  return rows[0]?.first ?? 1
}

async function firstNumbers(client: pg.ClientBase, orders: number): Promise<Partial<Record<EntityName, number>>> {
  const numbers: Partial<Record<EntityName, number>> = {}
  for (const name of entityNames) {
    if (name === 'tuntituote_tyyppi') continue
    const isOrders = orderTables.some((table) => table === name)
    const count = isOrders ? orders * 3 : size.customers * 20
    numbers[name] = await reserve(client, name, count)
  }
  return numbers
}

const openEndings = {
  uusi: 58,
  matkalla: 26,
  siirretty: 5,
  siirto: 2,
  odottaa_siirtoa: 2,
  myohassa: 3,
  osin_toimitettu: 4,
} satisfies Partial<Record<Ending, number>>

function* openOrders(book: Book, company: Company, options: DataOptions, firstNumber: number, firstIndex: number): Generator<void> {
  const { random } = book
  const today = startOfDay(options.now)
  const plans = Array.from({ length: options.open }, () => {
    const wanted = random.weighted(openEndings)
    const ahead = wanted === 'uusi' ? random.between(0, 10) : random.between(-1, 0)
    return { wanted, ahead, times: timesOf(random, today, options.now, ahead, wanted), customer: random.pick(company.customers) }
  }).sort((a, b) => a.times.ordered - b.times.ordered)
  for (const [index, { wanted, ahead, times, customer }] of plans.entries()) {
    const shipments = shipmentCounts[(firstIndex + index) % shipmentCounts.length] ?? 1
    // A part of one shipment is the whole, and would close the order.
    const ending = wanted === 'osin_toimitettu' && shipments === 1 ? 'matkalla' : wanted
    const wish = { customer, tilausnro: firstNumber + index, day: addDays(today, ahead), shipments, hourly: random.chance(0.02) }
    const driver = ending !== 'uusi' || random.chance(0.4) ? random.pick(company.drivers) : null
    const story = { ending, times, customer, driver, transferred: false, priced: 'hand' as const }
    keepOrder(book, tellOrder({ book, company, signatures: null }, draftOrder(book, company, wish), story))
    yield
  }
}

/** When the archived orders were placed, one after the other, in office hours; later years are busier, as in a firm that grows. */
function* archivedMoments(random: Random, today: number, count: number): Generator<number> {
  let [date, moments]: [number, number[]] = [0, []]
  for (let index = 0; index < count; index++) {
    const daysAgo = Math.round(4 + archiveYears * 365 * (1 - Math.sqrt((index + 1) / count)))
    const moment = officeMoment(random, today, -daysAgo)
    const of = startOfDay(moment)
    if (of !== date) {
      yield* moments.sort((a, b) => a - b)
      ;[date, moments] = [of, []]
    }
    moments.push(moment)
  }
  yield* moments.sort((a, b) => a - b)
}

function* archivedOrders(book: Book, company: Company, options: DataOptions, firstNumber: number): Generator<void> {
  const { random } = book
  let index = 0
  for (const ordered of archivedMoments(random, startOfDay(options.now), options.orders - options.open)) {
    const cancelled = random.chance(0.03)
    const delivered = Math.min(ordered + random.between(4, 60) * 3600, options.now - 3600)
    const invoiced = delivered + random.between(2, 9) * day
    const customer = random.pick(company.customers)
    const shipments = shipmentCounts[index % shipmentCounts.length] ?? 1
    const wish = { customer, tilausnro: firstNumber + index, day: startOfDay(delivered), shipments, hourly: random.chance(0.02) }
    const isInvoiced = !cancelled && customer.billing !== null && invoiced < options.now && random.chance(0.995)
    addArchivedOrder(book, company, wish, { ordered, delivered, invoiced: isInvoiced ? invoiced : 0, cancelled })
    index++
    yield
  }
}

async function copyOrders(client: pg.ClientBase, { tables, revisions }: Pages): Promise<void> {
  await client.query('BEGIN')
  for (const name of orderTables) await copyRows(client, name, tables[name])
  await copyRevisions(client, revisions)
  await client.query('COMMIT')
}

/** Founds a second company in the database: its own customers, drivers and cars, committed before the orders that point at them. */
async function found(client: pg.ClientBase, options: DataOptions): Promise<{ book: Book; company: Company; firstNumber: number }> {
  await client.query('BEGIN')
  const { rowCount: users } = await client.query('SELECT FROM "user" LIMIT 1')
  const { rows } = await client.query<{ first: number }>(
    `UPDATE numerosarja SET seuraava = seuraava + $1 WHERE nimi = 'tilaus.tilausnro' RETURNING (seuraava - $1)::int AS first`,
    [options.orders],
  )
  const firstNumber = rows[0]?.first ?? 1000
  const book = openBook(seededRandom(options.seed + firstNumber), await firstNumbers(client, options.orders))
  // In an empty database the sign-ins have the demo company's names; else they must not meet the ones that are there.
  const named = users === 0 ? (base: string) => base : (base: string) => `${base}-${firstNumber}`
  const series = users === 0 ? 'KUO' : `K${firstNumber}`
  const company = foundCompany(book, size, startOfDay(options.now), named, series)
  const pages = book.take()
  await copyPages(client, pages)
  if (options.password) await storePassword(client, pages.tables.user, options.password, options.now)
  await client.query('COMMIT')
  return { book, company, firstNumber }
}

/**
 * Makes the data. Orders go in by the hundreds, each lot in a transaction; while PostgreSQL takes one in, the next is
 * being made, so memory stays flat and both cores have work.
 */
export async function makeData(pool: pg.Pool, options: DataOptions, progress: (orders: number) => void): Promise<DataFigures> {
  const client = await pool.connect()
  const figures: DataFigures = {
    orders: 0,
    shipments: 0,
    jobs: 0,
    revisions: 0,
    customers: size.customers,
    drivers: size.drivers,
    firstOrderNumber: 0,
  }
  let failure: Error | undefined
  try {
    const open = Math.min(options.open, Math.floor(options.orders / 2))
    const wishes = { ...options, open }
    const { book, company, firstNumber } = await found(client, wishes)
    figures.firstOrderNumber = firstNumber
    const archived = options.orders - open
    const parts = [archivedOrders(book, company, wishes, firstNumber), openOrders(book, company, wishes, firstNumber + archived, archived)]
    let writing: Promise<void> = Promise.resolve()
    let waiting = 0
    const handOver = async () => {
      const pages = book.take()
      figures.orders += pages.tables.tilaus.length
      figures.shipments += pages.tables.lahetys.length
      figures.jobs += pages.tables.tuntituote.length
      figures.revisions += pages.revisions.length
      await writing
      progress(figures.orders)
      writing = copyOrders(client, pages)
      // Told by the next `await writing`; until then it is not unhandled.
      writing.catch(() => undefined)
      waiting = 0
    }
    for (const part of parts) {
      for (const _order of part) {
        waiting++
        if (waiting % sliceOrders === 0) await breathe()
        if (waiting === chunkOrders) await handOver()
      }
    }
    await handOver()
    await writing
    // Benchmarks and people alike come right after: plans by real figures, index-only scans from the start.
    await client.query(`VACUUM (ANALYZE) ${entityNames.map(quoted).join(', ')}, ${searchTables.join(', ')}, revisio`)
    return figures
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw failure
  } finally {
    client.release(failure)
  }
}

/** Everything but the migrations' own rows and the secrets of the installation. */
export async function emptyDatabase(pool: pg.Pool): Promise<void> {
  const tables = [...entityNames.filter((name) => name !== 'tuntituote_tyyppi'), 'revisio', 'toistoavain', ...searchTables]
  await pool.query(`TRUNCATE ${tables.map(quoted).join(', ')} RESTART IDENTITY CASCADE`)
  await pool.query(`UPDATE numerosarja SET seuraava = 1000 WHERE nimi = 'tilaus.tilausnro'`)
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { orders: text, open: text, seed: text, empty: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const whole = (value: string | undefined, standard: number) =>
    value === undefined ? standard : /^\d{1,8}$/.test(value) ? Number(value) : Number.NaN
  const numbers = { orders: whole(values.orders, 100_000), open: whole(values.open, 3000), seed: whole(values.seed, 1) }
  const isUsable = Object.values(numbers).every(Number.isInteger) && numbers.orders > 0
  if (!values.help && !isUsable) throw new RangeError(usage)
  return values.help ? null : { ...numbers, empty: values.empty ?? false }
}

const shown = (count: number) => count.toLocaleString('fi-FI')

async function main(): Promise<void> {
  const wishes = readOptions(process.argv.slice(2))
  if (!wishes) {
    console.log(usage)
    return
  }
  const config = readConfig(process.env)
  if (config.production) throw new Error('Aineistoa ei tehdä, kun NODE_ENV=production.')
  const log = { info: (message: string) => console.log(message), warn: (message: string) => console.error(message) }
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const pool = new pg.Pool(embedded ? { ...embedded.connection, max: 2 } : { connectionString: config.databaseUrl, max: 2 })
  try {
    await migrate(pool, log)
    if (wishes.empty) await emptyDatabase(pool)
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    const { orders, open, seed } = wishes
    const options = { orders, open, seed, now: Math.floor(Date.now() / 1000), password: config.demoPassword }
    const figures = await makeData(pool, options, (done) => {
      if (done % 10_000 === 0) console.log(`${shown(done)} tilausta, ${seconds().toFixed(0)} s`)
    })
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
    console.log(
      `${shown(figures.orders)} tilausta (T-${figures.firstOrderNumber} alkaen), ${shown(figures.shipments)} lähetystä, ${shown(figures.jobs)} tuntityötä, ` +
        `${shown(figures.revisions)} muutosta, ${figures.customers} asiakasta, ${figures.drivers} kuljettajaa: ` +
        `${seconds().toFixed(1)} s, ${shown(Math.round(figures.orders / seconds()))} tilausta/s, muistia enintään ${megabytes} Mt.`,
    )
  } finally {
    await pool.end()
    await embedded?.stop()
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const isBadArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    console.error(isBadArgument ? usage : error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
