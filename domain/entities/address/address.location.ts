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
  sijainti_lahde: z.enum(['', 'postinumero', 'karttapalvelu', 'kasin']),
})
export type AddressLocation = z.output<typeof addressLocation>
const placeKeys = ['field_osoite_1', 'field_postinumero', 'field_postitoimipaikka', 'field_maa'] as const

/**
 * What a change means for an address's point (rules/addresses.md#coordinates). `seek`: look it up, because there is none or it belongs to an
 * earlier place. `provider`, `by-hand`: store the point in the change, from a suggestion of the map provider or set by a person. `kept`: leave
 * the stored point.
 */
export function locationAfter({ before, after }: Change<AddressLocation>): 'seek' | 'provider' | 'by-hand' | 'kept' {
  if (after.lat === null || after.lng === null) return 'seek'
  const isOtherPlace = before !== null && placeKeys.some((key) => before[key] !== after[key])
  if (before !== null && before.lat === after.lat && before.lng === after.lng) return isOtherPlace ? 'seek' : 'kept'
  // A client that moves a point of the provider without changing the source has set it by hand.
  const isChosen = after.sijainti_lahde === 'karttapalvelu' && (isOtherPlace || before?.sijainti_lahde !== 'karttapalvelu')
  return isChosen ? 'provider' : 'by-hand'
}
