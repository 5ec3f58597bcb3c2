import { expect, test } from 'vitest'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { readDataRow } from './read-data-row.ts'

/** Row 7 of a file with these cells; columns that are not named are empty. */
function read(kind: ImportKindName, texts: Readonly<Record<string, string>>) {
  const cells = importKinds[kind].columns.map(({ name }) => texts[name] ?? '')
  return readDataRow(kind, { row: 7, cells }, 0)
}
const inRow = (...faults: readonly [column: string, message: string][]) => faults.map(([column, message]) => ({ row: 7, column, message }))

const contact = { asiakas: 'Putki Oy', email: 'aino@esimerkki.fi' }
const customersUser = { mail: 'a@esimerkki.fi', etunimi: 'Aino', sukunimi: 'Mäki', asiakas: 'Putki Oy' }

test.each<[ImportKindName, Record<string, string>, [column: string, message: string][]]>([
  ['asiakkaat', { nimi: 'Putki Oy' }, []],
  ['asiakkaat', {}, [['nimi', 'Kirjoita nimi.']]],
  ['asiakkaat', { nimi: 'Putki Oy', kayntiosoite: 'Katu 1' }, []],
  ['asiakkaat', { nimi: 'Putki Oy', kayntipostinumero: '33100' }, [['kayntiosoite', 'Kirjoita käyntiosoite.']]],
  ['asiakkaat', { nimi: 'Putki Oy', laskutuspostinumero: '33100' }, []],
  ['autot', { nimi: 'Scania' }, [['rekisterinumero', 'Kirjoita rekisterinumero.']]],
  ['yhteyshenkilot', contact, []],
  ['yhteyshenkilot', { asiakas: 'Putki Oy', puhelin: '040 123 4567' }, []],
  ['yhteyshenkilot', { asiakas: 'Putki Oy', etunimi: 'Aino' }, [['email', 'Kirjoita sähköposti tai puhelin.']]],
  ['yhteyshenkilot', { email: contact.email }, [['asiakas', 'Kirjoita asiakas.']]],
  ['kayttajat', { ...customersUser, roolit: 'asiakas' }, []],
  ['kayttajat', { ...customersUser, roolit: 'kuljettaja', asiakas: '' }, []],
  ['kayttajat', { ...customersUser, roolit: 'asiakas', asiakas: '' }, [['asiakas', 'Kirjoita asiakas, jonka käyttäjä hän on.']]],
  ['kayttajat', { ...customersUser, roolit: 'asiakas_yllapito' }, [['roolit', 'Rooli Asiakas Ylläpito vaatii myös roolin Asiakas.']]],
  ['kayttajat', { ...customersUser, roolit: 'asiakas, asiakas_yllapito' }, []],
  ['kayttajat', customersUser, [['roolit', 'Kirjoita roolit.']]],
  ['kayttajat', { ...customersUser, roolit: ',' }, []],
])('a new row of %s with %j lacks %j', (kind, texts, expected) => {
  expect(read(kind, texts)).toMatchObject({ faults: [], faultsOfNew: inRow(...expected) })
})

test('the customer that a row names is in its words, and in none of its values', () => {
  expect(read('yhteyshenkilot', contact)).toMatchObject({ customer: 'Putki Oy', parts: { rivi: { email: 'aino@esimerkki.fi' } } })
  expect(read('yhteyshenkilot', contact).parts).toEqual({ rivi: { email: 'aino@esimerkki.fi' } })
  expect(read('yhteyshenkilot', { email: contact.email }).customer).toBe('')
  expect(read('autot', { rekisterinumero: 'KLR-418' }).customer).toBe('')
})

test('a cell with a fault has no value, the others keep theirs', () => {
  const { parts, faults } = read('asiakkaat', { nimi: 'Putki Oy', saa_jattaa: 'ehkä', kayntimaa: 'XX', kayntiosoite: 'Katu 1' })
  expect(parts).toEqual({ rivi: { name: 'Putki Oy' }, kaynti: { field_osoite_1: 'Katu 1' } })
  expect(faults).toEqual(inRow(['saa_jattaa', 'Kirjoita kyllä tai ei.'], ['kayntimaa', 'Maakoodi ei kelpaa. Esimerkki: FI.']))
})

// Spreadsheets drop the leading zeros of Finnish codes only.
test.each([
  [{ postinumero: '100' }, '00100'],
  [{ postinumero: '100', maa: 'fi' }, '00100'],
  [{ postinumero: '33 100' }, '33100'],
  [{ postinumero: '100', maa: 'IS' }, '100'],
  [{ postinumero: '113 51', maa: 'SE' }, '113 51'],
])('the postal code of %j is %s', (texts, expected) => {
  expect(read('osoitteet', texts).parts.rivi).toMatchObject({ field_postinumero: expected })
})

test('each address of a customer has the postal code of its own country', () => {
  const texts = { kayntipostinumero: '100', kayntimaa: 'IS', laskutuspostinumero: '100', laskutusmaa: 'FI' }
  const { parts } = read('asiakkaat', texts)
  expect([parts.kaynti?.field_postinumero, parts.posti?.field_postinumero]).toEqual(['100', '00100'])
})

test('the figures of other columns are not read as postal codes', () => {
  expect(read('asiakkaat', { talenom_asiakasnumero: '100' }).parts.rivi).toEqual({ talenom_asiakasnumero: '100' })
})

test.each([
  ['040 765 4321', { field_puhelinnumero: '+358407654321', field_puhelinnumero_maakoodi: '358' }],
  ['+46 70 123 45 67', { field_puhelinnumero: '+46701234567', field_puhelinnumero_maakoodi: '46' }],
  ['+372 5123 4567', { field_puhelinnumero: '+37251234567', field_puhelinnumero_maakoodi: '372' }],
  ['+44 20 7946 0018', { field_puhelinnumero: '+442079460018' }],
])('the phone number %s is stored with its country code, if that is known', (text, expected) => {
  const { parts, faults } = read('kayttajat', { puhelin: text })
  expect({ parts, faults }).toStrictEqual({ parts: { profiili: expected }, faults: [] })
})

test.each([
  ['12', 'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.'],
  ['#N/A', 'Solun kaava antaa virheen #N/A. Kirjoita arvo.'],
])('the phone number %s is a fault', (text, message) => {
  expect(read('kayttajat', { puhelin: text })).toMatchObject({ parts: {}, faults: inRow(['puhelin', message]) })
})
