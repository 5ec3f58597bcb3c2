import { deliveryKeys, pickupKeys } from '#domain/values/place/place.ts'
import { addDays } from '#domain/values/time/time.ts'
import type { ListResult } from '#web/data/json-api.ts'
import { listQuery } from '#web/data/queries.ts'
import { addressOf, deliveryPlace, type Place, pickupPlace } from '#web/features/addresses/places.ts'
import { postalKey } from '#web/features/addresses/postal-points.ts'

const pageSize = 250
const fields = {
  lahetys: ['tila', 'tilaus', 'nouto_osoite', 'toimitus_osoite', ...pickupKeys, ...deliveryKeys],
  tilaus: ['tunniste'],
  postiosoite: ['lat', 'lng', 'sijainti_arvio'],
} as const

/** The open shipments of today, late ones and those without a day. */
export const todaysShipments = (now: number) =>
  listQuery('lahetys', {
    filter: {
      tila: { operator: 'NOT IN', value: ['toimitettu', 'peruutettu'] },
      toivottu_toimitus: { operator: '<', value: addDays(now, 1) },
    },
    sort: ['toivottu_toimitus', 'drupal_internal__id'],
    page: { limit: pageSize },
    include: ['tilaus', 'nouto_osoite', 'toimitus_osoite'],
    fields,
  })

export type CandidatePoint = { lat: number; lng: number; approximate: boolean }
/** A door of today's shipments, with their orders. `point` is that of a saved address; otherwise the postal code has one. */
export type Candidate = {
  key: string
  orders: string
  label: string
  kind: 'Nouto' | 'Toimitus'
  postal: string | null
  point: CandidatePoint | null
}

export function candidatesOf({ rows, included }: Pick<ListResult<'lahetys', typeof fields>, 'rows' | 'included'>): Candidate[] {
  const pointOf = (saved: string | null): CandidatePoint | null => {
    const { lat = null, lng = null, sijainti_arvio = false } = included.get('postiosoite', saved) ?? {}
    return lat === null || lng === null ? null : { lat, lng, approximate: sijainti_arvio }
  }
  const labelOf = (place: Place): string => [place.name, addressOf(place)].filter(Boolean).join(', ')
  const found = rows.flatMap((row): Candidate[] => {
    const orders = included.get('tilaus', row.tilaus)?.tunniste ?? ''
    const from = {
      label: labelOf(pickupPlace(row)),
      postal: postalKey(row.nouto_maa, row.nouto_postinro),
      point: pointOf(row.nouto_osoite),
    }
    const to = {
      label: labelOf(deliveryPlace(row)),
      postal: postalKey(row.toimitus_maa, row.toimitus_postinro),
      point: pointOf(row.toimitus_osoite),
    }
    const delivery = { ...to, key: `Toimitus ${to.label}`, orders, kind: 'Toimitus' } as const
    if (row.tila !== 'odottaa_noutoa') return [delivery]
    return [{ ...from, key: `Nouto ${from.label}`, orders, kind: 'Nouto' }, delivery]
  })
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same): Candidate[] => {
    const [first] = same
    return first ? [{ ...first, orders: [...new Set(same.map(({ orders }) => orders))].join(', ') }] : []
  })
}
