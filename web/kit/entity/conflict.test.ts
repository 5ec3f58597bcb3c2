import { expect, test } from 'vitest'
import { differences, merge } from './conflict.ts'

const base = { viite: 'A', viesti: 'x', hinta: 10, kuljettaja: null as string | null }
const yours = { ...base, viite: 'omani', viesti: 'oma viesti' }
const theirs = { ...base, viite: 'heidän', hinta: 12 }

test('lists what the other person changed, and marks what both did', () => {
  expect(differences(base, yours, theirs)).toEqual([
    { field: 'viite', base: 'A', yours: 'omani', theirs: 'heidän', both: true },
    { field: 'hinta', base: 10, yours: 10, theirs: 12, both: false },
  ])
})

test('keeps yours where told, takes theirs elsewhere, and never loses an edit that nobody else touched', () => {
  expect(merge(base, yours, theirs, new Set(['viite']))).toEqual({ viite: 'omani', viesti: 'oma viesti', hinta: 12, kuljettaja: null })
  expect(merge(base, yours, theirs, new Set())).toEqual({ viite: 'heidän', viesti: 'oma viesti', hinta: 12, kuljettaja: null })
})

test('the same change by both is no difference', () => {
  expect(differences(base, { ...base, viite: 'B' }, { ...base, viite: 'B' })).toEqual([])
})
