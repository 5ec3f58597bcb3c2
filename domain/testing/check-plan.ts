import type { DayPlan, DayPlanProblem, PlannedRoute, PlannedStop, PlanShift } from '../features/route-optimisation/day-plan/day-plan.ts'

const tolerance = 1e-6

/** The constraints of rules/planning-board.md#day-plan that a plan breaks; written without the solver's own parts. */
export function brokenConstraints(problem: DayPlanProblem, plan: DayPlan): string[] {
  const planned = plan.routes.flatMap(({ stops }) => stops)
  const everyShipment = problem.shipments.flatMap((_, shipment) => {
    const kinds = planned.filter((stop) => stop.shipment === shipment).map(({ kind }) => kind)
    const isLeftOut = plan.unassigned.includes(shipment)
    return kinds.join() === (isLeftOut ? '' : 'pickup,delivery') ? [] : [`shipment ${shipment}: ${kinds.join()}, left out: ${isLeftOut}`]
  })
  const twice = new Set(plan.routes.map(({ shift }) => shift)).size < plan.routes.length ? ['a shift has two routes'] : []
  return [
    ...everyShipment,
    ...twice,
    ...plan.routes.flatMap((route) => ofRoute(problem, route).map((fault) => `shift ${route.shift}: ${fault}`)),
  ]
}

function ofRoute(problem: DayPlanProblem, route: PlannedRoute): string[] {
  const shift = problem.shifts[route.shift]
  if (!shift) return ['unknown shift']
  const faults: string[] = []
  const legs = legsOf(problem, route)
  const rested = (shift.previousEnd ?? Number.NEGATIVE_INFINITY) + (problem.rules?.dailyRest ?? 0)
  if (problem.rules && (route.stops[0]?.arrival ?? route.returns) - (legs[0] ?? 0) < rested - tolerance)
    faults.push('the rest is too short')
  let [time, sinceBreak] = [problem.rules ? Math.max(shift.begins, rested) : shift.begins, shift.drivenSinceBreak ?? 0]
  for (const [index, stop] of route.stops.entries()) {
    const leg = legs[index] ?? Number.NaN
    sinceBreak = drivenSince(problem, sinceBreak, { leg, rested: stop.arrival - time - leg, faults })
    if (problem.rules && stop.begin - stop.arrival >= problem.rules.breakLength) sinceBreak = 0
    if (stop.arrival < time + leg - tolerance) faults.push('a leg takes no time')
    faults.push(...ofStop(problem, stop))
    time = stop.departure
  }
  const home = legs.at(-1) ?? 0
  drivenSince(problem, sinceBreak, { leg: home, rested: route.returns - time - home, faults })
  if (route.returns < time + home - tolerance) faults.push('the way back takes no time')
  if (route.returns > shift.ends + tolerance) faults.push('the shift is too short')
  const driving = legs.reduce((sum, leg) => sum + leg, 0)
  if (Math.abs(driving - route.drivingSeconds) > 1e-3) faults.push('the driving is another sum')
  return [...faults, ...ofWorkingDay(problem, route, { shift, driving }), ...ofLoad(problem, route, shift)]
}

/** The limits of the driver's day: the driving in all, and the longest working day. */
function ofWorkingDay(
  { rules }: DayPlanProblem,
  { returns }: PlannedRoute,
  { shift, driving }: { shift: PlanShift; driving: number },
): string[] {
  if (!rules) return []
  const { begins, onDutySince = begins, driven = 0 } = shift
  return [
    ...(driven + driving > rules.maxDriving + tolerance ? ['drives too long'] : []),
    ...(returns - onDutySince > rules.maxDuty + tolerance ? ['the working day is too long'] : []),
  ]
}

function ofStop({ shipments }: DayPlanProblem, { shipment, kind, arrival, begin, departure }: PlannedStop): string[] {
  const stop = shipments[shipment]?.[kind]
  if (!stop) return ['unknown shipment']
  const early = begin < arrival - tolerance || begin < (stop.opens ?? begin) - tolerance
  return [
    ...(early ? ['begins before it may'] : []),
    ...(begin > (stop.closes ?? begin) + tolerance ? ['late'] : []),
    ...(departure < begin + stop.serviceSeconds - tolerance ? ['leaves before the work is done'] : []),
  ]
}

function ofLoad({ shipments }: DayPlanProblem, { stops }: PlannedRoute, { maxKilograms, maxPallets }: PlanShift): string[] {
  // For each moment between two stops, what was loaded before it and is taken off after it.
  return Array.from({ length: stops.length + 1 }, (_, moment) => {
    const aboard = shipments.filter(({ onBoard }, shipment) => {
      const at = (kind: PlannedStop['kind']): number => stops.findIndex((stop) => stop.shipment === shipment && stop.kind === kind)
      if (at('delivery') < 0) return false
      return (onBoard === 'fromStart' || at('pickup') < moment) && (onBoard === 'toEnd' || at('delivery') >= moment)
    })
    const weight = aboard.reduce((sum, { kilograms }) => sum + kilograms, 0)
    const places = aboard.reduce((sum, { pallets }) => sum + pallets, 0)
    return weight > maxKilograms + tolerance || places > maxPallets + tolerance ? `${weight} kg, ${places} pallets` : ''
  }).filter((fault) => fault !== '')
}

function legsOf({ travel, shipments, shifts }: DayPlanProblem, { shift, stops }: PlannedRoute): number[] {
  const places = [
    shifts[shift]?.start ?? null,
    ...stops.map(({ shipment, kind }) => shipments[shipment]?.[kind].place ?? null),
    shifts[shift]?.end ?? null,
  ]
  return places.slice(1).map((to, index) => {
    const from = places[index] ?? null
    return from === null || to === null ? 0 : (travel.costs[from * travel.size + to] ?? Number.NaN)
  })
}

/** The driving since the last break, after a leg on which the driver rested so long. */
function drivenSince(
  { rules }: DayPlanProblem,
  before: number,
  { leg, rested, faults }: { leg: number; rested: number; faults: string[] },
): number {
  if (!rules) return 0
  const breaks = Math.round(rested / rules.breakLength)
  if (Math.abs(rested - breaks * rules.breakLength) > 1e-3) faults.push(`a rest of ${rested} s`)
  const driven = before + leg
  if (driven > (breaks + 1) * rules.breakAfter + tolerance) faults.push(`${driven} s of driving with ${breaks} breaks`)
  return Math.max(0, driven - breaks * rules.breakAfter)
}
