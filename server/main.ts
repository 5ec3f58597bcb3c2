import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolConfig } from 'pg'
import { type Logger, pino } from 'pino'
import { isPushEndpoint } from '#domain/features/notifications/push-services.ts'
import { buildApp } from './app.ts'
import { estimateInWorker } from './auth/password-strength.ts'
import { type Config, readConfig } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { acceptDemoPassword, demoPassword, mayHaveDemo } from './demo/demo-password.ts'
import { loadDemo } from './demo/load-demo.ts'
import { pushWriters } from './features/notifications/devices/push-writers.ts'
import { startHousekeeping } from './housekeeping.ts'
import { logOptions } from './http/log.ts'
import { mailWriters } from './mail-writers.ts'
import { openContext } from './open-context.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded.ts'
import { postgresGroup } from './platform/database/embedded-location.ts'
import { migrate } from './platform/database/migrate.ts'
import { openPool } from './platform/database/pool.ts'
import { openFileStore } from './platform/files/store/open-file-store.ts'
import type { MailPort } from './platform/mail/mail.ts'
import { outboxMail } from './platform/mail/outbox.ts'
import { startMailing } from './platform/mail/send-mail.ts'
import { hereGeocoder } from './platform/ports/maps/here-geocoding.ts'
import { openRoads } from './platform/ports/maps/open-roads.ts'
import { loadShippedPostalCodes } from './platform/ports/maps/shipped-postal-codes.ts'
import { pushSubject, webPush } from './platform/ports/push/web-push.ts'
import { openSms } from './platform/ports/sms/open-sms.ts'
import { startPushing } from './platform/push/send-push.ts'
import { makeCompany } from './platform/settings/company.ts'
import { makeSettings } from './platform/settings/settings.ts'
import { startTexting } from './platform/sms/send-sms.ts'
import { openWorkerPool } from './platform/workers/worker-pool.ts'
import { ConfigError } from './setting.ts'

/** config → database → app → listen. On SIGINT and SIGTERM finishes requests under way and stops. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(logOptions(config))
  const passingGroup = config.databaseUrl === undefined ? await postgresGroup(config.dataDir) : undefined
  await prepareDataDir(config.dataDir, { log, passingGroup })

  const postgres = config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  const connection: PoolConfig = postgres ? postgres.connection : { connectionString: config.databaseUrl }
  // A failed start stops the database.
  await serve(config, connection, postgres, log).catch(async (error: unknown) => {
    await postgres?.stop()
    throw error
  })
}

async function serve(config: Config, connection: PoolConfig, postgres: EmbeddedPostgres | null, log: Logger): Promise<void> {
  const pool = openPool(connection, log)
  await migrate(pool, log)
  await loadShippedPostalCodes(pool)

  const clock = () => Math.floor(Date.now() / 1000)
  const files = await openFileStore(config)
  const webRoot = join(import.meta.dirname, '../dist/web')
  const app = await buildApp({ config, pool, files, log, clock, webRoot: existsSync(webRoot) ? webRoot : null })
  const demo = mayHaveDemo(config, postgres !== null) ? await demoPassword(config) : null
  if (demo !== null) await loadDemo(pool, { password: () => hashDemoPassword(demo, log), now: clock(), log, files })

  const address = await app.listen({ host: config.host, port: config.port })
  process.stdout.write(`\n  Kuorma on käynnissä: ${config.publicUrl ?? address}\n`)
  if (demo !== null) process.stdout.write(`  Tunnukset: yllapito, kuljettaja, asiakas, asiakasyllapito, huolto\n  Salasana:  ${demo}\n`)
  process.stdout.write('\n')
  // `npm start` restarts a server that was ready once (tools/keep-running.mjs).
  process.send?.('ready')

  const sms = openSms(config)
  const { hereApiKey: apiKey } = config
  const geocoder = apiKey === undefined ? null : hereGeocoder({ apiKey, log, clock })
  await startHousekeeping(app.jobs, { pool, files, clock, sms, log, geocoder, roads: openRoads(config, { log }).roads })
  const mail = await mailPort(config, pool)
  const { publicUrl = address } = config
  const company = makeCompany(makeSettings(pool, clock), config)
  const companyName = async () => (await company()).nimi
  await startMailing(app.jobs, { pool, files, mail, log, clock, publicUrl, company, companyName, pdf: app.pdf, writers: mailWriters })
  await startTexting(app.jobs, { pool, sms, log, clock })
  const subject = async () => pushSubject({ mail: (await company()).sahkoposti || (config.mailFrom ?? ''), publicUrl })
  const send = webPush({ keys: app.pushKeys, subject })
  await startPushing(app.jobs, { pool, clock, log, send, isAllowed: isPushEndpoint, writers: pushWriters(openContext({ pool, clock })) })
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    let exitCode = 0
    try {
      await app.close()
      mail.close()
      await pool.end()
    } catch (error) {
      log.error({ reason: String(error) }, 'shutdown failed')
      exitCode = 1
    }
    // The database is stopped also after an error.
    await postgres?.stop()
    process.exit(exitCode)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Runs in a temporary worker process, as the dictionaries would stay in the server's memory. */
async function hashDemoPassword(password: string, log: Logger) {
  const workers = openWorkerPool(log, { maxWorkers: 1 })
  try {
    return await acceptDemoPassword(estimateInWorker(workers), password)
  } finally {
    await workers.close()
  }
}

async function mailPort({ smtpUrl, mailFrom, supportMail, companyName, production, dataDir }: Config, pool: Pool): Promise<MailPort> {
  const from = mailFrom ?? supportMail
  if (!smtpUrl || !from) return outboxMail(pool, { folder: production ? null : join(dataDir, 'outbox') })
  // Imported only when used, as the SMTP client takes a tenth of the server's memory.
  const { smtpMail } = await import('./platform/mail/smtp.ts')
  return smtpMail(smtpUrl, { name: companyName, address: from })
}

// Errors that an operator can fix are shown as a sentence; others with their stack.
const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Asetus PORT ei kelpaa: toinen ohjelma kuuntelee jo samaa porttia.',
  EADDRNOTAVAIL: 'Asetus HOST ei kelpaa: osoite ei ole tämän koneen.',
  ENOTFOUND: 'Asetus HOST ei kelpaa: osoitetta ei löydy.',
  EACCES: 'Asetus PORT tai DATA_DIR ei kelpaa: siihen ei ole oikeuksia.',
}

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  return ('code' in error && sentences[String(error.code)]) || (error.stack ?? error.message)
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFault(error)}\n`)
  process.exit(1)
})
