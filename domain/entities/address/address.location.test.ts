import { expect, test } from 'vitest'
import { type AddressLocation, locationAfter } from './address.location.ts'

const nowhere: AddressLocation = {
  field_osoite_1: 'Satamakatu 12',
  field_postinumero: '33100',
  field_postitoimipaikka: 'Tampere',
  field_maa: 'FI',
  lat: null,
  lng: null,
}
const there: AddressLocation = { ...nowhere, lat: 61.5, lng: 23.8 }

test.each<[string, AddressLocation | null, AddressLocation, ReturnType<typeof locationAfter>]>([
  ['a new address without a point', null, nowhere, 'seek'],
  ['half a point', null, { ...there, lng: null }, 'seek'],
  ['a new address with its point', null, there, 'given'],
  ['an old one that never had a point', nowhere, nowhere, 'seek'],
  ['a point that is taken away', there, nowhere, 'seek'],
  ['another name', there, { ...there }, 'kept'],
  ['another street', there, { ...there, field_osoite_1: 'Satamakatu 14' }, 'seek'],
  ['another country', there, { ...there, field_maa: 'SE' }, 'seek'],
  ['another street with its point', there, { ...there, field_osoite_1: 'Satamakatu 14', lat: 61.51 }, 'given'],
])('%s', (_, before, after, meaning) => {
  expect(locationAfter({ before, after })).toBe(meaning)
})
