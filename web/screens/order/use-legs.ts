import { estimateRoad, type Point, type RoadEstimate } from '#domain/values/place/distance.ts'
import type { End } from '#domain/values/place/place.ts'
import { postalKey, usePostalPoints } from '#web/features/addresses/postal-points.ts'
import { type OrderContent, placeWith } from './order-values.ts'
import type { Suggestion } from './places/place-suggestions.ts'
import type { Place, PlaceValues } from './places/place-values.ts'

/** Null for a postal code that is still being typed. */
const keyOf = ({ maa, postinro }: Place): string | null => (/^[\dA-Z -]{5,12}$/.test(postinro.trim()) ? postalKey(maa, postinro) : null)

export type Road = { from: Point; to: Point } & RoadEstimate
/** From a pickup of the order to a delivery. `road` is null until the positions of both are known. */
export type Leg = { from: PlaceValues; to: PlaceValues; road: Road | null }

/** The pairs of pickup and delivery that goods rows connect, each once. */
export function legsOf({ nouto, toimitus, rows }: Pick<OrderContent, 'nouto' | 'toimitus' | 'rows'>): Omit<Leg, 'road'>[] {
  const pairs = new Map(rows.map((row) => [`${row.nouto} ${row.toimitus}`, row]))
  return [...pairs.values()].map((row) => ({ from: placeWith(nouto, row.nouto), to: placeWith(toimitus, row.toimitus) }))
}

/** The legs of the goods with estimated distances (rules/addresses.md#distance). `places`: the customer's saved places, as far as read. */
export function useLegs(
  content: Pick<OrderContent, 'nouto' | 'toimitus' | 'rows'>,
  places?: Readonly<Record<End, readonly Suggestion[]>>,
): Leg[] {
  const legs = legsOf(content)
  const codes = usePostalPoints(legs.flatMap(({ from, to }) => [keyOf(from), keyOf(to)]))
  /** The position of the saved address, or of its postal code. */
  const pointOf = (end: End, place: Place): Point | null => {
    const saved = place.osoite === null ? null : places?.[end].find((suggestion) => suggestion.place.osoite === place.osoite)?.point
    return saved ?? codes.get(keyOf(place) ?? '') ?? null
  }
  return legs.map(({ from, to }) => {
    const [start, end] = [pointOf('nouto', from), pointOf('toimitus', to)]
    return { from, to, road: start && end ? { from: start, to: end, ...estimateRoad(start, end) } : null }
  })
}
