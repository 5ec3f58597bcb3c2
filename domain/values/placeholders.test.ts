import { expect, test } from 'vitest'
import { fillPlaceholders, placeholderFault } from './placeholders.ts'

test('a text is filled with its values, which are not filled again', () => {
  expect(fillPlaceholders('{nimi}: {pvm} asti, {nimi}', { nimi: '{pvm} $1', pvm: '1.2.2027' })).toBe('{pvm} $1: 1.2.2027 asti, {pvm} $1')
})

const fault = (text: string) => placeholderFault(text, { names: ['n', 'pvm'], required: ['n'] })

test.each(['{n} uutta', 'Sinulle on {n}, {pvm} ja {n}'])('%j is right', (text) => expect(fault(text)).toBeNull())
test.each([
  ['{m} uutta', 'Kohtaa {m} ei tunneta. Tässä tekstissä voi käyttää: {n}, {pvm}.'],
  ['{n} {N}', 'Kohtaa {N} ei tunneta. Tässä tekstissä voi käyttää: {n}, {pvm}.'],
  ['{n} {constructor}', 'Kohtaa {constructor} ei tunneta. Tässä tekstissä voi käyttää: {n}, {pvm}.'],
  ['{} {n}', 'Kohtaa {} ei tunneta. Tässä tekstissä voi käyttää: {n}, {pvm}.'],
  ['{n uutta', 'Aaltosulkeet sopivat vain näihin: {n}, {pvm}.'],
  ['{{n}} uutta', 'Aaltosulkeet sopivat vain näihin: {n}, {pvm}.'],
  ['{pvm} asti', 'Tekstistä puuttuu {n}.'],
])('%j is not', (text, sentence) => expect(fault(text)).toBe(sentence))
