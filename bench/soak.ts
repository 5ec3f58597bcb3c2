// `npm run soak`: the drills of server/testing, for the duration in their options.
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crashDrill } from '#server/testing/crash-drill.ts'

const usage = `npm run soak -- [--rounds 100] [--requests 20000] [--races 1000] [--invoices 1000] [--attack 60] [--scheduled 20] [--doors 20] [--seed 1]
  Throws requests of all kinds at every address as every role; no answer may be a failure, another than the API's description
  says, or tell of somebody else's rows. Lets many write one row, one order's lines and one sequence at once.
  Attacks a running server for so many seconds each (server/testing/attacks), which must keep answering others within a second. Then kills server and PostgreSQL with -9 while orders are being made, and compares
  the database with what was acknowledged.
  Has two administrators invoice so many orders at once while providers fail and sendings are killed at random; each must be in the books once.
  Has three servers at once make the orders of a year by the calendar, for so many rentals, routes and recurring jobs each; each order must be made once.
  Has two administrators invoice so many orders at once while providers fail: once in a process whose sendings break at random statements, once
  with two servers that are killed with -9. Each order must be in the providers' books once.
  Has a driver visit so many doors in a browser whose network, page and clock fail; the server must have every action once.
  The same seed chooses the same moments; without one, the clock does.`

function readOptions(): {
  rounds: number
  requests: number
  races: number
  invoices: number
  attack: number
  scheduled: number
  doors: number
  seed: number
} | null {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      rounds: text,
      requests: text,
      races: text,
      invoices: text,
      attack: text,
      scheduled: text,
      doors: text,
      seed: text,
      help: { type: 'boolean' },
    },
  })
  const rounds = Number(values.rounds ?? 100)
  const requests = Number(values.requests ?? 20_000)
  const races = Number(values.races ?? 1000)
  const invoices = Number(values.invoices ?? 1000)
  const attack = Number(values.attack ?? 60)
  const scheduled = Number(values.scheduled ?? 20)
  const doors = Number(values.doors ?? 20)
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  const whole = [rounds, requests, races, invoices, attack, scheduled, doors, seed].every(
    (number) => Number.isInteger(number) && number >= 0,
  )
  return values.help || !whole ? null : { rounds, requests, races, invoices, attack, scheduled, doors, seed }
}

/** Runs in Vitest, which starts the database of the tests, or a story in the browser. */
function passes(file: string, settings: Readonly<Record<string, number>>): boolean {
  const variables = Object.entries(settings).map(([name, value]) => [name, String(value)])
  const runner = file.startsWith('e2e/') ? ['playwright', 'test'] : ['vitest', 'run']
  const { status } = spawnSync('npx', [...runner, file], {
    stdio: 'inherit',
    env: { ...process.env, ...Object.fromEntries(variables) },
  })
  return status === 0
}

const invoiceDrills = ['server/features/invoicing/invoices/many-sendings.test.ts', 'server/testing/invoicing/invoicing-drill.test.ts']

/** The figures of the last complete run, for docs/benchmarks.md. */
const reportOf = (drill: string, { requests, races, seed }: { requests: number; races: number; seed: number }) => ({
  day: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`,
  lines: [
    `${requests} requests of the fuzz (seed ${seed}): no failure, no answer against the API's description, nobody else's row.`,
    `3 × ${races} races (a row, an order's lines, a sequence): nothing lost, no gap.`,
    drill,
  ],
})

const options = readOptions()
if (!options) console.log(usage)
else if (options.requests > 0 && !passes('server/testing/fuzz/fuzz.test.ts', { FUZZ_REQUESTS: options.requests, FUZZ_SEED: options.seed }))
  process.exitCode = 1
else if (options.races > 0 && !passes('server/entities/write/races.test.ts', { RACES: options.races })) process.exitCode = 1
else if (
  options.invoices > 0 &&
  !invoiceDrills.every((file) => passes(file, { INVOICED_ORDERS: options.invoices, INVOICE_SEED: options.seed }))
)
  process.exitCode = 1
else if (options.scheduled > 0 && !passes('server/features/scheduled-orders/simulated-year.test.ts', { SIMULATED_ROWS: options.scheduled }))
  process.exitCode = 1
else if (
  options.doors > 0 &&
  !passes('e2e/driver-works-a-day-without-a-network.spec.ts', { DAY_DOORS: options.doors, DAY_SEED: options.seed })
)
  process.exitCode = 1
else if (options.attack > 0 && !passes('server/testing/attacks', { ATTACK_SECONDS: options.attack })) process.exitCode = 1
else if (options.rounds > 0) {
  const started = performance.now()
  const { orders, kills, unknown, failures } = await crashDrill({ ...options, say: (line) => console.log(line) })
  const drill =
    `${options.rounds} rounds (server ${kills.server}, postgres ${kills.postgres}, both ${kills.both}), ${orders} orders, each there once; ` +
    `${unknown} were repeated by their key. Answers while down: ${JSON.stringify(failures)}. ${((performance.now() - started) / 1000).toFixed(0)} s.`
  console.log(drill)
  if (options.requests > 0 && options.races > 0)
    await writeFile(join(import.meta.dirname, 'soak.json'), `${JSON.stringify(reportOf(drill, options), null, 2)}\n`)
}
