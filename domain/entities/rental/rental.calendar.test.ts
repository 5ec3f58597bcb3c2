import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { addDays, addMonths, dayOf, midnightOf } from '../../values/time/time.ts'
import {
  activationAfterPeriodChange,
  dueBillingDates,
  nextBillingDates,
  overlaps,
  pausedBillingDates,
  periodBilledOn,
  periodEndingOn,
  resumedDays,
  unbilledByPeriodChange,
} from './rental.calendar.ts'
import type { Vuokraus } from './rental.entity.ts'

const noon = (day: string) => midnightOf(day) + 12 * 3600
const rental = (values: Partial<Vuokraus> & { from?: string }) => {
  const { from = '2020-01-01', ...others } = values
  return blankRow('vuokraus', { aktivointipaiva: midnightOf(from), ...others })
}
const texts = (dates: ReturnType<typeof nextBillingDates>) =>
  dates.map(({ day, period }) => `${dayOf(day)}: ${dayOf(period.start)}–${dayOf(period.end)}`)

describe('the period billed on a day', () => {
  test.each([
    ['2027-02-28', 'Y-m-t', '2027-02-01', '2027-02-28'],
    ['2028-02-29', 'Y-m-t', '2028-02-01', '2028-02-29'],
    ['2028-03-15', 'Y-m-t', '2028-02-01', '2028-02-29'],
    ['2027-03-15', 'Y-m-15', '2027-02-16', '2027-03-15'],
    ['2027-01-15', 'Y-m-15', '2026-12-16', '2027-01-15'],
    ['2027-01-15', 'Y-m-t', '2026-12-01', '2026-12-31'],
    ['2026-12-31', 'Y-m-15', '2026-11-16', '2026-12-15'],
  ] as const)('%s, %s: %s–%s', (day, laskutuskausi, start, end) => {
    expect(periodBilledOn(midnightOf(day), laskutuskausi)).toEqual({ start: midnightOf(start), end: midnightOf(end) })
  })
})

describe('the next dates', () => {
  test('are the last days of months of any length, in winter and summer time', () => {
    expect(texts(nextBillingDates(rental({ laskutuspaiva: 't' }), noon('2028-01-31'), 5))).toEqual([
      '2028-02-29: 2028-02-01–2028-02-29',
      '2028-03-31: 2028-03-01–2028-03-31',
      '2028-04-30: 2028-04-01–2028-04-30',
      '2028-05-31: 2028-05-01–2028-05-31',
      '2028-06-30: 2028-06-01–2028-06-30',
    ])
  })

  test('begin after today, and with the first period that has not ended by the activation day', () => {
    const on15th = { laskutuspaiva: '15', laskutuskausi: 'Y-m-15' } as const
    expect(texts(nextBillingDates(rental({ ...on15th, from: '2026-11-15' }), noon('2026-11-15'), 1))).toEqual([
      '2026-12-15: 2026-11-16–2026-12-15',
    ])
    // Started on the first of a month and billed on the 15th for whole months: the month before is not billed.
    const months = rental({ laskutuspaiva: '15', laskutuskausi: 'Y-m-t', from: '2026-12-01' })
    expect(texts(nextBillingDates(months, noon('2026-11-20'), 2))).toEqual([
      '2027-01-15: 2026-12-01–2026-12-31',
      '2027-02-15: 2027-01-01–2027-01-31',
    ])
  })

  test('name skipped days, and there are none for an archived or removed rental', () => {
    const skipped = rental({ ohitetut_paivat: [midnightOf('2026-12-31')] })
    expect(nextBillingDates(skipped, noon('2026-12-01'), 2).map(({ isSkipped }) => isSkipped)).toEqual([true, false])
    expect(nextBillingDates(rental({ tila: 'arkistoitu' }), noon('2026-12-01'), 5)).toEqual([])
    expect(nextBillingDates(rental({ status: 0 }), noon('2026-12-01'), 5)).toEqual([])
  })
})

