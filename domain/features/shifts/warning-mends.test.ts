import { describe, expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { overlap, type PlannedDriver, periodOf, shiftClock, type TimedShift } from './shift-times.ts'
import { mendingOf } from './warning-mends.ts'

const monday = midnightOf('2026-11-23')
const clock = shiftClock()
let made = 0
/** A shift `day` days after the Monday, from 6.00 to 14.00. */
const shift = (day: number, values: Partial<TimedShift> = {}) => {
  const fields: TimedShift = {
    ...{ id: `s${++made}`, paiva: addDays(monday, day), alkuaika: 6 * 60, kesto: 480, tyyppi: 'TYOVUORO', kuljettaja: null, auto: null },
    ...values,
  }
  return { ...fields, ...clock(fields) }
}
const driver = (id: string, values: Partial<PlannedDriver> = {}): PlannedDriver => ({
  ...{ id, ammattipatevyys_voimassa: 0, digipiirturikortti_voimassa: 0 },
  ...values,
})
const cars = (...ids: string[]) => ids.map((id) => ({ id, poistettu: false }))

describe('free cars', () => {
  const carsFor = (others: ReturnType<typeof shift>[], list = cars('c1', 'c2')) => {
    const one = shift(1)
    return { one, mends: mendingOf([one, ...others], { drivers: [], cars: list }).car(one) }
  }
  test.each([
    ['at the same time', {}, ['c2']],
    ['that ends as it begins', { alkuaika: 0, kesto: 360 }, ['c1', 'c2']],
    ['that begins as it ends', { alkuaika: 14 * 60 }, ['c1', 'c2']],
    ['that begins a minute before it ends', { alkuaika: 14 * 60 - 1 }, ['c2']],
    ['at the same time that drives nothing', { tyyppi: 'KOULUTUS' }, ['c1', 'c2']],
  ] as const)('are those without a shift %s', (_, values, autot) => {
    const { one, mends } = carsFor([shift(1, { auto: 'c1', ...values })])
    expect(mends).toEqual([{ laji: 'auto', tyovuoro: one.id, autot }])
  })

  test('are five at most, none that has been removed, and no proposal without one', () => {
    const many = [{ id: 'c0', poistettu: true }, ...cars('c1', 'c2', 'c3', 'c4', 'c5', 'c6')]
    expect(carsFor([], many).mends).toMatchObject([{ autot: ['c1', 'c2', 'c3', 'c4', 'c5'] }])
    expect(carsFor([shift(1, { auto: 'c1' })], cars('c1')).mends).toEqual([])
  })
})

describe('free drivers', () => {
  const driversFor = (others: ReturnType<typeof shift>[], drivers = [driver('d1'), driver('d2'), driver('d3')]) => {
    const one = shift(2, { kuljettaja: 'd1' })
    return mendingOf([one, ...others], { drivers, cars: [] }).driver(one)
  }
  const free = (values: Partial<TimedShift>, day = 2) =>
    driversFor([shift(day, { kuljettaja: 'd2', ...values })]).flatMap((mend) => (mend.laji === 'kuljettaja' ? mend.kuljettajat : []))

  test.each([
    ['anything on the day', { tyyppi: 'VAPAA', alkuaika: 0, kesto: 0 }, 2, ['d3']],
    // 19.00 is eleven hours before 6.00.
    ['work that ends 11 h before', { alkuaika: 11 * 60 }, 1, ['d2', 'd3']],
    ['work that ends less than 11 h before', { alkuaika: 11 * 60 + 1 }, 1, ['d3']],
    ['time off until the day', { alkuaika: 11 * 60 + 1, tyyppi: 'LOMA' }, 1, ['d2', 'd3']],
    // 1.00 is eleven hours after 14.00.
    ['work that begins 11 h after', { alkuaika: 60 }, 3, ['d2', 'd3']],
    ['a training that begins less than 11 h after', { alkuaika: 59, tyyppi: 'KOULUTUS' }, 3, ['d3']],
  ] as const)('have not %s: %j', (_, values, day, expected) => {
    expect(free(values, day)).toEqual(expected)
  })

  test('have cards that are valid on the day', () => {
    const [before, last] = [addDays(monday, 1) + 3600, addDays(monday, 2) + 3600]
    const drivers = [
      driver('card', { digipiirturikortti_voimassa: before }),
      driver('qualification', { ammattipatevyys_voimassa: before }),
      driver('valid', { digipiirturikortti_voimassa: last, ammattipatevyys_voimassa: last }),
    ]
    expect(driversFor([], drivers)).toMatchObject([{ laji: 'kuljettaja', kuljettajat: ['valid'] }])
    expect(driversFor([], [driver('d1')])).toEqual([])
  })
})

test('a later start is a full quarter of an hour on the day of the shift', () => {
  const one = shift(1)
  const { start } = mendingOf([one], { drivers: [], cars: [] })
  const at = (hours: number, minutes = 0) => start(one, one.paiva + hours * 3600 + minutes * 60)
  expect(at(9)).toEqual([{ laji: 'alkuaika', tyovuoro: one.id, alkuaika: 9 * 60 }])
  expect(at(9, 1)).toEqual([{ laji: 'alkuaika', tyovuoro: one.id, alkuaika: 9 * 60 + 15 }])
  expect(at(23, 45)).toHaveLength(1)
  expect([at(23, 46), at(-1)]).toEqual([[], []])
})

test('a shift lies at its clock time, over clock changes too; without a length it is the whole day', () => {
  const day = midnightOf('2027-03-28')
  expect(clock({ paiva: day, alkuaika: 6 * 60, kesto: 60 })).toEqual({ start: day + 5 * 3600, end: day + 6 * 3600 })
  expect(clock({ paiva: monday, alkuaika: 390, kesto: 90 })).toEqual({ start: monday + 390 * 60, end: monday + 480 * 60 })
  expect(clock({ paiva: day, alkuaika: 6 * 60, kesto: 0 })).toEqual({ start: day, end: day + 23 * 3600 })
})

test('spans that touch do not overlap', () => {
  const span = (start: number, end: number) => ({ start, end })
  expect([overlap(span(0, 5), span(5, 9)), overlap(span(5, 9), span(0, 5)), overlap(span(0, 6), span(5, 9))]).toEqual([false, false, true])
})

test('the two weeks of a day begin on the Monday of the period, before and after it, over clock changes', () => {
  const first = midnightOf('2026-10-12')
  const periodOn = (day: string) => periodOf(midnightOf(day), first)
  const next = midnightOf('2026-10-26')
  expect([periodOn('2026-10-12'), periodOn('2026-10-25')]).toEqual([
    { first, next },
    { first, next },
  ])
  expect(periodOn('2026-10-26')).toEqual({ first: next, next: midnightOf('2026-11-09') })
  expect(periodOn('2026-10-11')).toEqual({ first: midnightOf('2026-09-28'), next: first })
})
