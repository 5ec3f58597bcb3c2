import { Pool, type PoolConfig } from 'pg'
import type { Log } from './embedded.ts'

// More at once than the processors do only wait inside the database, each with its rows in memory.
const mostConnections = 10
/** Seconds. Nobody waits so long for an answer; a question that does would keep the others from asking. */
const longest = { statement: 30, idleTransaction: 60, waitForConnection: 15 }

/** Connections to the database, which outlive its restarts: a broken one is replaced, and whoever used it gets the error. */
export function openPool(connection: PoolConfig, log: Log): Pool {
  // Our statements are compiled for their shape, with limits and states in them, so that one plan serves all values;
  // PostgreSQL's own choice would plan the ones with arrays anew each time, which costs more than running them.
  const pool = new Pool({
    ...connection,
    max: mostConnections,
    application_name: 'kuorma',
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    statement_timeout: longest.statement * 1000,
    idle_in_transaction_session_timeout: longest.idleTransaction * 1000,
    connectionTimeoutMillis: longest.waitForConnection * 1000,
  })
  const lost = (error: Error): void => log.warn(`Yhteys tietokantaan katkesi: ${error.message}`)
  pool.on('error', lost)
  // A connection in use reports its end beside its statement's error; unheard, the report would end the process.
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
