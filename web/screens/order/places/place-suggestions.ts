import { queryOptions } from '@tanstack/react-query'
import { addressTexts, contactTexts } from '#domain/entities/address/address.copy.ts'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import type { Point } from '#domain/values/place/distance.ts'
import type { End } from '#domain/values/place/place.ts'
import { readNameAndStreet, readTypedAddress } from '#domain/values/place/typed-address.ts'
import { readTypedPlace } from '#domain/values/place/typed-place.ts'
import { list } from '#web/data/json-api.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { showPhone } from '#web/features/addresses/places.ts'
import { blankTexts, type Place, placeKeyOf } from './place-values.ts'

/**
 * A place to pick: a saved address, a place of an earlier order (`lastUsed`, unix seconds; 0 for never), or a place known to the
 * map provider. `point` is its position, if known.
 */
export type Suggestion = { key: string; place: Place; source: 'saved' | 'earlier' | 'provider'; lastUsed: number; point: Point | null }

const maxSaved = 250
const recentOrders = 40
/** The fields of an address without any text. */
const unsaid = { field_osoite_1: '', field_osoite_2: '', field_postinumero: '', field_postitoimipaikka: '', field_maa: 'FI', puhelin: '' }

const pointOf = ({ lat, lng }: { lat?: number | null; lng?: number | null }): Point | null =>
  typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null

/** The customer's saved addresses and the places of its last orders, each once. */
export const placesQuery = (asiakas: string) =>
  queryOptions({
    // Not refetched with every order of the customer: recent places are only suggestions.
    queryKey: queryKeys.list('postiosoite', { tilaukselle: asiakas, include: ['yhteyshenkilo'] }),
    queryFn: async ({ signal }): Promise<Record<End, Suggestion[]>> => {
      const filter = { 'asiakas.id': asiakas }
      const [addresses, orders] = await Promise.all([
        list('postiosoite', { filter, include: ['yhteyshenkilo'], sort: ['name'], page: { limit: maxSaved } }, { signal }),
        list('tilaus', { filter, include: ['lahetykset'], sort: ['-tilausnro'], page: { limit: recentOrders } }, { signal }),
      ])
      const saved = addresses.rows.map((row): Suggestion => {
        const contact = addresses.included.get('yhteyshenkilo', row.yhteyshenkilo)
        const texts = { ...addressTexts(row), ...contactTexts(row, contact) }
        const place: Place = { ...texts, osoite: row.id, yhteyshenkilo: contact?.id ?? null }
        return { key: row.id, place, source: 'saved', lastUsed: 0, point: pointOf(row) }
      })
      const shipments = orders.rows.flatMap((order) => orders.included.all('lahetys', order.lahetykset))
      return { nouto: withEarlier(saved, shipments, 'nouto'), toimitus: withEarlier(saved, shipments, 'toimitus') }
    },
    staleTime: 60_000,
  })

/** What the server has found for typed words. */
export function suggestionOf(found: AddressSuggestion): Suggestion {
  const saved = { ...unsaid, ...found }
  const texts = { ...addressTexts(saved), ...contactTexts(saved, undefined) }
  return {
    key: found.id || `provider ${found.label}`,
    place: { ...texts, osoite: found.id || null, yhteyshenkilo: null },
    source: found.id ? 'saved' : 'provider',
    lastUsed: 0,
    point: pointOf(found),
  }
}

const sameText = (text: string): string => text.trim().toLocaleLowerCase('fi')
const identity = (place: Place): string => [place.nimi, place.osoite1, place.postinro].map(sameText).join('|')

/**
 * Adds the places of earlier shipments: a saved one gets the time when it was last used, another one is added as texts only,
 * since it is no longer a saved address. The last used come first.
 */