describe('a pause', () => {
  const dates = (values: Parameters<typeof rental>[0], start: string, end: string) =>
    texts(pausedBillingDates(rental(values), noon('2026-11-18'), { start: midnightOf(start), end: midnightOf(end) }))

  test('leaves out the coming periods that lie wholly within it, and bills those that it touches', () => {
    expect(dates({}, '2026-12-01', '2027-02-27')).toEqual(['2026-12-31: 2026-12-01–2026-12-31', '2027-01-31: 2027-01-01–2027-01-31'])
    expect(dates({}, '2026-12-02', '2027-01-31')).toEqual(['2027-01-31: 2027-01-01–2027-01-31'])
    expect(dates({ laskutuspaiva: '15', laskutuskausi: 'Y-m-15' }, '2026-12-01', '2027-01-15')).toEqual([
      '2027-01-15: 2026-12-16–2027-01-15',
    ])
    // October was billed on 15 November already.
    expect(dates({ laskutuspaiva: '15', laskutuskausi: 'Y-m-t' }, '2026-10-01', '2026-11-30')).toEqual([
      '2026-12-15: 2026-11-01–2026-11-30',
    ])
    expect(dates({}, '2026-12-01', '2026-12-30')).toEqual([])
  })

  test('may last for two years, and there is none for an archived rental', () => {
    expect(dates({}, '2026-11-18', '2028-11-30')).toHaveLength(24)
    expect(dates({ tila: 'arkistoitu' }, '2026-12-01', '2027-12-31')).toEqual([])
  })

  test('ends by restoring the coming periods: those that passed stay skipped', () => {
    const [october, january, february] = ['2026-10-31', '2027-01-31', '2027-02-28'].map((day) => midnightOf(day))
    const paused = rental({ ohitetut_paivat: [october ?? 0, january ?? 0, february ?? 0] })
    expect(resumedDays(paused, noon('2026-11-18'))).toEqual([october])
    // October's billing day is still to come, but all of October was paused.
    const later = rental({
      laskutuspaiva: '15',
      laskutuskausi: 'Y-m-t',
      ohitetut_paivat: ['2026-11-15', '2026-12-15'].map((day) => midnightOf(day)),
    })
    expect(resumedDays(later, noon('2026-11-05'))).toEqual([midnightOf('2026-11-15')])
  })
})

