import { floatAt } from '../tour/tour.ts'
import type { PlanLimits } from './day-plan.ts'
import { type PlanModel, shipmentOf, travelOf, unassignedCost } from './plan-model.ts'
import { bestInsertion, makeRoute, type PlanRoute, type ShipmentInsertion, withShipment } from './plan-route.ts'

/** A route for each shift, and the shipments that are on none. Never changed. */
export type PlanSolution = { routes: readonly PlanRoute[]; unassigned: readonly number[]; cost: number }

const withRoutes = (routes: readonly PlanRoute[], unassigned: readonly number[]): PlanSolution => ({
  routes,
  unassigned,
  cost: routes.reduce((sum, { cost }) => sum + cost, 0) + unassignedCost * unassigned.length,
})

/** Shipments that a round takes off, on average, and at most from one route. */
const removedOnAverage = 10
const longestString = 10
const blinkShare = 0.01
/** The range of tolerance of the search, against the cost of a stop on average. */
const [warmest, coldest] = [1, 0.01]
/** Part of the time in which all shipments are to be placed, on as few cars as possible. */
const assigningShare = 0.5

export function searchPlan(model: PlanModel, limits: PlanLimits): PlanSolution {
  const begins = limits.clock()
  const { deadline, clock, maxRounds = Number.POSITIVE_INFINITY } = limits
  const progress = (rounds: number): number => Math.max((clock() - begins) / Math.max(1e-9, deadline - begins), rounds / maxRounds)
  const routes = model.problem.shifts.flatMap((_, shift) => makeRoute(model, shift, []) ?? [])
  const all = Array.from({ length: model.shipments }, (_, shipment) => shipment)
  const first = recreate(model, withRoutes(routes, all), limits.random)
  if (all.length === 0) return first
  const search: Rounds = { model, random: limits.random, progress, rounds: 0 }
  return shorten(search, assign(search, first))
}

type Rounds = { model: PlanModel; random: () => number; progress: (rounds: number) => number; rounds: number }

/** Places what is unassigned, and gives up cars when as few as possible are wanted. */
function assign(search: Rounds, first: PlanSolution): PlanSolution {
  const { model, random } = search
  const { fewestCars } = model.problem
  const absences = new Float64Array(model.shipments)
  const absence = ({ unassigned }: PlanSolution): number => unassigned.reduce((sum, shipment) => sum + floatAt(absences, shipment), 0)
  let [best, current] = [first, first]
  while (search.progress(search.rounds) < assigningShare) {
    if (current.unassigned.length === 0) {
      if (!fewestCars) return current
      best = withRoutes(current.routes.filter(isUsed), [])
      const fewer = withoutOneCar(best, absence)
      if (!fewer) return best
      current = fewer
    }
    search.rounds++
    const next = recreate(model, ruin(model, current, random), random)
    for (const shipment of next.unassigned) absences[shipment] = floatAt(absences, shipment) + 1
    const isEasier = next.unassigned.length < current.unassigned.length || absence(next) < absence(current)
    if (isEasier || isBetter(next, current)) current = next
    if (isBetter(next, best)) best = next
  }
  return best
}

const isUsed = ({ nodes }: PlanRoute): boolean => nodes.length > 0

/** Fewer unassigned shipments go before fewer cars, and these before the cost. */
const isBetter = (a: PlanSolution, b: PlanSolution): boolean =>
  (a.unassigned.length - b.unassigned.length || a.routes.length - b.routes.length || a.cost - b.cost) < 0

/** Without one car: the one whose shipments have been the easiest to place. */
function withoutOneCar({ routes }: PlanSolution, absence: (solution: PlanSolution) => number): PlanSolution | null {
  if (routes.length < 2) return null
  const without = routes.map((route) => {
    const unassigned = [...new Set(route.nodes.map(shipmentOf))]
    return withRoutes(
      routes.filter((other) => other !== route),
      unassigned,
    )
  })
  return without.reduce((easiest, one) => (absence(one) < absence(easiest) ? one : easiest))
}

/** Simulated annealing by the cost. */
function shorten(search: Rounds, first: PlanSolution): PlanSolution {
  const { model, random, progress } = search
  const begins = progress(search.rounds)
  const leg = (first.cost - unassignedCost * first.unassigned.length) / (2 * model.shipments + first.routes.filter(isUsed).length + 1)
  let [best, current] = [first, first]
  for (;;) {
    const passed = (progress(search.rounds) - begins) / Math.max(1e-9, 1 - begins)
    if (passed >= 1) return best
    const tolerance = leg * warmest * (coldest / warmest) ** passed
    search.rounds++
    const next = recreate(model, ruin(model, current, random), random)
    if (next.cost > current.cost - tolerance * Math.log(1 - random())) continue
    current = next
    if (next.cost < best.cost) best = next
  }
}

