import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakMinutes, maxDriving } from '../../entities/shift/driving-limits.ts'
import { roadAlongLine } from '../../testing/road-along-a-line.ts'
import { midnightOf } from '../../values/time/time.ts'
import { type ScheduleShift, type ScheduleStop, schedule, sharedCars } from './schedule.ts'

const day = midnightOf('2026-11-24')
const at = (hours: number, minutes = 0) => day + hours * 3600 + minutes * 60
const shift = (values: Partial<ScheduleShift> = {}): ScheduleShift => ({
  day,
  start: at(6),
  end: at(16),
  previousEnd: 0,
  maxKg: 0,
  maxPallets: 0,
  ...values,
})
// A degree of `lng` is an hour of driving.
const travel = roadAlongLine
const anyTime = { start: 0, end: 0 }
let made = 0
const stop = (lng: number | null, values: Partial<ScheduleStop> = {}): ScheduleStop => ({
  id: `s${++made}`,
  type: 'muu',
  point: lng === null ? null : { lat: 0, lng },
  minutes: 10,
  works: [],
  isDone: false,
  doneAt: 0,
  ...values,
})
const goods = (id: string, type: 'nouto' | 'toimitus', values = {}) => ({ id, type, kg: 0, pallets: 0, window: anyTime, ...values })
const plan = (stops: ScheduleStop[], values: Partial<ScheduleShift> = {}, now = 0) => schedule(shift(values), stops, { travel, now })
const kinds = (stops: ScheduleStop[], values: Partial<ScheduleShift> = {}) =>
  plan(stops, values).breaches.map(({ kind, value }) => [kind, value])

test('driving of more than nine hours and a day of more than 13 are breaches, also of a shift without a known length', () => {
  const noEnd = { end: 0 }
  // Two breaks of 45 minutes on the way.
  expect(kinds([stop(0), stop(9)], noEnd)).toEqual([])
  expect(kinds([stop(0), stop(9.5)], noEnd)).toEqual([['ajoaika_ylittyy', 570]])
  const long = stop(0, { minutes: 13 * 60 })
  expect(kinds([long], noEnd)).toEqual([])
  expect(kinds([long, stop(0)], noEnd)).toEqual([['tyopaiva_ylittyy', 790]])
})

test('an empty shift has no times and no breaches', () => {
  expect(plan([])).toMatchObject({ stops: [], breaches: [], end: at(6), metres: 0 })
})

describe('times', () => {
  test('begin with the shift, and add the driving and the time at each stop', () => {
    const { stops, end } = plan([stop(0), stop(1), stop(null), stop(1.5)])
    expect(stops.map(({ arrival, departure }) => [arrival, departure])).toEqual([
      [at(6), at(6, 10)],
      [at(7, 10), at(7, 20)],
      // Its place is not known: it takes its own time alone.
      [at(7, 20), at(7, 30)],
      [at(8), at(8, 10)],
    ])
    expect(end).toBe(at(8, 10))
  })

  test('wait for a window to open, and say how late a stop is', () => {
    const works = (start: number, end: number) => [goods('a', 'toimitus', { window: { start, end } })]
    const { stops } = plan([
      stop(0, { works: works(at(7), at(8)), type: 'toimitus' }),
      stop(2, { works: works(0, at(9)), type: 'toimitus' }),
    ])
    expect(stops).toMatchObject([
      { arrival: at(6), begin: at(7), departure: at(7, 10), early: 60, late: 0 },
      { arrival: at(9, 10), early: 0, late: 10 },
    ])
  })

  test('neither wait for a window of another day nor are late for it', () => {
    const works = (start: number, end: number) => [goods('a', 'toimitus', { window: { start, end } })]
    const { stops, breaches } = plan([stop(0, { works: works(at(32), at(34)) }), stop(1, { works: works(at(-16), at(-14)) })])
    expect(stops).toMatchObject([
      { arrival: at(6), departure: at(6, 10), early: 0, late: 0 },
      { arrival: at(7, 10), departure: at(7, 20), early: 0, late: 0 },
    ])
    expect(breaches.map(({ kind }) => kind)).toEqual(['eri_paiva', 'eri_paiva'])
  })

  test('go on from what is done, and nothing is reached in the past', () => {
    const done = stop(0, { isDone: true, doneAt: at(8) })
    expect(plan([done, stop(1), stop(2)], {}, at(8, 30)).stops).toMatchObject([
      { departure: at(8) },
      { arrival: at(9) },
      { arrival: at(10, 10) },
    ])
    expect(plan([done, stop(1), stop(2)], {}, at(11)).stops).toMatchObject([{}, { arrival: at(11) }, { arrival: at(12, 10) }])
  })
})

describe('the break after 4 h 30 min of driving', () => {
  test('is taken on the way, unless a break was taken before', () => {
    expect(plan([stop(0), stop(3), stop(6)]).stops.map((one) => one.breakMinutes)).toEqual([0, 0, 45])
    const rest = (minutes: number) => stop(3, { type: 'tauko', minutes })
    expect(plan([stop(0), rest(45), stop(6)]).stops.map((one) => one.breakMinutes)).toEqual([0, 0, 0])
    // 15 and then 30 minutes are as good; 30 and then 15 are not.
    expect(plan([stop(0), stop(1), rest(15), stop(4), rest(30), stop(6)]).stops.at(-1)?.breakMinutes).toBe(0)
    expect(plan([stop(0), rest(15), stop(6)]).stops.at(-1)?.breakMinutes).toBe(30)
  })
})

