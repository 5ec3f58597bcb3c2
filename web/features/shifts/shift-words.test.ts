import { expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { hoursText } from './shift-words.ts'

test.each([
  [360, 510, '6.00–14.30'],
  [1320, 480, '22.00–la 6.00'],
  [960, 480, '16.00–la 0.00'],
  [1320, 1680, '22.00–su 2.00'],
  [360, 0, ''],
])('a shift of Friday from minute %i for %i minutes is %s', (alkuaika, kesto, text) => {
  expect(hoursText({ paiva: midnightOf('2026-11-27'), alkuaika, kesto })).toBe(text)
})
