import { expect, test } from 'vitest'
import { differences, merge, typedSince } from './conflict.ts'

const base = { viite: 'A', viesti: 'x', hinta: 10, kuljettaja: null as string | null }
const yours = { ...base, viite: 'omani', viesti: 'oma viesti' }
const theirs = { ...base, viite: 'heidän', hinta: 12 }

test('lists the fields that the other person changed, and marks those that both changed', () => {
  expect(differences(base, yours, theirs)).toEqual([
    { field: 'viite', base: 'A', yours: 'omani', theirs: 'heidän', both: true },
    { field: 'hinta', base: 10, yours: 10, theirs: 12, both: false },
  ])
})

test('keeps yours in the chosen fields, takes theirs in the others, and never loses an edit of another field', () => {
  expect(merge(base, yours, theirs, new Set(['viite']))).toEqual({ viite: 'omani', viesti: 'oma viesti', hinta: 12, kuljettaja: null })
  expect(merge(base, yours, theirs, new Set())).toEqual({ viite: 'heidän', viesti: 'oma viesti', hinta: 12, kuljettaja: null })
})

test('the same change by both is not a difference', () => {
  expect(differences(base, { ...base, viite: 'B' }, { ...base, viite: 'B' })).toEqual([])
})

test('values typed during a save are kept, and the others are the stored ones', () => {
  const sent = { rekisterinumero: 'qwe-987', name: 'Auto', kustannuspaikka: '' }
  const typed = { ...sent, name: 'Kuorma-auto' }
  const stored = { rekisterinumero: 'QWE-987', name: 'Auto', kustannuspaikka: '4100' }
  expect(typedSince({ sent, typed, stored })).toEqual({ ...stored, name: 'Kuorma-auto' })
  expect(typedSince({ sent, typed: sent, stored })).toEqual(stored)
})
