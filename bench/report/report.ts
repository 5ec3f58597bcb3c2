import { cpus, totalmem } from 'node:os'
import { manyAddresses, manyCustomers } from '../addresses.ts'
import type { BrowserFigures } from '../browser.ts'
import budgets from '../budgets.json' with { type: 'json' }
import { openStreams, type StreamFigures } from '../event-streams.ts'
import type { SearchFigures } from '../searches.ts'
import soak from '../soak.json' with { type: 'json' }
import { dayPlanBreaches, dayPlanSections } from './day-plans.ts'
import type { Growth, Pair, Result } from './result.ts'
import { table } from './tables.ts'
import { limitText, scaled, timed } from './times.ts'

const ratioOf = ({ ours, bare }: Pair): number => ours.perSecond / bare.perSecond
const p99RatioOf = ({ ours, bare }: Pair): number => ours.p99 / bare.p99
const growthOf = ({ small, large }: Growth): number => small.perSecond / large.perSecond

/** The scripts of a first load: name, measured kilobytes, maximum kilobytes. */
const firstLoads = ({ browser }: Result): [string, number, number][] =>
  browser
    ? [
        ['scripts until somebody can sign in', browser.firstLoads.signIn.kilobytes, budgets.signInScriptKilobytes],
        ['scripts of the consignee’s tracking page', browser.firstLoads.tracking.kilobytes, budgets.trackingScriptKilobytes],
      ]
    : []

/** How much longer than the shortest the routes of published tours are: name, measured per cent, maximum per cent. */
const tourGaps = ({ tours }: Result): [string, number, number][] =>
  tours
    ? [
        ['published tours of 50–200 stops after 100 ms, above the optimum on average', tours.average, budgets.tourAveragePercent],
        ['the same at worst', tours.worst, budgets.tourWorstPercent],
      ]
    : []

/** A line for each exceeded budget. */
export function breaches(result: Result): string[] {
  const lines: string[] = []
  for (const found of result.cases) {
    const budget = budgets.requestsRatio[found.case.key]
    const ratio = ratioOf(found.many)
    const p99 = p99RatioOf(found.many)
    if (ratio < budget) lines.push(`${found.case.title}: ${ratio.toFixed(2)} of the bare one's requests, wanted ${budget}`)
    if (p99 > budgets.p99Ratio) lines.push(`${found.case.title}: p99 ${p99.toFixed(2)} × the bare one's, at most ${budgets.p99Ratio}`)
  }
  for (const growth of result.growth ?? [])
    if (growthOf(growth) > budgets.growth)
      lines.push(`${growth.title}: ${growthOf(growth).toFixed(2)} × slower with the data, at most ${budgets.growth}`)
  const eventRatio = result.streams && result.streams.ours.p50 / result.streams.bare.p50
  if (eventRatio !== undefined && eventRatio > budgets.eventRatio)
    lines.push(`an event to ${openStreams} streams: ${eventRatio.toFixed(2)} × the bare one's time, at most ${budgets.eventRatio}`)
  for (const [name, found, max] of firstLoads(result)) if (found > max) lines.push(`${name}: ${found.toFixed(0)} kB, at most ${max}`)
  if (result.memory.ours !== undefined && result.memory.ours > budgets.memoryMegabytes)
    lines.push(`resident memory ${result.memory.ours.toFixed(0)} MB, at most ${budgets.memoryMegabytes}`)
  const sending = result.invoicing?.memory.peak
  if (sending !== undefined && sending > budgets.memoryMegabytes)
    lines.push(`resident memory while 5 000 invoices are sent ${sending.toFixed(0)} MB, at most ${budgets.memoryMegabytes}`)
  const { early = 0, peak = 0 } = result.invoicing?.memory ?? {}
  if (peak - early > budgets.sendingGrowthMegabytes)
    lines.push(
      `resident memory grows by ${(peak - early).toFixed(0)} MB while invoices are sent, at most ${budgets.sendingGrowthMegabytes}`,
    )
  for (const { who, typed, p99 } of result.searches ?? [])
    if (p99 > scaled(budgets.searchMilliseconds, result))
      lines.push(`searching “${typed}” as ${who}: p99 ${p99.toFixed(1)} ms, at most ${limitText(budgets.searchMilliseconds, result)}`)
  for (const { who, typed, p99 } of result.addresses ?? [])
    if (p99 > scaled(budgets.addressMilliseconds, result))
      lines.push(`addresses, ${typed} as ${who}: p99 ${p99.toFixed(1)} ms, at most ${limitText(budgets.addressMilliseconds, result)}`)
  for (const [name, found, limit] of timed(result))
    if (found !== undefined && found > scaled(limit, result))
      lines.push(`${name}: ${found.toFixed(0)} ms, at most ${limitText(limit, result)}`)
  for (const [name, found, max] of tourGaps(result)) if (found > max) lines.push(`${name}: ${found.toFixed(2)} %, at most ${max} %`)
  for (const { name, scanned } of result.plans ?? []) if (scanned.length > 0) lines.push(`${name}: reads all of ${scanned.join(', ')}`)
  return lines
}

