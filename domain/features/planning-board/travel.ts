import { estimateRoad, type Point, type RoadEstimate } from '../../values/place/distance.ts'

/** The leg from one place to another. The schedule depends on this alone, whichever service knows the roads. */
export type Travel = (from: Point, to: Point) => RoadEstimate

/** Without a map provider (rules/addresses.md#distance). */
export const estimatedTravel: Travel = estimateRoad

const noLeg: RoadEstimate = { metres: 0, seconds: 0 }

/** A leg from or to an unknown place takes no time. */
export const legBetween = (travel: Travel, from: Point | null, to: Point | null): RoadEstimate => (from && to ? travel(from, to) : noLeg)
