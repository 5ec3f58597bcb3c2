// https://github.com/siimon/prom-client
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** `/metrics` in Prometheus's format, sent only to a collector on this machine; requests through a proxy come from elsewhere. */
export function metrics(app: FastifyInstance): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answers by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'unknown' } = request.routeOptions
    // Each file of the web app has its own route, and a new name in every build.
    const route = url.startsWith('/assets/') ? '/assets/*' : url
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { config: { public: true } }, async (request, reply) => {
    if (!isLoopback(request.socket.remoteAddress ?? '') || 'x-forwarded-for' in request.headers || 'forwarded' in request.headers)
      return reply.callNotFound()
    return reply.type(register.contentType).send(await register.metrics())
  })
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
