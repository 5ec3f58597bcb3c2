import type { VehicleClass } from '../../entities/car/vehicle-classes.ts'
import { estimateRoad, type Point } from '../../values/place/distance.ts'
import { rowAt } from '../settings/dated-rows.ts'
import type { EmissionFactors } from '../settings/emission-factors.ts'

/** Goods carried from one place to another: a transport chain element of ISO 14083. */
export type TransportedGoods = {
  /** 0 when it is unknown. */
  kg: number
  /** Null when it is unknown. */
  from: Point | null
  to: Point | null
  vehicle: VehicleClass
  /** The moment whose factors apply, unix seconds. */
  at: number
}

/** `grams` of CO₂e, well-to-wheel; `km`: the shortest feasible distance, estimated; `intensity`: grams for each tonne-kilometre. */
export type EmissionEstimate = { grams: number; tonneKm: number; km: number; intensity: number; source: string }
/** `missing`: how many of the parts could not be estimated. */
export type EmissionSum = { grams: number; tonneKm: number; estimated: number; missing: number; sources: readonly string[] }

/** Kilometres. */
const shortestWay = 1
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** Tonne-kilometres × intensity × distance adjustment factor (rules/emissions.md#calculation); null without a weight or a place. */
export function estimateEmissions(
  { kg, from, to, vehicle, at }: TransportedGoods,
  table: readonly EmissionFactors[],
): EmissionEstimate | null {
  const factors = rowAt(table, at)
  if (!factors || kg <= 0 || !from || !to) return null
  // Within one postal code both ends have its point.
  const km = Math.max(shortestWay, rounded(estimateRoad(from, to).metres / 1000, 1))
  const intensity = vehicle === '' ? factors.keskiarvo : factors[vehicle]
  const tonneKm = (kg / 1000) * km
  const grams = Math.round(tonneKm * intensity * factors.etaisyyskerroin)
  return { grams, tonneKm: rounded(tonneKm, 3), km, intensity, source: factors.lahde }
}

/** Whole grams and thousandths of a tonne-kilometre, so that the parts add up to the sum as they are shown. */
export function sumEmissions(parts: readonly (EmissionEstimate | null)[]): EmissionSum {
  const known = parts.filter((part) => part !== null)
  return {
    grams: known.reduce((sum, { grams }) => sum + grams, 0),
    tonneKm: rounded(
      known.reduce((sum, { tonneKm }) => sum + tonneKm, 0),
      3,
    ),
    estimated: known.length,
    missing: parts.length - known.length,
    sources: [...new Set(known.map(({ source }) => source))],
  }
}
