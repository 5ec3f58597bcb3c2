// https://github.com/fastify/fastify-static
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import type { Config } from '../config.ts'
import { send } from './faults.ts'
import { securityHeaders } from './security-headers.ts'

const serverPaths =
  /^\/(jsonapi|api|oauth|file|user\/(lost-password|lost-password-reset)|config\.json|healthz|readyz|metrics|kalenteri)(\/|\?|$)/

/** The tracking page, a separate HTML file that is opened by a secret link: not indexed, and sent without a Referer to other sites. */
const trackingPage = /^\/seuranta([/?]|$)/

/**
 * Serves the built web app, if there is one, at every address that is not a path of the server. In a separate scope, as pages have
 * other headers.
 */
export async function webApp(app: FastifyInstance, root: string | null, config: Pick<Config, 'publicUrl' | 'mapTilesUrl'>): Promise<void> {
  await app.register(async (pages) => {
    await securityHeaders(pages, config)
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true }
    })
    if (root !== null) await serveFiles(pages, root)
    pages.setNotFoundHandler((request, reply) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (root === null || !isRead || serverPaths.test(request.url) || /^[^?]*\.[a-z0-9]{1,5}(\?|$)/i.test(request.url))
        return send(notFound(), request, reply)
      reply.header('cache-control', 'no-cache')
      if (!trackingPage.test(request.url)) return reply.sendFile('index.html')
      return reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }).sendFile('seuranta.html')
    })
  })
}

async function serveFiles(pages: FastifyInstance, root: string): Promise<void> {
  await pages.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    // The build adds compressed .br and .gz files (vite.config.ts).
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      // Names of built files contain a hash of their content; everything else is revalidated each time.
      reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

const notFound = (): RequestFault => new RequestFault({ kind: 'not_found', detail: 'Osoitetta ei löydy.' })
