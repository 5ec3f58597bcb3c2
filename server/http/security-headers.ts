// https://github.com/fastify/fastify-helmet
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { appVersion } from '#domain/features/settings/runtime-config.ts'
import type { Config } from '../config.ts'

type Addresses = Pick<Config, 'publicUrl' | 'mapTilesUrl'>

/** For a year browsers use only https for this host and its subdomains. Sent only when the public address is https. */
const httpsOnly = 'max-age=31536000; includeSubDomains'

/**
 * Headers of every answer: the version (rules/sign-in.md#app-version), and those that prevent a browser from running, framing or sniffing
 * it. Pages have another policy.
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

/** Headers of the web app's pages, against script injection and clickjacking: only scripts of this server run, and no site may frame them. */
export async function securityHeaders(app: FastifyInstance, config: Addresses): Promise<void> {
  // Otherwise it would replace the policy of pages, which helmet sets on the raw response.
  app.addHook('onRequest', async (_request, reply) => {
    reply.removeHeader('content-security-policy')
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Codes are read by WebAssembly of this server (web/features/scanning).
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // Mantine uses style attributes and style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Recordings and videos are fetched with the person's token and played from memory.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // MapLibre loads map tiles with fetch.
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
