// The warnings of a plan at their limits, one by one (rules/shifts.md#warnings).
import { expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import type { PlannedDriver, TimedShift } from './shift-times.ts'
import { shiftWarnings } from './warnings.ts'

const monday = midnightOf('2026-11-23')
const drivers: PlannedDriver[] = ['d1', 'd2'].map((id) => ({ id, ammattipatevyys_voimassa: 0, digipiirturikortti_voimassa: 0 }))
const shift = (id: string, day: number, values: Partial<TimedShift> = {}): TimedShift => ({
  ...{ id, paiva: addDays(monday, day), alkuaika: 6 * 60, kesto: 480, tyyppi: 'TYOVUORO', kuljettaja: 'd1', auto: null },
  ...values,
})
const warn = (shifts: readonly TimedShift[], people = drivers, [first, last] = [0, 27]) =>
  shiftWarnings(
    { shifts, drivers: people, cars: [], periodStart: monday },
    { min: addDays(monday, first ?? 0), max: addDays(monday, last ?? 0) },
  )

test.each([
  [11 * 60, []],
  [11 * 60 - 1, [['lepo_alle_11', 659]]],
  [9 * 60, [['lepo_alle_11', 540]]],
  [9 * 60 - 1, [['lepo_alle_9', 539]]],
  [0, [['lepo_alle_9', 0]]],
])('after %i minutes of rest', (rest, expected) => {
  // The earlier shift ends so long before six o'clock of the next day.
  const evening = shift('a', 1, { alkuaika: 30 * 60 - rest - 480 })
  expect(warn([evening, shift('b', 2)]).map(({ laji, minuutit }) => [laji, minuutit])).toEqual(expected)
})

test('of a split day the rest begins when its last shift ends, and a shift without hours says nothing of it', () => {
  const day = [shift('a', 1, { kesto: 900 }), shift('b', 1, { alkuaika: 8 * 60, kesto: 60, kuljettaja: 'd1', tyyppi: 'KOULUTUS' })]
  const rests = warn([...day, shift('c', 2)]).filter(({ laji }) => laji.startsWith('lepo'))
  expect(rests).toMatchObject([{ laji: 'lepo_alle_11', minuutit: 540, tyovuorot: ['a', 'c'] }])
  expect(warn([shift('a', 1, { kesto: 0, alkuaika: 23 * 60 }), shift('c', 2)])).toEqual([])
})

test('exactly 80 h of a period is allowed, and a shift without hours passes nothing', () => {
  const long = Array.from({ length: 8 }, (_, index) => shift(`s${index}`, index, { kesto: 600 }))
  const restless = (of: readonly TimedShift[]) => warn(of).filter(({ laji }) => laji === 'yli_80_h')
  expect(restless(long)).toEqual([])
  expect(restless([...long, shift('x', 9, { kesto: 1 }), shift('y', 10, { kesto: 0 })])).toMatchObject([
    { tyovuorot: ['x'], minuutit: 4801, rajapaiva: monday, ehdotukset: [{ laji: 'kuljettaja', tyovuoro: 'x', kuljettajat: ['d2'] }] },
  ])
  expect(restless([...long, shift('x', 9, { kesto: 0 })])).toEqual([])
  expect(restless([...long, shift('x', 9, { kesto: 600, kuljettaja: null })])).toEqual([])
})

test('a warning is shown when one of its shifts is on the first or the last day', () => {
  const twice = [shift('a', 3), shift('b', 3)]
  const shown = (first: number, last: number) => warn(twice, drivers, [first, last]).length
  expect([shown(3, 4), shown(2, 3), shown(4, 9), shown(0, 2)]).toEqual([1, 1, 0, 0])
})

test('warnings stand by day, on one day by their kind', () => {
  const people = drivers.map((driver) => ({ ...driver, ammattipatevyys_voimassa: monday, digipiirturikortti_voimassa: monday }))
  const shifts = [
    shift('late', 4),
    shift('later', 4, { alkuaika: 7 * 60 }),
    shift('a', 2, { auto: 'c1', alkuaika: 14 * 60 }),
    shift('b', 2, { auto: 'c1', alkuaika: 14 * 60, kuljettaja: 'd2' }),
    shift('c', 3),
  ]
  expect(warn(shifts, people).map(({ laji, paiva, kuljettajat }) => [(paiva - monday) / 86_400, laji, kuljettajat.join()])).toEqual([
    [2, 'auto_kahdesti', 'd1,d2'],
    [2, 'digipiirturikortti', 'd1'],
    [2, 'digipiirturikortti', 'd2'],
    [2, 'ammattipatevyys', 'd1'],
    [2, 'ammattipatevyys', 'd2'],
    [3, 'lepo_alle_9', 'd1'],
    [4, 'kuljettaja_kahdesti', 'd1'],
  ])
})

test('shifts without a car are not in the same car, nor is one driver’s day a clash of drivers', () => {
  expect(warn([shift('a', 1), shift('b', 1, { kuljettaja: 'd2' })])).toEqual([])
  const [found, ...others] = warn([shift('a', 1, { auto: 'c1' }), shift('b', 1, { auto: 'c1' })])
  expect([found?.laji, others]).toEqual(['kuljettaja_kahdesti', []])
})
