// `npm run bench`: the server beside a bare handler on the same large database. Exits with 1 when a budget of budgets.json is exceeded.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { slowness } from '../tools/machine-pace.ts'
import { ensureWebBuilt } from '../tools/prepare.mjs'
import { measureAddresses } from './addresses.ts'
import { measureBrowser } from './browser.ts'
import { measureBulkChanges } from './bulk-changes.ts'
import { type Case, type CaseKey, casesOf, type Subjects } from './cases.ts'
import { openDatabases, root } from './databases.ts'
import { measureStreams } from './event-streams.ts'
import { measureImport } from './import.ts'
import { measureInvoicing } from './invoicing/measure-invoicing.ts'
import { alternately, type Plan } from './load.ts'
import { measureDayBoard } from './planning/day-board.ts'
import { measureShiftCalendar } from './planning/shift-calendar.ts'
import { measureTours } from './planning/tours.ts'
import { readPlans } from './plans.ts'
import { breaches, page, tables } from './report/report.ts'
import type { CaseResult, Growth, Result } from './report/result.ts'
import { answerSizes } from './same-answers.ts'
import { measureSearches } from './searches.ts'
import { addPicture, peakMemory, type Server, signIn, startBare, startServer } from './servers.ts'
import { measureBodies } from './waits/bodies.ts'
import { measurePrint, ordersOfPages } from './waybills.ts'
import { measureDriverDay } from './worktime/driver-day.ts'
import { measureRecords } from './worktime/measure-records.ts'

const usage = `npm run bench -- [--report] [--quick] [--case all,screen,pages,filtered,search,count,one,deep,image,create,searches,addresses,streams,work,bodies,tours,browser,board,driver,invoicing,worktime,planning] [--profile folder]
  --report   prints and writes the figures, and ends with 0 whatever they are
  --quick    one short round; writes no page
  --case     only these; writes no page
  --profile  a CPU profile of the server in this folder; writes no page`

/** The large database has 100 000 archived and 3 000 open orders. */
const orders = { small: 1000, large: 103_000 }
/** Lists of which a small database has a full page as well. */
const growing: readonly CaseKey[] = ['all', 'screen']
const connections = 20

type Options = { report: boolean; quick: boolean; only: readonly string[] | null; profile: string | undefined }

function readOptions(): Options | null {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { report: flag, quick: flag, help: flag, case: text, profile: text } })
  return values.help ? null : { report: values.report, quick: values.quick, only: values.case?.split(',') ?? null, profile: values.profile }
}

/** An order from the middle of the list, and the customer of the user who signs in. */
async function pickSubjects(databaseUrl: string): Promise<Pick<Subjects, 'customerId' | 'orderId'>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ customerId: string; orderId: string }>(
      `SELECT p.field_asiakas_id AS "customerId", (SELECT tilaus_id FROM lahetys GROUP BY tilaus_id HAVING count(*) = 3 ORDER BY tilaus_id LIMIT 1) AS "orderId"
       FROM profile_asiakas p JOIN "user" u ON u.id = p.uid_id WHERE u.name = 'asiakas'`,
    )
    if (!rows[0]) throw new Error('The data has no user "asiakas"')
    return rows[0]
  } finally {
    await client.end()
  }
}

async function measure(one: Case, { quick }: Options): Promise<CaseResult> {
  const many: Plan = { connections, rounds: quick ? 1 : 4, seconds: quick ? 2 : 4, warmUp: quick ? 1 : 2 }
  const sizes = await answerSizes(one)
  const [ours, bare] = await alternately(one.ours, one.bare, many)
  const [oursSingle, bareSingle] = await alternately(one.ours, one.bare, { ...many, connections: 1, seconds: many.seconds / 2, warmUp: 1 })
  console.log(`${one.title}: ${ours.perSecond.toFixed(0)} / ${bare.perSecond.toFixed(0)} = ${(ours.perSecond / bare.perSecond).toFixed(2)}`)
  return { case: one, sizes, many: { ours, bare }, single: { ours: oursSingle, bare: bareSingle } }
}

/** Measures lists on a small database and on the large one. */
async function measureGrowth(cases: readonly Case[], large: Server, small: Server, { quick }: Options): Promise<Growth[]> {
  const authorization = await signIn(small.address, 'yllapito')
  const plan: Plan = { connections, rounds: quick ? 1 : 4, seconds: quick ? 2 : 3, warmUp: 2 }
  const found: Growth[] = []
  for (const { title, ours } of cases.filter(({ key }) => growing.includes(key))) {
    const onSmall = { url: ours.url.replace(large.address, small.address), headers: { ...ours.headers, authorization } }
    const [smallFigures, largeFigures] = await alternately(onSmall, ours, plan)
    found.push({ title, small: smallFigures, large: largeFigures })
  }
  return found
}

