import { expect, test } from 'vitest'
import { type AddressLocation, locationAfter } from './address.location.ts'

const nowhere: AddressLocation = {
  field_osoite_1: 'Satamakatu 12',
  field_postinumero: '33100',
  field_postitoimipaikka: 'Tampere',
  field_maa: 'FI',
  lat: null,
  lng: null,
  sijainti_lahde: '',
}
const there: AddressLocation = { ...nowhere, lat: 61.5, lng: 23.8, sijainti_lahde: 'kasin' }
const provided: AddressLocation = { ...there, sijainti_lahde: 'karttapalvelu' }

test.each<[string, AddressLocation | null, AddressLocation, ReturnType<typeof locationAfter>]>([
  ['a new address without a point', null, nowhere, 'seek'],
  ['half a point', null, { ...there, lng: null }, 'seek'],
  ['a new address with its point', null, there, 'by-hand'],
  ['a stored address without a point', nowhere, nowhere, 'seek'],
  ['a removed point', there, nowhere, 'seek'],
  ['another name', there, { ...there }, 'kept'],
  ['another street', there, { ...there, field_osoite_1: 'Satamakatu 14' }, 'seek'],
  ['another country', there, { ...there, field_maa: 'SE' }, 'seek'],
  ['another street with its point', there, { ...there, field_osoite_1: 'Satamakatu 14', lat: 61.51 }, 'by-hand'],
  ['a new address with a point from the map provider', null, provided, 'provider'],
  ['a suggestion of the map provider chosen for a stored address', there, { ...provided, lat: 61.52 }, 'provider'],
  ['another suggestion of the map provider', provided, { ...provided, field_osoite_1: 'Satamakatu 14', lat: 61.52 }, 'provider'],
  ['a pin from the map provider moved by hand', provided, { ...provided, lat: 61.52 }, 'by-hand'],
  ['a changed source without a changed point', there, { ...there, sijainti_lahde: 'karttapalvelu' }, 'kept'],
])('%s', (_, before, after, meaning) => {
  expect(locationAfter({ before, after })).toBe(meaning)
})
