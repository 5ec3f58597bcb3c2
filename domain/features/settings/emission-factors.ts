import { z } from 'zod'
import { midnightOf } from '../../values/time/time.ts'
import { datedRows, startDay } from './dated-rows.ts'

/** Grams of CO₂e for each tonne-kilometre. */
const intensity = z.number().positive().max(10_000)

/** The emission intensities of vehicle classes from a day on (rules/emissions.md#intensities), well-to-wheel. */
const emissionFactorRow = z.strictObject({
  alkaen: startDay,
  /** The source with its year, as documents name it. */
  lahde: z.string().trim().min(1).max(120),
  /** Distance adjustment factor: the distance that the intensities are for, divided by the shortest feasible distance. */
  etaisyyskerroin: z.number().min(1).max(2),
  pakettiauto: intensity,
  kuorma_auto_7_5: intensity,
  kuorma_auto_17: intensity,
  kuorma_auto: intensity,
  yhdistelma_33: intensity,
  yhdistelma: intensity,
  /** Of a car whose class is unknown, or that is not known yet. */
  keskiarvo: intensity,
})
export type EmissionFactors = z.output<typeof emissionFactorRow>

export const emissionFactorTable = datedRows(emissionFactorRow)

/**
 * UK Government GHG Conversion Factors for Company Reporting 2025 (Open Government Licence v3.0), diesel, average laden: "Freighting goods" plus
 * "WTT- delivery vehs & freight" (decision 83). They are for driven kilometres, hence the distance adjustment factor of ISO 14083 for roads.
 */
export const defaultEmissionFactors: EmissionFactors = {
  alkaen: midnightOf('2025-01-01'),
  lahde: 'UK DESNZ GHG Conversion Factors 2025',
  etaisyyskerroin: 1.05,
  pakettiauto: 782.25,
  kuorma_auto_7_5: 650.57,
  kuorma_auto_17: 456.08,
  kuorma_auto: 208.82,
  yhdistelma_33: 153.64,
  yhdistelma: 95.02,
  keskiarvo: 125.22,
}
