import { join } from 'node:path'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Pool } from 'pg'
import { isPushEndpoint } from '#domain/features/notifications/push-services.ts'
import { switchesOf } from '#domain/features/settings/feature-switches.ts'
import { registry } from '#domain/model/registry.ts'
import type { EstimateStrength } from './auth/new-password.ts'
import { estimateInWorker } from './auth/password-strength.ts'
import { securityRoutes } from './auth/security-log.ts'
import { signIn } from './auth/sign-in.ts'
import type { Config } from './config.ts'
import { openEngine } from './entities/engine.ts'
import { modelOf } from './entities/model.ts'
import { rightsOf } from './entities/rights.ts'
import { jsonApiRoutes } from './entities/routes/routes.ts'
import { rules } from './entity-rules.ts'
import { addressRoutes } from './features/addresses/routes.ts'
import { conflictRoutes } from './features/conflicts/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { dataImportRoutes } from './features/data-import/routes.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { emissionRoutes } from './features/emissions/routes.ts'
import { exportRoutes } from './features/exports/export-routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { invoiceRoutes } from './features/invoicing/invoices/invoice-routes.ts'
import { invoicingRoutes } from './features/invoicing/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { importRoutes } from './features/order-import/routes.ts'
import { bulkRoutes } from './features/orders/bulk/routes.ts'
import { listRoutes } from './features/orders/list-routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { planningBoardRoutes } from './features/planning-board/routes.ts'
import { presenceRoutes } from './features/presence/routes.ts'
import { priceRoutes } from './features/prices/routes.ts'
import { recurringRoutes } from './features/recurring-hourly-jobs/routes.ts'
import { registerRoutes } from './features/registers/routes.ts'
import { rentalRoutes } from './features/rentals/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { routeOptimisationRoutes } from './features/route-optimisation/routes.ts'
import { referenceRoutes } from './features/settings/routes.ts'
import { settingsRoutes } from './features/settings/settings-routes.ts'
import { calendarFeed } from './features/shifts/calendar-feed.ts'
import { shiftRoutes } from './features/shifts/routes.ts'
import { smsRoutes } from './features/sms/routes.ts'
import { standingRouteRoutes } from './features/standing-routes/routes.ts'
import { trackingRoutes } from './features/tracking/routes.ts'
import { waybillRoutes } from './features/waybills/waybill-routes.ts'
import { worktimeAdministrationRoutes } from './features/worktime/admin/routes.ts'
import { worktimeRoutes } from './features/worktime/routes.ts'
import { requireSignIn } from './http/authentication.ts'
import { compression } from './http/compression.ts'
import { answerFault, answerFaults } from './http/faults.ts'
import { health } from './http/health.ts'
import { jsonBodies } from './http/json-bodies.ts'
import { limitBodies } from './http/limits/body-admission.ts'
import { type BodyTimeouts, bodyLimit, limitBodyTime } from './http/limits/body-timeouts.ts'
import { trustedProxies } from './http/limits/client-address.ts'
import { limitConnections } from './http/limits/connections.ts'
import { limitAddresses, limitUsers } from './http/limits/rate-limits.ts'
import { logRequests } from './http/log.ts'
import { metrics } from './http/metrics.ts'
import { openApiRoutes, recordCalls } from './http/openapi/routes.ts'
import { runtimeConfig } from './http/runtime-config.ts'
import { answerHeaders, commonHeaders } from './http/security-headers.ts'
import { refuseSwitchedOffRoutes } from './http/switched-off-routes.ts'
import { webApp } from './http/web-app.ts'
import { type Jobs, makeJobs } from './platform/background-jobs/jobs.ts'
import { jobRoutes } from './platform/background-jobs/routes.ts'
import { openPdfMaker, type PdfMaker } from './platform/documents/make-pdf.ts'
import { eventRoutes } from './platform/events/routes.ts'
import { makeWakeUps } from './platform/events/wake-ups.ts'
import { fileRoutes } from './platform/files/routes.ts'
import { draftsFolder } from './platform/files/store/drafts.ts'
import type { FileStore } from './platform/files/store/file-store.ts'
import { mailRoutes } from './platform/mail/routes.ts'
import { type Accounting, openAccounting } from './platform/ports/accounting/open-accounting.ts'
import { ytjRegister } from './platform/ports/company-register/ytj.ts'
import { hereSuggestions } from './platform/ports/maps/here.ts'
import { openRoads } from './platform/ports/maps/open-roads.ts'
import type { PushKeys } from './platform/ports/push/push-keys.ts'
import { loadPushKeys } from './platform/push/load-push-keys.ts'
import { makeCompany, makeFeatures } from './platform/settings/company.ts'
import { makeSettings } from './platform/settings/settings.ts'
import { openWorkerPool } from './platform/workers/worker-pool.ts'
import { userRoutes } from './users/routes.ts'

