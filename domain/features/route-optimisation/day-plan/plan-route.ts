import { floatAt } from '../tour/tour.ts'
import { drivingLeft } from './day-plan.ts'
import { endOf, type PlanModel, shipmentOf, startOf, travelOf } from './plan-model.ts'

/** The stops of a shift, with what insertions need to know. Never changed: a changed route is a new one. */
export type PlanRoute = {
  readonly shift: number
  readonly nodes: readonly number[]
  /** When the work at each stop begins, at the earliest. */
  readonly begins: Float64Array
  /** When the work must begin so that no later stop is late; the last one is the end of the shift. Without breaks. */
  readonly latest: Float64Array
  /** The load before the first stop, and after each one. */
  readonly loaded: Load
  readonly kilograms: Float64Array
  readonly pallets: Float64Array
  readonly driving: number
  /** Seconds of driving and the cost of the car. */
  readonly cost: number
}

type Load = { readonly kilograms: number; readonly pallets: number }

const nodeAt = (nodes: readonly number[], index: number): number => nodes[index] ?? -1

/** What driving on from a stop does to the clock and to the driver's breaks. */
type Driver = { time: number; sinceBreak: number; driving: number; breaks: number }

/** The driver of a shift as the car leaves its start. */
export function driverOf(model: PlanModel, shift: number): Driver {
  const sinceBreak = model.problem.shifts[shift]?.drivenSinceBreak ?? 0
  return { time: floatAt(model.opens, startOf(model, shift)), sinceBreak, driving: 0, breaks: 0 }
}

/** Drives a leg; a break is taken as soon as it is due, on the way too (rules/planning-board.md#day-plan). */
export function driveLeg({ problem: { rules } }: PlanModel, driver: Driver, seconds: number): void {
  driver.time += seconds
  driver.driving += seconds
  if (!rules || !Number.isFinite(seconds)) return
  driver.sinceBreak += seconds
  const breaks = Math.max(0, Math.ceil(driver.sinceBreak / rules.breakAfter) - 1)
  driver.time += breaks * rules.breakLength
  driver.sinceBreak -= breaks * rules.breakAfter
  driver.breaks += breaks
}

/** Waits until the stop opens. Waiting that is long enough is a break. */
export function waitUntil({ problem: { rules } }: PlanModel, driver: Driver, opens: number): void {
  if (rules && opens - driver.time >= rules.breakLength) driver.sinceBreak = 0
  driver.time = Math.max(driver.time, opens)
}

/** Null when the nodes in this order break a constraint. */
export function makeRoute(model: PlanModel, shift: number, nodes: readonly number[]): PlanRoute | null {
  const { problem, opens, closes, service } = model
  const begins = new Float64Array(nodes.length)
  const start = startOf(model, shift)
  const driver = driverOf(model, shift)
  let at = start
  for (let i = 0; i < nodes.length; i++) {
    const node = nodeAt(nodes, i)
    driveLeg(model, driver, travelOf(model, at, node))
    waitUntil(model, driver, floatAt(opens, node))
    if (driver.time > floatAt(closes, node)) return null
    begins[i] = driver.time
    driver.time += floatAt(service, node)
    at = node
  }
  const end = endOf(model, shift)
  if (nodes.length > 0) driveLeg(model, driver, travelOf(model, at, end))
  if (driver.time > floatAt(closes, end)) return null
  const car = problem.shifts[shift]
  if (car && nodes.length > 0 && driver.driving > drivingLeft(problem, car)) return null
  const loads = loadsOf(model, shift, nodes)
  if (!loads) return null
  const cost = nodes.length > 0 ? driver.driving + problem.carCost : 0
  return { shift, nodes, begins, latest: latestOf(model, shift, nodes), ...loads, driving: driver.driving, cost }
}

function loadsOf(model: PlanModel, shift: number, nodes: readonly number[]): Pick<PlanRoute, 'loaded' | 'kilograms' | 'pallets'> | null {
  const car = model.problem.shifts[shift]
  const [kilograms, pallets] = [new Float64Array(nodes.length), new Float64Array(nodes.length)]
  const loaded = { kilograms: 0, pallets: 0 }
  for (const node of nodes) {
    const shipment = model.problem.shipments[shipmentOf(node)]
    if (node % 2 === 0 || shipment?.onBoard !== 'fromStart') continue
    loaded.kilograms += shipment.kilograms
    loaded.pallets += shipment.pallets
  }
  let [weight, places] = [loaded.kilograms, loaded.pallets]
  if (!car || weight > car.maxKilograms || places > car.maxPallets) return null
  for (let i = 0; i < nodes.length; i++) {
    weight += floatAt(model.kilograms, nodeAt(nodes, i))
    places += floatAt(model.pallets, nodeAt(nodes, i))
    if (weight > car.maxKilograms || places > car.maxPallets) return null
    kilograms[i] = weight
    pallets[i] = places
  }
  return { loaded, kilograms, pallets }
}

function latestOf(model: PlanModel, shift: number, nodes: readonly number[]): Float64Array {
  const { closes, service } = model
  const latest = new Float64Array(nodes.length + 1)
  let [next, time] = [endOf(model, shift), floatAt(closes, endOf(model, shift))]
  latest[nodes.length] = time
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodeAt(nodes, i)
    time = Math.min(floatAt(closes, node), time - travelOf(model, node, next) - floatAt(service, node))
    latest[i] = time
    next = node
  }
  return latest
}

