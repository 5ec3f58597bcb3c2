import { type Located, locationAfter } from '#domain/entities/address/address.location.ts'
import type { LookUp } from '../jsonapi/saving.ts'
import { postalCodePoints } from '../ports/maps/postal-codes.ts'

const codeOf = ({ field_maa, field_postinumero }: Located): string => `${field_maa}-${field_postinumero}`

/** Finds the points of addresses that are saved without one: without a map provider their postal code's, an estimate (RULES sections 4, 12). */
export const locateAddresses: LookUp = async (runner, changes) => {
  const located = changes.map(({ before, after }) => ({ before: before as Located | null, after: after as unknown as Located }))
  const sought = located.filter((change) => locationAfter(change) === 'seek').map(({ after }) => codeOf(after))
  const points = sought.length === 0 ? [] : await postalCodePoints(runner, [...new Set(sought)])
  const byCode = new Map(points.map(({ koodi, lat, lng }) => [koodi, { lat, lng, sijainti_arvio: true }]))
  return located.map((change) => {
    const meaning = locationAfter(change)
    if (meaning === 'kept') return {}
    if (meaning === 'given') return { sijainti_arvio: false }
    return byCode.get(codeOf(change.after)) ?? { lat: null, lng: null, sijainti_arvio: false }
  })
}
