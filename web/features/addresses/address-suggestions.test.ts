import { expect, test } from 'vitest'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import { mergeSuggestions, streetOf } from './address-suggestions.ts'

const found = (lahde: AddressSuggestion['lahde'], label: string, id = ''): AddressSuggestion => ({
  ...{ id, lahde, label, arvio: true, bundle: 'postiosoite', name: '', tyyppi: [] },
})

test('saved addresses come first, then the provider’s places, then streets, towns and postal codes, without repetition', () => {
  const saved = found('tallennettu', 'Piha, Hämeenkatu 5', crypto.randomUUID())
  const own = [saved, found('aiemmat', 'Hämeenkatu, Tampere'), found('postinumerot', '33100 Tampere')]
  const provided = [found('karttapalvelu', 'Hämeenkatu 5, 33100 Tampere'), found('karttapalvelu', 'Hämeenkatu, Tampere')]
  expect(mergeSuggestions(own, provided).map(({ label }) => label)).toEqual([
    'Piha, Hämeenkatu 5',
    'Hämeenkatu 5, 33100 Tampere',
    'Hämeenkatu, Tampere',
    '33100 Tampere',
  ])
})

test.each([
  ['a suggested street gets the typed number', 'aiemmat', 'Hämeenkatu', 'hämeenkatu 12 B, tamp', 'Hämeenkatu 12 B'],
  ['a completed street has no number', 'aiemmat', 'Hämeenkatu', 'häm', 'Hämeenkatu'],
  ['a complete address is used unchanged', 'karttapalvelu', 'Hämeenkatu 5', 'häm', 'Hämeenkatu 5'],
  ['typed text is not added to a saved address', 'tallennettu', 'Hämeenkatu 1', 'Hämeenkatu 12', 'Hämeenkatu 1'],
  ['a postal code keeps the typed street', 'postinumerot', '', 'Uusikatu 3, 331', 'Uusikatu 3'],
  ['a typed postal code is not a street', 'postinumerot', '', '33100 Tamp', ''],
] as const)('%s', (_, lahde, field_osoite_1, typed, street) => {
  expect(streetOf({ lahde, field_osoite_1 }, typed)).toBe(street)
})
