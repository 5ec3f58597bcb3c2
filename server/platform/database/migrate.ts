import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { installQueues } from '../background-jobs/install.ts'

/** The key of the advisory lock: an arbitrary number that only migrations use. */
const LOCK = 4_017_283_561
const FOLDER = join(import.meta.dirname, 'migrations')

interface Log {
  info(message: string): void
}

export interface Migration {
  numero: number
  nimi: string
  tiiviste: string
  sql: string
}

/** The numbered files in order, each number once. */
export async function readMigrations(folder: string = FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async (nimi) => {
      const sql = await readFile(join(folder, nimi), 'utf8')
      return {
        numero: Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(nimi)?.[1]),
        nimi,
        tiiviste: createHash('sha256').update(sql).digest('hex'),
        sql,
      }
    }),
  )
  let previous = 0
  for (const { numero, nimi } of migrations) {
    if (!(numero > previous)) throw new Error(`Siirto ${nimi} on väärin nimetty: nimi on NNNN-aihe.sql, ja kukin numero on kerran.`)
    previous = numero
  }
  return migrations
}

function checkHistory(run: Omit<Migration, 'sql'>[], known: Migration[]): void {
  for (const { numero, nimi, tiiviste } of run) {
    const file = known.find((migration) => migration.numero === numero)
    if (!file) throw new Error(`Tietokanta on uudempi kuin ohjelma (siirto ${nimi}): päivitä ohjelma.`)
    if (file.tiiviste !== tiiviste)
      throw new Error(`Jo ajettu siirto ${nimi} on muuttunut: palauta tiedosto ja tee muutos uutena siirtona.`)
  }
  const last = run.at(-1)?.numero ?? 0
  const late = known.find(({ numero }) => numero < last && !run.some((done) => done.numero === numero))
  if (late) throw new Error(`Siirto ${late.nimi} on numeroitu jo ajetun edelle: anna sille suurempi numero.`)
}

/**
 * Brings the database up to the code: each numbered file in a separate transaction, with its record, then pg-boss's own schema.
 * Several servers may call it at once: one migrates, the others wait and find nothing to do.
 */
export async function migrate(pool: pg.Pool, log: Log, folder: string = FOLDER): Promise<void> {
  const known = await readMigrations(folder)
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    // Migrating a large table may take long, and so may waiting for another server's migrations.
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migraatio (numero int PRIMARY KEY, nimi text NOT NULL, tiiviste text NOT NULL, ajettu bigint NOT NULL)',
    )
    const { rows: run } = await client.query<Omit<Migration, 'sql'>>('SELECT numero, nimi, tiiviste FROM migraatio ORDER BY numero')
    checkHistory(run, known)
    for (const migration of known.slice(run.length)) await apply(client, migration, log)
    if (folder === FOLDER) await installQueues(client)
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
    await client.query('RESET statement_timeout')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw failure
  } finally {
    // A client that failed is closed, which releases its lock.
    client.release(failure)
  }
}

async function apply(client: pg.PoolClient, { numero, nimi, tiiviste, sql }: Migration, log: Log): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO migraatio VALUES ($1, $2, $3, extract(epoch FROM now())::bigint)', [numero, nimi, tiiviste])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(`Siirto ${nimi} ei onnistunut: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  log.info(`Tietokannan siirto ${nimi} on ajettu.`)
}

/** Fails while the database is unavailable or has not been migrated. */
export async function checkDatabase(pool: pg.Pool): Promise<void> {
  await pool.query('SELECT 1 FROM migraatio LIMIT 1')
}
