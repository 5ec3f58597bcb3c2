import { expect, test } from 'vitest'
import { atTime, midnightOf } from '#domain/values/time/time.ts'
import { minutesWorked, readTimes, type TypedTimes, timesChange, typedTimes } from './work-times.ts'

const day = midnightOf('2026-11-20')
const none = { aloitusaika: 0, lopetusaika: 0 }
const done = { aloitusaika: atTime(day, 8) + 25, lopetusaika: atTime(day, 12, 30) }
const typed = (changes: Partial<TypedTimes> = {}): TypedTimes => ({ ...typedTimes({ ...done, toimituspaiva: 0 }), ...changes })
const faults = (changes: Partial<TypedTimes>) => {
  const read = readTimes(typed(changes), done)
  return 'faults' in read ? read.faults : {}
}

test('an unchanged time is stored as it was, to the second', () => {
  expect(readTimes(typed(), done)).toEqual({ times: done })
  expect(readTimes(typed({ endTime: 13 * 60 }), done)).toEqual({ times: { ...done, lopetusaika: atTime(day, 13) } })
})

test('work without recorded times defaults to its day, and starts without an end', () => {
  const times = typedTimes({ ...none, toimituspaiva: day })
  expect(times).toEqual({ startDay: day, startTime: '', endDay: day, endTime: '' })
  expect(readTimes({ ...times, startTime: 7 * 60 + 15 }, none)).toEqual({ times: { aloitusaika: atTime(day, 7, 15), lopetusaika: 0 } })
  expect(readTimes(typed({ startTime: '', endTime: '' }), done)).toEqual({ times: none })
})

test('only a changed time is stored, based on the version that was opened', () => {
  const opened = { id: 'a', vid: 3, ...none, toimituspaiva: day }
  const read = readTimes({ ...typedTimes(opened), startTime: 8 * 60 }, opened)
  if ('faults' in read) throw new Error('The times are readable')
  const start = { aloitusaika: atTime(day, 8) }
  expect(timesChange(opened, read.times)).toEqual({ id: 'a', vid: 3, entity: 'tuntituote', set: start, back: { aloitusaika: 0 } })
  expect(timesChange({ ...opened, ...done }, { ...done, lopetusaika: 0 })).toMatchObject({
    set: { lopetusaika: 0 },
    back: { lopetusaika: done.lopetusaika },
  })
  expect(timesChange({ ...opened, ...done }, done)).toBe(null)
})

test('work overnight and over a clock change keeps its duration', () => {
  const night = { startDay: midnightOf('2026-10-24'), startTime: 22 * 60, endDay: midnightOf('2026-10-25'), endTime: 6 * 60 }
  const read = readTimes(night, none)
  expect('times' in read && minutesWorked(read.times)).toBe(9 * 60)
  expect(minutesWorked({ aloitusaika: day, lopetusaika: 0 })).toBe(null)
})

test('each fault is shown at its field', () => {
  expect(faults({ endTime: 7 * 60 + 59 })).toEqual({ endTime: 'Lopetusaika ei voi olla ennen aloitusaikaa.' })
  expect(faults({ startTime: '8.75', endTime: 'x' })).toEqual({
    startTime: 'Kirjoita aika muodossa 9.30.',
    endTime: 'Kirjoita aika muodossa 9.30.',
  })
  expect(faults({ startTime: '' })).toEqual({ startTime: 'Kirjoita myös alkamisaika.' })
  expect(faults({ startDay: 0, endDay: '31.2.2026' })).toMatchObject({
    startDay: 'Valitse päivä.',
    endDay: expect.stringMatching(/^Päivää ei ole/),
  })
})
