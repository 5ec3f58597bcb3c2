import { expect, test } from 'vitest'
import type { ImportKindName } from './import-kinds.ts'
import { type KeyValues, soughtKeys, storedKeys } from './row-keys.ts'

const address = { name: 'Varasto', field_osoite_1: 'Katu 1', field_postinumero: '33100' }
const contact = { email: 'aino@esimerkki.fi', puhelin: '+358401234567' }

/** Whether a stored row of the customer `owner` is one that a row of the file with these values names. */
const isFound = (kind: ImportKindName, values: KeyValues, [stored, owner]: readonly [KeyValues, string | null]): boolean => {
  const keys = storedKeys(kind, stored, owner)
  return soughtKeys(kind, { parts: { rivi: values } }, 'c1').some(({ key }) => keys.includes(key))
}

test.each<[ImportKindName, KeyValues, [KeyValues, string | null], boolean]>([
  ['asiakkaat', { y_tunnus: '0116297-6', name: 'A' }, [{ y_tunnus: '0116297-6', name: 'B' }, null], true],
  ['asiakkaat', { y_tunnus: '', name: ' Putki oy' }, [{ y_tunnus: '0116297-6', name: 'Putki Oy' }, null], true],
  ['asiakkaat', { y_tunnus: '', name: 'A' }, [{ y_tunnus: '', name: 'B' }, null], false],
  ['asiakkaat', { y_tunnus: 'a', name: 'b' }, [{ y_tunnus: 'b', name: 'a' }, null], false],
  ['osoitteet', address, [address, 'c1'], true],
  ['osoitteet', address, [address, 'c2'], false],
  ['osoitteet', address, [address, null], false],
  ['osoitteet', address, [{ ...address, name: 'Myymälä' }, 'c1'], false],
  ['osoitteet', address, [{ ...address, field_osoite_1: 'Katu 2' }, 'c1'], false],
  ['osoitteet', address, [{ ...address, field_postinumero: '33200' }, 'c1'], false],
  ['yhteyshenkilot', contact, [{ ...contact, puhelin: '' }, 'c1'], true],
  ['yhteyshenkilot', contact, [{ ...contact, email: 'eero@esimerkki.fi' }, 'c1'], false],
  ['yhteyshenkilot', { ...contact, email: '' }, [contact, 'c1'], true],
  ['yhteyshenkilot', contact, [contact, 'c2'], false],
  ['yhteyshenkilot', { ...contact, email: '' }, [contact, 'c2'], false],
  ['tuotteet', { name: 'Hyllykkö' }, [{ name: 'hyllykkö' }, 'c1'], true],
  ['tuotteet', { name: 'Hyllykkö' }, [{ name: 'hyllykkö' }, null], false],
  ['hinnastot', { name: 'Perus', voimassa_alkaen: 1000 }, [{ name: 'perus', voimassa_alkaen: 1000 }, 'c1'], true],
  ['hinnastot', { name: 'Perus', voimassa_alkaen: 1000 }, [{ name: 'perus', voimassa_alkaen: 2000 }, 'c1'], false],
  ['hinnastot', { name: 'Perus', voimassa_alkaen: 1000 }, [{ name: 'perus', voimassa_alkaen: 1000 }, 'c2'], false],
  ['autot', { rekisterinumero: 'KLR-418' }, [{ rekisterinumero: 'klr-418' }, null], true],
  ['autot', { rekisterinumero: 'KLR-418' }, [{ rekisterinumero: 'KLR-419' }, null], false],
  ['tyoreitit', { reittinro: '12' }, [{ reittinro: '12' }, null], true],
  ['tyoreitit', { reittinro: '12' }, [{ reittinro: '1' }, null], false],
  ['kayttajat', { mail: 'A@esimerkki.fi' }, [{ mail: 'a@esimerkki.fi', name: 'aino' }, null], true],
  ['kayttajat', { mail: 'b@esimerkki.fi', name: 'aino' }, [{ mail: 'a@esimerkki.fi', name: 'aino' }, null], true],
  ['kayttajat', { mail: 'b@esimerkki.fi', name: 'eero' }, [{ mail: 'a@esimerkki.fi', name: 'aino' }, null], false],
])('of %s, %j names the stored row %j: %s', (kind, values, stored, expected) => {
  expect(isFound(kind, values, stored)).toBe(expected)
})

test('shared rows are found by rows without a customer', () => {
  expect(soughtKeys('tuotteet', { parts: { rivi: { name: 'Hyllykkö' } } }, null).map(({ key }) => key)).toEqual(
    storedKeys('tuotteet', { name: 'Hyllykkö' }, null),
  )
})

test('a row without the values by which its kind is recognised has no keys', () => {
  for (const kind of ['asiakkaat', 'osoitteet', 'yhteyshenkilot', 'tuotteet', 'hinnastot', 'autot', 'tyoreitit', 'kayttajat'] as const)
    expect(soughtKeys(kind, { parts: {} }, 'c1'), kind).toEqual([])
})

test('each key names the column that it comes from', () => {
  const columns = (kind: ImportKindName, values: KeyValues) =>
    soughtKeys(kind, { parts: { rivi: values } }, 'c1').map(({ column }) => column)
  expect(columns('asiakkaat', { y_tunnus: '0116297-6', name: 'A' })).toEqual(['y_tunnus', 'nimi'])
  expect(columns('yhteyshenkilot', contact)).toEqual(['email'])
  expect(columns('yhteyshenkilot', { puhelin: contact.puhelin })).toEqual(['puhelin'])
  expect(columns('kayttajat', { mail: 'a@esimerkki.fi', name: 'aino' })).toEqual(['mail', 'tunnus'])
  expect(columns('osoitteet', address)).toEqual(['nimi'])
  expect(columns('tuotteet', address)).toEqual(['nimi'])
  expect(columns('hinnastot', address)).toEqual(['nimi'])
  expect(columns('autot', { rekisterinumero: 'KLR-418' })).toEqual(['rekisterinumero'])
  expect(columns('tyoreitit', { reittinro: '12' })).toEqual(['reittinro'])
})
