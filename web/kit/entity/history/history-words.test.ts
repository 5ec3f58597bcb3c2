import { expect, test } from 'vitest'
import { changeLines, entrySentence } from './history-words.ts'

const nobody = () => undefined
const entry = { entiteetti: 'lahetys', tunniste: 'L-7', vid: 2 }

test('a sentence says what happened to which row', () => {
  expect(entrySentence({ ...entry, vid: 1, muutokset: {} })).toBe('Lähetys L-7 luotu')
  expect(entrySentence({ ...entry, muutokset: { viite: ['', 'A'] } })).toBe('Lähetys L-7 muutettu')
  expect(entrySentence({ ...entry, muutokset: { status: [1, 0] } })).toBe('Lähetys L-7 poistettu')
})

test('fields and values have the registry’s labels; technical fields are left out', () => {
  const muutokset: Record<string, [unknown, unknown]> = {
    tila: ['odottaa_noutoa', 'kuljetuksessa'],
    tila_weight: [5, 10],
    hinta: [0, 142],
    yksikkopaino: [0, 12.5],
  }
  expect(changeLines({ ...entry, muutokset: muutokset }, nobody)).toEqual([
    { field: 'tila', label: 'Tila', from: 'Odottaa noutoa', to: 'Kuljetuksessa' },
    { field: 'hinta', label: 'Hinta', from: '', to: expect.stringMatching(/^142,00/) },
    { field: 'yksikkopaino', label: 'Kappaleen paino (kg)', from: '', to: '12,5' },
  ])
})

test('lists and structures are shown as text', () => {
  const customer = '10000000-0000-4000-8000-000000000001'
  const muutokset: Record<string, [unknown, unknown]> = {
    viikonpaivat: [[], [1, 5]],
    ohitetut_paivat: [[1_795_039_200], []],
    hinnat: [{}, { [customer]: 40 }],
    laskutuspaivat: [['15'], ['15', 't']],
  }
  const lines = changeLines({ entiteetti: 'reitti', vid: 2, muutokset }, nobody)
  expect(lines.map(({ from, to }) => [from, to])).toEqual([
    ['', 'ma, pe'],
    ['19.11.2026', '–'],
    ['', '1 hinta'],
    ['15. päivä', '15. päivä, Kuun viimeinen päivä'],
  ])
})

test('a reference is shown by name when the page knows it', () => {
  const muutokset: Record<string, [unknown, unknown]> = { kuljettaja: [null, 'u1'], auto: ['u1', null] }
  const named = changeLines({ ...entry, muutokset: muutokset }, (id) => (id === 'u1' ? 'Mika Salonen' : undefined))
  expect(named.map(({ from, to }) => [from, to])).toEqual([
    ['', 'Mika Salonen'],
    ['Mika Salonen', '–'],
  ])
})

test('pictures and other rows without a name are counted as added and removed', () => {
  const [a, b, c] = ['a0000000-1', 'b0000000-2', 'c0000000-3']
  const lineOf = (field: string, before: unknown, after: unknown, vid = 2) =>
    changeLines({ ...entry, vid, muutokset: { [field]: [before, after] } }, nobody).map(({ label, from, to }) => [label, from, to])
  expect(lineOf('kuvat', [], [a, b])).toEqual([['Kuvat', '', '2 lisätty']])
  expect(lineOf('kuvat', [a, b], [b])).toEqual([['Kuvat', '', '1 poistettu']])
  expect(lineOf('kuvat', [a, b], [b, c])).toEqual([['Kuvat', '', '1 lisätty, 1 poistettu']])
  expect(lineOf('kuvat', [a, b], [b, a])).toEqual([])
  expect(lineOf('kuvat', null, [a], 1)).toEqual([['Kuvat', '', '1 lisätty']])
  expect(lineOf('tuote', a, b)).toEqual([['Tuote', '', 'vaihdettu']])
  expect(lineOf('tuote', a, null)).toEqual([['Tuote', '', 'poistettu']])
})
