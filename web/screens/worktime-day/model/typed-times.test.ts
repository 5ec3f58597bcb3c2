import { expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { typedLength, typedMoment } from './typed-times.ts'

const midnight = midnightOf('2026-11-15')
const range = { min: midnight - 3 * 3600, max: midnight + 2 * 3600 }

test('a typed time is the moment within the range', () => {
  expect(typedMoment('22.15', midnight, range)).toEqual({ value: midnight - 105 * 60 })
  for (const text of ['013', '0.13', '0:13']) expect(typedMoment(text, midnight, range)).toEqual({ value: midnight + 13 * 60 })
  expect(typedMoment('12.00', midnight, range)).toEqual({ fault: 'Ajan on oltava 21.00–2.00.' })
  expect(typedMoment('25', midnight, range)).toEqual({ fault: 'Kirjoita aika muodossa 9.30.' })
  expect(typedMoment('1.00', midnight, { min: midnight, max: midnight - 1 })).toEqual({ fault: 'Aikaa ei voi siirtää.' })
})

test('of the hour that clocks show twice, the nearest is meant, and the hour that they skip does not exist', () => {
  const autumn = midnightOf('2026-10-25')
  const night = { min: autumn, max: autumn + 8 * 3600 }
  expect(typedMoment('3.30', autumn + 3 * 3600, night)).toEqual({ value: autumn + 3.5 * 3600 })
  expect(typedMoment('3.30', autumn + 5 * 3600, night)).toEqual({ value: autumn + 4.5 * 3600 })
  const spring = midnightOf('2026-03-29')
  expect(typedMoment('3.30', spring, { min: spring, max: spring + 8 * 3600 })).toMatchObject({ fault: expect.any(String) })
  expect(typedMoment('4.30', spring, { min: spring, max: spring + 8 * 3600 })).toEqual({ value: spring + 3.5 * 3600 })
})

test('a typed length is minutes unless it says otherwise', () => {
  const bounds = { min: 1, max: 200 }
  for (const [text, value] of [
    ['28', 28],
    ['1 h 28 min', 88],
    ['1.28', 88],
    ['28 min', 28],
  ] as const)
    expect(typedLength(text, bounds)).toEqual({ value })
  expect(typedLength('300', bounds)).toEqual({ fault: 'Keston on oltava 1–200 min.' })
  expect(typedLength('pitkä', bounds)).toMatchObject({ fault: expect.stringContaining('Kirjoita kesto') })
})
