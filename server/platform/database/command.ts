import { parseArgs } from 'node:util'
import pg from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/setting.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'

/** A mistake of the operator, as a sentence. */
export class UsageError extends Error {}

const log = { info: () => undefined, warn: (message: string) => console.error(message) }

/** Opens the database for a command: of a running server, or started for as long as the command runs. Migrates it in both cases. */
export async function withDatabase(work: (pool: pg.Pool, now: number) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const pool = new pg.Pool(embedded ? { ...embedded.connection, max: 2 } : { connectionString: config.databaseUrl, max: 2 })
  try {
    await migrate(pool, log)
    await work(pool, Math.floor(Date.now() / 1000))
  } finally {
    await pool.end()
    await embedded?.stop()
  }
}

/** Runs a command; errors that its operator can fix are shown as a sentence, others with their stack. */
export function runCommand(usage: string, main: (args: string[]) => Promise<void>): void {
  main(process.argv.slice(2)).catch((error: unknown) => {
    const isBadArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    const known = error instanceof UsageError || error instanceof ConfigError || error instanceof RequestFault
    console.error(isBadArgument ? usage : known ? error.message : error)
    process.exitCode = 1
  })
}

/** The positional arguments, of which there must be exactly `count`. */
export function plainArguments(args: string[], count: number, usage: string): string[] {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  if (positionals.length !== count) throw new UsageError(usage)
  return positionals
}
