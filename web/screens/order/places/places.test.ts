import { expect, test } from 'vitest'
import { isUnfinished } from '../order-check.ts'
import { fieldsOfTyped, type Suggestion, stillMatching, withTypedStreet } from './place-suggestions.ts'
import { blankPlace } from './place-values.ts'

const noFields = { nimi: '', osoite1: '', osoite2: '', postinro: '', postitmp: '' }

test.each(['Hämeenkatu 5', 'Itäinen Rantakatu 12 b', 'Keilaranta 1B'])('%s fills the street of a new place', (words) =>
  expect(fieldsOfTyped(words)).toEqual({ ...noFields, osoite1: words }),
)
test.each(['', 'Hämeen Huonekalu Oy', 'K-Market', 'Hämeenkatu'])('%s fills the name of a new place', (words) =>
  expect(fieldsOfTyped(words)).toEqual({ ...noFields, nimi: words }),
)

test('a picked postal code keeps the typed street as the person’s own text, and adds no street itself', () => {
  const place = { ...blankPlace(() => ''), postinro: '33100', postitmp: 'Tampere' }
  const postal: Suggestion = { key: 'a', place, source: 'provider', lastUsed: 0, point: null }
  expect(withTypedStreet(postal, 'Hämeenkatu 5, Tamp').place).toMatchObject({ osoite1: 'Hämeenkatu 5', postinro: '33100' })
  expect(withTypedStreet(postal, 'Firma Oy, Teollisuustie 3, B-ovi, 331').place).toMatchObject({
    ...{ nimi: 'Firma Oy', osoite1: 'Teollisuustie 3', osoite2: 'B-ovi', postinro: '33100', postitmp: 'Tampere' },
  })
  expect(withTypedStreet(postal, 'Tamp')).toBe(postal)
  const saved: Suggestion = { ...postal, source: 'saved', place: { ...place, osoite1: 'Hatanpää 1' } }
  expect(withTypedStreet(saved, 'Hämeenkatu 5, Tamp')).toBe(saved)
})

test('a picked street keeps the typed number, another one stands as it is', () => {
  const place = { ...blankPlace(() => ''), osoite1: 'Hämeenkatu', postitmp: 'Tampere' }
  const street: Suggestion = { key: 'a', place, source: 'provider', lastUsed: 0, point: null }
  expect(withTypedStreet(street, 'hämeenkatu 12 B').place).toMatchObject({ osoite1: 'Hämeenkatu 12 B', postinro: '', postitmp: 'Tampere' })
  expect(withTypedStreet(street, 'Hämeenkatu 12, Tamp').place.osoite1).toBe('Hämeenkatu 12')
  expect(withTypedStreet(street, 'Häm')).toBe(street)
  expect(withTypedStreet(street, 'Satamatie 3')).toBe(street)
})

test('results of an earlier text are kept if they match the postal code and the town typed now', () => {
  const place = { ...blankPlace(() => ''), postinro: '33100', postitmp: 'Tampere' }
  const postal: Suggestion = { key: 'a', place, source: 'provider', lastUsed: 0, point: null }
  expect(stillMatching([postal], 'Hämeenkatu 5, 33100 Tamp')).toEqual([postal])
  expect(stillMatching([postal], 'Hämeenkatu 5, 00100 Helsinki')).toEqual([])
  expect(stillMatching([postal], 'Hämeenkatu 5')).toEqual([])
})

test('a place is incomplete until it has a name and a complete address', () => {
  const whole = { ...blankPlace(() => ''), nimi: 'Hotelli', osoite1: 'Katu 1', postinro: '33100', postitmp: 'Tampere' }
  expect(isUnfinished(whole)).toBe(false)
  for (const missing of ['nimi', 'osoite1', 'postinro', 'postitmp']) expect(isUnfinished({ ...whole, [missing]: ' ' })).toBe(true)
})
