import { z } from 'zod'
import type { LookUp } from '#server/entities/engine.ts'
import { nearestTowns } from '#server/platform/ports/maps/postal-codes.ts'

const place = z.object({ latitude: z.number().nullable(), longitude: z.number().nullable(), address_print: z.string() })
type Place = z.output<typeof place>

const isSamePoint = (a: Place, b: Place): boolean => a.latitude === b.latitude && a.longitude === b.longitude

/**
 * Names the places of tasks that are saved with a point and without a name, by the nearest town (rules/worktime.md#places). A name that is taken away
 * by hand stays away: only a new point is named.
 */
export const namePlaces: LookUp = async (runner, changes) => {
  const unnamed = changes.flatMap(({ before, after }) => {
    const { latitude: lat, longitude: lng, address_print } = place.parse(after)
    const isNew = before === null || !isSamePoint(place.parse(before), place.parse(after))
    return isNew && lat !== null && lng !== null && address_print === '' ? [{ row: after, point: { lat, lng } }] : []
  })
  if (unnamed.length === 0) return undefined
  const towns = await nearestTowns(
    runner,
    unnamed.map(({ point }) => point),
  )
  const names = new Map(unnamed.map(({ row }, index) => [row, towns[index] ?? '']))
  return changes.map(({ after }) => (names.has(after) ? { address_print: names.get(after) } : {}))
}