/** Where a shipment fits best: its pickup before position `pickup`, then its delivery before position `delivery` of the old nodes. */
export type ShipmentInsertion = { cost: number; pickup: number; delivery: number }

/** The cheapest insertion below a cost; null when there is none. Positions are skipped by chance (`blink`), so that rounds differ. */
export function bestInsertion(
  model: PlanModel,
  route: PlanRoute,
  { shipment, below, blink }: { shipment: number; below: number; blink: () => boolean },
): ShipmentInsertion | null {
  const { problem } = model
  const car = problem.shifts[route.shift]
  const pickup = 2 * shipment
  const added = problem.shipments[shipment]
  if (!car || !added || added.kilograms > car.maxKilograms || added.pallets > car.maxPallets) return null
  const room = { kilograms: car.maxKilograms - added.kilograms, pallets: car.maxPallets - added.pallets }
  const best: ShipmentInsertion = { cost: below, pickup: -1, delivery: -1 }
  // What stays on board has to fit at every later stop.
  const first = added.onBoard === 'toEnd' ? firstWithRoom(route, room) : 0
  for (let i = first; i <= route.nodes.length; i++) {
    const isFull = !hasRoom(route, i, room)
    // What is on board from the start has to fit at every earlier stop.
    if (isFull && added.onBoard === 'fromStart') break
    if (isFull || blink()) continue
    insertAfterPickup(model, route, { pickup, position: i, room, best })
  }
  return best.pickup < 0 ? null : best
}

/** Whether goods fit between the stop before a position and the one at it. */
function hasRoom({ loaded, kilograms, pallets }: PlanRoute, position: number, room: Load): boolean {
  if (position === 0) return loaded.kilograms <= room.kilograms && loaded.pallets <= room.pallets
  return floatAt(kilograms, position - 1) <= room.kilograms && floatAt(pallets, position - 1) <= room.pallets
}

/** The first position from which goods fit to the end of the route; beyond it when they do not fit there at all. */
function firstWithRoom(route: PlanRoute, room: Load): number {
  let position = route.nodes.length + 1
  while (position > 0 && hasRoom(route, position - 1, room)) position--
  return position
}

type Trial = { pickup: number; position: number; room: Load; best: ShipmentInsertion }

/** Tries the delivery at every position behind the pickup. */
function insertAfterPickup(model: PlanModel, route: PlanRoute, { pickup, position, room, best }: Trial): void {
  const { opens, closes, service, problem } = model
  const { nodes, begins, latest, kilograms, pallets } = route
  const [start, end] = [startOf(model, route.shift), endOf(model, route.shift)]
  const before = position === 0 ? start : nodeAt(nodes, position - 1)
  const left = position === 0 ? floatAt(opens, start) : floatAt(begins, position - 1) + floatAt(service, before)
  const begin = Math.max(floatAt(opens, pickup), left + travelOf(model, before, pickup))
  if (begin > floatAt(closes, pickup)) return
  let [at, last, time] = [pickup, before, begin + floatAt(service, pickup)]
  let detour = travelOf(model, before, pickup) + (nodes.length === 0 ? problem.carCost : 0)
  for (let j = position; ; j++) {
    const next = j < nodes.length ? nodeAt(nodes, j) : end
    const old = nodes.length === 0 ? 0 : travelOf(model, last, next)
    offerDelivery(model, route, { delivery: pickup + 1, at, time, next, detour: detour - old, pickup: position, position: j, best })
    if (j === nodes.length) return
    detour += travelOf(model, at, next) - old
    time = Math.max(floatAt(opens, next), time + travelOf(model, at, next))
    if (time > floatAt(latest, j) || floatAt(kilograms, j) > room.kilograms || floatAt(pallets, j) > room.pallets) return
    time += floatAt(service, next)
    at = next
    last = next
  }
}

/** The delivery between `at`, left at `time`, and `next`. */
type DeliveryTrial = {
  delivery: number
  at: number
  time: number
  next: number
  detour: number
  pickup: number
  position: number
  best: ShipmentInsertion
}

function offerDelivery(model: PlanModel, route: PlanRoute, trial: DeliveryTrial): void {
  const { opens, closes, service } = model
  const { delivery, at, next, best } = trial
  const [there, on] = [travelOf(model, at, delivery), travelOf(model, delivery, next)]
  const cost = trial.detour + there + on
  if (cost >= best.cost) return
  const begin = Math.max(floatAt(opens, delivery), trial.time + there)
  if (begin > floatAt(closes, delivery) || begin + floatAt(service, delivery) + on > floatAt(route.latest, trial.position)) return
  if (!keepsBreaks(model, route, { pickup: delivery - 1, from: trial.pickup, to: trial.position })) return
  best.cost = cost
  best.pickup = trial.pickup
  best.delivery = trial.position
}

/** With breaks, times depend on the whole route: it is tried. */
function keepsBreaks(model: PlanModel, route: PlanRoute, { pickup, from, to }: { pickup: number; from: number; to: number }): boolean {
  return (
    model.problem.rules === null ||
    makeRoute(model, route.shift, withShipment(route.nodes, pickup, { pickup: from, delivery: to })) !== null
  )
}

export function withShipment(nodes: readonly number[], pickup: number, at: Pick<ShipmentInsertion, 'pickup' | 'delivery'>): number[] {
  return [...nodes.slice(0, at.pickup), pickup, ...nodes.slice(at.pickup, at.delivery), pickup + 1, ...nodes.slice(at.delivery)]
}
