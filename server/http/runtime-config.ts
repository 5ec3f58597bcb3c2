import type { FastifyInstance } from 'fastify'
import { appVersion, type RuntimeConfig } from '#domain/features/settings/runtime-config.ts'
import { cutOffOf, departurePoints } from '#domain/features/settings/settings.ts'
import type { Features } from '#domain/model/features.ts'
import type { Config } from '../config.ts'
import { type CompanyReader, logoPath } from '../platform/settings/company.ts'
import type { SettingsReader } from '../platform/settings/settings.ts'

type Parts = { config: Config; company: CompanyReader; features: () => Promise<Features>; settings: SettingsReader }

/** `GET /config.json`, which the web app reads before anything else. */
export function runtimeConfig(app: FastifyInstance, { config, company, features, settings }: Parts): void {
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
      orderCutOff: cutOffOf(await settings()),
      departurePoints: departurePoints(await settings()),
      reminderDays: (await settings()).muistutuspaivat,
      clients: app.clientSecrets,
    }
  })
}
