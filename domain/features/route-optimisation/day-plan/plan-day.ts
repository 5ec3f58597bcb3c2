import { floatAt } from '../tour/tour.ts'
import type { DayPlan, DayPlanProblem, PlanLimits, PlannedRoute, PlannedStop } from './day-plan.ts'
import { endOf, makeModel, type PlanModel, shipmentOf, startOf, travelOf } from './plan-model.ts'
import { driveLeg, driverOf, type PlanRoute, waitUntil } from './plan-route.ts'
import { searchPlan } from './plan-search.ts'

/**
 * Which shift takes which shipments, in which order (rules/planning-board.md#day-plan): as many shipments as possible, then the least
 * driving, with no constraint broken. Ruin and recreate with simulated annealing, after Christiaens and Vanden Berghe, "Slack Induction by
 * String Removals", 2020.
 */
export function planDay(problem: DayPlanProblem, limits: PlanLimits): DayPlan {
  const model = makeModel(problem)
  const { routes, unassigned } = searchPlan(model, limits)
  const planned = routes.filter(({ nodes }) => nodes.length > 0).map((route) => plannedRoute(model, route))
  return {
    routes: planned.sort((a, b) => a.shift - b.shift),
    unassigned: unassigned.toSorted((a, b) => a - b),
    drivingSeconds: planned.reduce((sum, { drivingSeconds }) => sum + drivingSeconds, 0),
  }
}

export function plannedRoute(model: PlanModel, { shift, nodes }: Pick<PlanRoute, 'shift' | 'nodes'>): PlannedRoute {
  const driver = driverOf(model, shift)
  let at = startOf(model, shift)
  const stops = nodes.map((node): PlannedStop => {
    driveLeg(model, driver, travelOf(model, at, node))
    const arrival = driver.time
    waitUntil(model, driver, floatAt(model.opens, node))
    const begin = driver.time
    driver.time += floatAt(model.service, node)
    at = node
    return { shipment: shipmentOf(node), kind: node % 2 === 0 ? 'pickup' : 'delivery', arrival, begin, departure: driver.time }
  })
  driveLeg(model, driver, travelOf(model, at, endOf(model, shift)))
  return { shift, stops, returns: driver.time, drivingSeconds: driver.driving, breaks: driver.breaks }
}
