import { expect, test } from 'vitest'
import { headingOf, rowHeading } from './row-heading.ts'

test('a row is named by the heading of its entity, its name, or its number', () => {
  expect([headingOf('auto'), headingOf('asiakas')]).toEqual(['rekisterinumero', 'name'])
  const car = { rekisterinumero: 'ABC-123', name: 'Iso auto', tunniste: 'A-1' }
  expect(rowHeading('auto', car)).toBe('ABC-123')
  expect(rowHeading('auto', { ...car, rekisterinumero: '' })).toBe('Iso auto')
  expect(rowHeading('auto', { tunniste: 'A-1' })).toBe('A-1')
  expect(rowHeading('asiakas', car)).toBe('Iso auto')
})

test('a row of which none of them has been read has no name', () => {
  expect(rowHeading('asiakas', { name: null, tunniste: 5 })).toBe('')
})
