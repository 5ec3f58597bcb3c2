import { describe, expect, test } from 'vitest'
import { roadAlongLine } from '../../testing/road-along-a-line.ts'
import { midnightOf } from '../../values/time/time.ts'
import { type ScheduleShift, type ScheduleStop, type StopWork, schedule } from './schedule.ts'

const day = midnightOf('2026-11-24')
const at = (hours: number, minutes = 0) => day + hours * 3600 + minutes * 60
const shift: ScheduleShift = { day, start: at(6), end: at(20), previousEnd: 0, maxKg: 0, maxPallets: 0 }
// A degree of `lng` is an hour of driving.
const travel = roadAlongLine
const work = (id: string, type: StopWork['type'], values: Partial<StopWork> = {}): StopWork => ({
  ...{ id, type, kg: 0, pallets: 0, window: { start: 0, end: 0 } },
  ...values,
})
const stop = (id: string, lng: number | null, values: Partial<ScheduleStop> = {}): ScheduleStop => ({
  ...{ id, type: 'muu', point: lng === null ? null : { lat: 0, lng }, minutes: 10, works: [], isDone: false, doneAt: 0 },
  ...values,
})
const plan = (stops: ScheduleStop[], values: Partial<ScheduleShift> = {}, now = 0) =>
  schedule({ ...shift, ...values }, stops, { travel, now })
const breachesOf = (...args: Parameters<typeof plan>) => plan(...args).breaches.map(({ kind, stop: of, value }) => [kind, of, value])

test('a day has whole metres and seconds, and the sums of its legs', () => {
  const { metres, seconds, stops } = plan([stop('a', 0), stop('b', 0.50001), stop('c', null), stop('d', 1)])
  expect(stops.map((one) => [one.metres, one.seconds])).toEqual([
    [0, 0],
    [31_001, 1800],
    [0, 0],
    // From b, as the place of c is not known.
    [30_999, 1800],
  ])
  expect([metres, seconds]).toEqual([62_000, 3600])
})

test('of several windows the latest beginning and the earliest end bind', () => {
  const windows = [
    { start: at(7), end: at(9) },
    { start: at(8), end: at(12) },
    { start: 0, end: at(7, 30) },
  ]
  const { stops, breaches } = plan([stop('a', 0, { works: windows.map((window, index) => work(`w${index}`, 'toimitus', { window })) })])
  expect(stops).toMatchObject([{ arrival: at(6), begin: at(8), departure: at(8, 10), early: 120, late: 30 }])
  expect(breaches).toEqual([
    { kind: 'myohassa', stop: 'a', value: 30 },
    { kind: 'etuajassa', stop: 'a', value: 120 },
  ])
})

describe('a stop that is done', () => {
  const done = (values: Partial<ScheduleStop>) => stop('done', 1, { isDone: true, minutes: 20, ...values })
  test.each([
    ['has the moment at which it was done', at(9), at(8, 40), at(9)],
    ['is done when it would be, without a moment', 0, at(7, 10), at(7, 30)],
    ['is not done before the one before it', at(5), at(6, 10), at(6, 10)],
    ['has no more time than there was', at(6, 15), at(6, 10), at(6, 15)],
  ])('%s', (_, doneAt, arrival, departure) => {
    const { stops } = plan([stop('first', 0, { isDone: true }), done({ doneAt })])
    expect(stops[1]).toEqual({
      ...{ id: 'done', metres: 62_000, seconds: 3600, breakMinutes: 0, early: 0, late: 0, kg: 0, pallets: 0 },
      ...{ arrival, begin: arrival, departure },
    })
  })

  test('is late by its arrival, and its window of another day is no breach', () => {
    const works = (end: number) => [work('w', 'toimitus', { window: { start: 0, end } })]
    expect(breachesOf([done({ doneAt: at(9), works: works(at(8)) })])).toEqual([['myohassa', 'done', 40]])
    expect(breachesOf([done({ doneAt: at(9), works: works(at(-4)) })])).toEqual([])
  })

  test('begins the driving until the next break anew', () => {
    expect(plan([stop('a', 0), stop('b', 4, { isDone: true }), stop('c', 8)]).stops[2]).toMatchObject({ breakMinutes: 0 })
  })
})

test('a stop that is not done is not reached before now, and only the first one waits for it', () => {
  const { stops } = plan([stop('a', 0), stop('b', 1)], {}, at(7, 30))
  expect(stops).toMatchObject([{ arrival: at(7, 30) }, { arrival: at(8, 40) }])
  expect(plan([stop('a', 0), stop('b', 1)], {}, at(5)).stops[0]).toMatchObject({ arrival: at(6) })
})

