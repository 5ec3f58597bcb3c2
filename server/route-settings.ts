import { z } from 'zod'
import { ConfigError, optional, readSetting, setting, webAddress } from './setting.ts'

const serviceAddress = optional(webAddress.transform((url) => url.replace(/\/+$/, '')))

/** Which services know roads and order stops, in README's order. */
export const routeSettings = {
  osrmUrl: setting({
    name: 'OSRM_URL',
    default: '',
    meaning:
      'OSRM, which knows the distances, the driving times and the line by road for the board and route optimisation, like https://osrm.example.fi; when empty, they are estimates',
    accepts: 'osoite muodossa https://osrm.esimerkki.fi',
    schema: serviceAddress,
  }),
  stopOrder: setting({
    name: 'STOP_ORDER',
    default: '',
    meaning:
      'who orders the stops of a route that has no locked stops and no time windows: `vroom`, or `here` with HERE_API_KEY; when empty, and for other routes, our own search does',
    accepts: 'vroom tai here',
    schema: optional(z.enum(['vroom', 'here'])),
  }),
  dayPlan: setting({
    name: 'DAY_PLAN',
    default: '',
    meaning: 'who proposes the day plan of the board: `vroom`, for larger fleets; when empty, our own search does',
    accepts: 'vroom',
    schema: optional(z.enum(['vroom'])),
  }),
  vroomUrl: setting({
    name: 'VROOM_URL',
    default: '',
    meaning: 'address of vroom-express, like https://vroom.example.fi',
    accepts: 'osoite muodossa https://vroom.esimerkki.fi',
    schema: serviceAddress,
  }),
}

export type RouteConfig = { readonly [K in keyof typeof routeSettings]: z.output<(typeof routeSettings)[K]['schema']> }

export const readRouteSettings = (env: NodeJS.ProcessEnv): RouteConfig => ({
  osrmUrl: readSetting(routeSettings.osrmUrl, env),
  stopOrder: readSetting(routeSettings.stopOrder, env),
  dayPlan: readSetting(routeSettings.dayPlan, env),
  vroomUrl: readSetting(routeSettings.vroomUrl, env),
})

export function refuseIncompleteRoutes({
  stopOrder,
  dayPlan,
  vroomUrl,
  hereApiKey,
}: RouteConfig & { hereApiKey: string | undefined }): void {
  if (stopOrder === 'vroom' && !vroomUrl)
    throw new ConfigError(`Asetus VROOM_URL ei kelpaa: anna ${routeSettings.vroomUrl.accepts}, kun STOP_ORDER on vroom.`)
  if (dayPlan === 'vroom' && !vroomUrl)
    throw new ConfigError(`Asetus VROOM_URL ei kelpaa: anna ${routeSettings.vroomUrl.accepts}, kun DAY_PLAN on vroom.`)
  if (stopOrder === 'here' && !hereApiKey) throw new ConfigError('Asetus HERE_API_KEY ei kelpaa: anna avain, kun STOP_ORDER on here.')
}
