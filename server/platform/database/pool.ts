import { Pool, type PoolConfig } from 'pg'
import type { Log } from './embedded.ts'

// More statements than there are processors would only wait inside the database, each with its rows in memory.
const maxConnections = 10
/** In seconds. No client waits longer for a response; a longer statement would only block a connection. */
const timeouts = { statement: 30, idleTransaction: 60, waitForConnection: 15 }

/** Milliseconds after which PostgreSQL ends a read, whether it plans or runs. */
export const readTimeout = 5_000
/** For one statement of an export, which may take longer than a list (milliseconds). */
const exportTimeout = 20_000

/** Connections for reads alone. */
export const openReadPool = (pool: Pool, max: number): Pool => openPoolBeside(pool, { max, statement_timeout: readTimeout })

/** Connections for exports alone. Each is busy for as long as its file is made, and no save or list waits for it. */
export const openExportPool = (pool: Pool, max: number): Pool => openPoolBeside(pool, { max, statement_timeout: exportTimeout })

/**
 * More connections to the database of `pool`. The timeout is a setting of the connection: it costs no statement, and PostgreSQL ends
 * the statement itself, so that no connection stays busy behind an answer that no client waits for.
 */
function openPoolBeside(pool: Pool, options: Pick<PoolConfig, 'max' | 'statement_timeout'>): Pool {
  // The password is not enumerable, so the spread does not copy it.
  const beside = new Pool({ ...pool.options, password: pool.options.password, ...options })
  // Both events report a broken connection. The next statement gets a new one, and the main pool reports that the database is unavailable.
  beside.on('error', () => undefined)
  beside.on('connect', (client) => client.on('error', () => undefined))
  return beside
}

/** A pool that survives restarts of the database: a broken connection is replaced, and the statement that used it fails. */
export function openPool(connection: PoolConfig, log: Log): Pool {
  // Our statements contain their limits and states as constants, so one generic plan serves all values. By default PostgreSQL
  // plans statements with array parameters again each time, which costs more than running them.
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    application_name: 'kuorma',
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    statement_timeout: timeouts.statement * 1000,
    idle_in_transaction_session_timeout: timeouts.idleTransaction * 1000,
    connectionTimeoutMillis: timeouts.waitForConnection * 1000,
  })
  const lost = (error: Error): void => log.warn(`Yhteys tietokantaan katkesi: ${error.message}`)
  pool.on('error', lost)
  // A client in use emits 'error' when its connection ends; without a listener, that would end the process.
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
