import { queryOptions } from '@tanstack/react-query'
import { list } from '../../data/json-api.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { showPhone } from '../../kit/places.ts'
import { type End, type Place, placeKeyOf } from './order-values.ts'

/** A place to pick: a saved address, or one that an earlier order used (`lastUsed`, unix seconds; 0 never). */
export type Suggestion = { key: string; place: Place; saved: boolean; lastUsed: number }

const savedMost = 250
const recentOrders = 40

/** The customer's saved addresses and the places of its last orders, each once. */
export const placesQuery = (asiakas: string) =>
  queryOptions({
    queryKey: [...queryKeys.entity('postiosoite'), 'tilaukselle', asiakas],
    queryFn: async ({ signal }): Promise<Record<End, Suggestion[]>> => {
      const filter = { 'asiakas.id': asiakas }
      const [addresses, orders] = await Promise.all([
        list('postiosoite', { filter, include: ['yhteyshenkilo'], sort: ['name'], page: { limit: savedMost } }, { signal }),
        list('tilaus', { filter, include: ['lahetykset'], sort: ['-tilausnro'], page: { limit: recentOrders } }, { signal }),
      ])
      const saved = addresses.rows.map((row): Suggestion => {
        const contact = addresses.included.get('yhteyshenkilo', row.yhteyshenkilo)
        const place: Place = {
          nimi: row.name,
          osoite1: row.field_osoite_1,
          osoite2: row.field_osoite_2,
          postinro: row.field_postinumero,
          postitmp: row.field_postitoimipaikka,
          maa: row.field_maa || 'FI',
          etunimi: contact?.etunimi ?? '',
          sukunimi: contact?.sukunimi ?? '',
          puhelin: contact?.puhelin || row.puhelin,
          email: contact?.email ?? '',
          osoite: row.id,
          yhteyshenkilo: contact?.id ?? null,
        }
        return { key: row.id, place, saved: true, lastUsed: 0 }
      })
      const shipments = orders.rows.flatMap((order) => orders.included.all('lahetys', order.lahetykset))
      return { nouto: withRecent(saved, shipments, 'nouto'), toimitus: withRecent(saved, shipments, 'toimitus') }
    },
    staleTime: 60_000,
  })

const sameText = (text: string): string => text.trim().toLocaleLowerCase('fi')
const identity = (place: Place): string => [place.nimi, place.osoite1, place.postinro].map(sameText).join('|')

/** Adds the places of earlier shipments: a saved one learns when it was last used, an unsaved one joins the list. */
export function withRecent(
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
    else if (place.osoite1 !== '') byIdentity.set(key, { key: `${end} ${key}`, place, saved: false, lastUsed: shipment.created })
  }
  return [...byIdentity.values()].sort(
    (a, b) => Number(b.saved) - Number(a.saved) || b.lastUsed - a.lastUsed || a.place.nimi.localeCompare(b.place.nimi, 'fi'),
  )
}

function placeOfShipment(shipment: Readonly<Record<string, unknown>>, end: End): Place {
  const none = {
    nimi: '',
    osoite1: '',
    osoite2: '',
    postinro: '',
    postitmp: '',
    maa: 'FI',
    etunimi: '',
    sukunimi: '',
    puhelin: '',
    email: '',
  }
  const place: Place = { ...none, osoite: null, yhteyshenkilo: null }
  for (const [field, value] of Object.entries(shipment)) {
    const at = placeKeyOf(field)
    if (at?.end !== end) continue
    if (at.key === 'osoite' || at.key === 'yhteyshenkilo') place[at.key] = typeof value === 'string' ? value : null
    else if (typeof value === 'string') place[at.key] = value
  }
  return place
}

/** As many as fit without scrolling; another letter finds the rest. */
const shown = 6

/** What matches the typed words: each of them in the name, the street, the town or the code. */
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

/** The town of a postal code, as the customer's own places know it. */
export function townOf(suggestions: readonly Suggestion[], postalCode: string): string {
  return suggestions.find(({ place }) => place.postinro === postalCode && place.postitmp !== '')?.place.postitmp ?? ''
}

export const contactLine = ({ etunimi, sukunimi, puhelin }: Pick<Place, 'etunimi' | 'sukunimi' | 'puhelin'>): string =>
  [`${etunimi} ${sukunimi}`.trim(), showPhone(puhelin)].filter(Boolean).join(' · ')

export const addressLine = ({ osoite1, osoite2, postinro, postitmp, maa }: Place): string =>
  [osoite1, osoite2, `${postinro} ${postitmp}`.trim(), maa === 'FI' ? '' : maa].filter(Boolean).join(', ')
