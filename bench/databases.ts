// The benchmark's databases: created once by bench/make-data.ts, stored under .cache/ and copied for each run, because a run
// writes to them.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { hashPassword } from '#server/auth/passwords.ts'
import { type Connection, type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { makeData } from './make-data.ts'

export const root = join(import.meta.dirname, '..')
export const cache = join(root, '.cache', 'bench')
/** The password of every user in the benchmark's own databases. */
export const password = 'Ruuhka-vuoro-mittaus-42'

const log = { info: () => undefined, warn: (message: string) => console.error(message) }
/** The sources of the data: when any of them changes, the data may change. */
const sources = ['domain', 'server/demo', 'server/platform/database/migrations', 'bench/make-data.ts', 'bench/data']

async function filesUnder(path: string): Promise<string[]> {
  if (/\.(ts|sql|json)$/.test(path)) return path.endsWith('.test.ts') ? [] : [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.filter((file) => /\.(ts|sql|json)$/.test(file) && !file.endsWith('.test.ts')).sort()
}

async function fingerprint(): Promise<string> {
  const digest = createHash('sha256')
  for (const file of (await Promise.all(sources.map((source) => filesUnder(join(root, source))))).flat())
    digest.update(file.slice(root.length)).update(await readFile(file))
  return digest.digest('hex').slice(0, 12)
}

export type Databases = {
  postgres: EmbeddedPostgres
  version: string
  /** Seconds that it took to make the data of `orders` orders. */
  madeIn: (orders: number) => Promise<number>
  /** Makes a copy of the database with `orders` orders; returns its address in the form of DATABASE_URL. */
  copy: (orders: number) => Promise<string>
  /** Drops this run's copies and stops PostgreSQL. */
  close: () => Promise<void>
}

export async function openDatabases(): Promise<Databases> {
  const postgres = await startEmbeddedPostgres({ dataDir: cache, log })
  const client = new pg.Client(postgres.superuser)
  await client.connect()
  const mark = await fingerprint()
  const copies: string[] = []
  const names = async () => (await client.query<{ datname: string }>('SELECT datname FROM pg_database')).rows.map(({ datname }) => datname)
  for (const name of await names())
    if (/^mittaus_/.test(name) || (/^(malli|kesken)_/.test(name) && !name.endsWith(mark)))
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`)

  const templateOf = (orders: number): string => `malli_${orders}_${mark}`

  async function prepare(orders: number): Promise<string> {
    const template = templateOf(orders)
    if ((await names()).includes(template)) return template
    console.log(`Making a database of ${orders} orders …`)
    const draft = `kesken_${orders}_${mark}`
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${draft} OWNER ${postgres.connection.user}`)
    const seconds = await fill({ ...postgres.connection, database: draft }, orders)
    await client.query(`COMMENT ON DATABASE ${draft} IS '${seconds}'`)
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`)
    return template
  }

  return {
    postgres,
    version: (await client.query<{ server_version: string }>('SHOW server_version')).rows[0]?.server_version ?? '',
    async madeIn(orders) {
      const text = `SELECT shobj_description(oid, 'pg_database')::float8 AS seconds FROM pg_database WHERE datname = $1`
      return (await client.query<{ seconds: number }>(text, [templateOf(orders)])).rows[0]?.seconds ?? 0
    },
    async copy(orders) {
      const template = await prepare(orders)
      const name = `mittaus_${orders}_${copies.length}`
      await client.query(`CREATE DATABASE ${name} OWNER ${postgres.connection.user} TEMPLATE ${template} STRATEGY FILE_COPY`)
      copies.push(name)
      const { host, port, user } = postgres.connection
      return `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
    },
    async close() {
      for (const name of copies) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await client.end()
      await postgres.stop()
    },
  }
}

/** Makes the data; returns the seconds that it took. */
async function fill(connection: Connection, orders: number): Promise<number> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  try {
    await migrate(pool, log)
    const now = Math.floor(Date.now() / 1000)
    const started = performance.now()
    await makeData(pool, { orders, open: 3000, seed: 1, now, password: await hashPassword(password, 'bench') }, () => undefined)
    return (performance.now() - started) / 1000
  } finally {
    await pool.end()
  }
}
