// https://github.com/fastify/fastify-rate-limit
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { bearerToken } from '#server/auth/viewers.ts'
import { clientAddress } from './client-address.ts'

/** Public calls that cost work or could be guessed at: at most so many a minute from one address. */
export const publicCallLimits: Readonly<Record<string, number>> = {
  // Sign-ins. Refreshed tokens have a limit of their own.
  '/oauth/token': 60,
  '/oauth/logout': 60,
  '/api/client_id': 60,
  '/user/lost-password': 10,
  '/user/lost-password-reset': 20,
  '/api/seuranta': 60,
}
/** The web app's own files, health checks and addresses that do not exist. */
export const otherPublicLimit = 6000
/** Calls refused for want of a valid token: an expired one is refreshed after the first. */
export const refusedTokenLimit = 600
/** Refresh tokens refused. Those that succeed are not counted: every phone of a mobile network may share one address. */
export const refusedRefreshLimit = 60
/**
 * Of one user. Where somebody changes orders all the time, the dispatcher's list is reloaded 20 times a minute: 10 pages of it, the counts of its
 * views and the drivers are about 450 requests, 60 pages about 1 400. Twice in windows side by side, and the work itself.
 */
export const userLimit = 2400

declare module 'fastify' {
  interface FastifyInstance {
    /** Says that the request's token was found. */
    endLookUp: (request: FastifyRequest) => void
  }
  interface FastifyRequest {
    /** The address under which a token's look-up counts while it is under way; null when it does not. */
    lookUpBy: string | null
  }
}

const tokenPath = '/oauth/token'

type Limiter = ReturnType<FastifyInstance['createRateLimit']>
/** `multiplier`: the setting RATE_LIMIT_MULTIPLIER. */
type Options = { multiplier: number }

const minutely = (max: number, more: Partial<CreateRateLimitOptions> = {}): CreateRateLimitOptions => ({
  max,
  timeWindow: '1 minute',
  ...more,
})

/** Limits by address (an IPv6 network of /64 is one), before anything else is done. Counted in this process. */
export async function limitAddresses(app: FastifyInstance, { multiplier }: Options): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 20_000, keyGenerator: clientAddress })
  const limiters = new Map<string, Limiter>()
  for (const [url, max] of Object.entries(publicCallLimits)) limiters.set(url, app.createRateLimit(minutely(max * multiplier)))
  const otherPublic = app.createRateLimit(minutely(otherPublicLimit * multiplier))
  const refusedTokens = app.createRateLimit(minutely(refusedTokenLimit * multiplier))

  // Look-ups under way count as refused until they succeed, so that many at once do not all pass.
  const lookUps = new Map<string, number>()
  app.decorateRequest('lookUpBy', null)

  app.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions
    // What a form of the token path asks for is known once it has been read.
    const limiter = url === tokenPath ? undefined : limiters.get(url)
    if (config.public || request.is404) return count(limiter ?? otherPublic, request, reply)
    // Whoever is signed in goes on, also behind an address that invents tokens.
    if (app.viewers.isRemembered(request.headers.authorization)) return
    const address = clientAddress(request)
    const underWay = lookUps.get(address) ?? 0
    lookUps.set(address, underWay + 1)
    request.lookUpBy = address
    await refuseWhenUsedUp(refusedTokens, request, reply, underWay)
  })
  app.addHook('onResponse', async (request, reply) => {
    endLookUp(lookUps, request)
    if (reply.statusCode !== 401 || request.routeOptions.config.public) return
    const token = bearerToken(request.headers.authorization)
    if (token !== null) app.viewers.forgetIssued(token)
    await refusedTokens(request)
  })
  app.decorate('endLookUp', (request: FastifyRequest) => endLookUp(lookUps, request))
  limitTokenGrants(app, limiters.get(tokenPath) ?? otherPublic, { multiplier })
}

function endLookUp(lookUps: Map<string, number>, request: FastifyRequest): void {
  if (request.lookUpBy === null) return
  const left = (lookUps.get(request.lookUpBy) ?? 1) - 1
  if (left === 0) lookUps.delete(request.lookUpBy)
  else lookUps.set(request.lookUpBy, left)
  request.lookUpBy = null
}

/** Counts sign-ins when they come and refreshes when they fail; a refresh token that this server gave out is never held up. */
function limitTokenGrants(app: FastifyInstance, signIns: Limiter, { multiplier }: Options): void {
  const refusedRefreshes = app.createRateLimit(minutely(refusedRefreshLimit * multiplier))
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url !== tokenPath) return
    const presented = refreshTokenIn(request)
    if (presented === null) await count(signIns, request, reply)
    else if (!app.viewers.wasIssued(presented)) await refuseWhenUsedUp(refusedRefreshes, request, reply)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url !== tokenPath || reply.statusCode < 400) return
    const presented = refreshTokenIn(request)
    if (presented === null) return
    app.viewers.forgetIssued(presented)
    await refusedRefreshes(request)
  })
}

function refreshTokenIn({ body }: FastifyRequest): string | null {
  if (!(body instanceof Map) || body.get('grant_type') !== 'refresh_token') return null
  return String(body.get('refresh_token') ?? '')
}

/** Limits the calls of each signed-in user, from however many addresses. */
export function limitUsers(app: FastifyInstance, { multiplier }: Options): void {
  const calls = app.createRateLimit(minutely(userLimit * multiplier, { keyGenerator: ({ userId }) => userId }))
  app.addHook('onRequest', async (request, reply) => {
    app.endLookUp(request)
    if (request.userId !== '') await count(calls, request, reply)
  })
}

async function count(limiter: Limiter, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const result = await limiter(request)
  if (!result.isAllowed && result.isExceeded) refuse(reply, result.ttlInSeconds)
}

/** Without counting: refuses what would be one too many besides those under way. */
async function refuseWhenUsedUp(limiter: Limiter, request: FastifyRequest, reply: FastifyReply, underWay = 0): Promise<void> {
  const result = await limiter(request, { increment: false })
  if (!result.isAllowed && result.remaining <= underWay) refuse(reply, result.ttlInSeconds)
}

function refuse(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', seconds)
  throw new RequestFault({ kind: 'too_many', detail: faultKinds.too_many.title })
}
