import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../../values/time/time.ts'
import { type DayPlan, drivingRules } from '../../route-optimisation/day-plan/day-plan.ts'
import {
  lockedWindow,
  ordersOf,
  overfullShifts,
  type ProposalInput,
  type ProposedEnd,
  type ProposedShift,
  type ProposedWork,
  placesOf,
  problemOf,
  withoutShifts,
} from './day-proposal.ts'

const day = midnightOf('2026-11-24')
const at = (hours: number) => day + hours * 3600
const [a, b, c, depot, home] = [60, 61, 63, 64, 65].map((lat) => ({ lat, lng: 24 })) as [Point, Point, Point, Point, Point]
type Point = { lat: number; lng: number }
const end = (type: ProposedEnd['type'], point: Point, values: Partial<ProposedEnd> = {}): ProposedEnd => ({
  ...{ type, point, minutes: 10, window: { start: 0, end: 0 } },
  ...values,
})
const work = (id: string, ends: ProposedWork['ends'], values: Partial<ProposedWork> = {}): ProposedWork => ({
  ...{ id, kg: 100, pallets: 1, ends, shift: null, current: null },
  ...values,
})
const early: ProposedShift = {
  ...{ id: 'early', begins: at(6), ends: at(14), onDutySince: at(5), previousEnd: at(-9), driven: 900, drivenSinceBreak: 600 },
  ...{ from: depot, to: home, maxKg: 2000, maxPallets: 8 },
}
const late: ProposedShift = {
  ...{ id: 'late', begins: at(8), ends: at(18), onDutySince: at(8), previousEnd: null, driven: 0, drivenSinceBreak: 0 },
  ...{ from: null, to: null, maxKg: Number.POSITIVE_INFINITY, maxPallets: Number.POSITIVE_INFINITY },
}
const both = work('both', [end('nouto', a), end('toimitus', b, { minutes: 5, window: { start: at(9), end: at(12) } })])
const aboard = work('aboard', [end('toimitus', b)], { kg: 30, pallets: 2, shift: 'late', current: 'late' })
const pickup = work('pickup', [end('nouto', c)], { shift: 'another', current: 'early' })
const job = work('job', [end('tyo', a, { minutes: 60 })], { kg: 0, pallets: 0, shift: 'early', current: 'early' })
const input: ProposalInput = { day, shifts: [early, late], works: [both, aboard, pickup, job] }

const anyTime = { opens: null, closes: null }
/** Of points in this order: a, b, c, depot, home. */
const [atA, atB, atC] = [0, 1, 2].map((place) => ({ place, ...anyTime, serviceSeconds: 600 }))

test('each place is in the matrix once, those of the work first', () => {
  expect(placesOf(input)).toEqual([a, b, c, depot, home])
})

test('an end that is elsewhere takes no time where the other one is', () => {
  const seconds = new Float64Array(25)
  const nothing = { ...anyTime, serviceSeconds: 0 }
  expect(problemOf(input, seconds)).toEqual({
    travel: { size: 5, costs: seconds },
    shipments: [
      {
        ...{ pickup: atA, delivery: { place: 1, opens: at(9), closes: at(12), serviceSeconds: 300 } },
        ...{ kilograms: 100, pallets: 1, shift: null },
      },
      { pickup: { place: 1, ...nothing }, delivery: atB, kilograms: 30, pallets: 2, onBoard: 'fromStart', shift: 1 },
      { pickup: atC, delivery: { place: 2, ...nothing }, kilograms: 100, pallets: 1, onBoard: 'toEnd', shift: null },
      {
        ...{ pickup: { ...atA, serviceSeconds: 3600 }, delivery: { place: 0, ...nothing } },
        ...{ kilograms: 0, pallets: 0, onBoard: 'toEnd', shift: 0 },
      },
    ],
    shifts: [
      {
        ...{ begins: at(6), ends: at(14), onDutySince: at(5), previousEnd: at(-9), driven: 900, drivenSinceBreak: 600 },
        ...{ start: 3, end: 4, maxKilograms: 2000, maxPallets: 8 },
      },
      {
        ...{ begins: at(8), ends: at(18), onDutySince: at(8), previousEnd: null, driven: 0, drivenSinceBreak: 0 },
        ...{ start: null, end: null, maxKilograms: Number.POSITIVE_INFINITY, maxPallets: Number.POSITIVE_INFINITY },
      },
    ],
    rules: drivingRules,
    carCost: 600,
  })
})

