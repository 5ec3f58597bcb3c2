import type { Change } from '../../define-entity.ts'

export type Located = {
  field_osoite_1: string
  field_postinumero: string
  field_postitoimipaikka: string
  field_maa: string
  lat: number | null
  lng: number | null
}
const placeKeys = ['field_osoite_1', 'field_postinumero', 'field_postitoimipaikka', 'field_maa'] as const

/**
 * What a change means to an address's point (RULES section 4): `seek` it, for there is none or it was another place's; take the one that was
 * `given`; or leave it as it was.
 */
export function locationAfter({ before, after }: Change<Located>): 'seek' | 'given' | 'kept' {
  if (after.lat === null || after.lng === null) return 'seek'
  if (before === null || before.lat !== after.lat || before.lng !== after.lng) return 'given'
  return placeKeys.some((key) => before[key] !== after[key]) ? 'seek' : 'kept'
}
