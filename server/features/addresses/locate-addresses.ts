import { type AddressLocation, addressLocation, locationAfter } from '#domain/entities/address/address.location.ts'
import { postalKey } from '#domain/values/place/postal-key.ts'
import type { LookUp } from '#server/entities/engine.ts'
import { postalCodePoints } from '#server/platform/ports/maps/postal-codes.ts'

const codeOf = ({ field_maa, field_postinumero }: AddressLocation): string => postalKey(field_maa, field_postinumero)

/**
 * Finds the points of addresses that are saved without one: without a map provider that of the postal code, an estimate
 * (rules/addresses.md#coordinates).
 */
export const locateAddresses: LookUp = async (runner, changes) => {
  const moves = changes.map(({ before, after }) => ({
    before: addressLocation.nullable().parse(before),
    after: addressLocation.parse(after),
  }))
  const sought = moves.filter((change) => locationAfter(change) === 'seek').map(({ after }) => codeOf(after))
  const points = sought.length === 0 ? [] : await postalCodePoints(runner, [...new Set(sought)])
  const byCode = new Map(points.map(({ koodi, lat, lng }) => [koodi, { lat, lng, sijainti_arvio: true, sijainti_lahde: 'postinumero' }]))
  return moves.map((change) => {
    const meaning = locationAfter(change)
    const { before, after } = change
    if (meaning === 'kept') return before ? { sijainti_lahde: before.sijainti_lahde } : {}
    if (meaning === 'seek') return byCode.get(codeOf(after)) ?? { lat: null, lng: null, sijainti_arvio: false, sijainti_lahde: '' }
    return { sijainti_arvio: false, sijainti_lahde: meaning === 'provider' ? 'karttapalvelu' : 'kasin' }
  })
}
