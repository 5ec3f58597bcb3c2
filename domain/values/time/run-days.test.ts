import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicHolidays } from './public-holidays.ts'
import { dueRunDays, isRunDay, nextRunDays, type RunTerms, shownRunDays } from './run-days.ts'
import { addDays, dayOf, midnightOf, startOfDay, weekdayOf } from './time.ts'

const named = (from: string, to: string) =>
  new Map(publicHolidays(midnightOf(from), midnightOf(to)).map(({ date, name }) => [date, name] as const))
const holidays = named('2025-01-01', '2029-12-31')

const terms = (values: Partial<RunTerms> = {}): RunTerms => ({
  ...{
    isActive: true,
    runsOnHolidays: false,
    viikonpaivat: [1, 2, 3, 4, 5],
    aktivointipaiva: midnightOf('2026-01-01'),
    ohitetut_paivat: [],
  },
  ...values,
})
const due = (values: Partial<RunTerms>, now: string, daysAhead = 14) =>
  dueRunDays(terms(values), holidays, { now: midnightOf(now) + 3600, daysAhead }).map(dayOf)

test('weekdays from the activation day on, without public holidays and skipped days', () => {
  expect(due({ viikonpaivat: [4, 5] }, '2026-12-21')).toEqual(['2026-12-24', '2026-12-31'])
  expect(due({ viikonpaivat: [4, 5], runsOnHolidays: true }, '2026-12-21')).toEqual([
    '2026-12-24',
    '2026-12-25',
    '2026-12-31',
    '2027-01-01',
  ])
  expect(due({ viikonpaivat: [4, 5], ohitetut_paivat: [midnightOf('2026-12-24')] }, '2026-12-21')).toEqual(['2026-12-31'])
  expect(due({ viikonpaivat: [1], aktivointipaiva: midnightOf('2026-11-25') }, '2026-11-23')).toEqual(['2026-11-30'])
  expect(due({ viikonpaivat: [1] }, '2026-11-23')).toEqual(['2026-11-23', '2026-11-30'])
  expect(due({ isActive: false }, '2026-11-23')).toEqual([])
  expect(due({ viikonpaivat: [] }, '2026-11-23')).toEqual([])
})

test('both clock changes keep each day once', () => {
  const everyDay = { viikonpaivat: [1, 2, 3, 4, 5, 6, 7], runsOnHolidays: true }
  for (const first of ['2026-03-27', '2026-10-23']) {
    const days = due(everyDay, first, 5)
    expect(days).toEqual(Array.from({ length: 5 }, (_, index) => `${first.slice(0, 8)}${Number(first.slice(8)) + index}`))
    for (const day of days) expect(startOfDay(midnightOf(day))).toBe(midnightOf(day))
  }
})

test('the next five include skipped days and begin with the activation day', () => {
  const skipped = midnightOf('2026-11-25')
  const next = nextRunDays(terms({ viikonpaivat: [3], ohitetut_paivat: [skipped] }), holidays, midnightOf('2026-11-23') + 80_000)
  expect(next).toHaveLength(shownRunDays)
  expect(next[0]).toEqual({ day: skipped, isSkipped: true })
  expect(next[1]).toEqual({ day: midnightOf('2026-12-02'), isSkipped: false })
  const later = nextRunDays(terms({ viikonpaivat: [5], aktivointipaiva: midnightOf('2027-03-20') }), holidays, midnightOf('2026-11-23'))
  // Good Friday, 26.3.2027, is left out.
  expect(later.map(({ day }) => dayOf(day)).slice(0, 2)).toEqual(['2027-04-02', '2027-04-09'])
  expect(nextRunDays(terms({ isActive: false }), holidays, midnightOf('2026-11-23'))).toEqual([])
})

const anyTerms = fc.record({
  isActive: fc.boolean(),
  runsOnHolidays: fc.boolean(),
  viikonpaivat: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
  aktivointipaiva: fc.integer({ min: 0, max: 900 }).map((days) => addDays(midnightOf('2026-01-01'), days)),
  ohitetut_paivat: fc.array(fc.integer({ min: 0, max: 900 }).map((days) => addDays(midnightOf('2026-01-01'), days))),
})
const anyMoment = fc.integer({ min: midnightOf('2026-01-01'), max: midnightOf('2028-06-01') })

test('a due day is exactly a day of the window that meets every condition, whatever the time of day', () => {
  fc.assert(
    fc.property(anyTerms, anyMoment, fc.integer({ min: 1, max: 60 }), (some, now, daysAhead) => {
      const days = dueRunDays(some, holidays, { now, daysAhead })
      const last = addDays(now, daysAhead - 1)
      expect(new Set(days).size).toBe(days.length)
      for (let day = startOfDay(now); day <= last; day = addDays(day, 1)) {
        const meets =
          some.isActive &&
          some.viikonpaivat.includes(weekdayOf(day)) &&
          day >= some.aktivointipaiva &&
          !some.ohitetut_paivat.includes(day) &&
          (some.runsOnHolidays || !holidays.has(dayOf(day)))
        expect(days.includes(day)).toBe(meets)
        expect(isRunDay(some, day, holidays)).toBe(meets)
      }
      expect(days.every((day) => day >= startOfDay(now) && day <= last)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('runs on consecutive days together make every run day once, also after a pause of the servers', () => {
  fc.assert(
    fc.property(anyTerms, anyMoment, fc.integer({ min: 0, max: 6 }), (some, now, outage) => {
      const daysAhead = 7
      const made = new Set<number>()
      for (let day = 0; day < 30; day++)
        if (day < 10 || day >= 10 + outage)
          for (const one of dueRunDays(some, holidays, { now: addDays(now, day), daysAhead })) made.add(one)
      const all = dueRunDays(some, holidays, { now, daysAhead: 29 + daysAhead })
      expect([...made].sort((a, b) => a - b)).toEqual(all)
    }),
    { numRuns: 60 },
  )
})
