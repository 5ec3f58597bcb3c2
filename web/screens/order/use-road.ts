import { useMemo } from 'react'
import { estimateRoad, type Point, type RoadEstimate } from '#domain/values/distance.ts'
import type { End } from '#domain/values/place.ts'
import { postalKey, usePostalPoints } from '../../kit/postal-points.ts'
import type { OrderContent, Place } from './order-values.ts'
import type { Suggestion } from './place-suggestions.ts'

/** A code that is still being typed is not asked. */
const keyOf = ({ maa, postinro }: Place): string | null => (/^[\dA-Z -]{5,12}$/.test(postinro.trim()) ? postalKey(maa, postinro) : null)

export type Road = { from: Point; to: Point } & RoadEstimate

/**
 * The way between the order's ends as it is estimated (RULES section 12); null until both are known. `places`: what of the
 * customer's own places has been read.
 */
export function useRoad(
  { nouto, toimitus }: Pick<OrderContent, 'nouto' | 'toimitus'>,
  places?: Readonly<Record<End, readonly Suggestion[]>>,
): Road | null {
  const keys = { nouto: keyOf(nouto), toimitus: keyOf(toimitus) }
  const codes = usePostalPoints([keys.nouto, keys.toimitus])
  /** The saved address's own point, else its postal code's. */
  const pointOf = (end: End, { osoite }: Place): Point | null => {
    const saved = osoite === null ? null : places?.[end].find(({ place }) => place.osoite === osoite)?.point
    return saved ?? codes.get(keys[end] ?? '') ?? null
  }
  const [from, to] = [pointOf('nouto', nouto), pointOf('toimitus', toimitus)]
  return useMemo(() => (from && to ? { from, to, ...estimateRoad(from, to) } : null), [from, to])
}
