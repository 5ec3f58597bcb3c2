import type { FastifyInstance } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import { featureOfCall, featureOfEntity } from '#domain/features/settings/feature-switches.ts'
import { type FeatureName, type Features, featureOff } from '#domain/model/features.ts'
import { entityNames, registry } from '#domain/model/registry.ts'

/** `/jsonapi/vuokraus_entity/vuokraus_entity` → the feature that the entity belongs to. */
const featureOfPath = new Map(
  entityNames.flatMap((name): [string, FeatureName][] => {
    const feature = featureOfEntity(name)
    return feature ? [[`/jsonapi/${registry[name].group}/${registry[name].bundle}`, feature]] : []
  }),
)

/** Route → the feature whose switch turns it off. */
function featureOfRoute(url: string): FeatureName | null {
  const [, root, group, bundle] = url.split('/')
  return root === 'jsonapi' ? (featureOfPath.get(`/jsonapi/${group}/${bundle}`) ?? null) : featureOfCall(url)
}

/**
 * Whatever belongs to a feature that the company does not have is as if it were not there (rules/settings.md#feature-switches): 404, and not 403,
 * of which a second one ends the session.
 */
export function refuseSwitchedOffRoutes(app: FastifyInstance, features: () => Promise<Features>): void {
  const known = new Map<string, FeatureName | null>()
  app.addHook('onRoute', ({ url }) => void known.set(url, featureOfRoute(url)))
  app.addHook('onRequest', async (request) => {
    const feature = known.get(request.routeOptions.url ?? '')
    if (feature && !(await features())[feature]) throw new RequestFault({ kind: 'not_found', detail: featureOff(feature) })
  })
}
