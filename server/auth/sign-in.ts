import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Viewer } from '#domain/roles.ts'
import { type AuthClient, clientGroupOfName, clientIdOf, clientMap, ensureClients } from './clients.ts'
import { deviceOf } from './device.ts'
import { type FormFields, takeForms } from './form-body.ts'
import { type InstallationKey, loadInstallationKey } from './installation-key.ts'
import { issueTokens } from './oauth.ts'
import { oauthFaultOf } from './oauth-errors.ts'
import { prepareDummyHash } from './passwords.ts'
import { endSessionOf } from './sessions.ts'
import { type Clock, createViewers, type Viewers } from './viewers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; throws (or rejects with) a 401 RequestFault when nobody is signed in. At once when the token was seen before. */
    viewer(): Viewer | Promise<Viewer>
  }
  interface FastifyInstance {
    viewers: Viewers
    /** For `GET /config.json`: client_id to client_secret. */
    clientSecrets: Readonly<Record<string, string>>
    installationKey: InstallationKey
  }
}

export type SignInOptions = {
  pool: Pool
  log: FastifyBaseLogger
  clock: Clock
  /** As authenticator apps name this house. */
  companyName: string
}

type Form = { Body: FormFields | undefined }

async function registerSignIn(app: FastifyInstance, { pool, log, clock, companyName }: SignInOptions): Promise<void> {
  const [clients, key] = await Promise.all([ensureClients(pool), loadInstallationKey(pool), prepareDummyHash()])
  const viewers = createViewers({ pool, log, clock })
  app.decorate('viewers', viewers)
  app.decorate('clientSecrets', clientMap(clients))
  app.decorate('installationKey', key)
  app.decorateRequest('viewer', function viewer(this: FastifyRequest) {
    return viewers.authenticate(this.headers.authorization)
  })
  app.addHook('onReady', viewers.start)
  app.addHook('onClose', viewers.stop)

  app.get<{ Querystring: { username?: unknown } }>('/api/client_id', async ({ query }, reply) => {
    const group = await clientGroupOfName(pool, key, typeof query.username === 'string' ? query.username : '')
    return reply.header('cache-control', 'no-store').send({ client_id: clientIdOf[group], scopes: [group] })
  })
  await app.register(async (scope) => registerOAuth(scope, { pool, log, clock, companyName, clients, key }))
}

type OAuthRouteParts = SignInOptions & { clients: readonly AuthClient[]; key: InstallationKey }

function registerOAuth(scope: FastifyInstance, parts: OAuthRouteParts): void {
  takeForms(scope)

  scope.setErrorHandler((error, request, reply) => {
    const fault = oauthFaultOf(error)
    // Only the error's own words: the request holds a password.
    if (!fault) request.log.error({ reason: error instanceof Error ? error.stack : String(error) }, 'sign-in failed')
    if (fault?.status === 503) reply.header('retry-after', '5')
    const answer = fault
      ? { error: fault.code, message: fault.message, ...fault.more }
      : { error: 'server_error', message: 'Tapahtui virhe' }
    return reply
      .code(fault?.status ?? 500)
      .header('cache-control', 'no-store')
      .send(answer)
  })

  scope.post<Form>('/oauth/token', async ({ body, headers }, reply) => {
    const answer = await issueTokens(parts, body ?? new Map(), deviceOf(headers['user-agent'] ?? ''))
    return reply.header('cache-control', 'no-store').header('pragma', 'no-cache').send(answer)
  })

  /** Ends the session of the bearer token or of the form's `refresh_token` (the other one may have expired). Always 204. */
  scope.post<Form>('/oauth/logout', async ({ body, headers }, reply) => {
    const bearer = headers.authorization?.split(' ')[1] ?? ''
    await endSessionOf(parts.pool, [bearer, body?.get('refresh_token') ?? ''], parts.clock())
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/**
 * Sign-in: the client of a name, tokens, sign-out, and `request.viewer()`. Not encapsulated, so that every route sees the
 * decorations (Fastify's documented skip-override).
 */
export const signIn = Object.assign(registerSignIn, { [Symbol.for('skip-override')]: true })
