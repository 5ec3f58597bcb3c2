import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Row } from '#domain/model/registry.ts'
import type { deliveryFields, pickupFields } from '#domain/values/place/place.ts'
import type { LatLng } from '#web/ui/map/map-points.ts'

/** One end of a transport, formatted for display. */
export type Place = { name: string; street: string; town: string; country: string; contact: string; phone: string }

type Texts<T> = { readonly [K in keyof T]: string }

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ')

export const pickupPlace = (row: Texts<Omit<typeof pickupFields, 'nouto_yhteyshenkilo_email'>>): Place => ({
  name: row.nouto_nimi,
  street: [row.nouto_osoite1, row.nouto_osoite2].filter(Boolean).join(', '),
  town: joined(row.nouto_postinro, row.nouto_postitmp),
  country: row.nouto_maa,
  contact: joined(row.nouto_yhteyshenkilo_etunimi, row.nouto_yhteyshenkilo_sukunimi),
  phone: row.nouto_yhteyshenkilo_puhelin,
})

export const deliveryPlace = (row: Texts<Omit<typeof deliveryFields, 'toimitus_yhteyshenkilo_email'>>): Place => ({
  name: row.toimitus_nimi,
  street: [row.toimitus_osoite1, row.toimitus_osoite2].filter(Boolean).join(', '),
  town: joined(row.toimitus_postinro, row.toimitus_postitmp),
  country: row.toimitus_maa,
  contact: joined(row.toimitus_yhteyshenkilo_etunimi, row.toimitus_yhteyshenkilo_sukunimi),
  phone: row.toimitus_yhteyshenkilo_puhelin,
})

type SavedAddress = Pick<
  Row<'postiosoite'>,
  'name' | 'field_osoite_1' | 'field_osoite_2' | 'field_postinumero' | 'field_postitoimipaikka' | 'field_maa' | 'puhelin'
>
/** A saved address, as of a terminal. */
export const savedPlace = (row: SavedAddress): Place => ({
  name: row.name,
  street: [row.field_osoite_1, row.field_osoite_2].filter(Boolean).join(', '),
  town: joined(row.field_postinumero, row.field_postitoimipaikka),
  country: row.field_maa,
  contact: '',
  phone: row.puhelin,
})

/** `Teollisuustie 14, 13500 Hämeenlinna`, with the country when it is another one. */
export const addressOf = ({ street, town, country }: Place): string =>
  [street, town, country === 'FI' ? '' : country].filter(Boolean).join(', ')

/** `Turun Tukku Oy, Turku`: the name, or else the street, and the town without its postal code. */
export const namedPlace = ({ name, street, town }: Place): string =>
  [name || street, town.replace(/^[\d ]+ /, '')].filter(Boolean).join(', ')

/** Link to the maps service with a driving route (rules/integrations.md#driver-link), to `at` or else to the address; null when there is neither. */
export function driveLink(place: Place, at: LatLng | null = null): string | null {
  const destination = at ? `${at.lat},${at.lng}` : addressOf(place)
  if (destination === '') return null
  const query = new URLSearchParams({ api: '1', destination, travelmode: 'driving', dir_action: 'navigate' })
  return `https://www.google.com/maps/dir/?${query}`
}

/** Opens the maps service at a point. */
export const mapLink = ({ lat, lng }: LatLng): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: `${lat},${lng}` })}`

/** `+358401234567` as `040 1234567`; a foreign number with its country code. */
export function showPhone(e164: string): string {
  const number = parsePhoneNumberFromString(e164, 'FI')
  if (!number) return e164
  return number.country === 'FI' ? number.formatNational() : number.formatInternational()
}
