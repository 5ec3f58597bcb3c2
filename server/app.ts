import { join } from 'node:path'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Pool } from 'pg'
import { registry } from '#domain/registry.ts'
import { addressRoutes } from './addresses/routes.ts'
import { signIn } from './auth/sign-in.ts'
import { bulkRoutes } from './bulk/routes.ts'
import type { Config } from './config.ts'
import { customerRoutes } from './customers/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { importRoutes } from './import/routes.ts'
import { invoicingRoutes } from './invoicing/routes.ts'
import { makeJobs } from './jobs/jobs.ts'
import { modelOf } from './jsonapi/model.ts'
import { jsonApiRoutes } from './jsonapi/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { notedCalls, openApiRoutes } from './openapi/routes.ts'
import { exportRoutes } from './orders/export-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { openPrintRoom } from './orders/waybill/print-room.ts'
import { waybillRoutes } from './orders/waybill-routes.ts'
import { compression } from './plugins/compression.ts'
import { answerFault, answerFaults } from './plugins/faults.ts'
import { health } from './plugins/health.ts'
import { logRequests } from './plugins/log.ts'
import { metrics } from './plugins/metrics.ts'
import { rateLimits } from './plugins/rate-limits.ts'
import { everyAnswer, runtimeConfig } from './plugins/runtime-config.ts'
import { webApp } from './plugins/web-app.ts'
import { draftsFolder } from './ports/files/drafts.ts'
import type { FileStore } from './ports/files/file-store.ts'
import { postalCodeSuggestions } from './ports/maps/postal-codes.ts'
import { priceRoutes } from './prices/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { rightsOf } from './rights.ts'
import { rules } from './rules.ts'
import { makeSettings } from './settings/settings.ts'
import { trackingRoutes } from './tracking/routes.ts'
import { userRoutes } from './users/routes.ts'

/** What the whole server is made of, handed in by main.ts or by a test. */
export type AppParts = {
  config: Config
  pool: Pool
  files: FileStore
  log: FastifyBaseLogger
  /** Unix seconds. */
  clock: () => number
  /** Folder of the built web app; null serves none. */
  webRoot: string | null
}

/** A JSON body larger than this is refused; files have their own way in. */
const bodyLimit = 2 * 1024 * 1024

/** In milliseconds: the largest upload over a poor phone network arrives in this; a call whose end never comes holds its connection no longer. */
const longestArrival = 20 * 60 * 1000

/** The whole server on one screen: outside concerns first, then what Kuorma does. */
export async function buildApp({ config, pool, files, log, clock, webRoot }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    bodyLimit,
    requestTimeout: longestArrival,
    // A proxy stands on this machine or network; anybody else's word about where they come from is not believed.
    trustProxy: config.production ? 'loopback, linklocal, uniquelocal' : false,
    // No hook runs for these: the headers of every answer are set here too.
    frameworkErrors: (error, request, reply) => answerFault(error, request, reply.headers(everyAnswer)),
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.addContentTypeParser('application/vnd.api+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  answerFaults(app)
  logRequests(app)
  await rateLimits(app)
  await compression(app)
  metrics(app)
  health(app, pool)
  await app.register(signIn, { pool, log: app.log, clock, companyName: config.companyName })
  runtimeConfig(app, config)

  const model = modelOf(registry)
  const calls = notedCalls(app)
  jsonApiRoutes(app, { model, rules, pool, rightsOf, clock })
  const drafts = await draftsFolder(join(config.dataDir, 'kesken'))
  const jobs = makeJobs({ pool, clock, log: app.log })
  const prints = openPrintRoom(drafts)
  const parts = { model, rules, pool, rightsOf, clock, files, drafts, config, settings: makeSettings(pool, clock) }
  eventRoutes(app, parts)
  fileRoutes(app, parts)
  orderRoutes(app, parts)
  waybillRoutes(app, { ...parts, jobs, prints })
  trackingRoutes(app, parts)
  invoicingRoutes(app, parts)
  historyRoutes(app, parts)
  customerRoutes(app, parts)
  bulkRoutes(app, parts)
  importRoutes(app, parts)
  listRoutes(app, parts)
  exportRoutes(app, parts)
  addressRoutes(app, { ...parts, places: postalCodeSuggestions(pool) })
  priceRoutes(app, parts)
  userRoutes(app, parts)
  mailRoutes(app, parts)
  referenceRoutes(app, parts)
  openApiRoutes(app, { model, calls })
  await webApp(app, webRoot, config)
  app.addHook('onReady', async () => jobs.start())
  app.addHook('onClose', async () => {
    await jobs.stop()
    await prints.close()
  })
  return app
}
