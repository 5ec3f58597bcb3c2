import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { type AddressKind, addressLabel } from '#domain/entities/address/address.label.ts'
import type { AddressSuggestion, addressSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { toNfc } from '#domain/values/nfc.ts'
import type { Context } from '#server/context.ts'
import { PlaceSearchFailed } from '#server/platform/ports/maps/here-call.ts'
import type { PlaceSuggestions, SuggestedPlace } from '#server/platform/ports/maps/place-suggestions.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'
import { knownPlaces, matchingAddresses } from './queries.ts'

type Input = z.output<typeof addressSuggestionsCall.input>
type Answer = z.input<typeof addressSuggestionsCall.output>

// As many as a list under a field shows without scrolling.
const max = 10
const maxWords = 8

const wordsOf = (text: string): string[] =>
  toNfc(text)
    .toLocaleLowerCase('fi')
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, maxWords)

const suggestionOf = (bundle: AddressKind, place: SuggestedPlace): AddressSuggestion => ({
  id: '',
  bundle,
  label: addressLabel(place),
  tyyppi: [],
  field_osoite_2: '',
  ...place,
})

const nothingKnown = { streets: [], towns: [] }

/** Leaves out places whose label occurs earlier in the list. */
function distinct(suggestions: readonly AddressSuggestion[]): AddressSuggestion[] {
  const labels = new Set<string>()
  return suggestions.filter(({ id, label }) => {
    const isNew = id !== '' || !labels.has(label)
    labels.add(label)
    return isNew
  })
}

/** Saved addresses first, then streets that occur in them, postal codes and towns (rules/addresses.md#suggestions). Billing by e-mail and e-invoice has no places. */
export async function suggestAddresses(
  parts: Context & { postalCodes: PlaceSuggestions },
  viewer: Viewer,
  { bundle, tyyppi, asiakas_id, search }: Input,
): Promise<Answer> {
  const customer = requestedCustomer(viewer, asiakas_id)
  const isPlace = bundle === 'postiosoite' || bundle === 'laskutusosoite_posti'
  const [saved, known, places] = await Promise.all([
    matchingAddresses(parts, viewer, { bundle, tyyppi, asiakas_id: customer, words: wordsOf(search), limit: max }),
    isPlace ? knownPlaces(parts, viewer, { text: search, asiakas_id: customer, limit: max }) : nothingKnown,
    isPlace ? parts.postalCodes.suggest(search, max) : [],
  ])
  const own = saved.map((address): AddressSuggestion => ({ ...address, lahde: 'tallennettu', arvio: address.sijainti_arvio ?? false }))
  const data = distinct([...own, ...[...known.streets, ...places, ...known.towns].map((place) => suggestionOf(bundle, place))]).slice(
    0,
    max,
  )
  return { data, meta: { count: data.length } }
}

/** Suggestions of the map provider, or postal codes when it does not answer. */
export async function suggestProviderPlaces(
  { places, postalCodes }: { places: PlaceSuggestions; postalCodes: PlaceSuggestions },
  search: string,
): Promise<Answer> {
  const found = await places.suggest(search, max).catch((error: unknown) => {
    if (!(error instanceof PlaceSearchFailed)) throw error
    return postalCodes.suggest(search, max)
  })
  const data = distinct(found.map((place) => suggestionOf('postiosoite', place)))
  return { data, meta: { count: data.length } }
}
