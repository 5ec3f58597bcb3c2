import { expect, test } from 'vitest'
import { deviceClockDiffers } from './device-clock.ts'

const aika = 1_795_000_000

test.each([
  ['is unknown', 0, false],
  ['agrees', aika, false],
  ['is five minutes behind', aika - 300, false],
  ['is five minutes ahead', aika + 300, false],
  ['is more than five minutes behind', aika - 301, true],
  ['is more than five minutes ahead', aika + 301, true],
])('a device clock that %s', (_clock, laitteen_aika, differs) => {
  expect(deviceClockDiffers({ aika, laitteen_aika })).toBe(differs)
})