/** The parts of the server that main.ts or a test provides. */
export type AppParts = {
  config: Config
  pool: Pool
  files: FileStore
  log: FastifyBaseLogger
  /** Unix seconds. */
  clock: () => number
  /** Folder of the built web app; null serves none. */
  webRoot: string | null
  /** Replaces the estimate of passwords in tests. */
  estimate?: EstimateStrength
  /** Shorter timeouts for tests. */
  bodyTimeouts?: BodyTimeouts
  /** For tests that search for places at a stub of the map provider. */
  placeSearch?: { address: string; timeout: number }
  /** For tests that order stops at stubs of the services. */
  routeServices?: { hereUrl?: string; timeout?: number }
  /** For tests that send invoices to a stub. */
  accounting?: Accounting
  /** For tests that push to a stub: which endpoints may be called, instead of those of known push services. */
  isPushEndpoint?: (endpoint: string) => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For main.ts, which starts scheduled tasks and mail after the server listens. */
    jobs: Jobs
    /** For main.ts, which mails invoices. */
    pdf: PdfMaker
    /** For main.ts, which sends push messages. */
    pushKeys: PushKeys
  }
}

/** In milliseconds. Enough for the largest upload over a slow mobile network; an unfinished request cannot keep its connection longer. */
const requestTimeout = 20 * 60 * 1000

/** The company's settings, and what follows from them. */
function openSettings({ pool, clock, config }: AppParts) {
  const settings = makeSettings(pool, clock)
  const company = makeCompany(settings, config)
  const features = makeFeatures(settings)
  const companyName = async () => (await company()).nimi
  const switches = async () => switchesOf(await features())
  return { settings, company, companyName, features, switches }
}

/** Outside services; null for those that are not configured. */
function openPorts({ config, log, clock, placeSearch, routeServices }: AppParts) {
  const { companyRegisterUrl, hereApiKey: apiKey } = config
  return {
    companyRegister: companyRegisterUrl ? ytjRegister(companyRegisterUrl, log) : null,
    places: apiKey === undefined ? null : hereSuggestions({ apiKey, log, clock, ...placeSearch }),
    ...openRoads(config, { log, ...routeServices }),
  }
}

/** Passwords have workers of their own, so that an import does not delay a password change. */
function openWorkers(log: FastifyBaseLogger) {
  const workers = openWorkerPool(log)
  const passwordWorkers = openWorkerPool(log, { maxWorkers: 1 })
  const closeWorkers = async () => {
    await workers.close()
    await passwordWorkers.close()
  }
  return { workers, passwordWorkers, closeWorkers }
}

/** The routes of features that need nothing more than the context. */
const plainRoutes = [
  orderRoutes,
  conflictRoutes,
  presenceRoutes,
  deliveryRoutes,
  trackingRoutes,
  invoicingRoutes,
  historyRoutes,
  bulkRoutes,
  importRoutes,
  dataImportRoutes,
  listRoutes,
  exportRoutes,
  emissionRoutes,
  priceRoutes,
  recurringRoutes,
  rentalRoutes,
  standingRouteRoutes,
  shiftRoutes,
  calendarFeed,
  worktimeAdministrationRoutes,
  worktimeRoutes,
  reportRoutes,
  securityRoutes,
  mailRoutes,
  smsRoutes,
  referenceRoutes,
  registerRoutes,
] as const

