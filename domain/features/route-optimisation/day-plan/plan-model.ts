import { floatAt } from '../tour/tour.ts'
import { type DayPlanProblem, type PlanShift, workingHours } from './day-plan.ts'

/**
 * The problem as arrays. Shipment s is picked up at node 2s and delivered at node 2s + 1; after the shipments come the start and the end of
 * each shift.
 */
export type PlanModel = {
  readonly problem: DayPlanProblem
  readonly shipments: number
  readonly nodes: number
  /** Seconds of driving between nodes, row by row; infinite where no road leads. */
  readonly travel: Float64Array
  readonly opens: Float64Array
  readonly closes: Float64Array
  readonly service: Float64Array
  /** What a node adds to the load. Goods that are on board from the start are not added by their pickup, those that stay not taken off. */
  readonly kilograms: Float64Array
  readonly pallets: Float64Array
  /** Shifts that are equal in everything have the same number. */
  readonly kinds: readonly number[]
  /** The shipments that are nearest to each in place and time, itself first. */
  readonly related: readonly (readonly number[])[]
}

export const startOf = ({ shipments }: PlanModel, shift: number): number => 2 * shipments + 2 * shift
export const endOf = (model: PlanModel, shift: number): number => startOf(model, shift) + 1
export const shipmentOf = (node: number): number => node >> 1
export const travelOf = ({ travel, nodes }: PlanModel, from: number, to: number): number => floatAt(travel, from * nodes + to)

/** What an unassigned shipment costs, in seconds: more than any route does. */
export const unassignedCost = 1e7

export function makeModel(problem: DayPlanProblem): PlanModel {
  const { shipments, shifts, travel } = problem
  const stops = shipments.flatMap(({ pickup, delivery }) => [pickup, delivery])
  const ends = shifts.flatMap((shift) => {
    const { begins, ends } = workingHours(problem, shift)
    return [shift.start, shift.end].map((place) => ({ place, opens: begins, closes: ends, serviceSeconds: 0 }))
  })
  const all = [...stops, ...ends]
  const nodes = all.length
  const loads = (of: (shipment: (typeof shipments)[number]) => number): Float64Array =>
    Float64Array.from({ length: nodes }, (_, node) => {
      const shipment = shipments[shipmentOf(node)]
      if (!shipment || shipment.onBoard === (node % 2 === 0 ? 'fromStart' : 'toEnd')) return 0
      return node % 2 === 0 ? of(shipment) : -of(shipment)
    })
  const between = (from: number | null, to: number | null): number =>
    from === null || to === null ? 0 : floatAt(travel.costs, from * travel.size + to)
  const rows = all.map(({ place }) => Float64Array.from(all, (other) => between(place, other.place)))
  const model = {
    problem,
    shipments: shipments.length,
    nodes,
    travel: new Float64Array(nodes * nodes),
    opens: Float64Array.from(all, ({ opens }) => opens ?? Number.NEGATIVE_INFINITY),
    closes: Float64Array.from(all, ({ closes }) => closes ?? Number.POSITIVE_INFINITY),
    service: Float64Array.from(all, ({ serviceSeconds }) => serviceSeconds),
    kilograms: loads(({ kilograms }) => kilograms),
    pallets: loads(({ pallets }) => pallets),
    kinds: kindsOf(shifts),
    related: [],
  }
  for (const [index, row] of rows.entries()) model.travel.set(row, index * nodes)
  return { ...model, related: relatedShipments(model) }
}

function kindsOf(shifts: readonly PlanShift[]): number[] {
  const keys = shifts.map((shift) => JSON.stringify(Object.values(shift)))
  return keys.map((key) => keys.indexOf(key))
}

const maxRelated = 60

/** By how far apart the pickups and the deliveries are, and how far apart their windows begin. */
function relatedShipments(model: PlanModel): number[][] {
  const { shipments, opens } = model
  const finite = (value: number): number => (Number.isFinite(value) ? value : 0)
  const apart = (a: number, b: number): number =>
    travelOf(model, a, b) + 0.2 * Math.abs(finite(floatAt(opens, a)) - finite(floatAt(opens, b)))
  return Array.from({ length: shipments }, (_, one) => {
    const distances = Float64Array.from({ length: shipments }, (_, other) => apart(2 * one, 2 * other) + apart(2 * one + 1, 2 * other + 1))
    const others = Array.from({ length: shipments }, (_, other) => other).sort((a, b) => floatAt(distances, a) - floatAt(distances, b))
    return [one, ...others.filter((other) => other !== one)].slice(0, maxRelated)
  })
}
