// https://github.com/fastify/fastify-helmet
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Headers that keep a page from being turned against its user: only our own scripts run, and nobody frames us. For the web app's scope. */
export async function securityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'mapTilesUrl'>): Promise<void> {
  const secure = config.publicUrl?.startsWith('https:') ?? false
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes its variables into style attributes and elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // Map tiles are fetched, each for its own piece of the picture.
        connectSrc: ["'self'", ...(config.mapTilesUrl ? [new URL(config.mapTilesUrl).origin] : [])],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'self'", 'blob:'],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
  })
}
