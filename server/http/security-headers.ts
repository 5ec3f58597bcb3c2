// https://github.com/fastify/fastify-helmet
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { appVersion } from '#domain/features/settings/runtime-config.ts'
import type { Config } from '../config.ts'

type Addresses = Pick<Config, 'publicUrl' | 'mapTilesUrl'>

/** A year; browsers then speak https alone to this host and those under it. Only where browsers come by https. */
const httpsOnly = 'max-age=31536000; includeSubDomains'

/**
 * Of every answer: the version (rules/sign-in.md#app-version), and what keeps a browser from running, framing or misreading it. Pages have a
 * policy of their own.
 */
export const commonHeaders = ({ publicUrl }: Addresses): Readonly<Record<string, string>> => ({
  'x-app-version': appVersion,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': httpsOnly } : {}),
})

export function answerHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

/** Headers that keep a page from being turned against its user: only our own scripts run, and nobody frames us. For the web app's scope. */
export async function securityHeaders(app: FastifyInstance, config: Addresses): Promise<void> {
  // Else it would win over the policy of pages, which is set below Fastify.
  app.addHook('onRequest', async (_request, reply) => {
    reply.removeHeader('content-security-policy')
  })
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
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  })
}