describe('the due dates', () => {
  test('are those up to today, without skipped ones', () => {
    const since = rental({ from: '2026-09-30', ohitetut_paivat: [midnightOf('2026-10-31')] })
    expect(texts(dueBillingDates(since, noon('2026-12-30')))).toEqual(['2026-11-30: 2026-11-01–2026-11-30'])
    expect(texts(dueBillingDates(since, midnightOf('2026-12-31')))).toEqual([
      '2026-11-30: 2026-11-01–2026-11-30',
      '2026-12-31: 2026-12-01–2026-12-31',
    ])
    expect(dueBillingDates(rental({ from: '2026-09-30', tila: 'arkistoitu' }), noon('2026-12-31'))).toEqual([])
  })

  const terms = fc.record({
    laskutuspaiva: fc.constantFrom('15' as const, 't' as const),
    laskutuskausi: fc.constantFrom('Y-m-15' as const, 'Y-m-t' as const),
    now: fc.integer({ min: midnightOf('2024-01-01'), max: midnightOf('2032-01-01') }),
    activeFor: fc.integer({ min: 0, max: 300 }),
  })

  test('bill every day from the activation on once: periods follow each other without gap or overlap, in any month and year', () => {
    fc.assert(
      fc.property(terms, ({ now, activeFor, ...terms }) => {
        const aktivointipaiva = addDays(now, -activeFor)
        const dates = [
          ...dueBillingDates({ ...rental(terms), aktivointipaiva }, now),
          ...nextBillingDates({ ...rental(terms), aktivointipaiva }, now, 5),
        ]
        expect(dates.length).toBeGreaterThanOrEqual(5)
        for (const [index, { day, period }] of dates.entries()) {
          expect(period.end).toBeLessThanOrEqual(day)
          expect(period.end).toBeGreaterThan(aktivointipaiva)
          const next = dates[index + 1]
          if (next) expect(next.period.start).toBe(addDays(period.end, 1))
        }
        const [first] = dates
        // The period before the first one has ended by the activation day.
        expect(addDays(first?.period.start ?? 0, -1)).toBeLessThanOrEqual(aktivointipaiva)
      }),
    )
  })

  test('a skipped period stays skipped when the billing day changes', () => {
    const billedOn = (laskutuspaiva: '15' | 't', skipped: string) =>
      dueBillingDates(
        rental({ from: '2026-09-30', laskutuspaiva, laskutuskausi: 'Y-m-t', ohitetut_paivat: [midnightOf(skipped)] }),
        noon('2026-12-31'),
      ).map(({ period }) => dayOf(period.end))
    expect(billedOn('t', '2026-10-31')).toEqual(['2026-11-30', '2026-12-31'])
    // October is billed on 15 November by the changed day.
    expect(billedOn('15', '2026-10-31')).toEqual(['2026-11-30'])
    expect(billedOn('t', '2026-11-15')).toEqual(['2026-11-30', '2026-12-31'])
  })

  test('changed billing periods bill no day twice, and leave out less than a month', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: 300 }), ({ now, activeFor, ...terms }, daysLater) => {
        const before = { ...rental(terms), aktivointipaiva: addDays(now, -activeFor) }
        const laskutuskausi = terms.laskutuskausi === 'Y-m-t' ? 'Y-m-15' : 'Y-m-t'
        const aktivointipaiva = Math.max(before.aktivointipaiva, activationAfterPeriodChange(before, laskutuskausi, now))
        const billed = dueBillingDates(before, now).map(({ period }) => period)
        const after = { ...before, laskutuskausi, aktivointipaiva } as const
        const later = [...dueBillingDates(after, addDays(now, daysLater)), ...nextBillingDates(after, addDays(now, daysLater), 2)]
        for (const { period } of later) expect(billed.some((other) => overlaps(other, period))).toBe(false)
        const [last, first] = [billed.at(-1), later[0]]
        if (last && first) expect(first.period.start).toBeLessThan(addMonths(last.end, 1))
      }),
    )
  })

  test('the period of an order is known from its last day', () => {
    for (const [day, laskutuskausi] of [
      ['2028-02-29', 'Y-m-t'],
      ['2027-03-15', 'Y-m-15'],
    ] as const)
      expect(periodEndingOn(midnightOf(day))).toEqual(periodBilledOn(midnightOf(day), laskutuskausi))
  })

  test('a day becomes due at its midnight in Helsinki, and stays due for a year', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: 11 }), ({ now, activeFor: _, ...terms }, monthsLater) => {
        const from = rental({ ...terms, from: '2020-01-01' })
        const [next] = nextBillingDates(from, now, 1)
        const day = next?.day ?? 0
        expect(dueBillingDates(from, day - 1).map((one) => one.day)).not.toContain(day)
        for (const at of [day, addMonths(day, monthsLater)]) expect(dueBillingDates(from, at).map((one) => one.day)).toContain(day)
      }),
    )
  })
})

test('the days that no period bills after a change of the period', () => {
  const unbilled = (laskutuskausi: 'Y-m-15' | 'Y-m-t', values: Parameters<typeof rental>[0] = {}) => {
    const days = unbilledByPeriodChange(
      rental({ laskutuspaiva: 't', laskutuskausi: 'Y-m-t', ...values }),
      laskutuskausi,
      noon('2026-11-18'),
    )
    return days && `${dayOf(days.start)}–${dayOf(days.end)}`
  }
  expect(unbilled('Y-m-15')).toBe('2026-11-01–2026-11-15')
  expect(unbilled('Y-m-t')).toBeNull()
  // Nothing was billed yet.
  expect(unbilled('Y-m-15', { from: '2026-11-10' })).toBeNull()
  expect(unbilled('Y-m-t', { laskutuskausi: 'Y-m-15', laskutuspaiva: '15' })).toBe('2026-11-16–2026-11-30')
})

test('periods overlap when they share a day', () => {
  const of = (start: number, end: number) => ({ start, end })
  expect(overlaps(of(1, 5), of(5, 9))).toBe(true)
  expect(overlaps(of(5, 9), of(1, 5))).toBe(true)
  expect(overlaps(of(1, 4), of(5, 9))).toBe(false)
  expect(overlaps(of(5, 9), of(1, 4))).toBe(false)
})
