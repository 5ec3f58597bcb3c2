import type { FastifyInstance, RouteOptions } from 'fastify'
import { RequestFault } from '#domain/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no sign-in. A call of any other route without sign-in is refused (401) before its body is read. */
    public?: true
  }
  interface FastifyRequest {
    /** The id of the signed-in user after authentication; '' in a public call. */
    userId: string
  }
  interface FastifyInstance {
    /** Every route, as it was registered. */
    routeList: readonly Readonly<RouteOptions>[]
  }
}

/** Limit on bodies of public calls, in bytes; the largest is a sign-in form with a long password. */
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
      // A GET of an unknown address gets the web app. Other methods get a 404 here, before their body is read.
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new RequestFault({ kind: 'not_found', detail: 'Osoitetta ei löydy.' })
    } else if (!request.routeOptions.config.public) request.userId = (await request.viewer()).userId
  })
}
