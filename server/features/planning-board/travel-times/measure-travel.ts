import { gridPoint, legKey } from '#domain/features/planning-board/travel.ts'
import type { Point } from '#domain/values/place/distance.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { system, updateRow } from '#server/entities/engine.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type RoadMatrix, type Roads, RoadsFailed } from '#server/platform/ports/maps/roads.ts'
import { lockShifts, readStops } from '../queries.ts'
import { changesOfRoutes, openRoutes } from '../routes-of-shifts.ts'
import { forgetLegs, type MeasuredLeg, readUnmeasuredShifts, storeLegs } from './queries.ts'

/** Shifts of one run. */
const maxShifts = 40
/** Places of one request: as many as OSRM takes at once. */
const maxPoints = 100
/** Roads change: a leg is measured again after this time (seconds). */
const maxAge = 30 * 24 * 3600
/** A leg that the provider has refused is tried again after this time (seconds). */
const refusedAge = 3600
/** The provider does not answer: the next run continues. */
const maxFailures = 3

/**
 * Measures the legs of planned routes by the map provider's roads and stores the times of their stops anew (rules/planning-board.md#schedule). Runs
 * every minute, so that no save waits for the provider; until then, and when the provider does not answer, legs are estimates. A shift that fails does
 * not keep back the others.
 */
export async function measureTravel({ roads, ...context }: Context & { roads: Roads | null }): Promise<void> {
  if (!roads) return
  const { pool, clock } = context
  const now = clock()
  await forgetLegs(pool, now - maxAge)
  let failures = 0
  for (const shift of await readUnmeasuredShifts(pool, { from: startOfDay(now), limit: maxShifts })) {
    const stops = await readStops(pool, { shifts: [shift] })
    const points = stops.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
    try {
      await storeLegs(pool, await measure(roads, points), now)
    } catch (error) {
      if (!(error instanceof RoadsFailed)) throw error
      if (error.isRefusal) await measureEach({ roads, pool, now }, points)
      else if (++failures >= maxFailures) return
      else continue
    }
    await renewTimes(context, shift)
  }
}

type Measuring = { roads: Roads; pool: Context['pool']; now: number }

/** Leg by leg, when the provider refuses the route: one place of it lies outside its map, or it takes fewer places at once. */
async function measureEach({ roads, pool, now }: Measuring, route: readonly Point[]): Promise<void> {
  const [found, refused]: [MeasuredLeg[], MeasuredLeg[]] = [[], []]
  for (const [index, to] of route.slice(1).entries()) {
    const from = route[index] ?? to
    if (gridPoint(from).join() === gridPoint(to).join()) continue
    try {
      found.push(...(await measure(roads, [from, to])))
    } catch (error) {
      if (!(error instanceof RoadsFailed)) throw error
      if (!error.isRefusal) break
      refused.push({ leg: [gridPoint(from), gridPoint(to)], length: null })
    }
  }
  await storeLegs(pool, found, now)
  await storeLegs(pool, refused, now - maxAge + refusedAge)
}

/** The legs between the places of each part of the route; the parts overlap by a place. */
async function measure(roads: Roads, route: readonly Point[]): Promise<MeasuredLeg[]> {
  const legs = new Map<string, MeasuredLeg>()
  for (let start = 0; start < Math.max(1, route.length - 1); start += maxPoints - 1) {
    const points = [...new Map(route.slice(start, start + maxPoints).map((point) => [gridPoint(point).join(), point])).values()]
    if (points.length < 2) continue
    for (const measured of legsOf(points, await roads.matrix(points))) legs.set(legKey(...measured.leg), measured)
  }
  return [...legs.values()]
}

function legsOf(points: readonly Point[], { size, metres, seconds }: RoadMatrix): MeasuredLeg[] {
  return points.flatMap((from, row) =>
    points.flatMap((to, column): MeasuredLeg[] => {
      const [far, long] = [metres[row * size + column] ?? Number.NaN, seconds[row * size + column] ?? Number.NaN]
      const hasRoad = Number.isFinite(far) && Number.isFinite(long)
      return row === column ? [] : [{ leg: [gridPoint(from), gridPoint(to)], length: hasRoad ? { metres: far, seconds: long } : null }]
    }),
  )
}

/** A shift that has changed meanwhile gets the times of its stops as they are now. */
const renewTimes = (context: Context, shift: string): Promise<void> =>
  inTransaction(context.pool, async (client) => {
    await lockShifts(client, { ids: [shift], drivers: [], days: [] })
    const { changed } = changesOfRoutes(await openRoutes(client, [shift]))
    const changes = changed.map(({ id, values }) => updateRow('ajo_pysahdys', id, values))
    await context.engine.save(system, changes, { client })
  })
