// https://github.com/fastify/fastify-rate-limit
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { RequestFault } from '#domain/errors.ts'

/** Calls that anybody may make without signing in and that cost the server work: at most so many a minute an address. */
const limited: Readonly<Record<string, number>> = {
  '/oauth/token': 120,
  '/api/client_id': 240,
  '/user/lost-password': 20,
  '/user/lost-password-reset': 60,
  '/api/seuranta': 120,
}

export async function rateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new RequestFault({ kind: 'too_many', detail: 'Liian monta pyyntöä. Yritä hetken kuluttua uudestaan.' }),
  })
  app.addHook('onRoute', (route) => {
    const max = limited[route.url]
    if (max !== undefined) route.config = { ...route.config, rateLimit: { max, timeWindow: '1 minute' } }
  })
}
