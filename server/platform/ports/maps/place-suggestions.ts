import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'

export type SuggestedPlace = Required<
  Pick<AddressSuggestion, 'arvio' | 'field_osoite_1' | 'field_postinumero' | 'field_postitoimipaikka' | 'field_maa' | 'lat' | 'lng'>
>

/** Where addresses that nobody has saved come from: a map provider, or without one the postal codes that were imported. */
export type PlaceSuggestions = {
  source: Exclude<AddressSuggestion['lahde'], 'tallennettu'>
  /** Places that fit what somebody is typing, the likeliest first; none when it does not tell of a place yet. */
  suggest: (typed: string, max: number) => Promise<SuggestedPlace[]>
}