describe('breaches', () => {
  test('of the load, with what is on board when the shift begins', () => {
    const heavy = { kg: 600, pallets: 3 }
    const stops = [
      stop(0, { type: 'nouto', works: [goods('a', 'nouto', heavy)] }),
      stop(0, { type: 'toimitus', works: [goods('a', 'toimitus', heavy)] }),
      stop(0, { type: 'toimitus', works: [goods('b', 'toimitus', heavy)] }),
    ]
    expect(plan(stops).stops.map(({ kg }) => kg)).toEqual([1200, 600, 0])
    expect(kinds(stops, { maxKg: 1000, maxPallets: 5 })).toEqual([
      ['ylikuorma_kg', 200],
      ['ylikuorma_lavat', 1],
    ])
  })

  test('of the rest, the end of the shift, the order and the day', () => {
    expect(kinds([], { previousEnd: at(6) - 9 * 3600 - 40 * 60 })).toEqual([['lepoaika', 580]])
    expect(kinds([], { previousEnd: at(6) - 11 * 3600 })).toEqual([])
    expect(kinds([stop(0), stop(3)], { end: at(9) })).toEqual([['vuoro_ylittyy', 20]])
    const back = [stop(0, { type: 'toimitus', works: [goods('a', 'toimitus')] }), stop(0, { type: 'nouto', works: [goods('a', 'nouto')] })]
    expect(kinds(back)).toEqual([['toimitus_ennen_noutoa', 0]])
    const tomorrow = { start: day + 86_400 + 8 * 3600, end: 0 }
    expect(kinds([stop(0, { type: 'toimitus', works: [goods('a', 'toimitus', { window: tomorrow })] })]).map(([kind]) => kind)).toContain(
      'eri_paiva',
    )
  })

  test('of a car that two drivers have', () => {
    const shifts = [
      { id: '1', car: 'a', driver: 'x' },
      { id: '2', car: 'a', driver: 'y' },
      { id: '3', car: 'b', driver: 'y' },
      { id: '4', car: 'b', driver: 'y' },
      { id: '5', car: null, driver: 'z' },
    ]
    expect([...sharedCars(shifts)]).toEqual(['1', '2'])
  })
})

const anyStop = fc.record({
  lng: fc.option(fc.double({ min: 0, max: 12, noNaN: true }), { nil: null }),
  minutes: fc.integer({ min: 0, max: 120 }),
  type: fc.constantFrom('nouto' as const, 'toimitus' as const, 'tauko' as const),
  kg: fc.integer({ min: 0, max: 1000 }),
  open: fc.integer({ min: 0, max: 18 }),
  isDone: fc.boolean(),
})

test('time never runs backwards, no drive lasts longer than allowed without a break, and all that is loaded is unloaded or on board', () => {
  fc.assert(
    fc.property(fc.array(anyStop, { maxLength: 12 }), (rows) => {
      const firstOpen = rows.findIndex(({ isDone }) => !isDone)
      const stops = rows.map(({ lng, minutes, type, kg, open }, index) => {
        const works = type === 'tauko' ? [] : [goods(`w${index}`, type, { kg, window: { start: open === 0 ? 0 : at(open), end: 0 } })]
        return stop(lng, { type, minutes, works, isDone: firstOpen > index })
      })
      const result = plan(stops)
      let before = at(6)
      let driving = 0
      for (const [index, { arrival, begin, departure, seconds, breakMinutes: pause, kg }] of result.stops.entries()) {
        expect(arrival).toBeGreaterThanOrEqual(before)
        expect(begin).toBeGreaterThanOrEqual(arrival)
        expect(departure).toBeGreaterThanOrEqual(begin)
        expect(kg).toBeGreaterThanOrEqual(0)
        before = departure
        if (stops[index]?.isDone) continue
        const isBreak = stops[index]?.type === 'tauko'
        driving = pause > 0 ? 0 : driving + seconds
        if (pause === 0) expect(driving).toBeLessThanOrEqual(maxDriving)
        if (isBreak && departure - arrival >= breakMinutes * 60) driving = 0
        // A break in two parts ends the driving too; what follows is counted from there at the latest.
        if (isBreak) driving = Math.min(driving, 0)
        if (pause > 0) driving = Math.max(0, driving)
      }
      expect(result.maxKg).toBeGreaterThanOrEqual(Math.max(0, ...result.stops.map(({ kg }) => kg)))
    }),
  )
})

test('waiting for a window is a break, whole or its first part', () => {
  const waiting = (from: number, minutes: number) =>
    stop(3, { minutes: 0, type: 'toimitus', works: [goods('a', 'toimitus', { window: { start: at(from, minutes), end: 0 } })] })
  // Three hours to the stop, and three more after it.
  const breakAfter = (from: number, minutes: number) =>
    plan([stop(0, { minutes: 0 }), waiting(from, minutes), stop(6)]).stops[2]?.breakMinutes
  expect([breakAfter(9, 0), breakAfter(9, 15), breakAfter(9, 45)]).toEqual([45, 30, 0])
})

test('a shift over midnight serves the windows that begin before it ends', () => {
  const night = { start: at(20), end: at(30) }
  const delivery = (from: number, until: number) => [
    stop(0, { type: 'toimitus', works: [goods('a', 'toimitus', { window: { start: at(from), end: at(until) } })] }),
  ]
  expect(plan(delivery(25, 27), night).stops[0]).toMatchObject({ begin: at(25), late: 0 })
  expect(kinds(delivery(25, 27), night)).toEqual([['etuajassa', 300]])
  expect(kinds(delivery(32, 34), night)).toEqual([['eri_paiva', 0]])
  expect(kinds(delivery(25, 27))).toEqual([['eri_paiva', 0]])
})