/** Takes strings of neighbouring stops off routes that are near each other, with the other stops of their shipments. */
function ruin(model: PlanModel, solution: PlanSolution, random: () => number): PlanSolution {
  const { routes, unassigned } = solution
  const whole = (below: number): number => Math.floor(random() * below)
  const routeOf = new Map<number, PlanRoute>()
  for (const route of routes) for (const node of route.nodes) if (node % 2 === 0) routeOf.set(shipmentOf(node), route)
  if (routeOf.size === 0) return solution
  const longest = Math.min(longestString, (2 * routeOf.size) / Math.max(1, routes.filter(isUsed).length))
  const strings = 1 + whole((4 * removedOnAverage) / (1 + longest))
  const ruined = new Set<PlanRoute>()
  const removed = new Set<number>()
  for (const shipment of model.related[whole(model.shipments)] ?? []) {
    if (ruined.size >= strings) break
    const route = routeOf.get(shipment)
    if (!route || ruined.has(route) || removed.has(shipment)) continue
    ruined.add(route)
    const length = 1 + whole(Math.min(longest, route.nodes.length))
    const at = route.nodes.indexOf(2 * shipment + (random() < 0.5 ? 0 : 1))
    const begin = Math.max(0, Math.min(at - whole(length), route.nodes.length - length))
    for (const node of route.nodes.slice(begin, begin + length)) removed.add(shipmentOf(node))
  }
  const left = routes.map((route) => {
    if (!ruined.has(route)) return route
    const nodes = route.nodes.filter((node) => !removed.has(shipmentOf(node)))
    // Without some of its stops a route stays possible, unless detours are shorter than straight ways.
    return makeRoute(model, route.shift, nodes)
  })
  if (left.includes(null)) return solution
  const kept = left.filter((route) => route !== null)
  return withRoutes(kept, [...unassigned, ...removed])
}

/** Inserts the unassigned shipments one by one where each costs least. */
function recreate(model: PlanModel, { routes, unassigned }: PlanSolution, random: () => number): PlanSolution {
  const changed = [...routes]
  const left: number[] = []
  const blink = (): boolean => random() < blinkShare
  for (const shipment of inSomeOrder(model, unassigned, random)) {
    const found = cheapest(model, changed, { shipment, blink })
    const route = found && changed[found.index]
    const next = route && makeRoute(model, route.shift, withShipment(route.nodes, 2 * shipment, found.insertion))
    if (next) changed[found.index] = next
    else left.push(shipment)
  }
  return withRoutes(changed, left)
}

function cheapest(
  model: PlanModel,
  routes: readonly PlanRoute[],
  { shipment, blink }: { shipment: number; blink: () => boolean },
): { index: number; insertion: ShipmentInsertion } | null {
  let best: { index: number; insertion: ShipmentInsertion } | null = null
  const triedEmpty = new Set<number>()
  const only = model.problem.shipments[shipment]?.shift ?? null
  routes.forEach((route, index) => {
    if (only !== null && only !== route.shift) return
    const kind = model.kinds[route.shift] ?? -1
    if (route.nodes.length === 0) {
      if (triedEmpty.has(kind)) return
      triedEmpty.add(kind)
    }
    const insertion = bestInsertion(model, route, { shipment, below: best?.insertion.cost ?? Number.POSITIVE_INFINITY, blink })
    if (insertion) best = { index, insertion }
  })
  return best
}

/** The orders in which shipments are inserted, with how often each is chosen. */
const orders: readonly (readonly [weight: number, key: ((model: PlanModel, shipment: number) => number) | null])[] = [
  [4, null],
  [3, (model, shipment) => -floatAt(model.kilograms, 2 * shipment) - 100 * floatAt(model.pallets, 2 * shipment)],
  [2, (model, shipment) => -travelOf(model, 2 * shipment, 2 * shipment + 1)],
  [2, (model, shipment) => floatAt(model.closes, 2 * shipment) - floatAt(model.opens, 2 * shipment)],
  [2, (model, shipment) => floatAt(model.opens, 2 * shipment)],
  [2, (model, shipment) => -floatAt(model.closes, 2 * shipment + 1)],
]
const choices = orders.flatMap(([weight, key]) => Array.from({ length: weight }, () => key))

function inSomeOrder(model: PlanModel, shipments: readonly number[], random: () => number): number[] {
  const key = choices[Math.floor(random() * choices.length)]
  const ranks = new Map(shipments.map((shipment) => [shipment, key ? key(model, shipment) : random()]))
  return [...shipments].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || a - b)
}
