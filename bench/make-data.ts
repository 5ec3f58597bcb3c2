// `npm run data -- --orders 100000`: fills a database with as many orders as a big haulier has, for benchmarks and for
// looking at long lists. The company and its open orders are made by the engine; the archive is filled with copies of orders
// that the engine made.
import { parseArgs } from 'node:util'
import pg, { type PoolClient } from 'pg'
import { estimatePassword } from '#domain/features/users/password-strength.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { entityNames, registry } from '#domain/model/registry.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { PasswordHash } from '#server/auth/passwords.ts'
import { readConfig } from '#server/config.ts'
import { addCompany, type CompanySize, type DemoCompany } from '#server/demo/company.ts'
import { acceptDemoPassword } from '#server/demo/demo-password.ts'
import { type History, openHistory, saveHistory } from '#server/demo/history.ts'
import { addDemoPostalCodes, storeSharedPassword } from '#server/demo/load-demo.ts'
import { addOrder, type Ending } from '#server/demo/order-history.ts'
import { currentTimes, officeTime } from '#server/demo/orders.ts'
import { type Random, seededRandom } from '#server/demo/random.ts'
import { openContext } from '#server/open-context.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import {
  type ArchivedEnding,
  type ArchivedOrder,
  copyModelOrder,
  makeModelOrders,
  type OrderRows,
  type OrderTable,
  orderTables,
  shipmentCounts,
} from './data/archive.ts'
import { loadInBulk } from './data/bulk-load.ts'
import { copyFirstRevisions, copyRows } from './data/copy-rows.ts'

const usage = `Käyttö: npm run data -- [--orders 100000] [--open 3000] [--seed 1] [--empty]
  --orders  tilausten määrä; lähetyksiä tulee 2,5-kertaisesti
  --open    niistä avoimia, enintään puolet
  --seed    toinen luku tekee toisenlaisen aineiston
  --empty   tyhjentää tietokannan ensin (ei, kun NODE_ENV=production)
Kohde on DATABASE_URL, muuten mukana tuleva PostgreSQL hakemistossa DATA_DIR. Kun DEMO_PASSWORD on asetettu, se on uusien
tunnusten salasana.`

export type DataOptions = { orders: number; open: number; seed: number; now: number; password?: PasswordHash | undefined }
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
const chunkOrders = 2000
const archiveYears = 4
const hour = 3600
const day = 24 * hour

const quoted = (name: string) => `"${name}"`
/** The tables that the triggers of the search fill. */
const searchTables = [...Object.values(registry).flatMap((entity: Entity) => (entity.search ? [`${entity.name}_haku`] : [])), 'hakusana']

const openEndings = {
  uusi: 58,
  matkalla: 26,
  siirretty: 5,
  siirto: 2,
  odottaa_siirtoa: 2,
  myohassa: 3,
  osin_toimitettu: 4,
} satisfies Partial<Record<Ending, number>>

/** Adds the orders under way. Times are rounded to a quarter of an hour, so that a save has several orders. */
function addOpenOrders(history: History, company: DemoCompany, { open, orders, now }: DataOptions): void {
  const { random } = history
  const [today, clock] = [startOfDay(now), now - (now % (hour / 4))]
  for (let index = 0; index < open; index++) {
    const planned = random.weighted(openEndings)
    const ahead = planned === 'uusi' ? random.between(0, 10) : random.between(-1, 0)
    const shipments = shipmentCounts[(orders - open + index) % shipmentCounts.length] ?? 1
    // With one shipment, a partial delivery would be the whole delivery and close the order.
    const ending = planned === 'osin_toimitettu' && shipments === 1 ? 'matkalla' : planned
    const isBegun = ending !== 'uusi'
    const ordered =
      isBegun || random.chance(0.75) ? officeTime(today, -random.between(1, 4), { hours: random.between(8, 15) }) : clock - hour
    const current = currentTimes(random, { today, clock, isBegun })
    const times = {
      ...current,
      ...{ ordered, assigned: ordered + hour / 2, pickedUp: clock - random.between(1, 3) * hour },
      ...{ underWay: clock - hour / 2, delivered: clock - hour / 4 },
    }
    const request = { customer: random.pick(company.customers), day: addDays(today, ahead), shipments, hourly: random.chance(0.02) }
    const driver = isBegun || random.chance(0.4) ? random.pick(company.drivers) : null
    const plan = { ending, times, request, driver, transferred: false, typedPrice: random.between(9, 80) * 5 }
    addOrder({ history, company, signatures: null }, plan)
  }
}

