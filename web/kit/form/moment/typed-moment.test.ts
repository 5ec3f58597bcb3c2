import { expect, test } from 'vitest'
import { atTime, midnightOf } from '#domain/values/time/time.ts'
import { joinedMoment, momentFault, momentParts } from './typed-moment.ts'

const day = midnightOf('2026-11-24')

test('a time is kept while it is typed, and is part of the moment once it can be parsed', () => {
  for (const typed of ['9.', '93', 'x']) {
    const unfinished = joinedMoment({ day, time: typed })
    expect(unfinished).toBe(`24.11.2026 klo ${typed}`)
    expect(momentParts(unfinished)).toEqual({ day, time: typed })
    expect(momentFault(unfinished)).toBe('Kirjoita aika muodossa 9.30.')
  }
  expect(joinedMoment({ day, time: 570 })).toBe(atTime(day, 9, 30))
  expect(momentParts(atTime(day, 9, 30))).toEqual({ day, time: 570 })
})

test('a day that cannot be parsed keeps the time', () => {
  const unfinished = joinedMoment({ day: '32.13.', time: 570 })
  expect(momentParts(unfinished)).toEqual({ day: '32.13.', time: 570 })
  expect(momentFault(unfinished)).toMatch(/^Päivää ei ole/)
})

test('a time alone is of the default day, and nothing is no moment', () => {
  expect(joinedMoment({ day: 0, time: 570 }, { defaultDay: day })).toBe(atTime(day, 9, 30))
  expect(joinedMoment({ day: 0, time: '9.' }, { defaultDay: day })).toBe('24.11.2026 klo 9.')
  expect(joinedMoment({ day: 0, time: 570 })).toBe(0)
  expect(joinedMoment({ day: 0, time: '' }, { defaultDay: day })).toBe(0)
  expect(joinedMoment({ day, time: '' })).toBe(day)
  expect(joinedMoment({ day, time: '' }, { defaultTime: 1439 })).toBe(atTime(day, 23, 59))
  expect(joinedMoment({ day: 0, time: '' }, { defaultTime: 1439 })).toBe(0)
  expect(joinedMoment({ day: '24.13.', time: '' }, { defaultTime: 1439 })).toBe('24.13.')
  expect(momentFault(0)).toBe(null)
})
