import { expect, test } from 'vitest'
import { fullHours, keyMinutes, momentAt, shareOf } from './time-scale.ts'

const scale = { from: 36_000 - 900, to: 36_000 + 4 * 3600 }

test('moments and shares of a scale are each other’s inverses', () => {
  for (const at of [scale.from, 36_060, scale.to]) expect(momentAt(scale, shareOf(scale, at))).toBe(at)
  expect(momentAt(scale, shareOf(scale, 36_089))).toBe(36_060)
  expect(shareOf({ from: 5, to: 5 }, 5)).toBe(0)
})

test('full hours are as many as fit', () => {
  expect(fullHours(scale, 10)).toEqual([36_000, 39_600, 43_200, 46_800, 50_400])
  expect(fullHours(scale, 4)).toEqual([36_000, 43_200, 50_400])
})

test('arrow keys move by a minute, with Shift by five', () => {
  expect([keyMinutes('ArrowRight', false), keyMinutes('ArrowLeft', true), keyMinutes('PageUp', false), keyMinutes('a', false)]).toEqual([
    1,
    -5,
    5,
    null,
  ])
})
