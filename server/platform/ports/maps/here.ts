// https://www.here.com/docs/category/geocoding-search-v7
import { z } from 'zod'
import { readTypedAddress } from '#domain/values/place/typed-address.ts'
import { type HereOptions, hereCall } from './here-call.ts'
import type { PlaceSuggestions, SuggestedPlace } from './place-suggestions.ts'

const service = 'https://autosuggest.search.hereapi.com/v1/autosuggest'
/** Results near this point come first: the centre of Finland's population. */
const middle = '61.9,25.0'
const limit = 5
const answerShape = z.object({
  items: z.array(
    z.object({
      title: z.string(),
      resultType: z.string().optional(),
      address: z.object({ label: z.string() }).optional(),
      position: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).optional(),
    }),
  ),
})
type Item = z.output<typeof answerShape>['items'][number]

/** The types of results that are one point. Others cover a whole street, town or area. */
const exactTypes = new Set(['houseNumber', 'place', 'intersection'])

/** The fields of `Hämeenkatu 5, 33100 Tampere, Suomi`; null without a position, or when the text cannot be parsed. */
function placeOf({ title, resultType = '', address, position }: Item): SuggestedPlace | null {
  if (!address || !position) return null
  const label = address.label.replace(/, (?:Suomi|Finland)$/u, '').replace(/\bFI-(?=\d{5}\b)/u, '')
  const { name, street, postalCode, town } = readTypedAddress(label)
  const isNamed = resultType === 'place'
  // A result that is only a name is a street or a town without a postal code.
  const [first = '', ...rest] = label.split(',').map((part) => part.trim())
  const unread = street === '' && postalCode === ''
  const found = unread ? { street: rest.length > 0 ? first : '', postalCode: '', town: rest.at(-1) ?? first } : { street, postalCode, town }
  return {
    lahde: 'karttapalvelu',
    arvio: !exactTypes.has(resultType),
    name: isNamed ? title : '',
    field_osoite_1: found.street || (isNamed ? '' : name),
    field_postinumero: found.postalCode,
    field_postitoimipaikka: found.town,
    field_maa: 'FI',
    ...position,
  }
}

/** HERE's suggestions (rules/integrations.md#maps). Throws PlaceSearchFailed when it does not answer in time or answers with a fault. */
export function hereSuggestions(options: HereOptions): PlaceSuggestions {
  const call = hereCall(service, options)
  return {
    async suggest(typed, max) {
      const text = typed.replace(/\s+/g, ' ').trim()
      if (text.length < 2) return []
      const { items } = await call({ q: text, at: middle, in: 'countryCode:FIN', limit: `${limit}` }, answerShape)
      return items.flatMap((item) => placeOf(item) ?? []).slice(0, max)
    },
  }
}
