import { isAtTerminal, type PlannedWork, type WorkStopType } from '#domain/features/planning-board/planned-work.ts'
import type { NeededStop, StopPlace } from '#domain/features/planning-board/route-stops.ts'
import type { Row } from '#domain/model/registry.ts'
import { postalKey } from '#domain/values/place/postal-key.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { postalCodePoints } from '#server/platform/ports/maps/postal-codes.ts'
import { type LocatedAddress, readAddresses } from './queries.ts'

type PickupPlace = {
  nouto_nimi: string
  nouto_osoite1: string
  nouto_postinro: string
  nouto_postitmp: string
  nouto_maa: string
  nouto_osoite: string | null
}
type DeliveryPlace = {
  toimitus_nimi: string
  toimitus_osoite1: string
  toimitus_postinro: string
  toimitus_postitmp: string
  toimitus_maa: string
  toimitus_osoite: string | null
}
type Whereabouts = Pick<Row<'lahetys'>, 'tila' | 'nykyinen_osoite'>
/** The places of a shipment, or of an hourly job. */
export type WorkPlaces = PickupPlace & Partial<DeliveryPlace> & Partial<Whereabouts>
type WrittenPlace = Omit<StopPlace, 'lat' | 'lng'> & { address: string | null }

const unwritten = { nimi: '', osoite1: '', postinro: '', postitmp: '', maa: 'FI' }

export function placeAt(type: WorkStopType, row: WorkPlaces): WrittenPlace {
  if (type === 'toimitus')
    return {
      nimi: row.toimitus_nimi ?? '',
      osoite1: row.toimitus_osoite1 ?? '',
      postinro: row.toimitus_postinro ?? '',
      postitmp: row.toimitus_postitmp ?? '',
      maa: row.toimitus_maa ?? 'FI',
      address: row.toimitus_osoite ?? null,
    }
  const { tila, nykyinen_osoite } = row
  // The terminal's texts are read with its point.
  if (tila && isAtTerminal({ tila }) && nykyinen_osoite) return { ...unwritten, address: nykyinen_osoite }
  return {
    nimi: row.nouto_nimi,
    osoite1: row.nouto_osoite1,
    postinro: row.nouto_postinro,
    postitmp: row.nouto_postitmp,
    maa: row.nouto_maa,
    address: row.nouto_osoite,
  }
}

/** An end of some work for which a stop is needed on a shift. */
export type NeededEnd = { work: PlannedWork; type: WorkStopType; places: WorkPlaces }

/** The point of a saved address, unless the address has become another one since it was copied (rules/orders.md#copied-addresses). */
function pointAt(
  saved: LocatedAddress | undefined,
  { osoite1, postinro }: Pick<StopPlace, 'osoite1' | 'postinro'>,
): LocatedAddress['point'] {
  const isSame = (a: string, b: string): boolean => a.trim().toLocaleLowerCase('fi') === b.trim().toLocaleLowerCase('fi')
  return saved && isSame(saved.texts.osoite1, osoite1) && isSame(saved.texts.postinro, postinro) ? saved.point : undefined
}

/** The stops of these ends with the points of their places: the saved address's, else the postal code's. */
export async function locateStops<T extends NeededEnd>(runner: Queryable, ends: readonly T[]): Promise<(T & { stop: NeededStop })[]> {
  const places = ends.map((end) => ({ end, place: placeAt(end.type, end.places) }))
  const addresses = await readAddresses(runner, [...new Set(places.flatMap(({ place }) => place.address ?? []))])
  const textsOf = ({ address, ...place }: WrittenPlace): WrittenPlace => {
    const saved = addresses.get(address ?? '')
    return { ...place, ...(saved && place.nimi === '' && place.osoite1 === '' ? saved.texts : {}), address }
  }
  const written = places.map(({ end, place }) => ({ end, place: textsOf(place) }))
  const keyOf = ({ maa, postinro }: WrittenPlace): string => postalKey(maa, postinro)
  const codes = [...new Set(written.flatMap(({ place }) => keyOf(place) || []))]
  const points = codes.length === 0 ? [] : await postalCodePoints(runner, codes)
  const byCode = new Map(points.map(({ koodi, lat, lng }) => [koodi, { lat, lng }]))
  return written.map(({ end, place: { address, ...place } }) => {
    const point = pointAt(addresses.get(address ?? ''), place) ?? byCode.get(keyOf({ ...place, address })) ?? { lat: null, lng: null }
    return { ...end, stop: { type: end.type, work: end.work.id, place: { ...place, ...point } } }
  })
}
