// `npm run soak`: the drills of server/testing, for the duration in their options. What each found is kept in bench/soak.json, for docs/benchmarks.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crashDrill, randomCrashes } from '#server/testing/crash/crash-drill.ts'
import { slowness } from '../tools/machine-pace.ts'
import stored from './soak.json' with { type: 'json' }

const usage = `npm run soak -- [--rounds 100] [--requests 20000] [--races 1000] [--invoices 1000] [--attack 60] [--scheduled 20] [--doors 20] [--seed 1]
  requests   throws requests of all kinds at every address as every role; no answer may be a failure, another than the API's description
             says, or tell of somebody else's rows
  races      lets many write one row, one order's lines and one sequence at once
  invoices   has two administrators send at least so many invoices at once while providers fail: once in a process whose sendings break at
             random statements, once with two servers that are killed with -9; each order must be in the providers' books once
  scheduled  has three servers at once make the orders of a year by the calendar, for so many rentals, routes and recurring jobs each; each
             order must be made once
  doors      has a driver visit so many doors in a browser whose network, page and clock fail; the server must have every action once
  attack     attacks a running server for so many seconds each, which must keep answering others within a second
  rounds     kills server and PostgreSQL with -9 while orders are being made, and compares the database with what was acknowledged
  0 leaves a drill out. The same seed chooses the same moments; without one, the clock does. The figures of a drill that passes replace its
  earlier ones in bench/soak.json.`

const usual = { rounds: 100, requests: 20_000, races: 1000, invoices: 1000, attack: 60, scheduled: 20, doors: 20 } as const
type Name = keyof typeof usual
type Options = Record<Name | 'seed', number>
const names = ['requests', 'races', 'invoices', 'scheduled', 'doors', 'attack', 'rounds'] as const satisfies readonly Name[]

function readOptions(): Options | null {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      ...{ rounds: text, requests: text, races: text, invoices: text, attack: text, scheduled: text, doors: text, seed: text },
      help: { type: 'boolean' },
    },
  })
  const numberOf = (name: Name): number => Number(values[name] ?? usual[name])
  const options: Options = {
    ...{ rounds: numberOf('rounds'), requests: numberOf('requests'), races: numberOf('races'), invoices: numberOf('invoices') },
    ...{ attack: numberOf('attack'), scheduled: numberOf('scheduled'), doors: numberOf('doors') },
    seed: Number(values.seed ?? Date.now() % 2 ** 31),
  }
  const areWhole = Object.values(options).every((number) => Number.isInteger(number) && number >= 0)
  return values.help || !areWhole ? null : options
}

/** What the drill found, a line each; null when it failed. */
type Drill = (options: Options) => Promise<string[] | null> | string[] | null

/** Runs in Vitest, which starts the database of the tests, or as a story in the browser. Returns the lines that it has kept. */
function run(file: string, settings: Readonly<Record<string, number>>): string[] | null {
  const folder = mkdtempSync(join(tmpdir(), 'kuorma-soak-'))
  const lines = join(folder, 'lines')
  const variables = Object.entries(settings).map(([name, value]) => [name, String(value)])
  const runner = file.startsWith('e2e/') ? ['playwright', 'test'] : ['vitest', 'run']
  try {
    const { status } = spawnSync('npx', [...runner, file], {
      stdio: 'inherit',
      env: { ...process.env, ...Object.fromEntries(variables), SOAK_LINES: lines },
    })
    if (status !== 0) return null
    return existsSync(lines) ? readFileSync(lines, 'utf8').trimEnd().split('\n') : []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const invoiceFiles = ['server/features/invoicing/invoices/many-sendings.test.ts', 'server/testing/invoicing/invoicing-drill.test.ts']
/** Of twenty orders of the drill, nineteen have an invoice of their own. */
const ordersPerInvoice = 1.1

/** Ready again within three seconds, scaled to a slower or busier machine; nine restarts in ten must be. */
const maxRestartSeconds = 3
const restartShare = 0.9

const drills: Readonly<Record<Name, Drill>> = {
  requests: ({ requests, seed }) =>
    run('server/testing/fuzz/fuzz.test.ts', { FUZZ_REQUESTS: requests, FUZZ_SEED: seed }) && [
      `${requests} requests of the fuzz (seed ${seed}): no failure, no answer against the API's description, nobody else's row.`,
    ],
  races: ({ races }) =>
    run('server/entities/write/races.test.ts', { RACES: races }) && [
      `3 × ${races} races (a row, an order's lines, a sequence): nothing lost, no gap.`,
    ],
  invoices: ({ invoices, seed }) => {
    const settings = { INVOICES: invoices, INVOICED_ORDERS: Math.ceil(invoices * ordersPerInvoice), INVOICE_SEED: seed }
    const found: string[] = []
    for (const file of invoiceFiles) {
      const lines = run(file, settings)
      if (lines === null) return null
      found.push(...lines)
    }
    return found
  },
  scheduled: ({ scheduled }) =>
    run('server/features/scheduled-orders/simulated-year.test.ts', { SIMULATED_ROWS: scheduled }) && [
      `A year by the calendar, three servers at once, ${scheduled} rentals, routes and recurring jobs each: each order made once.`,
    ],
  doors: ({ doors, seed }) =>
    run('e2e/driver-works-a-day-without-a-network.spec.ts', { DAY_DOORS: doors, DAY_SEED: seed }) && [
      `A driver's day of ${doors} doors without a network (seed ${seed}): every action at the server once.`,
    ],
  attack: ({ attack }) =>
    run('server/testing/attacks', { ATTACK_SECONDS: attack }) && [
      `Attacks on a running server, ${attack} s each: others were answered within a second.`,
    ],
  rounds: async ({ rounds, seed }) => {
    const started = performance.now()
    const before = slowness()
    const drill = { kills: randomCrashes(rounds, seed), seed, say: (line: string) => console.log(line) }
    const { orders, kills, unknown, failures, restartSeconds } = await crashDrill(drill)
    const slow = restartSeconds[Math.ceil(rounds * restartShare) - 1] ?? 0
    const limit = maxRestartSeconds * Math.max(before, slowness())
    if (slow > limit) {
      console.log(`Of ${rounds} restarts, one in ten took over ${slow.toFixed(1)} s; allowed on this machine are ${limit.toFixed(1)} s.`)
      return null
    }
    return [
      `${rounds} rounds (server ${kills.server}, postgres ${kills.postgres}, both ${kills.both}), ${orders} orders, each there once; ` +
        `${unknown} were repeated by their key. Answers while down: ${JSON.stringify(failures)}. ${((performance.now() - started) / 1000).toFixed(0)} s.`,
    ]
  },
}

const day = new Date().toISOString().slice(0, 10)
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`

/** Runs what is asked for; returns whether all passed. */
async function soak(options: Options): Promise<boolean> {
  let kept: Readonly<Record<string, { day: string; machine: string; lines: string[] }>> = stored
  for (const name of names) {
    if (options[name] === 0) continue
    const lines = await drills[name](options)
    if (lines === null) return false
    for (const line of lines) console.log(line)
    kept = { ...kept, [name]: { day, machine, lines } }
    writeFileSync(join(import.meta.dirname, 'soak.json'), `${JSON.stringify(kept, null, 2)}\n`)
  }
  return true
}

const options = readOptions()
if (!options) console.log(usage)
else if (!(await soak(options))) process.exitCode = 1
