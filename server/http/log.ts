import type { FastifyInstance } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Config } from '../config.ts'

/** JSON lines without personal data: no query (it may contain names), no headers (they contain tokens), no bodies. */
export function logOptions({ logLevel }: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  }
}

/** One line after each request: method, route, status, duration. The route pattern, so that addresses with ids don't fill the log. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    request.log.debug(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request answered',
    )
  })
}