/** Builds the server: plugins for HTTP first, then the routes of the features. */
export async function buildApp(appParts: AppParts): Promise<FastifyInstance> {
  const { config, pool, files, log, clock, webRoot, bodyTimeouts, estimate } = appParts
  const isProxy = trustedProxies(config.trustProxy)
  const headers = commonHeaders(config)
  const app = Fastify({
    loggerInstance: log,
    bodyLimit,
    requestTimeout,
    trustProxy: isProxy,
    // No hooks run for errors before routing, so the common headers are set here too.
    frameworkErrors: (error, request, reply) => answerFault(error, request, reply.headers(headers)),
    logController: new LogController({ disableRequestLogging: true }),
  })
  jsonBodies(app)
  answerFaults(app)
  logRequests(app)
  answerHeaders(app, headers)
  limitConnections(app, { total: config.maxConnections, perAddress: config.maxConnectionsPerAddress }, isProxy)
  limitBodyTime(app, bodyTimeouts)
  const limits = { multiplier: config.rateLimitMultiplier }
  await limitAddresses(app, limits)
  requireSignIn(app)
  limitUsers(app, limits)
  limitBodies(app, bodyLimit)
  await compression(app)
  metrics(app)
  health(app, { pool, dataDir: config.dataDir, clock })
  const { settings, company, companyName, features, switches } = openSettings(appParts)
  await app.register(signIn, { pool, log: app.log, clock, companyName, settings })
  refuseSwitchedOffRoutes(app, features)
  runtimeConfig(app, { config, company, features, settings })

  const model = modelOf(registry)
  const calls = recordCalls(app)
  jsonApiRoutes(app, { model, rules, pool, rightsOf, clock, switches })
  const drafts = await draftsFolder(join(config.dataDir, 'kesken'))
  const wakeUps = makeWakeUps(pool, app.log)
  const jobs = makeJobs({ pool, clock, log: app.log, wakeStreams: wakeUps.wake })
  const { workers, passwordWorkers, closeWorkers } = openWorkers(app.log)
  const engine = openEngine({ model, rules, pool, rightsOf, clock, switches })
  const parts = { engine, model, rules, pool, rightsOf, clock, files, drafts, config, workers, settings, features, switches }
  const { makePdf } = openPdfMaker(workers, drafts)
  eventRoutes(app, { ...parts, wakeUps })
  for (const routes of plainRoutes) routes(app, parts)
  fileRoutes(app, { ...parts, jobs })
  waybillRoutes(app, { ...parts, company, jobs, makePdf })
  await invoiceRoutes(app, { ...parts, company, jobs, makePdf, log: app.log, providers: appParts.accounting ?? openAccounting(config) })
  const ports = openPorts({ ...appParts, log: app.log })
  customerRoutes(app, { ...parts, ...ports })
  addressRoutes(app, { ...parts, ...ports })
  routeOptimisationRoutes(app, { ...parts, ...ports })
  planningBoardRoutes(app, { ...parts, ...ports })
  userRoutes(app, { ...parts, companyName, estimate: estimate ?? estimateInWorker(passwordWorkers) })
  jobRoutes(app, { ...parts, jobs })
  settingsRoutes(app, { ...parts, ...ports })
  documentRoutes(app, { ...parts, companyName, makePdf })
  const pushKeys = await loadPushKeys(pool, config.pushPrivateKey)
  notificationRoutes(app, { ...parts, publicKey: pushKeys.publicKey, isPushEndpoint: appParts.isPushEndpoint ?? isPushEndpoint })
  openApiRoutes(app, { model, calls, production: config.production })
  await webApp(app, webRoot, config)
  app.decorate('jobs', jobs)
  app.decorate('pushKeys', pushKeys)
  app.decorate('pdf', { makePdf })
  app.addHook('onReady', jobs.start)
  app.addHook('onClose', async () => {
    await engine.close()
    await jobs.stop()
    await closeWorkers()
  })
  return app
}