/** Runs last, as it would raise the memory of other cases: a bulk change, a PDF of 500 pages, and an import of 5 000 orders. */
async function measureWork(server: Server, databaseUrl: string): Promise<NonNullable<Result['work']>> {
  const orders = await ordersOfPages(databaseUrl, 500, 'lahetys')
  const changed = await measureBulkChanges(server, databaseUrl)
  return { changed, printed: await measurePrint(server, orders, 'lahetys'), imported: await measureImport(server) }
}

type Measured = <T>(part: string, work: () => Promise<T>) => Promise<T | undefined>

/** Last, with servers of their own, as they add to the database. `copy`: another, whose invoices no other server sends. */
async function measureFeatures(databaseUrl: string, copy: () => Promise<string>, measured: Measured) {
  return {
    board: await measured('board', () => measureDayBoard(databaseUrl)),
    driverDay: await measured('driver', () => measureDriverDay(databaseUrl)),
    invoicing: await measured('invoicing', async () => measureInvoicing(await copy())),
    records: await measured('worktime', () => measureRecords(databaseUrl)),
    shiftCalendar: await measured('planning', measureShiftCalendar),
  }
}

async function main(): Promise<void> {
  const options = readOptions()
  if (!options) {
    console.log(usage)
    return
  }
  const wants = (part: string): boolean => !options.only || options.only.includes(part)
  // Before the servers start, as they serve the built files.
  if (['browser', 'board', 'driver', 'invoicing', 'planning'].some(wants)) ensureWebBuilt()
  // To two decimals, as the page shows it.
  const pace = Math.round(Math.min(...Array.from({ length: 5 }, slowness)) * 100) / 100
  const databases = await openDatabases()
  const servers: Server[] = []
  const started = async (server: Promise<Server>): Promise<Server> => {
    servers.push(await server)
    return server
  }
  try {
    const largeUrl = await databases.copy(orders.large)
    const ours = await started(startServer(largeUrl, options.profile))
    const bare = await started(startBare(largeUrl))
    const imageId = await addPicture(ours.address, await signIn(ours.address, 'yllapito'))
    const subjects = { ...(await pickSubjects(largeUrl)), imageId }
    // Access tokens last 15 minutes, and each case takes about one.
    const cases = async () =>
      casesOf({
        ...subjects,
        ours: ours.address,
        bare: bare.address,
        admin: await signIn(ours.address, 'yllapito'),
        customer: await signIn(ours.address, 'asiakas'),
      })
    // Before anything is created, so that the large database has its nominal size.
    const growth = options.only
      ? undefined
      : await measureGrowth(await cases(), ours, await started(startServer(await databases.copy(orders.small))), options)
    const plans = options.only ? undefined : await readPlans(largeUrl)
    const found: CaseResult[] = []
    const measureCase = async (caseKey: CaseKey) => {
      const one = wants(caseKey) && (await cases()).find(({ key }) => key === caseKey)
      if (one) found.push(await measure(one, options))
    }
    for (const { key } of await cases()) if (key !== 'create') await measureCase(key)
    const measured: Measured = async (part, work) => (wants(part) ? work() : undefined)
    const searches = await measured('searches', () => measureSearches(ours))
    // Creating orders comes after the cases that need the nominal number of orders.
    await measureCase('create')
    const addresses = await measured('addresses', () => measureAddresses(ours, largeUrl))
    // Separate servers, so that earlier cases have not grown their memory.
    const streams = wants('streams')
      ? await measureStreams(await started(startServer(largeUrl)), await started(startBare(largeUrl)))
      : undefined
    const memory = { ours: await peakMemory(ours), bare: await peakMemory(bare) }
    const work = wants('work') ? await measureWork(ours, largeUrl) : undefined
    const memoryAtEnd = work && (await peakMemory(ours))
    const bodies = await measured('bodies', () => measureBodies(ours, largeUrl))
    const browser = await measured('browser', () => measureBrowser(ours, largeUrl))
    const features = await measureFeatures(largeUrl, () => databases.copy(orders.large), measured)
    const result: Result = {
      cases: found,
      growth,
      plans,
      searches,
      addresses,
      streams,
      memory,
      memoryAtEnd,
      work,
      bodies,
      tours: await measured('tours', async () => measureTours(pace)),
      browser,
      ...features,
      madeIn: await databases.madeIn(orders.large),
      orders,
      connections,
      rounds: options.quick ? { count: 1, seconds: 2 } : { count: 4, seconds: 4 },
      postgres: databases.version,
      slowness: pace,
    }
    console.log(`\n${tables(result)}\n`)
    if (!options.quick && !options.only && !options.profile) await writeFile(join(root, 'docs/benchmarks.md'), page(result))
    const broken = breaches(result)
    for (const line of broken) console.log(`MISSED: ${line}`)
    if (broken.length > 0 && !options.report) process.exitCode = 1
  } finally {
    for (const server of servers) await server.stop()
    await databases.close()
  }
}

main().catch((error: unknown) => {
  const isBadArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  console.error(isBadArgument ? usage : error)
  process.exitCode = 1
})
