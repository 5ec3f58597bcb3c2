import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDate, formatDay, formatMoment, formatTime, formatTimeOn } from './helsinki-clock.ts'
import {
  addDays,
  addMonths,
  atTime,
  dayOf,
  firstValidMoment,
  midnightOf,
  minuteOfDay,
  newWishedDayFault,
  parseDay,
  parseTime,
  startOfDay,
  weekdayOf,
  wishedDayFault,
} from './time.ts'

const utc = (text: string) => Date.parse(text) / 1000
const hour = 3600

describe('the two clock changes of 2026', () => {
  test('29.3. has 23 hours', () => {
    expect(midnightOf('2026-03-29')).toBe(utc('2026-03-28T22:00:00Z'))
    expect(midnightOf('2026-03-30')).toBe(utc('2026-03-29T21:00:00Z'))
    expect(addDays(midnightOf('2026-03-29'), 1) - midnightOf('2026-03-29')).toBe(23 * hour)
    expect(formatTime(utc('2026-03-29T00:59:00Z'))).toBe('2.59')
    expect(formatTime(utc('2026-03-29T01:00:00Z'))).toBe('4.00')
    // 3.30 does not exist that night: half an hour after the change.
    expect(formatTime(atTime(midnightOf('2026-03-29'), 3, 30))).toBe('4.30')
    expect(atTime(midnightOf('2026-03-29'), 12)).toBe(utc('2026-03-29T09:00:00Z'))
  })

  test('25.10. has 25 hours', () => {
    expect(midnightOf('2026-10-25')).toBe(utc('2026-10-24T21:00:00Z'))
    expect(midnightOf('2026-10-26')).toBe(utc('2026-10-25T22:00:00Z'))
    expect(addDays(midnightOf('2026-10-25'), 1) - midnightOf('2026-10-25')).toBe(25 * hour)
    expect(formatTime(utc('2026-10-25T00:30:00Z'))).toBe('3.30')
    expect(formatTime(utc('2026-10-25T01:30:00Z'))).toBe('3.30')
    expect(dayOf(utc('2026-10-25T21:59:59Z'))).toBe('2026-10-25')
    expect(startOfDay(utc('2026-10-25T21:59:59Z'))).toBe(midnightOf('2026-10-25'))
  })
})

describe('days', () => {
  const anyMoment = fc.integer({ min: firstValidMoment, max: utc('2099-12-31T00:00:00Z') })

  test('a moment is within its day', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        const start = startOfDay(at)
        expect(start).toBeLessThanOrEqual(at)
        expect(at).toBeLessThan(addDays(at, 1))
        expect(midnightOf(dayOf(at))).toBe(start)
        expect(startOfDay(start)).toBe(start)
        expect(weekdayOf(addDays(at, 7))).toBe(weekdayOf(at))
      }),
    )
  })

  test('days and months are added by the calendar', () => {
    fc.assert(
      fc.property(anyMoment, fc.integer({ min: -400, max: 400 }), (at, days) => {
        expect(addDays(addDays(at, days), -days)).toBe(startOfDay(at))
      }),
    )
    expect(dayOf(addMonths(midnightOf('2026-03-31'), -1))).toBe('2026-02-28')
    expect(dayOf(addMonths(midnightOf('2028-02-29'), -12))).toBe('2027-02-28')
    expect(addMonths(midnightOf('2026-04-10') + 5 * hour, -1)).toBe(midnightOf('2026-03-10'))
  })

  test('Monday is the first weekday', () => {
    expect(weekdayOf(midnightOf('2026-02-02'))).toBe(1)
    expect(weekdayOf(midnightOf('2026-02-01'))).toBe(7)
  })

  test.each(['2026-02-30', '2026-13-01', '1.2.2026', ''])('%j is not a day', (text) => {
    expect(() => midnightOf(text)).toThrow(RangeError)
  })
})

