import type { FastifyInstance } from 'fastify'
import { appVersion, features, type RuntimeConfig } from '#domain/runtime-config.ts'
import type { Config } from '../config.ts'

/** `GET /config.json`, which the web app reads before anything else, and the version on every answer (RULES section 13), none of which a browser may take for another type. */
export function runtimeConfig(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-app-version': appVersion, 'x-content-type-options': 'nosniff' })
  })
  app.get('/config.json', async (_request, reply): Promise<RuntimeConfig> => {
    reply.header('cache-control', 'no-cache')
    return {
      version: appVersion,
      companyName: config.companyName,
      supportPhone: config.supportPhone ?? '',
      supportMail: config.supportMail ?? '',
      mapTiles: config.mapTilesUrl ?? '',
      mapAttribution: config.mapAttribution,
      features,
      clients: app.clientSecrets,
    }
  })
}
