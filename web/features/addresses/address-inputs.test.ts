import { expect, test } from 'vitest'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import { fieldsOfSuggestion } from './address-inputs.tsx'

const typed = { name: '', field_osoite_1: 'Hämeenkatu 12', field_postinumero: '33900', field_postitoimipaikka: 'Tampere' }
const found = (values: Partial<AddressSuggestion>): AddressSuggestion => ({
  ...{ id: '', lahde: 'aiemmat', label: '', arvio: true, bundle: 'postiosoite', name: '', tyyppi: [], lat: null, lng: null },
  ...{ field_osoite_1: 'Hämeenkatu', field_postinumero: '', field_postitoimipaikka: 'Tampere', field_maa: 'FI' },
  ...values,
})

test('a suggestion without a postal code keeps the typed code only in the same town', () => {
  expect(fieldsOfSuggestion(found({}), 'Hämeenkatu 12', typed)).toMatchObject({
    field_osoite_1: 'Hämeenkatu 12',
    field_postinumero: '33900',
  })
  expect(fieldsOfSuggestion(found({ field_postitoimipaikka: 'Turku' }), 'Häm', typed)).toMatchObject({ field_postinumero: '' })
})

test('an exact point of the map provider is used, and the server looks up that of a street or postal code', () => {
  const point = { lat: 61.5, lng: 23.8, lahde: 'karttapalvelu' as const, field_postinumero: '33100' }
  expect(fieldsOfSuggestion(found({ ...point, arvio: false }), 'Häm', typed)).toMatchObject({ lat: 61.5, sijainti_lahde: 'karttapalvelu' })
  expect(fieldsOfSuggestion(found(point), 'Häm', typed)).toMatchObject({ lat: null, lng: null, sijainti_lahde: '' })
})

test('a typed name is not replaced', () => {
  expect(fieldsOfSuggestion(found({ name: 'Sokos' }), 'Sok', typed)).toMatchObject({ name: 'Sokos' })
  expect(fieldsOfSuggestion(found({ name: 'Sokos' }), 'Sok', { ...typed, name: 'Oma' })).not.toHaveProperty('name')
})
