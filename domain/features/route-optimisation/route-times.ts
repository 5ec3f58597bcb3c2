import type { StopTiming } from './schedule-cost.ts'

/** Moments are unix seconds; waiting and lateness are seconds. */
export type RouteTimes = { arrival: number; begin: number; departure: number; waiting: number; late: number }
export type TimedStop = Pick<StopTiming, 'opens' | 'closes' | 'serviceSeconds'>

/** When each stop of a drive is reached: `legs` are the seconds of driving to each stop, 0 to the first one of a drive without a start. */
export function routeTimes(departure: number, stops: readonly TimedStop[], legs: readonly number[]): RouteTimes[] {
  let time = departure
  return stops.map(({ opens, closes, serviceSeconds }, index) => {
    const arrival = time + (legs[index] ?? 0)
    const begin = Math.max(arrival, opens ?? arrival)
    time = begin + serviceSeconds
    return { arrival, begin, departure: time, waiting: begin - arrival, late: Math.max(0, begin - (closes ?? begin)) }
  })
}
