import { estimateRoad, type Point, type RoadEstimate } from '../../values/place/distance.ts'

/** The leg from one place to another. The schedule depends on this alone, whichever service knows the roads. */
export type Travel = (from: Point, to: Point) => RoadEstimate

/** Without a map provider (rules/addresses.md#distance). */
export const estimatedTravel: Travel = estimateRoad

/** Places are told apart by hundred-thousandths of a degree, about a metre. */
const perDegree = 100_000
export type GridPoint = readonly [lat: number, lng: number]
export const gridPoint = ({ lat, lng }: Point): GridPoint => [Math.floor(lat * perDegree + 0.5), Math.floor(lng * perDegree + 0.5)]
export const legKey = (from: GridPoint, to: GridPoint): string => `${from.join()} ${to.join()}`

/** By known legs (`legKey`), and where there are none by `otherwise`. */
export const travelBy = (known: ReadonlyMap<string, RoadEstimate>, otherwise: Travel = estimatedTravel): Travel =>
  known.size === 0 ? otherwise : (from, to) => known.get(legKey(gridPoint(from), gridPoint(to))) ?? otherwise(from, to)

const noLeg: RoadEstimate = { metres: 0, seconds: 0 }

/** A leg from or to an unknown place takes no time. */
export const legBetween = (travel: Travel, from: Point | null, to: Point | null): RoadEstimate => (from && to ? travel(from, to) : noLeg)
