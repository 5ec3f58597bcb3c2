import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolConfig } from 'pg'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openPool } from './database/pool.ts'
import { demoPassword, mayHaveDemo } from './demo/demo-password.ts'
import { loadDemo } from './demo/load-demo.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { startMailing } from './jobs/mailing.ts'
import { mailWriters } from './mail-writers.ts'
import { logOptions } from './plugins/log.ts'
import { openFileStore } from './ports/files/open-file-store.ts'
import type { MailPort } from './ports/mail/mail.ts'
import { outboxMail } from './ports/mail/outbox.ts'

/** config → database → app → listen; stops cleanly, finishing what is under way. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(logOptions(config))
  await prepareDataDir(config.dataDir)

  const postgres = config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  const connection: PoolConfig = postgres ? postgres.connection : { connectionString: config.databaseUrl }
  // A start that fails leaves no database behind it.
  await serve(config, connection, postgres, log).catch(async (error: unknown) => {
    await postgres?.stop()
    throw error
  })
}

async function serve(config: Config, connection: PoolConfig, postgres: EmbeddedPostgres | null, log: Logger): Promise<void> {
  const pool = openPool(connection, log)
  await migrate(pool, log)

  const clock = () => Math.floor(Date.now() / 1000)
  const files = await openFileStore(config)
  const webRoot = join(import.meta.dirname, '../dist/web')
  const app = await buildApp({ config, pool, files, log, clock, webRoot: existsSync(webRoot) ? webRoot : null })
  const demo = mayHaveDemo(config, postgres !== null) ? await demoPassword(config) : null
  if (demo !== null) await loadDemo(pool, { password: demo, now: clock(), log, files })

  const address = await app.listen({ host: config.host, port: config.port })
  process.stdout.write(`\n  Kuorma on käynnissä: ${config.publicUrl ?? address}\n`)
  if (demo !== null) process.stdout.write(`  Tunnukset: yllapito, kuljettaja, asiakas, asiakasyllapito, huolto\n  Salasana:  ${demo}\n`)
  process.stdout.write('\n')

  const stopHousekeeping = startHousekeeping({ pool, files, clock, log })
  const mail = await mailPort(config, pool)
  const { companyName, publicUrl = address } = config
  const stopMailing = startMailing({ pool, files, mail, log, clock, publicUrl, companyName, writers: mailWriters })
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    stopHousekeeping()
    let exitCode = 0
    try {
      await stopMailing()
      await app.close()
      await pool.end()
    } catch (error) {
      log.error({ reason: String(error) }, 'did not stop in order')
      exitCode = 1
    }
    // Whatever went wrong before, the database is not left running.
    await postgres?.stop()
    process.exit(exitCode)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function mailPort({ smtpUrl, mailFrom, supportMail, companyName, production }: Config, pool: Pool): Promise<MailPort> {
  const from = mailFrom ?? supportMail
  if (!smtpUrl || !from) return outboxMail(pool, { keepSecrets: !production })
  // Fetched where it is used: what speaks SMTP is a tenth of the server's memory.
  const { smtpMail } = await import('./ports/mail/smtp.ts')
  return smtpMail(smtpUrl, { name: companyName, address: from })
}

// What an operator can mend is told in a sentence; anything else with where it happened.
const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Asetus PORT ei kelpaa: toinen ohjelma kuuntelee jo samaa porttia.',
  EADDRNOTAVAIL: 'Asetus HOST ei kelpaa: osoite ei ole tämän koneen.',
  ENOTFOUND: 'Asetus HOST ei kelpaa: osoitetta ei löydy.',
  EACCES: 'Asetus PORT tai DATA_DIR ei kelpaa: siihen ei ole oikeuksia.',
}

function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  return ('code' in error && sentences[String(error.code)]) || (error.stack ?? error.message)
}

main().catch((error: unknown) => {
  process.stderr.write(`${told(error)}\n`)
  process.exit(1)
})