const rate = (perSecond: number) => (perSecond < 100 ? perSecond.toFixed(1) : perSecond.toFixed(0))
const megabytes = (found: number | undefined) => (found === undefined ? '?' : `${found.toFixed(0)} MB`)
const ms = (milliseconds: number) => milliseconds.toFixed(1)

function manyTable({ cases, connections }: Result): string {
  const heads = ['', 'bytes', 'ours /s', 'bare /s', 'ratio', 'aim', 'ours p99 ms', 'bare p99 ms', 'p99 ratio']
  const rows = cases.map(({ case: { key, title }, sizes, many }) => [
    title,
    String(sizes.ours),
    rate(many.ours.perSecond),
    rate(many.bare.perSecond),
    ratioOf(many).toFixed(2),
    `≥ ${budgets.requestsRatio[key].toFixed(2)}`,
    ms(many.ours.p99),
    ms(many.bare.p99),
    p99RatioOf(many).toFixed(2),
  ])
  return `### ${connections} connections\n\n${table(heads, rows)}`
}

function singleTable({ cases }: Result): string {
  const heads = ['', 'ours /s', 'bare /s', 'ratio', 'ours median ms', 'bare median ms', 'ours p99 ms', 'bare p99 ms']
  const rows = cases.map(({ case: { title }, single }) => [
    title,
    rate(single.ours.perSecond),
    rate(single.bare.perSecond),
    ratioOf(single).toFixed(2),
    ...[single.ours.p50, single.bare.p50, single.ours.p99, single.bare.p99].map(ms),
  ])
  return `### 1 connection\n\n${table(heads, rows)}`
}

/** Requests over one connection, a row for each user and request. */
function requestsTable(title: string, figures: readonly SearchFigures[] | undefined, aim: string): string[] {
  if (!figures) return []
  const rows = figures.map(({ who, typed, found, p50, p99 }) => [`${typed} (${who})`, String(found), ms(p50), ms(p99), `≤ ${aim}`])
  return [`### ${title}, 1 connection\n\n${table(['', 'found', 'median ms', 'p99 ms', 'aim'], rows)}`]
}

function plansTable({ plans }: Result): string[] {
  if (!plans) return []
  const rows = plans.map(({ name, milliseconds, scanned }) => [name, ms(milliseconds), scanned.join(', ') || '–'])
  return [
    `### Questions of the screens\n\nTheir SQL stands in bench/typical-queries.\n\n${table(['', 'ms in PostgreSQL', 'large tables read whole'], rows)}`,
  ]
}

function streamRows({ streams }: Result): string[][] {
  if (!streams) return []
  const { ours, bare } = streams
  const each = (of: keyof StreamFigures, unit: string) => `${ours[of]?.toFixed(1) ?? '?'} ${unit} (bare ${bare[of]?.toFixed(1) ?? '?'})`
  return [
    [
      `a change until the last of ${openStreams} streams has heard of it: ${each('p50', 'ms')}, worst ${each('worst', 'ms')}`,
      `${(ours.p50 / bare.p50).toFixed(2)} ×`,
      `≤ ${budgets.eventRatio.toFixed(1)} ×`,
    ],
    [`memory of an open stream: ${each('memory', 'kB')}; processor time of such a change: ${each('processor', 'ms')}`, '', ''],
  ]
}

function workRows({ work }: Result): string[][] {
  if (!work) return []
  const { printed } = work
  return [
    ['resident memory before, during and after the PDF', [printed.before, printed.peak, printed.after].map(megabytes).join(' → '), ''],
    ['of the process that draws it, the most', megabytes(printed.drawing), ''],
  ]
}

function invoicingRows({ invoicing }: Result): string[][] {
  if (!invoicing) return []
  const { priced, page, figures, sent, memory, list, fivaldi } = invoicing
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  return [
    ['of the 5 000 orders: priced, from the first one on; sent', `${seconds(priced)}; ${seconds(sent)}`, ''],
    ['a page of their list; their figures by customer', `${page.toFixed(0)} ms; ${figures.toFixed(0)} ms`, ''],
    [
      'resident memory when a tenth is sent, and at most from then on; a tenth of them as PDFs by e-mail',
      [memory.early, memory.peak].map(megabytes).join(' → '),
      `< ${budgets.memoryMegabytes} MB, + ${budgets.sendingGrowthMegabytes} MB`,
    ],
    ['requests to Fivaldi for 40 orders, and those that it refused for its rate', `${fivaldi.requests}, ${fivaldi.refused}`, ''],
    ['frames while prices are typed, and the busiest', `${list.frames}, ${list.busiest.toFixed(0)} ms`, ''],
    ['in the browser: reports open', `${list.reports.toFixed(0)} ms`, ''],
  ]
}

