import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Connection } from '../platform/database/embedded.ts'

export interface TestDatabase {
  connection: Connection
  /** The connection as a DATABASE_URL, for a server in a separate process. */
  url: string
  pool: pg.Pool
  drop(): Promise<void>
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgres').superuser)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A fresh, migrated, empty database for a test file; the caller drops it in afterAll. `empty` leaves out the migrations. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { connection: shared, template } = inject('postgres')
  if (!options.empty && 'error' in template) throw new Error(template.error)
  const source = options.empty || 'error' in template ? 'template0' : template.name
  const database = `testi_${process.pid}_${randomBytes(6).toString('hex')}`
  // WAL_LOG is faster for so small a template than FILE_COPY, which needs two checkpoints.
  await asSuperuser(`CREATE DATABASE ${database} OWNER ${shared.user} TEMPLATE ${source} STRATEGY WAL_LOG`)
  const connection = { ...shared, database }
  const pool = new pg.Pool({ ...connection, max: 10 })
  // DROP DATABASE … FORCE may terminate a connection that is still closing. Errors of statements reject their own promises.
  pool.on('error', () => undefined)
  return {
    connection,
    url: `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${database}`,
    pool,
    async drop() {
      if (!pool.ended) await pool.end()
      await asSuperuser(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    },
  }
}
