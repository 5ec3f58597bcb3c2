import type { FastifyInstance } from 'fastify'
import { appVersion, type RuntimeConfig } from '#domain/features/settings/runtime-config.ts'
import type { Features } from '#domain/model/features.ts'
import type { Config } from '../config.ts'
import { type CompanyReader, logoPath } from '../platform/settings/company.ts'

type Parts = { config: Config; company: CompanyReader; features: () => Promise<Features> }

/** `GET /config.json`, which the web app reads before anything else. */
export function runtimeConfig(app: FastifyInstance, { config, company, features }: Parts): void {
  app.get('/config.json', { config: { public: true } }, async (_request, reply): Promise<RuntimeConfig> => {
    reply.header('cache-control', 'no-cache')
    const { nimi, puhelin, sahkoposti, logo } = await company()
    return {
      version: appVersion,
      companyName: nimi,
      supportPhone: puhelin,
      supportMail: sahkoposti,
      mapTiles: config.mapTilesUrl ?? '',
      mapAttribution: config.mapAttribution,
      features: await features(),
      logo: logoPath(logo),
      placeSearch: config.hereApiKey !== undefined,
      clients: app.clientSecrets,
    }
  })
}
