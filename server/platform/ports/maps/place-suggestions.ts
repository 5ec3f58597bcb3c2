import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'

export type SuggestedPlace = Required<
  Pick<
    AddressSuggestion,
    'lahde' | 'arvio' | 'field_osoite_1' | 'field_postinumero' | 'field_postitoimipaikka' | 'field_maa' | 'lat' | 'lng'
  >
> & {
  /** The name of a firm or another named place; '' for an address. */
  name: string
}

/** The source of addresses that have not been saved: a map provider, or without one the imported postal codes. */
export type PlaceSuggestions = {
  /** Places that match the typed text, the best match first; none while the text is too short or vague for a search. */
  suggest: (typed: string, max: number) => Promise<SuggestedPlace[]>
}
