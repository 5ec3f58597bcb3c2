import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'

export type SuggestedPlace = Required<
  Pick<
    AddressSuggestion,
    'lahde' | 'arvio' | 'field_osoite_1' | 'field_postinumero' | 'field_postitoimipaikka' | 'field_maa' | 'lat' | 'lng'
  >
> & {
  /** Of a firm or another named place; '' of an address. */
  name: string
}

/** The source of addresses that have not been saved: a map provider, or without one the imported postal codes. */
export type PlaceSuggestions = {
  /** Places that fit what somebody is typing, the likeliest first; none when it does not tell of a place yet. */
  suggest: (typed: string, max: number) => Promise<SuggestedPlace[]>
}
