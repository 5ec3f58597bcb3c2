import { z } from 'zod'
import type { Change } from '../../model/define-entity.ts'

/** The parts of an address of any kind that determine its position. */
export const addressLocation = z.object({
  field_osoite_1: z.string(),
  field_postinumero: z.string(),
  field_postitoimipaikka: z.string(),
  field_maa: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})
export type AddressLocation = z.output<typeof addressLocation>
const placeKeys = ['field_osoite_1', 'field_postinumero', 'field_postitoimipaikka', 'field_maa'] as const

/**
 * What a change means for an address's point (rules/addresses.md#coordinates): `seek` it when there is none or it belongs to an earlier
 * place; use the one that was `given`; or leave the old one (`kept`).
 */
export function locationAfter({ before, after }: Change<AddressLocation>): 'seek' | 'given' | 'kept' {
  if (after.lat === null || after.lng === null) return 'seek'
  if (before === null || before.lat !== after.lat || before.lng !== after.lng) return 'given'
  return placeKeys.some((key) => before[key] !== after[key]) ? 'seek' : 'kept'
}
