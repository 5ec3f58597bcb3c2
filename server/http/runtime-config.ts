import type { FastifyInstance } from 'fastify'
import { appVersion, features, type RuntimeConfig } from '#domain/features/settings/runtime-config.ts'
import type { Config } from '../config.ts'

/** `GET /config.json`, which the web app reads before anything else. */
export function runtimeConfig(app: FastifyInstance, config: Config): void {
  app.get('/config.json', { config: { public: true } }, async (_request, reply): Promise<RuntimeConfig> => {
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