test('times are formatted in Finnish', () => {
  const at = atTime(midnightOf('2027-02-01'), 9, 30)
  expect(formatDate(at)).toBe('1.2.2027')
  expect(formatDay(at)).toBe('ma 1.2.')
  expect(formatTime(at)).toBe('9.30')
  expect(formatTime(atTime(at, 0, 5))).toBe('0.05')
  expect(formatTime(atTime(at, 23, 59))).toBe('23.59')
  expect(formatTimeOn(at, startOfDay(at))).toBe('9.30')
  expect(formatTimeOn(at, addDays(at, -1))).toBe('ma 9.30')
  expect(formatTimeOn(addDays(startOfDay(at), 1), at)).toBe('ti 0.00')
  expect(formatTimeOn(0, at)).toBe('')
  expect(minuteOfDay(at)).toBe(9 * 60 + 30)
  expect(formatMoment(at)).toBe('1.2.2027 klo 9.30')
  expect(Array.from({ length: 7 }, (_, index) => formatDay(addDays(at, index)))).toEqual([
    'ma 1.2.',
    'ti 2.2.',
    'ke 3.2.',
    'to 4.2.',
    'pe 5.2.',
    'la 6.2.',
    'su 7.2.',
  ])
  for (const format of [formatDate, formatDay, formatTime, formatMoment]) expect(format(0)).toBe('')
})

describe('a typed time', () => {
  test.each([
    ['9.30', 570],
    ['9:30', 570],
    ['09.30', 570],
    ['930', 570],
    ['0930', 570],
    ['9', 540],
    ['12', 720],
    ['1230', 750],
    ['0', 0],
    ['0.00', 0],
    ['23.59', 1439],
    [' 7.05 ', 425],
  ])('%j', (text, minutes) => {
    expect(parseTime(text)).toBe(minutes)
  })

  test.each(['', '24', '24.00', '9.60', '975', '9.3', '9,30', '-1', '12345', 'aamulla', '9.30.00', '٩.٣٠'])('%j is not a time', (text) => {
    expect(parseTime(text)).toBeNull()
  })

  test('a formatted time is parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
        const text = formatTime(atTime(midnightOf('2026-06-01'), Math.floor(minutes / 60), minutes % 60))
        for (const typed of [text, text.replace('.', ':'), text.replace('.', '')]) expect(parseTime(typed)).toBe(minutes)
      }),
    )
  })
})

describe('a typed day', () => {
  const now = midnightOf('2026-06-15')
  test.each([
    ['1.2.2026', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    ['1.2.', '2026-02-01'],
    ['1.2', '2026-02-01'],
    ['1.2.26', '2026-02-01'],
    ['01022026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    [' 29.2.2028 ', '2028-02-29'],
  ])('%j', (text, day) => {
    expect(parseDay(text, now)).toBe(day)
  })

  test.each(['', '31.2.2026', '29.2.2026', '0.1.2026', '1.13.2026', '2026-2-1', '1.2.026', '1022026', '010226', '1/2/2026', 'huomenna'])(
    '%j is none',
    (text) => {
      expect(parseDay(text, now)).toBeNull()
    },
  )

  test('a formatted day is parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: firstValidMoment, max: utc('2099-12-31T00:00:00Z') }), (at) => {
        expect(parseDay(formatDate(at), now)).toBe(dayOf(at))
        expect(parseDay(dayOf(at), now)).toBe(dayOf(at))
      }),
    )
  })
})

test('a wished day is at most two years ahead', () => {
  const now = midnightOf('2026-06-15') + 3600
  for (const day of ['2026-06-14', '2026-06-15', '2028-06-15']) expect(wishedDayFault(midnightOf(day), now)).toBeNull()
  for (const day of ['2028-06-16', '9999-01-01'])
    expect(wishedDayFault(midnightOf(day), now)).toBe('Päivä on liian kaukana. Viimeinen mahdollinen on 15.6.2028.')
})

test('a wished day that is set is not in the past for a customer, nor more than two years back for an administrator', () => {
  const now = midnightOf('2026-06-15') + 3600
  const faultOf = (day: string, mayBePast: boolean) => newWishedDayFault(midnightOf(day), now, mayBePast)
  const tooFar = 'Päivä on liian kaukana. Viimeinen mahdollinen on 15.6.2028.'
  expect([newWishedDayFault(0, now, false), faultOf('2026-06-15', false), faultOf('2028-06-15', false)]).toEqual([null, null, null])
  expect(faultOf('2026-06-14', false)).toBe('Päivä on jo mennyt. Valitse tämä päivä tai myöhempi.')
  expect([faultOf('2028-06-16', false), faultOf('2028-06-16', true)]).toEqual([tooFar, tooFar])
  expect([newWishedDayFault(0, now, true), faultOf('2026-06-14', true), faultOf('2024-06-16', true)]).toEqual([null, null, null])
  expect(faultOf('2024-06-14', true)).toBe('Päivä on liian kaukana. Ensimmäinen mahdollinen on 15.6.2024.')
})
