import { expect, test } from 'vitest'
import { referencesTo } from './references-to.ts'

test('every stored relation to an entity is found, whether to one row or to many', () => {
  expect(referencesTo('toimituspoikkeama')).toEqual([{ entity: 'lahetys', relation: 'poikkeama', isList: false }])
  const addresses = referencesTo('postiosoite')
  expect(addresses).toContainEqual({ entity: 'lahetys', relation: 'nouto_osoite', isList: false })
  expect(addresses).toContainEqual({ entity: 'lahetys', relation: 'siirto_osoitteet', isList: true })
})

test('an inverse relation refers to nothing: its rows do', () => {
  const shipments = referencesTo('lahetys')
  expect(shipments.map(({ entity }) => entity)).not.toContain('tilaus')
  expect(shipments).toContainEqual({ entity: 'toimituspoikkeama', relation: 'lahetykset', isList: true })
})
