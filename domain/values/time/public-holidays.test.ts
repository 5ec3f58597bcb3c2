import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { publicHolidays } from './public-holidays.ts'
import { dayOf, midnightOf, startOfDay } from './time.ts'

const { PlainDate } = Temporal

/** Easter Sunday by the anonymous Gregorian computus. */
function easter(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const days = moon + sunday - 7 * late + 114
  return PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 })
}
function saturdayFrom(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.add({ days: (6 - date.dayOfWeek + 7) % 7 })
}

/** The thirteen public holidays by their definitions. */
function byDefinition(year: number): Map<string, string[]> {
  const on = (month: number, day: number) => PlainDate.from({ year, month, day })
  const sunday = easter(year)
  const days: [Temporal.PlainDate, string][] = [
    [on(1, 1), 'Uudenvuodenpäivä'],
    [on(1, 6), 'Loppiainen'],
    [sunday.subtract({ days: 2 }), 'Pitkäperjantai'],
    [sunday, 'Pääsiäispäivä'],
    [sunday.add({ days: 1 }), 'Toinen pääsiäispäivä'],
    [on(5, 1), 'Vappu'],
    [sunday.add({ days: 39 }), 'Helatorstai'],
    [sunday.add({ days: 49 }), 'Helluntaipäivä'],
    [saturdayFrom(on(6, 20)), 'Juhannuspäivä'],
    [saturdayFrom(on(10, 31)), 'Pyhäinpäivä'],
    [on(12, 6), 'Itsenäisyyspäivä'],
    [on(12, 25), 'Joulupäivä'],
    [on(12, 26), 'Tapaninpäivä'],
  ]
  const named = new Map<string, string[]>()
  for (const [date, name] of days) named.set(date.toString(), [...(named.get(date.toString()) ?? []), name])
  return named
}

const year = fc.integer({ min: 1995, max: 2150 })

test('a year has its thirteen holidays, on local midnights, in order', () => {
  fc.assert(
    fc.property(year, (year) => {
      const found = publicHolidays(midnightOf(`${year}-01-01`), midnightOf(`${year}-12-31`))
      const named = new Map<string, string[]>()
      for (const { date, name } of found) named.set(date, [...(named.get(date) ?? []), name].sort())
      expect(named).toEqual(new Map([...byDefinition(year)].sort().map(([date, names]) => [date, names.sort()])))
      for (const { paiva, date } of found) expect([dayOf(paiva), startOfDay(paiva)]).toEqual([date, paiva])
      expect(found.map(({ paiva }) => paiva)).toEqual(found.map(({ paiva }) => paiva).sort((a, b) => a - b))
    }),
    { numRuns: 60 },
  )
})

test('a range returns exactly the holidays of its days, both ends included', () => {
  const moment = fc.integer({ min: midnightOf('2015-01-01'), max: midnightOf('2035-12-31') })
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 3 * 366 * 86_400 }), (min, length) => {
      const max = min + length
      const all = publicHolidays(midnightOf('2014-01-01'), midnightOf('2040-12-31'))
      const expected = all.filter(({ paiva }) => paiva >= startOfDay(min) && paiva <= startOfDay(max))
      expect(publicHolidays(min, max)).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('the day after a range is not in it', () => {
  expect(publicHolidays(midnightOf('2026-12-01'), midnightOf('2026-12-05'))).toEqual([])
  expect(publicHolidays(midnightOf('2026-12-07'), midnightOf('2026-12-23')).map(({ name }) => name)).toEqual([])
})

test('two holidays on one day are both returned', () => {
  // Easter of 2008 was so early that helatorstai was on the first of May.
  const found = publicHolidays(midnightOf('2008-05-01'), midnightOf('2008-05-01'))
  expect(found.map(({ name }) => name).sort()).toEqual(['Helatorstai', 'Vappu'])
})
