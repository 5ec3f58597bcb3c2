import { expect, test } from 'vitest'
import { delayedArrival, isDelayOver, stateWithoutDelay } from './shipment.delay.ts'

const noon = 1_795_003_200
const late = {
  tila: 'myohassa',
  luvattu_aika: noon,
  toivottu_toimitus: 0,
  myohastyminen: 30,
  myohastyminen_ilmoitettu: noon - 3600,
} as const

test('the new estimate counts from the earlier one, or from the report when that has passed, and ends at full five minutes', () => {
  expect(delayedArrival({ expected: noon, reported: noon - 3600, minutes: 30 })).toBe(noon + 1800)
  expect(delayedArrival({ expected: noon - 3600, reported: noon, minutes: 30 })).toBe(noon + 1800)
  expect(delayedArrival({ expected: 0, reported: noon + 1, minutes: 15 })).toBe(noon + 1200)
})

test('a delay ends with another promise or day, or when the driver goes on as planned, and not with a newer report', () => {
  expect(isDelayOver({ before: late, after: { ...late, luvattu_aika: noon + 60 } })).toBe(true)
  expect(isDelayOver({ before: late, after: { ...late, toivottu_toimitus: noon } })).toBe(true)
  expect(isDelayOver({ before: late, after: { ...late, tila: 'kuljetuksessa' } })).toBe(true)
  expect(isDelayOver({ before: late, after: { ...late, tila: 'toimitettu' } })).toBe(false)
  expect(isDelayOver({ before: late, after: { ...late, luvattu_aika: noon + 60, myohastyminen_ilmoitettu: noon } })).toBe(false)
  expect(isDelayOver({ before: { ...late, myohastyminen: 0 }, after: { ...late, luvattu_aika: noon + 60, myohastyminen: 0 } })).toBe(false)
})

test('goods that are only late are on the way for the driver; those of a failed delivery wait for a decision', () => {
  expect(stateWithoutDelay({ ...late, poikkeama: null })).toBe('kuljetuksessa')
  expect(stateWithoutDelay({ ...late, poikkeama: 'p1' })).toBe('myohassa')
  expect(stateWithoutDelay({ ...late, myohastyminen: 0, poikkeama: null })).toBe('myohassa')
  expect(stateWithoutDelay({ ...late, tila: 'toimitettu', poikkeama: null })).toBe('toimitettu')
})
