import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenConstraints } from '../../../testing/check-plan.ts'
import { estimateRoad } from '../../../values/place/distance.ts'
import { seededRandom } from '../../../values/seeded-random.ts'
import { type DayPlanProblem, drivingRules, type PlanShift, type PlanStop } from './day-plan.ts'
import { planDay } from './plan-day.ts'

const limits = (maxRounds: number, seed = 1) => ({ deadline: 1e9, clock: () => 0, random: seededRandom(seed), maxRounds })
const hour = 3600

const window = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 14 * hour }), fc.integer({ min: 0, max: 8 * hour }))
    .map(([opens, length]) => ({ opens, closes: opens + length })),
  { nil: { opens: null, closes: null } },
)
const stop = (places: number): fc.Arbitrary<PlanStop> =>
  fc
    .tuple(fc.integer({ min: 0, max: places - 1 }), window, fc.integer({ min: 0, max: hour }))
    .map(([place, times, serviceSeconds]) => ({ place, ...times, serviceSeconds }))
const problem: fc.Arbitrary<DayPlanProblem> = fc.integer({ min: 1, max: 8 }).chain((places) =>
  fc.record({
    travel: fc
      .array(
        fc.oneof(
          { weight: 20, arbitrary: fc.integer({ min: 0, max: 6 * hour }) },
          { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
        ),
        {
          minLength: places * places,
          maxLength: places * places,
        },
      )
      .map((costs) => ({ size: places, costs: Float64Array.from(costs) })),
    shipments: fc.array(
      fc.record({
        pickup: stop(places),
        delivery: stop(places),
        kilograms: fc.integer({ min: 0, max: 1200 }),
        pallets: fc.integer({ min: 0, max: 6 }),
        onBoard: fc.constantFrom('fromStart', 'toEnd', undefined, undefined, undefined),
      }),
      { maxLength: 15 },
    ),
    shifts: fc.array(
      fc.record({
        start: fc.option(fc.integer({ min: 0, max: places - 1 })),
        end: fc.option(fc.integer({ min: 0, max: places - 1 })),
        begins: fc.integer({ min: 0, max: 8 * hour }),
        ends: fc.integer({ min: 8 * hour, max: 22 * hour }),
        maxKilograms: fc.integer({ min: 500, max: 3000 }),
        maxPallets: fc.integer({ min: 2, max: 18 }),
        onDutySince: fc.integer({ min: -8 * hour, max: 8 * hour }),
        previousEnd: fc.option(fc.integer({ min: -12 * hour, max: 0 })),
        driven: fc.integer({ min: 0, max: 9 * hour }),
        drivenSinceBreak: fc.integer({ min: 0, max: 6 * hour }),
      }),
      { maxLength: 4 },
    ),
    rules: fc.constantFrom(null, drivingRules),
    carCost: fc.constantFrom(0, 1800),
    fewestCars: fc.boolean(),
  }),
)

test('no plan breaks a constraint, and each shipment is on one route or unassigned', () => {
  fc.assert(
    fc.property(problem, (given) => {
      expect(brokenConstraints(given, planDay(given, limits(60)))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('the same seed gives the same plan', () => {
  fc.assert(
    fc.property(problem, (given) => {
      expect(planDay(given, limits(30, 5))).toEqual(planDay(given, limits(30, 5)))
    }),
    { numRuns: 20 },
  )
})

/** Places on a line, so many seconds from each other. */
const line = (...seconds: number[]) => ({
  size: seconds.length,
  costs: Float64Array.from(seconds.flatMap((from) => seconds.map((to) => Math.abs(from - to)))),
})
const at = (place: number, opens: number | null = null, closes: number | null = null): PlanStop => ({
  place,
  opens,
  closes,
  serviceSeconds: 0,
})
const shift: PlanShift = { start: 0, end: 0, begins: 0, ends: 24 * hour, maxKilograms: 1000, maxPallets: 10 }
const base = { rules: drivingRules, carCost: 0 }

test('what is on board from the start or stays to the end takes its room all the while', () => {
  const full = { kilograms: 600, pallets: 6 }
  const shipments = [
    { pickup: at(2), delivery: at(2), ...full, onBoard: 'fromStart' as const },
    { pickup: at(1), delivery: at(3), ...full },
    { pickup: at(1), delivery: at(1), ...full, onBoard: 'toEnd' as const },
  ]
  const plan = planDay({ ...base, travel: line(0, hour, 2 * hour, 3 * hour), shipments, shifts: [shift] }, limits(60))
  // The place of the second one's pickup is passed when the car is full, and again when it has room.
  expect(plan).toMatchObject({ unassigned: [], drivingSeconds: 8 * hour })
  expect(plan.routes[0]?.stops.map((stop) => `${stop.kind} ${stop.shipment}`)).toEqual([
    'pickup 0',
    'delivery 0',
    'pickup 1',
    'delivery 1',
    'pickup 2',
    'delivery 2',
  ])
})

test('a break of 45 minutes follows 4 h 30 min of driving, on the way too', () => {
  const shipments = [{ pickup: at(0), delivery: at(1), kilograms: 1, pallets: 1 }]
  const there = planDay({ ...base, travel: line(0, 4 * hour), shipments, shifts: [shift] }, limits(20))
  expect(there.routes).toMatchObject([{ drivingSeconds: 8 * hour, returns: 8.75 * hour, breaks: 1 }])
  expect(there.routes[0]?.stops.at(-1)?.arrival).toBe(4 * hour)
  const late = planDay({ ...base, travel: line(0, 4 * hour), shipments, shifts: [{ ...shift, ends: 8.5 * hour }] }, limits(20))
  expect(late.unassigned).toEqual([0])
})

test('waiting that is long enough is a break', () => {
  const shipments = [{ pickup: at(0), delivery: at(1, 5 * hour), kilograms: 1, pallets: 1 }]
  const plan = planDay({ ...base, travel: line(0, 4 * hour), shipments, shifts: [shift] }, limits(20))
  expect(plan.routes).toMatchObject([{ returns: 9 * hour, breaks: 0 }])
})

test('nobody drives more than nine hours', () => {
  const shipments = [{ pickup: at(0), delivery: at(1), kilograms: 1, pallets: 1 }]
  const plan = planDay({ ...base, travel: line(0, 4.6 * hour), shipments, shifts: [shift] }, limits(20))
  expect(plan).toMatchObject({ routes: [], unassigned: [0] })
})

test('what was driven before counts, in all and since the last break', () => {
  const shipments = [{ pickup: at(0), delivery: at(1), kilograms: 1, pallets: 1 }]
  const planned = (hours: number, more: Partial<PlanShift>) =>
    planDay({ ...base, travel: line(0, hours * hour), shipments, shifts: [{ ...shift, end: null, ...more }] }, limits(20))
  expect(planned(3, { driven: 6 * hour, drivenSinceBreak: hour }).routes).toMatchObject([{ drivingSeconds: 3 * hour, breaks: 0 }])
  expect(planned(3, { driven: 6 * hour, drivenSinceBreak: 2 * hour }).routes).toMatchObject([{ returns: 3.75 * hour, breaks: 1 }])
  expect(planned(3, { driven: 6.1 * hour }).unassigned).toEqual([0])
})

test('a working day is at most 13 hours, and begins after 11 hours of rest', () => {
  const shipments = [{ pickup: at(0), delivery: at(1, 12 * hour), kilograms: 1, pallets: 1 }]
  const planned = (more: Partial<PlanShift>) =>
    planDay({ ...base, travel: line(0, hour), shipments, shifts: [{ ...shift, ...more }] }, limits(20))
  expect(planned({}).routes).toMatchObject([{ returns: 13 * hour }])
  expect(planned({ onDutySince: -hour }).unassigned).toEqual([0])
  expect(planned({ previousEnd: 0 }).routes[0]?.stops[0]?.arrival).toBe(11 * hour)
  expect(planned({ previousEnd: 2 * hour }).unassigned).toEqual([0])
})

test('a shipment that fits on no car is left out, and the others are planned', () => {
  const shipments = [
    { pickup: at(1), delivery: at(2), kilograms: 2000, pallets: 1 },
    { pickup: at(1), delivery: at(2), kilograms: 900, pallets: 11 },
    { pickup: at(2), delivery: at(1), kilograms: 900, pallets: 9 },
  ]
  const plan = planDay({ ...base, travel: line(0, 600, 1200), shipments, shifts: [shift] }, limits(50))
  expect(plan.unassigned).toEqual([0, 1])
  expect(plan.routes).toMatchObject([
    {
      shift: 0,
      stops: [
        { shipment: 2, kind: 'pickup' },
        { shipment: 2, kind: 'delivery' },
      ],
    },
  ])
})

test('a car is left at home when its cost is more than the detour', () => {
  const shipments = [1, 2].map((place) => ({ pickup: at(0), delivery: at(place), kilograms: 10, pallets: 1 }))
  const given = {
    ...base,
    travel: { size: 3, costs: Float64Array.of(0, 600, 600, 600, 0, 1300, 600, 1300, 0) },
    shipments,
    shifts: [shift, shift],
  }
  expect(planDay(given, limits(100)).routes).toHaveLength(1)
  expect(planDay({ ...given, carCost: 1800 }, limits(100)).routes).toHaveLength(1)
})

test('60 shipments on 3 cars are planned without a broken constraint, most of them placed', () => {
  const random = seededRandom(15)
  const between = (min: number, max: number) => min + random() * (max - min)
  // Around Tampere, within half an hour.
  const points = [
    { lat: 61.5, lng: 23.76 },
    ...Array.from({ length: 90 }, () => ({ lat: between(61.35, 61.65), lng: between(23.4, 24.1) })),
  ]
  const costs = Float64Array.from(points.flatMap((from) => points.map((to) => estimateRoad(from, to).seconds)))
  const place = () => Math.floor(between(0, points.length))
  const shipments = Array.from({ length: 60 }, () => {
    const opens = between(6, 11) * hour
    const isTimed = random() < 0.4
    return {
      pickup: { ...at(random() < 0.7 ? 0 : place(), isTimed ? opens : null, isTimed ? opens + 3 * hour : null), serviceSeconds: 300 },
      delivery: { ...at(place(), null, random() < 0.4 ? between(13, 17) * hour : null), serviceSeconds: 600 },
      kilograms: between(20, 900),
      pallets: Math.ceil(between(0, 4)),
    }
  })
  const shifts = Array.from({ length: 3 }, (_, index) => ({
    ...{ start: 0, end: 0, begins: (6 + (index % 3)) * hour, ends: (15.5 + (index % 3)) * hour },
    ...{ maxKilograms: index % 2 ? 9000 : 3500, maxPallets: index % 2 ? 18 : 8 },
  }))
  const given: DayPlanProblem = { travel: { size: points.length, costs }, shipments, shifts, rules: drivingRules, carCost: 1800 }
  const plan = planDay(given, limits(100))
  expect(brokenConstraints(given, plan)).toEqual([])
  // The first plan, which only inserts, leaves out 16.
  expect(plan.unassigned.length).toBeLessThan(8)
})
