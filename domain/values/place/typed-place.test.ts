import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTypedPlace } from './typed-place.ts'

test.each([
  ['Hämeenkatu 5, 331', { street: 'Hämeenkatu 5', code: '331', town: '' }],
  ['Hämeenkatu 5,  33100  Tam', { street: 'Hämeenkatu 5', code: '33100', town: 'Tam' }],
  ['Hämeenkatu 5 A 3 33100 Tampere', { street: 'Hämeenkatu 5 A 3', code: '33100', town: 'Tampere' }],
  ['Kauppakatu 1, B-rappu, Jyväskylä', { street: 'Kauppakatu 1, B-rappu', code: '', town: 'Jyväskylä' }],
  ['33100 Tampere', { street: '', code: '33100', town: 'Tampere' }],
  ['331', { street: '', code: '331', town: '' }],
  ['Pyhäjärvi Ol', { street: '', code: '', town: 'Pyhäjärvi Ol' }],
  ['  Hämeenkatu 5 ,  33100   Tampere  ', { street: 'Hämeenkatu 5', code: '33100', town: 'Tampere' }],
  ['  33100   Tampere ', { street: '', code: '33100', town: 'Tampere' }],
  ['Kauppakatu 1, Hämeenkatu 5 33100', { street: 'Kauppakatu 1', code: '', town: '' }],
  ['Hämeenkatu 5 33100', { street: 'Hämeenkatu 5', code: '33100', town: '' }],
  ['Hämeenkatu 5 331000', { street: '', code: '', town: '' }],
  // Of two codes the last one is the address's.
  ['Kuja 33100 00100 Helsinki', { street: 'Kuja 33100', code: '00100', town: 'Helsinki' }],
  ['331 00', { street: '', code: '', town: '' }],
  // A street alone does not identify the place.
  ['Hämeenkatu 5', { street: '', code: '', town: '' }],
  ['', { street: '', code: '', town: '' }],
])('%s', (typed, read) => {
  expect(readTypedPlace(typed)).toEqual(read)
})

test('for any typed text, a code is at most five digits and a town has none', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const { code, town } = readTypedPlace(typed)
      expect(code).toMatch(/^\d{0,5}$/)
      expect(town).toMatch(/^\D*$/)
    }),
  )
})
