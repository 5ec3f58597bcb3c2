import { expect, test } from 'vitest'
import type { ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { blankDraft, draftOf, editOf, hasValidHours } from './shift-draft.ts'

const day = midnightOf('2026-11-23')
const of = { day, routes: [] }
const shift: ShiftRow = {
  ...{ id: 'a', vid: 5, paiva: day, alkuaika: 360, kesto: 480, tila: 'PUBLISHED', tyyppi: 'TYOVUORO', tyoreitti: ['7'] },
  ...{ kuljettaja: 'anna', kuljettaja_default: null, auto: 'car', timestamp_julkaistu: 0, timestamp_luettu: 0 },
}

test('an edit names the changed fields alone', () => {
  expect(editOf(draftOf(shift), of)).toBeNull()
  expect(editOf({ ...draftOf(shift), auto: 'other' }, of)).toEqual({ id: 'a', auto: 'other' })
  expect(editOf({ ...draftOf(shift), kuljettaja: 'bo' }, of)).toEqual({ id: 'a', kuljettaja: 'bo', kuljettaja_default: null })
})

test('with other routes, the car and the hours are the ones shown', () => {
  expect(editOf({ ...draftOf(shift), tyoreitti: ['12'] }, of)).toEqual({
    id: 'a',
    tyoreitti: ['12'],
    auto: 'car',
    alkuaika: 360,
    kesto: 480,
  })
})

test('a new shift has its day and driver', () => {
  expect(editOf(blankDraft('b', 'anna'), of)).toMatchObject({ id: 'b', paiva: day, kuljettaja: 'anna', tyyppi: 'TYOVUORO', kesto: 0 })
})

test('a day off has no route, car or hours; a training keeps its hours', () => {
  const cleared = { id: 'a', tyoreitti: [], auto: null }
  expect(editOf({ ...draftOf(shift), tyyppi: 'LOMA' }, of)).toEqual({ ...cleared, tyyppi: 'LOMA', alkuaika: 0, kesto: 0 })
  expect(editOf({ ...draftOf(shift), tyyppi: 'KOULUTUS' }, of)).toEqual({ ...cleared, tyyppi: 'KOULUTUS', alkuaika: 360, kesto: 480 })
})

test('the start and the length are given together', () => {
  expect([shift, { ...shift, kesto: 0 }].map((one) => hasValidHours(draftOf(one)))).toEqual([true, true])
  expect(hasValidHours({ ...draftOf(shift), kesto: '' })).toBe(false)
  expect(hasValidHours({ ...draftOf(shift), kesto: '', tyyppi: 'LOMA' })).toBe(true)
})
