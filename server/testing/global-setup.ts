// One PostgreSQL for a test run. Its folder is in memory (tools/scratch-folder.mjs), or under .cache/ if there is no such file system,
// and is the same in every run, so that a run finds and deletes what a killed run has left. The name of the migrated template is a hash
// of the migrations, pg-boss's schema and the queues, so that an outdated one is never used.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { goToScratchFolder } from '../../tools/scratch-folder.mjs'
import { queues } from '../platform/background-jobs/queues.ts'
import { type Connection, startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { migrate, readMigrations } from '../platform/database/migrate.ts'

const FOLDER = join(goToScratchFolder() ?? join(import.meta.dirname, '..', '..', '.cache'), 'test-database')
const silent = { info: () => undefined, warn: (message: string) => console.warn(message) }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { connection: Connection; superuser: Connection; template: { name: string } | { error: string } }
  }
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Drops databases of killed runs, and templates of other migrations. */
async function dropLeftovers(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname ~ '^(testi|malli)_' AND datname <> $1`,
    [template],
  )
  for (const { datname } of rows) {
    const pid = Number(/^testi_(\d+)_/.exec(datname)?.[1] ?? 0)
    if (pid > 0 && (await isRunning(pid))) continue
    await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`).catch(() => undefined)
  }
}

async function prepareTemplate(connection: Connection, superuser: Connection): Promise<string> {
  const migrations = await readMigrations()
  const digest = createHash('sha256')
    .update(migrations.map((migration) => migration.tiiviste).join())
    .update(getConstructionPlans())
    .update(JSON.stringify(queues))
    .digest('hex')
  const template = `malli_${digest.slice(0, 16)}`
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    // Of concurrent runs only one at a time makes it.
    await client.query('SELECT pg_advisory_lock(1)')
    await dropLeftovers(client, template)
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (rowCount === 0) {
      const draft = `malli_kesken_${process.pid}`
      await client.query(`CREATE DATABASE ${draft} OWNER ${connection.user}`)
      const pool = new pg.Pool({ ...connection, database: draft, max: 1 })
      await migrate(pool, silent).finally(() => pool.end())
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`)
    }
  } finally {
    await client.end()
  }
  return template
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startEmbeddedPostgres({ dataDir: FOLDER, log: silent })
  const { connection, superuser } = postgres
  // A failing migration fails only the tests that need the database, not those of pure functions.
  const template = await prepareTemplate(connection, superuser).then(
    (name) => ({ name }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  project.provide('postgres', { connection, superuser, template })
  return postgres.stop
}
