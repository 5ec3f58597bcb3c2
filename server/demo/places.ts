import type { Point } from '#domain/values/place/distance.ts'
import table from './data/towns.json' with { type: 'json' }

export type Town = Point & { code: string; town: string }

/**
 * Postal codes that belong to their towns, with a point: from the GeoNames postal-code file of Finland (CC BY 4.0).
 * Most customers of the demo haulier are in the first ones.
 */
export const towns: readonly Town[] = table
