import { expect, test } from 'vitest'
import { type DriverAction, wordsBeside, wordsOfAction } from './driver-action.ts'

const failure = { id: 'p', lahetykset: ['a'], syy: 'vaara_osoite', selite: 'Talo on purettu.', kuvat: [], lat: null, lng: null } as const
const delivery = { laji: 'kuittaus', id: 'k', lahetykset: ['b'], kuittaus: null, kuvat: [], lat: null, lng: null } as const

test.each<[DriverAction, string]>([
  [{ laji: 'tila', lahetykset: ['a'], tila: 'kuljetuksessa', nykyinen_osoite: null }, ''],
  [{ laji: 'muu', kuvaus: 'Jarru vinkuu' }, 'Jarru vinkuu'],
  [{ laji: 'poikkeama', ...failure, lahetykset: ['a'], kuvat: [] }, 'Väärä osoite: Talo on purettu.'],
  [{ laji: 'poikkeama', ...failure, lahetykset: ['a'], kuvat: [], selite: '' }, 'Väärä osoite'],
  [
    { ...delivery, lahetykset: ['b'], kuvat: [], nimenselvennys: 'Ville Vastaanottaja', jattopaikka: null, poikkeamat: [] },
    'Vastaanottaja: Ville Vastaanottaja',
  ],
  [
    {
      ...{ ...delivery, lahetykset: ['b'], kuvat: [], nimenselvennys: '', jattopaikka: 'Kuistille' },
      poikkeamat: [{ ...failure, lahetykset: ['a'], kuvat: [] }],
    },
    'Jätetty: Kuistille. Väärä osoite: Talo on purettu.',
  ],
])('what the driver wrote can be read from the action: %o', (action, words) => {
  expect(wordsOfAction(action)).toBe(words)
})

test('a step and words that the description says already add nothing to it', () => {
  const step: DriverAction = { laji: 'tila', lahetykset: ['a'], tila: 'kuljetuksessa', nykyinen_osoite: null }
  expect(wordsBeside({ kuvaus: 'Noudettu: Ovi', toimi: step })).toBe('')
  expect(wordsBeside({ kuvaus: 'Työpäivän lopetus', toimi: { laji: 'muu', kuvaus: 'Työpäivän lopetus' } })).toBe('')
  expect(wordsBeside({ kuvaus: 'Vika: ABC-123', toimi: { laji: 'muu', kuvaus: 'Jarru vinkuu' } })).toBe('Jarru vinkuu')
})