function boardRows({ board }: Result): string[][] {
  if (!board) return []
  return [['frames while an order is dragged over the board, and the busiest', `${board.frames}, ${board.busiest.toFixed(0)} ms`, '']]
}

function browserRows({ opened, archived, frames, jumps, firstLoads: { signIn, tracking } }: BrowserFigures): string[][] {
  return [
    ['from nothing to a sign-in form, on slow 4G with a quarter of the processor', `${signIn.milliseconds.toFixed(0)} ms`, ''],
    ['from nothing to the tracking page, likewise', `${tracking.milliseconds.toFixed(0)} ms`, ''],
    [`in the browser: the archive of ${archived} orders opens`, `${opened.toFixed(0)} ms`, ''],
    ['frames while it is scrolled', String(frames), ''],
    ['rows there after a jump to anywhere, at most', `${Math.max(...jumps).toFixed(0)} ms`, ''],
  ]
}

export function tables(result: Result): string {
  const { orders, memory, memoryAtEnd, browser } = result
  const others = [
    ...(result.growth ?? []).map((growth) => [
      `on ${orders.large} orders against ${orders.small}, by requests a second (${rate(growth.large.perSecond)}, ${rate(growth.small.perSecond)}): ${growth.title}`,
      `${growthOf(growth).toFixed(2)} ×`,
      `≤ ${budgets.growth.toFixed(1)} ×`,
    ]),
    ...streamRows(result),
    ...timed(result).flatMap(([name, found, limit]) =>
      found === undefined ? [] : [[name, `${found.toFixed(0)} ms`, `≤ ${limitText(limit, result)}`]],
    ),
    ...firstLoads(result).map(([name, found, max]) => [name, `${found.toFixed(0)} kB`, `≤ ${max} kB`]),
    ...tourGaps(result).map(([name, found, max]) => [name, `${found.toFixed(2)} %`, `≤ ${max} %`]),
    ...workRows(result),
    ...invoicingRows(result),
    ...boardRows(result),
    ['resident memory of the server, the most during the run', megabytes(memory.ours), `< ${budgets.memoryMegabytes} MB`],
    ['the same of the bare one', megabytes(memory.bare), ''],
    ...(memoryAtEnd === undefined ? [] : [['the same of the server after the import and the PDF', megabytes(memoryAtEnd), '']]),
    ...(browser ? browserRows(browser) : []),
  ]
  return [
    manyTable(result),
    singleTable(result),
    `### Besides\n\n${table(['', 'found', 'aim'], others)}`,
    ...requestsTable('Searching orders (500 found at most)', result.searches, limitText(budgets.searchMilliseconds, result)),
    ...requestsTable(
      `${manyAddresses} saved addresses and ${manyCustomers} customers`,
      result.addresses,
      limitText(budgets.addressMilliseconds, result),
    ),
    ...plansTable(result),
  ].join('\n\n')
}

/** docs/benchmarks.md: what was measured, how, on which machine, and the results. */
export function page(result: Result): string {
  const { orders, rounds, postgres } = result
  const [cpu] = cpus()
  const broken = [...breaches(result), ...dayPlanBreaches()]
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; the aims stand in bench/budgets.json.

**Machine:** ${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}; Node ${process.versions.node},
PostgreSQL ${postgres} (embedded, fsync on). Server, PostgreSQL and load generator share these cores, so that the ratios say more than the figures.
It takes ${result.slowness.toFixed(2)} × the time of the machine on which the limits in milliseconds were set, and those limits are multiplied by that (tools/machine-pace.ts):
the column "aim" has the limit, this pace and the limit on this machine.

**What is compared.** *Ours* is the whole server in production mode: sign-in, access by the policy table, validation, rules, history, idempotency keys.
*Bare* (bench/bare) is fastify and pg with one prepared statement a request, rows as arrays and a hand-written string builder: no sign-in, no
checks, no history, and its create writes only the three rows. Both use the same database of ${orders.large} orders with 2.5 shipments each and answer the
same document, which the run verifies before it measures. (To the create the bare one answers all columns, ours those that a customer sees.)

**How.** autocannon in the benchmark's own process; ours and bare in turns, ${rounds.count} rounds of ${rounds.seconds} s each after a warm-up; each figure is the median of its rounds.
At 20 connections all ask the same, and what waits with the same question is asked once (decision 31); only in the row in which each connection
asks differently nothing is shared. What a question costs by itself stands also under 1 connection.

## Results

${[tables(result), ...dayPlanSections()].join('\n\n')}

### npm run soak

${Object.values(soak)
  .flatMap(({ day, machine, lines }) => lines.map((line) => `- ${line} (${day}, ${machine})`))
  .join('\n')}

${broken.length === 0 ? 'Every aim is met.' : `Not met:\n\n${broken.map((line) => `- ${line}`).join('\n')}`}
`
}
