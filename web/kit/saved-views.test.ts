import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './saved-views.ts'

test('a view is the filters, order and columns of the address, whatever their order', () => {
  const search = { tila: 'siirretty', nakyma: 'myohassa', haku: 'Öljy & vesi', oma: 'x', kartta: '1', asiakas: undefined, auto: '' }
  expect(readSearch(writeSearch(search))).toEqual({ haku: 'Öljy & vesi', nakyma: 'myohassa', tila: 'siirretty' })
  expect(writeSearch({ b: '2', a: '1' })).toBe(writeSearch({ a: '1', b: '2' }))
  expect(writeSearch({ oma: 'x' })).toBe('')
})