/** The times at which the archived orders were placed, in chronological order, in office hours; later years are busier. */
function* archivedMoments(random: Random, today: number, count: number): Generator<number> {
  let [date, moments]: [number, number[]] = [0, []]
  for (let index = 0; index < count; index++) {
    const daysAgo = Math.round(4 + archiveYears * 365 * (1 - Math.sqrt((index + 1) / count)))
    const moment = officeTime(today, -daysAgo, { hours: random.between(8, 15), minutes: random.between(0, 59) })
    const of = startOfDay(moment)
    if (of !== date) {
      yield* moments.sort((a, b) => a - b)
      ;[date, moments] = [of, []]
    }
    moments.push(moment)
  }
  yield* moments.sort((a, b) => a - b)
}

function* archivedOrders(random: Random, { orders, open, now }: DataOptions, firstNumber: number): Generator<ArchivedOrder> {
  let index = 0
  for (const ordered of archivedMoments(random, startOfDay(now), orders - open)) {
    const delivered = Math.min(ordered + random.between(4, 60) * hour, now - hour)
    const invoiced = delivered + random.between(2, 9) * day
    const isInvoiced = invoiced < now && random.chance(0.97)
    const ending: ArchivedEnding = random.chance(0.03) ? 'peruutettu' : isInvoiced ? 'laskutettu' : 'toimitettu'
    const between = (share: number) => ordered + Math.floor((delivered - ordered) * share)
    const times = { day: startOfDay(delivered), ordered, assigned: between(0.3), pickedUp: between(0.6), delivered, invoiced }
    yield { tilausnro: firstNumber + index, shipments: shipmentCounts[index % shipmentCounts.length] ?? 1, ending, times }
    index++
  }
}

type Founded = { history: History; company: DemoCompany; firstNumber: number }

/** Adds a haulier's users, customers and cars to the database, also beside existing ones. */
async function makeCompany(client: PoolClient, options: DataOptions, openAt: Parameters<typeof saveHistory>[2]): Promise<Founded> {
  const { rowCount: users } = await client.query('SELECT FROM "user" LIMIT 1')
  const { rows } = await client.query<{ first: number }>(`SELECT seuraava::int AS first FROM numerosarja WHERE nimi = 'tilaus.tilausnro'`)
  const firstNumber = rows[0]?.first ?? 1000
  const history = openHistory(seededRandom(options.seed + firstNumber))
  // In an empty database the sign-ins have the demo company's names; else they must differ from existing ones.
  const named = users === 0 ? (base: string) => base : (base: string) => `${base}-${firstNumber}`
  const series = users === 0 ? 'KUO' : `K${firstNumber}`
  const company = addCompany(history, { size, today: startOfDay(options.now), named, series })
  await addDemoPostalCodes(client)
  await saveHistory(client, history, openAt)
  return { history, company, firstNumber }
}

/** Reserves numbers of a table's sequence, so that a server that runs at the same time never assigns them. */
async function reserve(client: PoolClient, name: OrderTable, count: number): Promise<number> {
  const { rows } = await client.query<{ first: number }>(
    `SELECT (setval(s, nextval(s) + $2) - $2)::int AS first FROM pg_get_serial_sequence($1, 'drupal_internal__id') AS s`,
    [quoted(name), count],
  )
  return rows[0]?.first ?? 1
}

const noRows = (): OrderRows => ({ tilaus: [], lahetys: [], tuntituote: [] })

async function copyOrders(client: PoolClient, rows: OrderRows, by: string): Promise<void> {
  for (const name of orderTables) await copyRows<OrderTable>(client, name, rows[name])
  for (const name of orderTables) await copyFirstRevisions<OrderTable>(client, name, { rows: rows[name], by })
}

