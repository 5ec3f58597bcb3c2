import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { addressLabel } from '#domain/entities/address/address.label.ts'
import type { AddressSuggestion, addressSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { toNfc } from '#domain/values/nfc.ts'
import type { Context } from '#server/context.ts'
import type { PlaceSuggestions } from '#server/platform/ports/maps/place-suggestions.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'
import { savedAddresses } from './queries.ts'

type Input = z.output<typeof addressSuggestionsCall.input>
type Answer = z.input<typeof addressSuggestionsCall.output>

// As many as a list under a field shows without scrolling.
const max = 10
const maxWords = 8

/**
 * The viewer's saved addresses first, then the map provider's (rules/addresses.md#suggestions). The map provider is not used for
 * billing by e-mail and e-invoice.
 */
export async function suggestAddresses(
  parts: Context & { places: PlaceSuggestions },
  viewer: Viewer,
  { bundle, tyyppi, asiakas_id, search }: Input,
): Promise<Answer> {
  const customer = requestedCustomer(viewer, asiakas_id)
  const words = toNfc(search)
    .toLocaleLowerCase('fi')
    .split(/[\s,]+/)
    .filter(Boolean)
  const isPlace = bundle === 'postiosoite' || bundle === 'laskutusosoite_posti'
  const [saved, places] = await Promise.all([
    savedAddresses(parts, viewer, {
      bundle,
      tyyppi,
      asiakas_id: customer,
      words: words.slice(0, maxWords),
      limit: max,
      offset: 0,
      counted: false,
    }),
    isPlace ? parts.places.suggest(search, max) : [],
  ])
  const own = saved.data.map((address): AddressSuggestion => ({ ...address, lahde: 'tallennettu', arvio: address.sijainti_arvio ?? false }))
  const others = places.map(
    (place): AddressSuggestion => ({
      id: '',
      bundle,
      lahde: parts.places.source,
      label: addressLabel(place),
      name: '',
      tyyppi: [],
      field_osoite_2: '',
      ...place,
    }),
  )
  const data = [...own, ...others].slice(0, max)
  return { data, meta: { count: data.length } }
}
