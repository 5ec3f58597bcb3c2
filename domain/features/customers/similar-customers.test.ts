import { expect, test } from 'vitest'
import { isNearlySameName, normalizedBusinessId, similaritiesOf } from './similar-customers.ts'

test.each([
  ['Kuljetus Mäkinen Oy', 'KULJETUS MÄKINEN'],
  ['Kuljetus Mäkinen Oy', 'Kuljetus Makinen Ab'],
  ['Kuljetus Mäkinen Oy', 'Oy Mäkinen Kuljetus Ab'],
  ['Kuljetus Mäkinen Oy', 'Kuljetus Mäkien Oy'],
  ['T:mi Virtanen', 'Virtanen tmi'],
  ['K-Rauta', 'K Rauta Oy'],
  ['Pirkan Puu Oy', 'Pirkan Puut Oy'],
  ['Oy', 'oy'],
  ['T:mi', 'Tmi'],
])('%s and %s are nearly the same name', (one, other) => {
  expect(isNearlySameName(one, other)).toBe(true)
  expect(isNearlySameName(other, one)).toBe(true)
})

test.each([
  ['Kauppa 1 Oy', 'Kauppa 2 Oy'],
  ['Aalto Oy', 'Palo Oy'],
  ['Puu Oy', 'Suu Oy'],
  ['Tampereen Betoni Oy', 'Turun Betoni Oy'],
  ['', 'Oy'],
  ['!!!', '???'],
])('%s and %s are different', (one, other) => {
  expect(isNearlySameName(one, other)).toBe(false)
})

// One letter may differ in names of 5–9 letters, two in longer ones; the shorter name counts.
test.each([
  ['Moto', 'Mato', false],
  ['Metso', 'Metsu', true],
  ['Metso', 'Mitsu', false],
  ['Rakennusa', 'Rakennuso', true],
  ['Rakennusa', 'Rekennuso', false],
  ['Rakennusa', 'Rekennusan', false],
  ['Rakennusal', 'Rekennusol', true],
  ['Rakennusal', 'Rekennusul', true],
  ['Rakennusal', 'Rekinnusol', false],
  ['Betoniasema', 'Pbetoniaseme', true],
  ['Betoniasema', 'Ppbetoniaseme', false],
  ['Betoniasema', 'Betoniasemaxx', true],
  ['Betoniasema', 'Betoniasemaxxx', false],
  ['Kuljetusmaki', 'Kuxyljetusma', false],
])('by their typing errors, %s and %s are nearly the same: %s', (one, other, expected) => {
  expect(isNearlySameName(one, other)).toBe(expected)
  expect(isNearlySameName(other, one)).toBe(expected)
})

test('very long names are compared', () => {
  const name = 'kuljetus '.repeat(28)
  expect(isNearlySameName(name, `${name}x`)).toBe(true)
  expect(isNearlySameName(name, name.replaceAll('u', 'y'))).toBe(false)
})

test('a Y-tunnus is compared in its stored form, and two missing ones are not equal', () => {
  expect(normalizedBusinessId('01162976')).toBe('0116297-6')
  expect(normalizedBusinessId('0116297')).toBe('')
  expect(similaritiesOf({ name: 'A', y_tunnus: '' }, { name: 'B', y_tunnus: '' })).toEqual([])
  const first = { name: 'Nokia Oyj', y_tunnus: '0116297-6' }
  expect(similaritiesOf(first, { ...first, name: 'Nokia' })).toEqual(['y_tunnus', 'nimi'])
  expect(similaritiesOf(first, { ...first, name: 'Kone' })).toEqual(['y_tunnus'])
  expect(similaritiesOf(first, { ...first, y_tunnus: '1572860-0' })).toEqual(['nimi'])
})
