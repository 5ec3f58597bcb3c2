import type { z } from 'zod'
import type { AddressSuggestion, addressSuggestionsCall } from '#domain/calls/addresses.ts'
import { addressLabel } from '#domain/entities/address/address.label.ts'
import type { Viewer } from '#domain/roles.ts'
import { askedCompany } from '../company-of.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { PlaceSuggestions } from '../ports/maps/place-suggestions.ts'
import { savedAddresses } from './saved-addresses.ts'

type Asked = z.output<typeof addressSuggestionsCall.input>
type Answer = z.input<typeof addressSuggestionsCall.output>

// As many as a list under a field shows without scrolling.
const most = 10
const mostWords = 8

/** Own saved addresses first, then what the map provider knows (RULES section 12); billing by e-mail and e-invoice has no place. */
export async function suggestAddresses(
  parts: JsonApi & { places: PlaceSuggestions },
  viewer: Viewer,
  { bundle, tyyppi, asiakas_id, search }: Asked,
): Promise<Answer> {
  const company = askedCompany(viewer, asiakas_id)
  const words = search
    .normalize()
    .toLocaleLowerCase('fi')
    .split(/[\s,]+/)
    .filter(Boolean)
  const isPlace = bundle === 'postiosoite' || bundle === 'laskutusosoite_posti'
  const [saved, places] = await Promise.all([
    savedAddresses(parts, viewer, {
      bundle,
      tyyppi,
      asiakas_id: company,
      words: words.slice(0, mostWords),
      limit: most,
      offset: 0,
      counted: false,
    }),
    isPlace ? parts.places.suggest(search, most) : [],
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
  const data = [...own, ...others].slice(0, most)
  return { data, meta: { count: data.length } }
}
