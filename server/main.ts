import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openPool } from './database/pool.ts'
import { demoPassword } from './demo/demo-password.ts'
import { loadDemo } from './demo/load-demo.ts'
import { localFiles } from './files/store.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { logOptions } from './plugins/log.ts'

/** config → database → app → listen; stops cleanly, finishing what is under way. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(logOptions(config))
  const clock = () => Math.floor(Date.now() / 1000)
  await mkdir(config.dataDir, { recursive: true })

  const postgres = config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  const connection: PoolConfig = postgres ? postgres.connection : { connectionString: config.databaseUrl }
  const pool = openPool(connection, log)
  await migrate(pool, log)

  const files = await localFiles(join(config.dataDir, 'files'))
  const webRoot = join(import.meta.dirname, '../dist/web')
  const app = await buildApp({ config, pool, files, log, clock, webRoot: existsSync(webRoot) ? webRoot : null })
  const local = !config.production && postgres !== null && isLoopback(config.host)
  const demo = local ? await demoPassword(config) : null
  if (demo !== null) await loadDemo(pool, { password: demo, now: clock(), log, files })

  const address = await app.listen({ host: config.host, port: config.port })
  process.stdout.write(`\n  Kuorma on käynnissä: ${config.publicUrl ?? address}\n`)
  if (demo !== null) process.stdout.write(`  Tunnukset: yllapito, kuljettaja, asiakas, asiakasyllapito, huolto\n  Salasana:  ${demo}\n`)
  process.stdout.write('\n')

  const stopHousekeeping = startHousekeeping(pool, clock, log)
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    stopHousekeeping()
    await app.close()
    await pool.end()
    await postgres?.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
})
