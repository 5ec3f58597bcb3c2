import { expect, test } from 'vitest'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import { fieldsOfPicked } from './address-inputs.tsx'

const typed = { name: '', field_osoite_1: 'Hämeenkatu 12', field_postinumero: '33900', field_postitoimipaikka: 'Tampere' }
const found = (values: Partial<AddressSuggestion>): AddressSuggestion => ({
  ...{ id: '', lahde: 'aiemmat', label: '', arvio: true, bundle: 'postiosoite', name: '', tyyppi: [], lat: null, lng: null },
  ...{ field_osoite_1: 'Hämeenkatu', field_postinumero: '', field_postitoimipaikka: 'Tampere', field_maa: 'FI' },
  ...values,
})

test('a street without a postal code keeps the code that was typed for its town, and none of another town', () => {
  expect(fieldsOfPicked(found({}), 'Hämeenkatu 12', typed)).toMatchObject({ field_osoite_1: 'Hämeenkatu 12', field_postinumero: '33900' })
  expect(fieldsOfPicked(found({ field_postitoimipaikka: 'Turku' }), 'Häm', typed)).toMatchObject({ field_postinumero: '' })
})

test('a point of the map provider is taken, that of a whole street or postal code is left for the server to find', () => {
  const point = { lat: 61.5, lng: 23.8, lahde: 'karttapalvelu' as const, field_postinumero: '33100' }
  expect(fieldsOfPicked(found({ ...point, arvio: false }), 'Häm', typed)).toMatchObject({ lat: 61.5, sijainti_lahde: 'karttapalvelu' })
  expect(fieldsOfPicked(found(point), 'Häm', typed)).toMatchObject({ lat: null, lng: null, sijainti_lahde: '' })
})

test('a name that was typed stays', () => {
  expect(fieldsOfPicked(found({ name: 'Sokos' }), 'Sok', typed)).toMatchObject({ name: 'Sokos' })
  expect(fieldsOfPicked(found({ name: 'Sokos' }), 'Sok', { ...typed, name: 'Oma' })).not.toHaveProperty('name')
})