/** Fills the archive; the next batch is made while PostgreSQL stores the previous one. */
async function fillArchive(
  client: PoolClient,
  options: DataOptions,
  {
    founded,
    models,
    progress,
  }: { founded: Founded; models: Awaited<ReturnType<typeof makeModelOrders>>; progress: (orders: number) => void },
): Promise<void> {
  const { random } = founded.history
  const archived = options.orders - options.open
  const numbers = { tilaus: 0, lahetys: 0, tuntituote: 0 }
  for (const name of orderTables) numbers[name] = await reserve(client, name, archived * 3)
  const by = founded.company.administrators[0].userId
  let [rows, done] = [noRows(), 0]
  let writing = Promise.resolve()
  for (const order of archivedOrders(random, options, founded.firstNumber)) {
    copyModelOrder(rows, models, { order, copying: { random, numbers } })
    done++
    if (done % chunkOrders !== 0 && done !== archived) continue
    await writing
    progress(done)
    writing = copyOrders(client, rows, by)
    // Thrown by the next `await writing`; until then it is not unhandled.
    writing.catch(() => undefined)
    rows = noRows()
  }
  await writing
}

/** Makes the data in one transaction. */
export async function makeData(pool: pg.Pool, options: DataOptions, progress: (orders: number) => void): Promise<DataFigures> {
  const client = await pool.connect()
  const openAt = (clock: () => number) => openContext({ pool, clock }).engine
  let failure: Error | undefined
  try {
    const limited = { ...options, open: Math.min(options.open, Math.floor(options.orders / 2)) }
    const archived = limited.orders - limited.open
    await client.query('BEGIN')
    const founded = await makeCompany(client, limited, openAt)
    const { history, company, firstNumber } = founded
    const models = await makeModelOrders(
      client,
      { history, company, openAt },
      { count: Math.min(1000, Math.max(40, archived >> 4)), now: limited.now },
    )
    await client.query(`UPDATE numerosarja SET seuraava = seuraava + $1 WHERE nimi = 'tilaus.tilausnro'`, [archived])
    addOpenOrders(history, company, limited)
    await saveHistory(client, history, openAt)
    await loadInBulk(client, [...orderTables, 'revisio'], () => fillArchive(client, limited, { founded, models, progress }))
    // The words are looked up by the lines' new indexes.
    await client.query(`ANALYZE ${orderTables.join(', ')}`)
    // As the disabled triggers would have done.
    await loadInBulk(client, ['tilaus_haku', 'hakusana'], async () => {
      const archive = [firstNumber, firstNumber + archived]
      await client.query('SELECT tilaus_haku_paivita(ARRAY(SELECT id FROM tilaus WHERE tilausnro >= $1 AND tilausnro < $2))', archive)
    })
    if (options.password) await storeSharedPassword(client, options.password, options.now)
    const { rows } = await client.query<Omit<DataFigures, 'customers' | 'drivers' | 'firstOrderNumber'>>(
      `SELECT count(*)::int AS orders, (SELECT count(*)::int FROM revisio) AS revisions,
         (SELECT count(*)::int FROM lahetys l JOIN tilaus t ON t.id = l.tilaus_id WHERE t.tilausnro >= $1) AS shipments,
         (SELECT count(*)::int FROM tuntituote l JOIN tilaus t ON t.id = l.tilaus_id WHERE t.tilausnro >= $1) AS jobs
       FROM tilaus WHERE tilausnro >= $1`,
      [firstNumber],
    )
    await client.query('COMMIT')
    // The data is used right afterwards: this gives the planner statistics and allows index-only scans from the start.
    await client.query(`VACUUM (ANALYZE) ${entityNames.map(quoted).join(', ')}, ${searchTables.join(', ')}, revisio`)
    const { orders = 0, shipments = 0, jobs = 0, revisions = 0 } = rows[0] ?? {}
    return { orders, shipments, jobs, revisions, customers: size.customers, drivers: size.drivers, firstOrderNumber: firstNumber }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    await client.query('ROLLBACK').catch(() => undefined)
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
  const parsed = readOptions(process.argv.slice(2))
  if (!parsed) {
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
    if (parsed.empty) await emptyDatabase(pool)
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    const { orders, open, seed } = parsed
    const password = config.demoPassword === undefined ? undefined : await acceptDemoPassword(estimatePassword, config.demoPassword)
    const options = { orders, open, seed, now: Math.floor(Date.now() / 1000), password }
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
