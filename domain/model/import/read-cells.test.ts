import { describe, expect, test } from 'vitest'
import { atTime, midnightOf } from '../../values/time/time.ts'
import { bareNumber, formulaFault, isFormulaError, readChoice, readDay, readMoment, readPostalCode } from './read-cells.ts'

const now = 1_795_000_000

test.each(['#NULL!', '#DIV/0!', '#VALUE!', '#ref!', '#NAME?', '#NUM!', '#N/A', '#SPILL!', '#CALC!'])(
  '%s is the error value of a formula',
  (text) => expect(isFormulaError(text)).toBe(true),
)

test.each(['', '1/2', 'A#REF!', '#REF! A', '#1'])('"%s" is no error value', (text) => expect(isFormulaError(text)).toBe(false))

test('the fault of a formula names its error value', () => {
  expect(formulaFault('#N/A')).toBe('Solun kaava antaa virheen #N/A. Kirjoita arvo.')
})

test.each([
  ['100', 'FI', '00100'],
  ['100', 'fi', '00100'],
  ['100', '', '00100'],
  ['33 100', 'FI', '33100'],
  ['33100', 'FI', '33100'],
  ['A1', 'FI', 'A1'],
  ['12A', 'FI', '12A'],
  ['', 'FI', ''],
  // Other countries have codes of other lengths, with spaces.
  ['100', 'IS', '100'],
  ['114 55', 'SE', '114 55'],
])('the postal code %s of country "%s" is %s', (text, country, code) => expect(readPostalCode(text, country)).toBe(code))

describe('a moment', () => {
  const day = midnightOf('2027-10-01')
  const next = midnightOf('2027-10-02')

  test.each([
    ['9.30', day, atTime(day, 9, 30)],
    [' klo 9:30 ', day, atTime(day, 9, 30)],
    ['KLO 9', day, atTime(day, 9, 0)],
    ['klo9.30', day, atTime(day, 9, 30)],
    ['0930', day, atTime(day, 9, 30)],
    ['2.10.2027 klo 10.05', day, atTime(next, 10, 5)],
    ['2.10.2027  10.05', 0, atTime(next, 10, 5)],
  ])('"%s"', (text, ofDay, value) => expect(readMoment(text, ofDay, now)).toEqual({ value }))

  test.each([
    ['', day, 'Kirjoita aika muodossa 9.30 tai päivän kanssa, esimerkiksi 1.2.2026 9.30.'],
    ['aamulla', day, 'Kirjoita aika muodossa 9.30 tai päivän kanssa, esimerkiksi 1.2.2026 9.30.'],
    ['25.00', day, 'Kirjoita aika muodossa 9.30 tai päivän kanssa, esimerkiksi 1.2.2026 9.30.'],
    ['9.30 jälkeen', day, 'Kirjoita aika muodossa 9.30 tai päivän kanssa, esimerkiksi 1.2.2026 9.30.'],
    ['noin 9.30', day, 'Kirjoita aika muodossa 9.30 tai päivän kanssa, esimerkiksi 1.2.2026 9.30.'],
    ['9.30', 0, 'Kirjoita myös päivä, koska rivillä ei ole toivottua toimituspäivää.'],
    ['30.2.2027 9.30', day, 'Päivää ei ole. Kirjoita päivä muodossa 18.11.2026.'],
  ])('"%s" is refused', (text, ofDay, fault) => expect(readMoment(text, ofDay, now)).toEqual({ fault }))
})

test.each([
  ['100,00 cm', '100'],
  ['100cm', '100'],
  ['1,50', '1,5'],
  ['10,2500', '10,25'],
  ['1,5005', '1,5005'],
  ['10.250 kg', '10.25'],
  ['1000', '1000'],
  ['1,05', '1,05'],
  ['5 KPL', '5'],
  ['5 kpl laatikoita', '5 kpl laatikoita'],
])('the number without its unit and trailing zeros: %s', (written, bare) => expect(bareNumber(written)).toBe(bare))

test('a choice is found by its key or its label, and other text is left as it is', () => {
  const values = { nouto_osoite: 'Nouto', muu: 'Jokin muu' }
  expect(['NOUTO_OSOITE', 'jokin MUU', 'Vienti'].map((text) => readChoice(values, text))).toEqual(['nouto_osoite', 'muu', 'Vienti'])
})

test('a day that does not exist is refused', () => {
  expect(readDay('30.2.2027', now)).toEqual({ fault: 'Päivää ei ole. Kirjoita päivä muodossa 18.11.2026.' })
})
