import type { DayPlan, DayPlanProblem, OrderedRoute } from './day-plan.ts'
import { plannedRoute } from './plan-day.ts'
import { makeModel, type PlanModel, shipmentOf } from './plan-model.ts'
import { makeRoute, type PlanRoute } from './plan-route.ts'

/** The plan of another planner with its times; null when it breaks a constraint (rules/planning-board.md#day-plan). */
export function timePlan(problem: DayPlanProblem, ordered: readonly OrderedRoute[]): DayPlan | null {
  const model = makeModel(problem)
  const planned = ordered.filter(({ stops }) => stops.length > 0)
  const nodes = planned.flatMap(nodesOf)
  const isUnknown = nodes.some((node) => !Number.isInteger(node) || node < 0 || node >= 2 * model.shipments)
  if (isUnknown || new Set(nodes).size < nodes.length) return null
  if (new Set(planned.map(({ shift }) => shift)).size < planned.length) return null
  const routes = planned.map((route) => routeOf(model, route))
  if (!routes.every((route) => route !== null)) return null
  const done = routes.map((route) => plannedRoute(model, route))
  const taken = new Set(nodes.map(shipmentOf))
  return {
    routes: done.sort((a, b) => a.shift - b.shift),
    unassigned: problem.shipments.flatMap((_, shipment) => (taken.has(shipment) ? [] : [shipment])),
    drivingSeconds: done.reduce((sum, { drivingSeconds }) => sum + drivingSeconds, 0),
  }
}

const nodesOf = ({ stops }: OrderedRoute): number[] => stops.map(({ shipment, kind }) => 2 * shipment + (kind === 'pickup' ? 0 : 1))

/** Each shipment is picked up and then delivered, by a car that may take it. */
function routeOf(model: PlanModel, route: OrderedRoute): PlanRoute | null {
  const { shift } = route
  const { shifts, shipments } = model.problem
  if (!shifts[shift]) return null
  const nodes = nodesOf(route)
  const isWhole = nodes.every((node, index) => (node % 2 === 0 ? nodes.indexOf(node + 1) > index : nodes.includes(node - 1)))
  const isAllowed = nodes.every((node) => [null, shift].includes(shipments[shipmentOf(node)]?.shift ?? null))
  return isWhole && isAllowed ? makeRoute(model, shift, nodes) : null
}