test('without a map provider driving is estimated: a degree of latitude is 144.55 km by road, at 62 km/h', () => {
  const { travel } = problemOf({ ...input, shifts: [late], works: [both, pickup] })
  expect([travel.size, ...travel.costs]).toEqual([3, 0, 8393, 25_180, 8393, 0, 16_787, 25_180, 16_787, 0])
})

describe('a window', () => {
  const windowOf = (start: number, until: number, shifts: readonly ProposedShift[] = [late, early]) => {
    const { shipments } = problemOf({ day, shifts, works: [work('w', [end('toimitus', a, { window: { start, end: until } })])] })
    return [shipments[0]?.delivery.opens, shipments[0]?.delivery.closes]
  }
  test.each([
    ['none', 0, 0, null, null],
    ['a window of the day', at(9), at(12), at(9), at(12)],
    ['a beginning alone', at(9), 0, at(9), null],
    ['an end alone', 0, at(12), null, at(12)],
    ['one of tomorrow', at(33), at(36), null, null],
    ['one of yesterday', at(-4), at(-2), null, null],
    // The first shift begins at 6.
    ['one that ends as the first shift begins', at(3), at(6), at(3), null],
    ['one that ends after the first shift has begun', at(3), at(7), at(3), at(7)],
  ] as const)('%s', (_, start, until, opens, closes) => {
    expect(windowOf(start, until)).toEqual([opens, closes])
  })

  test('after midnight binds while the last shift goes on', () => {
    expect(windowOf(at(25), at(27), [{ ...late, ends: at(26) }, early])).toEqual([at(25), at(27)])
    expect(windowOf(at(25), at(27), [{ ...late, ends: at(24) }, early])).toEqual([null, null])
  })

  test('of a locked stop may be one moment', () => {
    const [begin, edge] = [at(10), at(10.25)]
    expect(lockedWindow({ start: edge, end: 0 }, begin)).toEqual({ start: edge, end: edge })
  })
})

test('a shift with work that fits nowhere has more than it can do', () => {
  expect([...overfullShifts(input, { unassigned: [0, 2] })]).toEqual(['early'])
  expect([...overfullShifts(input, { unassigned: [0, 9] })]).toEqual([])
})

test('without a shift goes the work that it keeps; work of it that may move is left', () => {
  const movable = { ...pickup, shift: null }
  expect(withoutShifts({ ...input, works: [both, aboard, movable, job] }, new Set(['early']))).toEqual({
    ...{ day, shifts: [late], works: [both, aboard, movable] },
  })
})

test('the orders of a plan have the ends that need a stop', () => {
  const stop = (shipment: number, kind: 'pickup' | 'delivery') => ({ shipment, kind, arrival: 0, begin: 0, departure: 0 })
  const route = { returns: 0, drivingSeconds: 0, breaks: 0 }
  /** Each is picked up in this order and delivered in the opposite one. */
  const nested = (...shipments: number[]) => [
    ...shipments.map((shipment) => stop(shipment, 'pickup')),
    ...shipments.toReversed().map((shipment) => stop(shipment, 'delivery')),
  ]
  const plan: DayPlan = {
    routes: [
      { ...route, shift: 1, stops: nested(1, 0, 9) },
      { ...route, shift: 0, stops: nested(2, 3) },
      { ...route, shift: 7, stops: [stop(0, 'pickup')] },
    ],
    ...{ unassigned: [], drivingSeconds: 0 },
  }
  expect(ordersOf(input, plan)).toEqual([
    {
      shift: 'late',
      order: [
        { type: 'nouto', work: 'both' },
        { type: 'toimitus', work: 'both' },
        { type: 'toimitus', work: 'aboard' },
      ],
    },
    {
      shift: 'early',
      order: [
        { type: 'nouto', work: 'pickup' },
        { type: 'tyo', work: 'job' },
      ],
    },
  ])
})
