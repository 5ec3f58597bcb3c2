import { expect, test } from 'vitest'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { rangeFrom, rangePresets, rangeText, writeRange } from './day-range.ts'

const names = { first: 'paiva', last: 'loppu' }
const saturday = midnightOf('2026-11-21')

test('a range is read from the address as it was written', () => {
  const range = { first: saturday, last: addDays(saturday, 3) }
  expect(rangeFrom(writeRange(range, names), names)).toEqual(range)
  expect(rangeText(range)).toBe('la 21.11.–ti 24.11.')
})

test('a single day, and whatever people type into the address', () => {
  expect(writeRange({ first: saturday, last: saturday }, names)).toEqual({ paiva: String(saturday), loppu: undefined })
  expect(rangeFrom({ paiva: String(saturday) }, names)).toEqual({ first: saturday, last: saturday })
  expect(rangeFrom({ paiva: String(saturday), loppu: String(addDays(saturday, -2)) }, names)).toEqual({ first: saturday, last: saturday })
  expect(rangeFrom({ paiva: 'eilen' }, names)).toBeNull()
  expect(rangeFrom({ loppu: String(saturday) }, names)).toBeNull()
})

test('weeks begin on Monday, also over the change of the clock', () => {
  const week = rangePresets(midnightOf('2026-10-25') + 3600 * 12).find(({ label }) => label === 'Tämä viikko')?.range
  expect(week).toEqual({ first: midnightOf('2026-10-19'), last: midnightOf('2026-10-25') })
})
