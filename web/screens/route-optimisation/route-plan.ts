import { z } from 'zod'
import type { OptimisedRoute } from '#domain/features/route-optimisation/optimise-route.ts'
import { atTime, startOfDay } from '#domain/values/time/time.ts'

const stop = z.object({
  id: z.string(),
  label: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** The point is that of a postal code or a town. */
  approximate: z.boolean(),
  locked: z.boolean(),
  /** Its time window (unix seconds, 0: any time) and minutes at the stop. */
  begin: z.number().default(0),
  end: z.number().default(0),
  minutes: z.number().default(0),
  /** Shipments that are picked up or delivered there; none for a typed address. */
  works: z.array(z.object({ type: z.enum(['nouto', 'toimitus']), id: z.string() })).default([]),
})
export type DriveStop = z.output<typeof stop>

/** What the person has put together; kept on the device. `ending`: back to the start, at `end`, or at the last stop. */
const plan = z.object({
  start: stop.nullable(),
  end: stop.nullable(),
  ending: z.enum(['paluu', 'paate', 'avoin']),
  stops: z.array(stop),
  /** The order before the last optimisation, as ids. */
  before: z.array(z.string()).nullable(),
  /** When the drive begins, `7:30` of today; '' for now. */
  departure: z.string().default(''),
})
export type RoutePlan = z.output<typeof plan>

export const emptyPlan: RoutePlan = { start: null, end: null, ending: 'paluu', stops: [], before: null, departure: '' }

/** A plan that this device has kept; an older build's may not fit. */
export const readPlan = (kept: unknown): RoutePlan => plan.safeParse(kept).data ?? emptyPlan

/** A stop added or removed makes the order of before meaningless. */
export const withStops = (from: RoutePlan, stops: DriveStop[]): RoutePlan => ({ ...from, stops, before: null })

export function moveStop(stops: readonly DriveStop[], id: string, to: number): DriveStop[] {
  const moved = stops.find((stop) => stop.id === id)
  if (!moved) return [...stops]
  const others = stops.filter((stop) => stop !== moved)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, moved)
}

const placeOf = ({ id, lat, lng, locked }: DriveStop) => ({ id, lat, lng, lukittu: locked })
const waypointOf = (stop: DriveStop) => ({ ...placeOf(stop), alku: stop.begin, loppu: stop.end, palveluaika: stop.minutes })

const clockTime = /^([01]?\d|2[0-3])[.:]([0-5]\d)$/
/** Whether the text is a clock time or empty. */
export const isClockTime = (text: string): boolean => text.trim() === '' || clockTime.test(text.trim())

/** `7:30` or `7.30` of the day as a moment; the whole minute of now when it is no clock time. */
export function departureOf(text: string, now: number): number {
  const [, hours, minutes] = clockTime.exec(text.trim()) ?? []
  return hours === undefined || minutes === undefined ? Math.floor(now / 60) * 60 : atTime(startOfDay(now), Number(hours), Number(minutes))
}

/** The call's input; `fixed` asks only for the figures of the order as it is. */
export const callInput = ({ start, end, ending, stops, departure }: RoutePlan, { fixed, now }: { fixed: boolean; now: number }) => ({
  start: start && placeOf({ ...start, locked: false }),
  waypoints: stops.map((stop) => waypointOf({ ...stop, locked: fixed || stop.locked })),
  end: ending === 'paate' ? end && placeOf({ ...end, locked: false }) : null,
  return_start_end: ending === 'paluu',
  lahtoaika: departureOf(departure, now),
})

/** The stops in the order of the answer, and the order that they had. */
export function ordered(from: RoutePlan, { waypoints }: Pick<OptimisedRoute, 'waypoints'>): RoutePlan {
  const byId = new Map(from.stops.map((stop) => [stop.id, stop]))
  const stops = waypoints.flatMap(({ id }) => (typeof id === 'string' ? (byId.get(id) ?? []) : []))
  return { ...from, stops, before: from.stops.map(({ id }) => id) }
}

/** The plan in the order before the optimisation; null when there is none. */
export function planBefore(from: RoutePlan): RoutePlan | null {
  if (!from.before) return null
  const rank = new Map(from.before.map((id, index) => [id, index]))
  return { ...from, stops: from.stops.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0)), before: null }
}
