import { expect, test } from 'vitest'
import { type DriverAction, filesOfAction, linesOfAction, wordsBeside, wordsOfAction } from './driver-action.ts'

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

const signed: DriverAction = {
  ...delivery,
  ...{ lahetykset: ['b', 'a'], kuittaus: 's', nimenselvennys: 'Ville', jattopaikka: null, kuvat: ['k'] },
  poikkeamat: [{ ...failure, lahetykset: ['a', 'c'], kuvat: ['l', 'm'] }],
}

test.each<[DriverAction, ReturnType<typeof linesOfAction>, string[]]>([
  [{ laji: 'tila', lahetykset: ['a', 'b'], tila: 'kuljetuksessa', nykyinen_osoite: null }, { lahetykset: ['a', 'b'], tuntityot: [] }, []],
  [{ laji: 'tuntityo', tuntityot: ['j'], tila: 'kuljetuksessa' }, { lahetykset: [], tuntityot: ['j'] }, []],
  [signed, { lahetykset: ['b', 'a', 'c'], tuntityot: [] }, ['s', 'k', 'l', 'm']],
  [{ ...signed, kuittaus: null, poikkeamat: [] }, { lahetykset: ['b', 'a'], tuntityot: [] }, ['k']],
  [{ laji: 'poikkeama', ...failure, lahetykset: ['a'], kuvat: ['k'] }, { lahetykset: ['a'], tuntityot: [] }, ['k']],
  [{ laji: 'kuva', lahetykset: ['a'], kuvat: ['k'] }, { lahetykset: ['a'], tuntityot: [] }, ['k']],
  [{ laji: 'muu', kuvaus: 'Jarru vinkuu', kuvat: ['k'] }, { lahetykset: [], tuntityot: [] }, ['k']],
  [{ laji: 'muu', kuvaus: 'Jarru vinkuu' }, { lahetykset: [], tuntityot: [] }, []],
])('the lines and the files of an action: %o', (action, lines, files) => {
  expect(linesOfAction(action)).toEqual(lines)
  expect(filesOfAction(action)).toEqual(files)
})

test('a picture alone has no words', () => {
  expect(wordsOfAction({ laji: 'kuva', lahetykset: ['a'], kuvat: ['k'] })).toBe('')
})
