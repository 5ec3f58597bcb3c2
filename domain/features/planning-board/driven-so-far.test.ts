import { expect, test } from 'vitest'
import { defaultWorktimeRules } from '../settings/worktime-rules.ts'
import { type DoneLeg, drivenSoFar } from './driven-so-far.ts'

const hour = 3600
const leg = (hours: number, breakMinutes = 0) => ({ seconds: hours * hour, breakMinutes })
const record = (...tasks: (readonly [tyyppi: 'AJO' | 'TAUKO' | 'PURKU', hours: number])[]) => ({
  ...{ alkuaika: 6 * hour, loppuaika: 0 },
  tehtavat: tasks.map(([tyyppi, hours]) => ({ tyyppi, alkuaika: hours * hour })),
})

const driven = (records: Parameters<typeof drivenSoFar>[0], of: { legs: readonly DoneLeg[]; now: number }) =>
  drivenSoFar(records, { ...of, rules: defaultWorktimeRules })

test('without a record the legs to the stops that are done count, since a whole break on the board', () => {
  expect(driven([], { legs: [], now: 0 })).toEqual({ driven: 0, drivenSinceBreak: 0 })
  expect(driven([], { legs: [leg(2), leg(1)], now: 0 })).toEqual({ driven: 3 * hour, drivenSinceBreak: 3 * hour })
  expect(driven([], { legs: [leg(2), leg(0, 45), leg(1)], now: 0 })).toEqual({ driven: 3 * hour, drivenSinceBreak: hour })
  expect(driven([], { legs: [leg(2), leg(0, 30), leg(1)], now: 0 })).toEqual({ driven: 3 * hour, drivenSinceBreak: 3 * hour })
})

test('what is recorded counts until now, and breaks as they were taken', () => {
  const day = record(['AJO', 6], ['TAUKO', 9], ['AJO', 10], ['PURKU', 11], ['AJO', 12])
  expect(driven([day], { legs: [leg(1)], now: 14 * hour })).toEqual({ driven: 6 * hour, drivenSinceBreak: 3 * hour })
  // Nothing recorded of the legs that the stops show.
  expect(driven([record(['PURKU', 6])], { legs: [leg(2)], now: 14 * hour })).toEqual({ driven: 2 * hour, drivenSinceBreak: 0 })
})

test('what is a break follows the rules of the company', () => {
  const day = record(['AJO', 6], ['TAUKO', 9], ['AJO', 10])
  const of = { legs: [], now: 12 * hour }
  expect(driven([day], of)).toEqual({ driven: 5 * hour, drivenSinceBreak: 2 * hour })
  expect(drivenSoFar([day], { ...of, rules: { ...defaultWorktimeRules, ajotauko: 90 } })).toEqual({
    driven: 5 * hour,
    drivenSinceBreak: 5 * hour,
  })
})
