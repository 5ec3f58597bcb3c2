import type { Point } from '#domain/values/place/distance.ts'
import { postalKey } from '#domain/values/place/postal-key.ts'
import { addDays } from '#domain/values/time/time.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { postalCodePoints } from '#server/platform/ports/maps/postal-codes.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { type PlannedShift, readAddresses } from '../queries.ts'
import { readFirstStops, readRoutePlaces } from './queries.ts'

/** Days after which a driver's earlier work says nothing of where the car stands. */
const maxAge = 30

/**
 * Where the car of each shift stands before its day and returns (rules/planning-board.md#start-of-a-car): where its driver's latest earlier day
 * began, else the first place of its work route, else the company's terminal or address. Shifts of which nothing is known are missing.
 */
export async function homesOf(runner: Queryable, shifts: readonly PlannedShift[], day: number): Promise<Map<string, Point>> {
  const drivers = shifts.flatMap(({ kuljettaja }) => kuljettaja ?? [])
  const earlier = await readFirstStops(runner, { drivers, from: addDays(day, -maxAge), day })
  const routes = await readRoutePlaces(
    runner,
    shifts.map(({ id }) => id),
  )
  const company = await companyPlace(runner)
  return new Map(
    shifts.flatMap(({ id, kuljettaja }): [string, Point][] => {
      const home = earlier.get(kuljettaja ?? '') ?? routes.get(id) ?? company
      return home ? [[id, home]] : []
    }),
  )
}

/** The default terminal, else the postal code of the company's address. */
async function companyPlace(runner: Queryable): Promise<Point | undefined> {
  const { oletusterminaali, yritys_postinumero } = (await storedSettings(runner)).values
  const terminal = oletusterminaali === '' ? undefined : (await readAddresses(runner, [oletusterminaali])).get(oletusterminaali)
  if (terminal?.point) return terminal.point
  const key = postalKey('FI', yritys_postinumero)
  const [found] = key === '' ? [] : await postalCodePoints(runner, [key])
  return found && { lat: found.lat, lng: found.lng }
}
