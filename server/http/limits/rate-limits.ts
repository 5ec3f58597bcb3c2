// https://github.com/fastify/fastify-rate-limit
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { bearerToken } from '#server/auth/viewers.ts'
import { clientAddress } from './client-address.ts'

/** Limits on public calls that are expensive or could be used for guessing: calls in a minute from one address. */
export const publicCallLimits: Readonly<Record<string, number>> = {
  // Sign-ins. Refreshes have a separate limit.
  '/oauth/token': 60,
  '/oauth/logout': 60,
  '/api/client_id': 60,
  '/user/lost-password': 10,
  '/user/lost-password-reset': 20,
  // The page of goods on the way asks four times a minute, and phones of a mobile network share an address.
  '/api/seuranta': 240,
  // A calendar service reads the feeds of many drivers from one address.
  '/kalenteri/:token': 600,
}
/** Files of the web app, health checks and unknown addresses. */
export const otherPublicLimit = 6000
/** Calls without a valid token. A client whose token has expired refreshes it after the first refusal. */
export const refusedTokenLimit = 600
/** Refused refreshes. Successful ones are not counted: all phones of a mobile network may share one address. */
export const refusedRefreshLimit = 60
/**
 * Calls of one user. When orders change all the time, the dispatcher's list is reloaded 20 times a minute: with 10 loaded pages, the counts
 * of its views and the drivers that is about 450 requests, with 60 pages about 1 400. Enough for two windows and for other calls.
 */
export const userLimit = 2400

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the count of the request's token look-up, because the token was found. */
    endLookUp: (request: FastifyRequest) => void
  }
  interface FastifyRequest {
    /** The address for which the token's look-up under way is counted; null when none is counted. */
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

  // Look-ups under way count as refused until they succeed, so that many concurrent ones do not all pass.
  const lookUps = new Map<string, number>()
  app.decorateRequest('lookUpBy', null)

  app.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions
    // The grant of a call to the token path is known only after its form has been read (limitTokenGrants).
    const limiter = url === tokenPath ? undefined : limiters.get(url)
    if (config.public || request.is404) return count(limiter ?? otherPublic, request, reply)
    // Signed-in users are not limited by others at their address who send invented tokens.
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

/** Counts sign-ins when they arrive and refreshes when they fail; a refresh token that this server has issued is never limited. */
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

/** Limits the calls of each signed-in user, over all addresses. */
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

/** Refuses the request, without counting it, when the limit is used up, those under way included. */
async function refuseWhenUsedUp(limiter: Limiter, request: FastifyRequest, reply: FastifyReply, underWay = 0): Promise<void> {
  const result = await limiter(request, { increment: false })
  if (!result.isAllowed && result.remaining <= underWay) refuse(reply, result.ttlInSeconds)
}

function refuse(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', seconds)
  throw new RequestFault({ kind: 'too_many', detail: faultKinds.too_many.title })
}
