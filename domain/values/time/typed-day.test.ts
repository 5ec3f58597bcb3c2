import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDate } from './helsinki-clock.ts'
import { addDays, dayOf, midnightOf, weekdayOf } from './time.ts'
import { readTypedDay } from './typed-day.ts'

// A Sunday, 18.30 in Helsinki.
const now = midnightOf('2026-11-22') + 18.5 * 3600

describe('a typed day', () => {
  test.each([
    ['tänään', '2026-11-22'],
    ['Tanaan', '2026-11-22'],
    ['huomenna', '2026-11-23'],
    ['HUOMENNA ', '2026-11-23'],
    ['ylihuomenna', '2026-11-24'],
    ['eilen', '2026-11-21'],
    ['ma', '2026-11-23'],
    ['ti', '2026-11-24'],
    ['ti.', '2026-11-24'],
    ['ti. 24.11.', '2026-11-24'],
    ['ti  24.11.2026', '2026-11-24'],
    ['+3   pv', '2026-11-25'],
    ['2   viikon  päästä', '2026-12-06'],
    ['Tiistaina', '2026-11-24'],
    ['lauantai', '2026-11-28'],
    // Never today, which is "tänään".
    ['su', '2026-11-29'],
    ['+3', '2026-11-25'],
    ['+3 pv', '2026-11-25'],
    ['+0', '2026-11-22'],
    ['-2', '2026-11-20'],
    ['viikon päästä', '2026-11-29'],
    ['2 viikon kuluttua', '2026-12-06'],
    ['3 päivän päästä', '2026-11-25'],
    ['24.11', '2026-11-24'],
    ['24.11.', '2026-11-24'],
    ['ti 24.11.', '2026-11-24'],
    ['ti 24.11.2026', '2026-11-24'],
    ['tiistai 24.11.', '2026-11-24'],
    // The nearest date: a few days ago, or early next year.
    ['20.11.', '2026-11-20'],
    ['5.1.', '2027-01-05'],
    ['24112026', '2026-11-24'],
    ['2026-11-24', '2026-11-24'],
  ])('%j', (text, day) => expect(readTypedDay(text, now)).toBe(day))

  test.each([
    '',
    't',
    'mat',
    'ensi',
    '31.2.',
    '24',
    '++3',
    '+3000',
    'ti 31.2.',
    'viikko',
    'constructor',
    '24.11.x',
    't.i',
    't.i 24.11.',
    'x 24.11.',
    '24.11. ti',
  ])('%j is not a day', (text) => expect(readTypedDay(text, now)).toBeNull())

  test('a weekday is that weekday, one to seven days ahead, over both clock changes', () => {
    const moment = fc.integer({ min: midnightOf('2026-01-01'), max: midnightOf('2028-12-31') })
    const weekday = fc.constantFrom('ma', 'ti', 'ke', 'to', 'pe', 'la', 'su')
    fc.assert(
      fc.property(moment, weekday, (at, word) => {
        const day = readTypedDay(word, at) ?? ''
        expect(weekdayOf(midnightOf(day))).toBe(['ma', 'ti', 'ke', 'to', 'pe', 'la', 'su'].indexOf(word) + 1)
        expect([1, 2, 3, 4, 5, 6, 7].map((days) => dayOf(addDays(at, days)))).toContain(day)
      }),
    )
  })

  test('a day formatted by the field is parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: midnightOf('2000-01-01'), max: midnightOf('2090-12-31') }), (at) => {
        expect(readTypedDay(formatDate(at), now)).toBe(dayOf(at))
      }),
    )
  })
})
