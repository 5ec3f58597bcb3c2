import type { FastifyInstance, RouteOptions } from 'fastify'
import { RequestFault } from '#domain/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no sign-in. A stranger's call of any other route is refused (401) before its body is read. */
    public?: true
  }
  interface FastifyRequest {
    /** Of the signed-in user, once the request has been authenticated; '' in a public call. */
    userId: string
  }
  interface FastifyInstance {
    /** Every route, as it was registered. */
    routeList: readonly Readonly<RouteOptions>[]
  }
}

/** In bytes: the largest body of a public call is a sign-in form with a long password. */
export const publicBodyLimit = 8 * 1024

/** Deny by default: a route that does not declare itself public is for signed-in users. */
export function requireSignIn(app: FastifyInstance): void {
  const routeList: RouteOptions[] = []
  app.decorate('routeList', routeList)
  app.decorateRequest('userId', '')
  app.addHook('onRoute', (route) => {
    if (route.config?.public) route.bodyLimit = publicBodyLimit
    routeList.push(route)
  })
  app.addHook('onRequest', async (request) => {
    if (request.is404) {
      // Reads get a screen of the web app. The body of anything else must not be read for the sake of a 404.
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new RequestFault({ kind: 'not_found', detail: 'Osoitetta ei löydy.' })
    } else if (!request.routeOptions.config.public) request.userId = (await request.viewer()).userId
  })
}
