// `npm run soak`: the crash drill of server/testing, for as many rounds as there is patience for.
import { parseArgs } from 'node:util'
import { crashDrill } from '#server/testing/crash-drill.ts'

const usage = `npm run soak -- [--rounds 100] [--seed 1]
  Kills server and PostgreSQL with -9 while orders are being made, and compares the database with what was acknowledged.
  The same seed chooses the same moments; without one, the clock does.`

function readOptions(): { rounds: number; seed: number } | null {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { rounds: text, seed: text, help: { type: 'boolean' } } })
  const rounds = Number(values.rounds ?? 100)
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  return values.help || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) ? null : { rounds, seed }
}

const options = readOptions()
if (!options) console.log(usage)
else {
  const started = performance.now()
  const { orders, kills, unknown, failures } = await crashDrill({ ...options, say: (line) => console.log(line) })
  console.log(
    `${options.rounds} rounds (server ${kills.server}, postgres ${kills.postgres}, both ${kills.both}), ${orders} orders, each there once; ` +
      `${unknown} were repeated by their key. Answers while down: ${JSON.stringify(failures)}. ${((performance.now() - started) / 1000).toFixed(0)} s.`,
  )
}
