import type { FastifyInstance } from 'fastify'
import { appVersion, features, type RuntimeConfig } from '#domain/runtime-config.ts'
import type { Config } from '../config.ts'

/** On every answer: the version (RULES section 13), and that a browser may not take it for another type. */
export const everyAnswer = { 'x-app-version': appVersion, 'x-content-type-options': 'nosniff' } as const

/** `GET /config.json`, which the web app reads before anything else, and the headers of every answer. */
export function runtimeConfig(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(everyAnswer)
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
