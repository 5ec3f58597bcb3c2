import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { SettingsReader } from '../platform/settings/settings.ts'
import { clientGroupOfName, clientIdOf, clientMap, ensureClients } from './clients.ts'
import { deviceOf } from './device.ts'
import { type FormFields, takeForms } from './form-body.ts'
import { type InstallationKey, loadInstallationKey } from './installation-key.ts'
import { issueTokens, type OAuthParts } from './oauth.ts'
import { oauthFaultOf } from './oauth-errors.ts'
import { prepareDummyHash } from './passwords.ts'
import { makeSecurityLog, recordRefusals, type SecurityLog } from './security-log.ts'
import { endSessionOf } from './sessions.ts'
import { type Clock, createViewers, type Viewers } from './viewers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in viewer; throws (or rejects with) a 401 RequestFault without one. Synchronous when the token is cached. */
    viewer(): Viewer | Promise<Viewer>
  }
  interface FastifyInstance {
    viewers: Viewers
    /** For `GET /config.json`: client_id to client_secret. */
    clientSecrets: Readonly<Record<string, string>>
    installationKey: InstallationKey
    securityLog: SecurityLog
  }
}

export type SignInOptions = {
  pool: Pool
  log: FastifyBaseLogger
  clock: Clock
  /** The company's name in authenticator apps. */
  companyName: () => Promise<string>
  settings: SettingsReader
  /** Delays a try; tests do not wait. */
  wait?: (milliseconds: number) => Promise<void>
}

const delay = (milliseconds: number): Promise<void> => setTimeout(milliseconds)

type Form = { Body: FormFields | undefined }

async function registerSignIn(
  app: FastifyInstance,
  { pool, log, clock, companyName, settings, wait = delay }: SignInOptions,
): Promise<void> {
  const [clients, key] = await Promise.all([ensureClients(pool), loadInstallationKey(pool), prepareDummyHash()])
  const viewers = createViewers({ pool, log, clock })
  app.decorate('viewers', viewers)
  app.decorate('clientSecrets', clientMap(clients))
  app.decorate('installationKey', key)
  const securityLog = makeSecurityLog({ pool, clock, log })
  app.decorate('securityLog', securityLog)
  app.decorateRequest('viewer', function viewer(this: FastifyRequest) {
    return viewers.authenticate(this.headers.authorization)
  })
  recordRefusals(app, securityLog)
  app.addHook('onReady', viewers.start)
  app.addHook('onClose', viewers.stop)

  app.get<{ Querystring: { username?: unknown } }>('/api/client_id', { config: { public: true } }, async ({ query }, reply) => {
    const group = await clientGroupOfName(pool, key, typeof query.username === 'string' ? query.username : '')
    return reply.header('cache-control', 'no-store').send({ client_id: clientIdOf[group], scopes: [group] })
  })
  await app.register(async (scope) => registerOAuth(scope, { pool, clock, companyName, clients, key, settings, securityLog, wait }))
}

function registerOAuth(scope: FastifyInstance, parts: OAuthParts): void {
  takeForms(scope)

  scope.setErrorHandler((error, request, reply) => {
    const fault = oauthFaultOf(error)
    // Only the error's message: the request contains a password.
    if (!fault) request.log.error({ reason: error instanceof Error ? error.stack : String(error) }, 'token request failed unexpectedly')
    if ((fault?.status === 429 || fault?.status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
    const answer = fault
      ? { error: fault.code, message: fault.message, ...fault.more }
      : { error: 'server_error', message: 'Tapahtui virhe' }
    return reply
      .code(fault?.status ?? 500)
      .header('cache-control', 'no-store')
      .send(answer)
  })

  scope.post<Form>('/oauth/token', { config: { public: true } }, async ({ body, headers, ip }, reply) => {
    const answer = await issueTokens(parts, body ?? new Map(), { device: deviceOf(headers['user-agent'] ?? ''), address: ip })
    for (const token of [answer.access_token, answer.refresh_token]) scope.viewers.rememberIssued(token)
    return reply.header('cache-control', 'no-store').header('pragma', 'no-cache').send(answer)
  })

  /** Ends the session of the bearer token, of the form's `refresh_token` (the other one may have expired) or of its SHA-256. Always 204. */
  scope.post<Form>('/oauth/logout', { config: { public: true } }, async ({ body, headers }, reply) => {
    const bearer = headers.authorization?.split(' ')[1] ?? ''
    const tokens = [bearer, body?.get('refresh_token') ?? '']
    await endSessionOf(parts.pool, { tokens, refreshHash: body?.get('refresh_token_sha256') ?? '' }, parts.clock())
    // The browser's cache still has what was read.
    return reply.code(204).header('cache-control', 'no-store').header('clear-site-data', '"cache"').send()
  })
}

/**
 * Sign-in: the client of a name, tokens, sign-out, and `request.viewer()`. Not encapsulated, so that every route sees the
 * decorations (Fastify's documented skip-override).
 */
export const signIn = Object.assign(registerSignIn, { [Symbol.for('skip-override')]: true })
