import { expect, test } from 'vitest'
import { brokenConstraints } from '../../../testing/check-plan.ts'
import { type DayPlanProblem, drivingRules, type OrderedRoute, type PlanShipment } from './day-plan.ts'
import { timePlan } from './time-plan.ts'

const hour = 3600
/** Places on a line, an hour apart. */
const costs = Float64Array.from({ length: 36 }, (_, cell) => Math.abs(Math.floor(cell / 6) - (cell % 6)) * hour)
const at = (place: number, closes: number | null = null) => ({ place, opens: null, closes, serviceSeconds: 0 })
const shipment = (from: number, to: number, more: Partial<PlanShipment> = {}): PlanShipment => ({
  ...{ pickup: at(from), delivery: at(to), kilograms: 400, pallets: 1 },
  ...more,
})
const problem: DayPlanProblem = {
  travel: { size: 6, costs },
  shipments: [shipment(0, 3), shipment(1, 5), shipment(2, 4, { shift: 1 })],
  shifts: [0, 1].map(() => ({ start: null, end: null, begins: 0, ends: 12 * hour, maxKilograms: 900, maxPallets: 2 })),
  rules: drivingRules,
  carCost: 600,
}
const stop = (text: string): OrderedRoute['stops'][number] => ({ shipment: Number(text[1]), kind: text[0] === 'p' ? 'pickup' : 'delivery' })
const route = (shift: number, text: string): OrderedRoute => ({ shift, stops: text.split(' ').filter(Boolean).map(stop) })

test('a plan that keeps every constraint has its times, breaks included, and what it leaves out', () => {
  const plan = timePlan(problem, [route(0, 'p0 p1 d0 d1'), route(1, '')])
  if (!plan) throw new Error('The plan was refused')
  expect(brokenConstraints(problem, plan)).toEqual([])
  expect(plan).toMatchObject({ unassigned: [2], drivingSeconds: 5 * hour })
  expect(plan.routes[0]).toMatchObject({ shift: 0, breaks: 1, returns: 5 * hour + 45 * 60 })
})

test.each([
  ['a delivery before its pickup', [route(0, 'd0 p0')]],
  ['a pickup without its delivery', [route(0, 'p0')]],
  ['a shipment twice', [route(0, 'p0 d0'), route(1, 'p0 d0')]],
  ['a shipment on two cars', [route(0, 'p0'), route(1, 'd0')]],
  ['a car that may not take it', [route(0, 'p2 d2')]],
  ['an unknown shipment', [route(0, 'p7 d7')]],
  ['an unknown car', [route(5, 'p0 d0')]],
  ['a car with two routes', [route(0, 'p0 d0'), route(0, 'p1 d1')]],
  ['too long a drive', [route(0, 'p0 d0 p1 d1 ')]],
])('%s is refused', (_what, routes) => {
  expect(timePlan({ ...problem, shifts: problem.shifts.map((shift) => ({ ...shift, ends: 9 * hour })) }, routes)).toBe(null)
})

test('too heavy a load and a late stop are refused', () => {
  const heavy = { ...problem, shipments: [shipment(0, 3, { kilograms: 600 }), shipment(1, 5)] }
  expect(timePlan(heavy, [route(0, 'p0 p1 d0 d1')])).toBe(null)
  expect(timePlan(heavy, [route(0, 'p0 d0'), route(1, 'p1 d1')])).not.toBe(null)
  const late = { ...problem, shipments: [shipment(0, 3, { delivery: at(3, 2 * hour) })] }
  expect(timePlan(late, [route(0, 'p0 d0')])).toBe(null)
})
