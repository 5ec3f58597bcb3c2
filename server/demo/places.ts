import { greatCircleMetres, type Point } from '#domain/values/place/distance.ts'
import table from './data/towns.json' with { type: 'json' }

export type Town = Point & { code: string; town: string }

/**
 * Postal codes that belong to their towns, with a point: from the GeoNames postal-code file of Finland (CC BY 4.0).
 * Most customers of the demo haulier are in the first ones.
 */
export const towns: readonly Town[] = table

/** Tampere, from where the demo haulier drives. */
const base: Point = { lat: 61.498, lng: 23.761 }
const drivenInADay = 110_000

/** Near enough for a driver to visit among others on one day. */
export const isNearby = (town: Town): boolean => greatCircleMetres(base, town) <= drivenInADay
export const nearbyTowns: readonly Town[] = towns.filter(isNearby)
