import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'

export type SuggestedPlace = Required<
  Pick<AddressSuggestion, 'arvio' | 'field_osoite_1' | 'field_postinumero' | 'field_postitoimipaikka' | 'field_maa' | 'lat' | 'lng'>
>

/** The source of addresses that have not been saved: a map provider, or without one the imported postal codes. */
export type PlaceSuggestions = {
  source: Exclude<AddressSuggestion['lahde'], 'tallennettu'>
  /** Places that match the typed text, the likeliest first; none while the text names no place. */
  suggest: (typed: string, max: number) => Promise<SuggestedPlace[]>
}
