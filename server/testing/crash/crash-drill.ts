// Orders are made while server and PostgreSQL are killed with -9; after each restart the database must hold what was acknowledged.
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import pg from 'pg'
import { registry } from '#domain/model/registry.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { seededRandom } from '../../demo/random.ts'
import { type Connection, startEmbeddedPostgres } from '../../platform/database/embedded.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { addUser } from '../../users/new-user.ts'
import { insertRow } from '../insert-row.ts'
import { type KillableServer, type KillTarget, killableServer } from '../killable-server.ts'
import { type Ledger, openLedger } from './order-ledger.ts'

/** When a kill happens: so many turns of the event loop after the `after`th order of its round was sent or acknowledged. */
export type KillPlan = { target: KillTarget; after: number; on: 'sent' | 'acknowledged'; loopTurns: number }
/** A round for each kill; the seed chooses how many shipments each order has. */
export type DrillOptions = { kills: readonly KillPlan[]; seed: number; say: (line: string) => void }
export type DrillFigures = {
  orders: number
  kills: Record<KillTarget, number>
  unknown: number
  failures: Record<string, number>
  /** Seconds from a kill until it was ready again, in ascending order. */
  restartSeconds: readonly number[]
}

const writers = 4
const name = 'kirjoittaja'
const password = 'Sade-taukosi-vasta-yolla-9'
const quiet = { info: () => undefined, warn: () => undefined }

/** Makes the database with a customer who can sign in, and stops it: after that only the server under test starts it. */
async function prepare(dataDir: string): Promise<{ connection: Connection; cluster: string }> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet })
  const pool = new pg.Pool(postgres.connection)
  await migrate(pool, quiet)
  const now = Math.floor(Date.now() / 1000)
  const asiakasId = randomUUID()
  const { sql, values } = insertRow(registry.asiakas, { id: asiakasId, name: 'Kestävä Kuorma Oy' }, now)
  await pool.query(sql, values)
  await addUser(
    pool,
    {
      name,
      mail: 'k@kestava.example',
      password: await hashPassword(password, 'test'),
      roles: ['asiakas'],
      etunimi: 'Kaisa',
      sukunimi: 'Kestävä',
      asiakasId,
    },
    now,
  )
  await pool.end()
  await postgres.stop()
  return { connection: postgres.connection, cluster: postgres.where }
}

async function signIn(address: string): Promise<string> {
  const { clients } = await (await fetch(`${address}/config.json`)).json()
  const { client_id } = await (await fetch(`${address}/api/client_id?username=${name}`)).json()
  const form = new URLSearchParams({ grant_type: 'password', client_id, client_secret: clients[client_id], username: name, password })
  const answer = await fetch(`${address}/oauth/token`, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`)
  return `Bearer ${(await answer.json()).access_token}`
}

type Random = ReturnType<typeof seededRandom>

const randomKill = (random: Random): KillPlan => ({
  target: random.pick(['server', 'postgres', 'both'] as const),
  after: random.between(1, 24),
  on: random.chance(0.5) ? 'sent' : 'acknowledged',
  // Delays the kill by so many turns of the event loop, so that it hits different parts of a request.
  loopTurns: random.between(0, 40),
})

export function randomCrashes(rounds: number, seed: number): KillPlan[] {
  const random = seededRandom(seed)
  return Array.from({ length: rounds }, () => randomKill(random))
}

type Writing = { server: KillableServer; ledger: Ledger; random: Random }

/** Several writers make orders until the kill; the outcome of requests under way is then unknown. */
async function writeUntil(plan: KillPlan, { server, ledger, random }: Writing): Promise<void> {
  const counts = { sent: 0, acknowledged: 0 }
  let killing: Promise<void> | undefined
  const count = (what: KillPlan['on']): void => {
    counts[what]++
    if (what === plan.on && counts[what] === plan.after) killing = killLater()
  }
  let isKilled = false
  async function killLater(): Promise<void> {
    for (let waited = 0; waited < plan.loopTurns; waited++) await nextTick()
    server.kill(plan.target)
    isKilled = true
  }
  const address = server.address()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (!isKilled) {
        const key = ledger.open(random.between(1, 3))
        const sending = ledger.send(address, key)
        count('sent')
        if (!(await sending)) break
        count('acknowledged')
      }
    }),
  )
  await killing
}

async function expectNoFaults(ledger: Ledger, connection: Connection, when: string): Promise<void> {
  const faults = await ledger.inspect(connection)
  if (faults.length > 0) throw new Error(`${when}:\n${faults.slice(0, 20).join('\n')}`)
}

/** Throws after the first round in which the database has faults, with a list of them. */
export async function crashDrill({ kills: plans, seed, say }: DrillOptions): Promise<DrillFigures> {
  const random = seededRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'kuorma-crash-'))
  // When this runs as root, the user of PostgreSQL must be able to enter the folder.
  await chmod(folder, 0o755)
  const { connection, cluster } = await prepare(folder)
  const server = killableServer({ dataDir: folder, cluster })
  const kills: DrillFigures['kills'] = { server: 0, postgres: 0, both: 0 }
  let unknown = 0
  const restarts: number[] = []
  try {
    await server.start()
    const ledger = openLedger(await signIn(server.address()))
    for (const [index, plan] of plans.entries()) {
      const when = `seed ${seed}, round ${index + 1} (${plan.target} killed ${plan.loopTurns} turns after ${plan.on} ${plan.after})`
      const before = ledger.acknowledged()
      await writeUntil(plan, { server, ledger, random })
      kills[plan.target]++
      const started = performance.now()
      await server.recover(plan.target)
      const seconds = (performance.now() - started) / 1000
      restarts.push(seconds)
      await expectNoFaults(ledger, connection, `${when}, after the restart`)
      const pending = ledger.unknown()
      unknown += pending.length
      for (const key of pending)
        if (!(await ledger.send(server.address(), key))) throw new Error(`${when}: no answer from the restarted server`)
      await expectNoFaults(ledger, connection, `${when}, after the repeats`)
      say(`${when}: ${ledger.acknowledged() - before} orders, ${pending.length} of them repeated; up again in ${seconds.toFixed(1)} s`)
    }
    const restartSeconds = restarts.sort((a, b) => a - b)
    return { orders: ledger.acknowledged(), kills, unknown, failures: Object.fromEntries(ledger.failures), restartSeconds }
  } catch (error) {
    say(server.log())
    throw error
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
