import { z } from 'zod'
import type { Change } from '../../model/define-entity.ts'

/** What an address of any kind says of where it is. */
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
 * What a change means to an address's point (rules/addresses.md#coordinates): `seek` it, for there is none or it was another place's; take the one that was
 * `given`; or leave it as it was.
 */
export function locationAfter({ before, after }: Change<AddressLocation>): 'seek' | 'given' | 'kept' {
  if (after.lat === null || after.lng === null) return 'seek'
  if (before === null || before.lat !== after.lat || before.lng !== after.lng) return 'given'
  return placeKeys.some((key) => before[key] !== after[key]) ? 'seek' : 'kept'
}