describe('breaks', () => {
  const breaksOf = (...stops: ScheduleStop[]) => plan(stops).stops.map(({ breakMinutes }) => breakMinutes)
  const rest = (lng: number, minutes: number) => stop(`rest ${lng}`, lng, { type: 'tauko', minutes })
  test.each([
    ['are not due at 4 h 30 min', [stop('a', 0), stop('b', 4.5)], [0, 0]],
    ['are due after 4 h 30 min', [stop('a', 0), stop('b', 4.6)], [0, 45]],
    ['are two on a leg of more than nine hours', [stop('a', 0), stop('b', 9.1)], [0, 90]],
    ['begin the driving anew on the way', [stop('a', 0), stop('b', 5), stop('c', 9), stop('d', 9.1)], [0, 45, 0, 45]],
    ['take 30 minutes after a first part', [stop('a', 0), rest(2, 15), stop('b', 5)], [0, 0, 30]],
    ['take 45 minutes after less than a first part', [stop('a', 0), rest(2, 14), stop('b', 5)], [0, 0, 45]],
    ['are taken by 15 and then 30 minutes', [stop('a', 0), rest(1, 15), rest(2, 30), stop('b', 6)], [0, 0, 0, 0]],
    ['are not taken by 15 and then 29 minutes', [stop('a', 0), rest(1, 15), rest(2, 29), stop('b', 6)], [0, 0, 0, 30]],
    ['are not taken by 30 and then 15 minutes', [stop('a', 0), rest(1, 30), rest(2, 15), stop('b', 6)], [0, 0, 0, 30]],
    ['need a new first part after a whole one', [stop('a', 0), rest(1, 45), stop('b', 6)], [0, 0, 45]],
    ['are a first part once', [stop('a', 0), rest(1, 15), stop('b', 5), stop('c', 10)], [0, 0, 30, 45]],
    ['are not taken while working', [stop('a', 0), stop('b', 2, { minutes: 60 }), stop('c', 5)], [0, 0, 45]],
  ] as const)('%s', (_, stops, expected) => {
    expect(breaksOf(...stops)).toEqual(expected)
  })

  test('take their time on the way', () => {
    expect(plan([stop('a', 0, { minutes: 0 }), stop('b', 5)]).stops[1]).toMatchObject({ arrival: at(11, 45), seconds: 5 * 3600 })
  })
})

describe('the load', () => {
  const goods = { kg: 0.1, pallets: 0.33 }
  const stops = [
    stop('a', 0, { type: 'nouto', works: [work('x', 'nouto', goods), work('y', 'nouto', { kg: 0.2, pallets: 0.67 })] }),
    stop('b', 0, { type: 'tyo', works: [work('z', 'tyo', { kg: 99, pallets: 99 })] }),
    stop('c', 0, { type: 'toimitus', works: [work('x', 'toimitus', goods)] }),
    stop('d', 0, { type: 'toimitus', works: [work('aboard', 'toimitus', { kg: 10, pallets: 1 })] }),
  ]
  test('is what was picked up, and what is delivered without a pickup from the start', () => {
    const { stops: times, maxKg, maxPallets } = plan(stops)
    expect(times.map(({ kg, pallets }) => [kg, pallets])).toEqual([
      [10.3, 2],
      [10.3, 2],
      [10.2, 1.67],
      [0.2, 0.67],
    ])
    expect([maxKg, maxPallets]).toEqual([10.3, 2])
    // The most is on board before the first stop.
    expect(plan([stop('d', 0, { works: [work('w', 'toimitus', { kg: 7, pallets: 2 })] })])).toMatchObject({ maxKg: 7, maxPallets: 2 })
  })

  test('may be as much as the car takes', () => {
    expect(breachesOf(stops, { maxKg: 10.3, maxPallets: 2 })).toEqual([])
    expect(breachesOf(stops, { maxKg: 10.2, maxPallets: 1.5 })).toEqual([
      ['ylikuorma_kg', 'a', 0.1],
      ['ylikuorma_lavat', 'a', 0.5],
      ['ylikuorma_kg', 'b', 0.1],
      ['ylikuorma_lavat', 'b', 0.5],
      ['ylikuorma_lavat', 'c', 0.17],
    ])
  })
})

test('a shift that begins before the previous one has ended has no rest at all', () => {
  expect(breachesOf([], { previousEnd: at(7) })).toEqual([['lepoaika', null, 0]])
  expect(breachesOf([], { previousEnd: at(-5) })).toEqual([])
  expect(breachesOf([], { previousEnd: at(-5, 1) })).toEqual([['lepoaika', null, 659]])
})

test('the end of the shift is passed by the last departure', () => {
  const stops = [stop('a', 0), stop('b', 1)]
  expect([at(7, 20), at(7, 19), 0].map((end) => breachesOf(stops, { end }))).toEqual([[], [['vuoro_ylittyy', null, 1]], []])
})

test('only a delivery that is left, and whose pickup comes later, is before its pickup', () => {
  const pickup = stop('p', 0, { type: 'nouto', works: [work('w', 'nouto')] })
  const delivery = stop('d', 0, { type: 'toimitus', works: [work('other', 'toimitus'), work('w', 'toimitus')] })
  expect(breachesOf([pickup, delivery])).toEqual([])
  expect(breachesOf([delivery, pickup])).toEqual([['toimitus_ennen_noutoa', 'd', 0]])
  expect(breachesOf([{ ...delivery, isDone: true }, pickup])).toEqual([])
})
