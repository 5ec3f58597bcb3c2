import { type FeatureName, type Features, featureNames, type SwitchedOff, type Switches } from '../../model/features.ts'
import type { EntityName } from '../../model/registry.ts'

type Coverage = {
  /** Entities of which nothing can be read or written. */
  entities?: readonly EntityName[]
  /** Entities that can be read but not changed. */
  fixedEntities?: readonly EntityName[]
  /** Fields that cannot be changed; a new row has their default. */
  fields?: Readonly<Partial<Record<EntityName, readonly string[]>>>
  /** Paths of calls, with all paths below them. */
  calls?: readonly string[]
  /** Addresses of screens, as the table of routes has them. */
  screens?: readonly string[]
  /** Entities whose rules check the switch themselves (`RuleContext.features`). */
  rules?: readonly EntityName[]
}

/**
 * What each switch turns off (rules/settings.md#feature-switches). The server refuses the calls and the changes by this table, and the web app leaves
 * out the screens, their links and the fields.
 */
export const featureCoverage: Readonly<Record<FeatureName, Coverage>> = {
  varauma: { fields: { lahetys: ['varauma'] } },
  useat_tuotteet: { rules: ['tilaus'] },
  tekstiviestit: { calls: ['/api/sms'] },
  osoitteiden_hallinta: { fixedEntities: ['postiosoite'], screens: ['postiosoitteet', 'postiosoite/$id', 'postiosoite/$id/delete'] },
  siirto_terminaaliin: { rules: ['lahetys'] },
  lisatyot: { rules: ['tilaus'] },
  reitit: { entities: ['reitti'], calls: ['/api/reitti'], screens: ['reitit', 'reitti/$id'] },
  reitin_optimointi: { calls: ['/api/optimize_route'], screens: ['reitin-optimointi'] },
  vuokraukset: { entities: ['vuokraus'], calls: ['/api/vuokrattavat'], screens: ['vuokraukset', 'vuokraus/$id'] },
  tuntituote_toisto: {
    entities: ['tuntituote_toisto'],
    calls: ['/api/tuntituote_toisto'],
    screens: ['sopimustuntityo', 'sopimustuntityo/$id'],
  },
  tyovuorot: {
    entities: ['tyovuoro', 'tyovuoro_lisatieto', 'tyoreitti'],
    calls: ['/api/tyovuoro'],
    screens: ['tyovuorot', 'tyoreitit', 'tyoreitti/$id', 'kuljettajan-tyovuorot', 'ajot'],
  },
}

const featureWith = (covers: (coverage: Coverage) => boolean | undefined): FeatureName | null =>
  featureNames.find((name) => covers(featureCoverage[name])) ?? null

const isBelow = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`)

/** The feature that a call belongs to; null when it belongs to none. */
export const featureOfCall = (path: string): FeatureName | null =>
  featureWith(({ calls }) => calls?.some((parent) => isBelow(path, parent)))

export const featureOfScreen = (path: string): FeatureName | null => featureWith(({ screens }) => screens?.includes(path))

export const featureOfEntity = (entity: EntityName): FeatureName | null => featureWith(({ entities }) => entities?.includes(entity))

function switchedOff(features: Features, entity: string): SwitchedOff {
  const off = featureNames.filter((name) => !features[name])
  const covering = (list: 'entities' | 'fixedEntities') => off.find((name) => featureCoverage[name][list]?.some((one) => one === entity))
  const reads = covering('entities') ?? null
  const fields = off.flatMap((feature) =>
    Object.entries(featureCoverage[feature].fields ?? {}).flatMap(([name, own]) =>
      name === entity ? own.map((field) => ({ field, feature })) : [],
    ),
  )
  return { reads, writes: reads ?? covering('fixedEntities') ?? null, fields }
}

export const switchesOf = (features: Features): Switches => ({ features, off: (entity) => switchedOff(features, entity) })