export function withEarlier(
  saved: readonly Suggestion[],
  shipments: readonly (Readonly<Record<string, unknown>> & { created: number })[],
  end: End,
): Suggestion[] {
  const byIdentity = new Map(saved.map((suggestion) => [identity(suggestion.place), { ...suggestion }]))
  for (const shipment of shipments) {
    const place = placeOfShipment(shipment, end)
    const key = identity(place)
    const known = byIdentity.get(key)
    if (known) known.lastUsed = Math.max(known.lastUsed, shipment.created)
    else if (place.osoite1 !== '')
      byIdentity.set(key, { key: `${end} ${key}`, place, source: 'earlier', lastUsed: shipment.created, point: null })
  }
  return [...byIdentity.values()].sort((a, b) => b.lastUsed - a.lastUsed || a.place.nimi.localeCompare(b.place.nimi, 'fi'))
}

function placeOfShipment(shipment: Readonly<Record<string, unknown>>, end: End): Place {
  const place: Place = { ...blankTexts, osoite: null, yhteyshenkilo: null }
  for (const [field, value] of Object.entries(shipment)) {
    const at = placeKeyOf(field)
    if (at?.end !== end) continue
    if (at.key !== 'osoite' && at.key !== 'yhteyshenkilo' && typeof value === 'string') place[at.key] = value
  }
  return place
}

/** The number that fits without scrolling; typing more finds the rest. */
const shown = 6

/** The suggestions that match each typed word in the name, the street, the town or the postal code. */
export function matching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const words = sameText(typed)
    .split(/[\s,]+/)
    .filter(Boolean)
  const found = suggestions.filter(({ place }) => {
    const text = sameText([place.nimi, place.osoite1, place.osoite2, place.postinro, place.postitmp, place.sukunimi].join(' '))
    return words.every((word) => text.includes(word))
  })
  return found.slice(0, shown)
}

/** The places found by an earlier text that also match the postal code and the town of the newest one, or else all of its words. */
export function stillMatching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const { code, town } = readTypedPlace(typed)
  return matching(suggestions, `${code} ${town}`.trim() || typed)
}

/** Own places first, then further results of the server, as many as fit without scrolling. */
export function mergeSuggestions(own: readonly Suggestion[], found: readonly Suggestion[]): Suggestion[] {
  const known = new Set(own.map(({ key }) => key))
  return [...own, ...found.filter(({ key }) => !known.has(key))].slice(0, shown)
}

/** The searched text as fields of a new place. */
export function fieldsOfTyped(words: string): Pick<Place, 'nimi' | 'osoite1' | 'osoite2' | 'postinro' | 'postitmp'> {
  const { name, street, street2, postalCode, town } = readTypedAddress(words)
  return { nimi: name, osoite1: street, osoite2: street2, postinro: postalCode, postitmp: town }
}

/** A picked postal code or street starts the place; the street and its number typed before it stay the person's own text. */
export function withTypedStreet(suggestion: Suggestion, typed: string): Suggestion {
  const { place, source } = suggestion
  const { street } = readTypedPlace(typed)
  const isWhole = place.osoite1 !== ''
  if (source !== 'provider' || (street === '' && !isWhole)) return suggestion
  const { name, street: own, street2 } = readNameAndStreet(street || typed)
  if (isWhole && !sameText(own).startsWith(sameText(place.osoite1))) return suggestion
  const osoite1 = isWhole ? place.osoite1 + own.slice(place.osoite1.length) : own
  return { ...suggestion, place: { ...place, nimi: name || place.nimi, osoite1, osoite2: street2 } }
}

export const contactLine = ({ etunimi, sukunimi, puhelin }: Pick<Place, 'etunimi' | 'sukunimi' | 'puhelin'>): string =>
  [`${etunimi} ${sukunimi}`.trim(), showPhone(puhelin)].filter(Boolean).join(' · ')

export const addressLine = ({ osoite1, osoite2, postinro, postitmp, maa }: Place): string =>
  [osoite1, osoite2, `${postinro} ${postitmp}`.trim(), maa === 'FI' ? '' : maa].filter(Boolean).join(', ')
