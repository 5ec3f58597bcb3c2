import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, atTime, dayOf, midnightOf, weekdayOf } from '../../values/time/time.ts'
import { type CutOff, dayDoubt } from './wished-day.ts'

// 6.12.2026 is a Sunday; 24.12. is a Thursday, 25.12. and 26.12. are holidays.
const holidays = new Map([
  ['2026-12-06', 'Itsenäisyyspäivä'],
  ['2026-12-25', 'Joulupäivä'],
  ['2026-12-26', 'Tapaninpäivä'],
])
const at = (day: string, hours = 9, minutes = 0) => atTime(midnightOf(day), hours, minutes)
const doubt = (day: string, now: number, cutOff: CutOff | null = null) => {
  const found = dayDoubt(midnightOf(day), { now, holidays, cutOff })
  return found && [found.reason, dayOf(found.next)]
}
const sameDay: CutOff = { minute: 12 * 60 + 30, workingDays: 0 }
const dayBefore: CutOff = { minute: 15 * 60, workingDays: 1 }

test('a Sunday and a holiday are asked about, with the next working day; a Saturday is not', () => {
  const now = at('2026-11-23')
  expect(doubt('2026-11-29', now)).toEqual(['sunday', '2026-11-30'])
  expect(doubt('2026-12-06', now)).toEqual(['holiday', '2026-12-07'])
  expect(doubt('2026-12-25', now)).toEqual(['holiday', '2026-12-28'])
  expect(doubt('2026-11-28', now)).toBeNull()
  expect(doubt('2026-11-24', now)).toBeNull()
})

test('past the cut-off of the same day, today is asked about', () => {
  expect(doubt('2026-11-23', at('2026-11-23', 12, 30), sameDay)).toBeNull()
  expect(doubt('2026-11-23', at('2026-11-23', 12, 31), sameDay)).toEqual(['late', '2026-11-24'])
  expect(doubt('2026-11-24', at('2026-11-23', 23), sameDay)).toBeNull()
  // A Friday afternoon.
  expect(doubt('2026-11-27', at('2026-11-27', 14), sameDay)).toEqual(['late', '2026-11-30'])
})

test('with a cut-off on the working day before, weekends and holidays do not count', () => {
  expect(doubt('2026-11-24', at('2026-11-23', 14), dayBefore)).toBeNull()
  expect(doubt('2026-11-24', at('2026-11-23', 16), dayBefore)).toEqual(['late', '2026-11-25'])
  // For a Monday the cut-off was on Friday, and for the Monday after Christmas on Thursday.
  expect(doubt('2026-11-30', at('2026-11-28'), dayBefore)).toEqual(['late', '2026-12-01'])
  expect(doubt('2026-12-28', at('2026-12-24', 16), dayBefore)).toEqual(['late', '2026-12-29'])
  // The next good day of a Sunday is itself in time.
  expect(doubt('2026-11-29', at('2026-11-28'), dayBefore)).toEqual(['sunday', '2026-12-01'])
})

test('no day and a past day are not asked about', () => {
  expect(dayDoubt(0, { now: at('2026-11-23'), holidays, cutOff: sameDay })).toBeNull()
  expect(doubt('2026-11-22', at('2026-11-23'))).toBeNull()
})

test('the day that is offered is never asked about itself, over both clock changes', () => {
  const arguments_ = [
    fc.integer({ min: 0, max: 800 }),
    fc.integer({ min: 0, max: 1439 }),
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 0, max: 30 }),
  ]
  fc.assert(
    fc.property(fc.tuple(...arguments_), ([start = 0, minute = 0, workingDays = 0, ahead = 0]) => {
      const now = addDays(midnightOf('2026-01-01'), start) + 11 * 3600
      const today = { now, holidays, cutOff: { minute, workingDays } }
      const found = dayDoubt(addDays(now, ahead), today)
      if (!found) return
      expect(found.next).toBeGreaterThan(found.day)
      expect(weekdayOf(found.next)).toBeLessThan(6)
      expect(dayDoubt(found.next, today)).toBeNull()
    }),
  )
})
