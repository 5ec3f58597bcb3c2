import { expect, test } from 'vitest'
import { readSearch, viewNameFault, writeSearch } from './saved-views.ts'

test('a view is the filters, sort order and columns of the address, in any order', () => {
  const search = { tila: 'siirretty', nakyma: 'myohassa', haku: 'Öljy & vesi', oma: 'x', kartta: '1', asiakas: undefined, auto: '' }
  expect(readSearch(writeSearch(search))).toEqual({ haku: 'Öljy & vesi', nakyma: 'myohassa', tila: 'siirretty' })
  expect(writeSearch({ b: '2', a: '1' })).toBe(writeSearch({ a: '1', b: '2' }))
  expect(writeSearch({ oma: 'x' })).toBe('')
})

test('a view cannot have the name of another tab, in whatever spelling', () => {
  const taken = ['Myöhässä', 'Turun suunta']
  for (const name of ['Myöhässä', ' myöhässä ', 'TURUN SUUNTA']) expect(viewNameFault(name, taken)).toContain('jo tämänniminen näkymä')
  for (const name of ['Myöhässä tänään', '']) expect(viewNameFault(name, taken)).toBeNull()
})
