import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { addressTexts, contactTexts, copiedTexts, endsToCopy } from './address.copy.ts'

const depot = blankRow('postiosoite', {
  ...{ name: 'Varasto', field_osoite_1: 'Satamakatu 12', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' },
  puhelin: '+358401234567',
})
const row = (values: Parameters<typeof blankRow<'lahetys'>>[1]) => blankRow('lahetys', values)
const [named, other] = [row({ nouto_osoite: 'a' }), row({ nouto_osoite: 'b' })]
const typed = { nouto_nimi: 'Varasto', nouto_osoite1: 'Satamakatu 12' }

test.each([
  ['a new line names one', null, named, ['nouto']],
  ['at both ends', null, row({ nouto_osoite: 'a', toimitus_osoite: 'a' }), ['nouto', 'toimitus']],
  ['none is named', null, row({}), []],
  ['it is written out', null, row({ nouto_osoite: 'a', ...typed }), []],
  ['another one is named', row({ nouto_osoite: 'a', ...typed }), row({ nouto_osoite: 'b', ...typed }), ['nouto']],
  ['another one is named and written out', row({ nouto_osoite: 'a', ...typed }), row({ nouto_osoite: 'b', nouto_nimi: 'Tori' }), []],
  ['its line changes otherwise', named, { ...named, viite: 'x' }, []],
  ['it is let go', other, row({}), []],
])('a saved address is copied when %s: %#', (_when, before, after, ends) => {
  expect(endsToCopy({ before, after })).toEqual(ends)
})

test('its contact is copied too, with the contact’s phone rather than the address’s; a contact named in the change stays', () => {
  const contact = { etunimi: 'Veera', sukunimi: 'Vahti', puhelin: '+358501112222', email: '' }
  const of = { before: null, after: named }
  expect(copiedTexts(of, 'nouto', depot, contact)).toMatchObject({
    ...{ nouto_nimi: 'Varasto', nouto_postinro: '33100', nouto_maa: 'FI' },
    ...{ nouto_yhteyshenkilo_etunimi: 'Veera', nouto_yhteyshenkilo_puhelin: '+358501112222' },
  })
  expect(copiedTexts(of, 'nouto', depot, undefined)).toMatchObject({ nouto_yhteyshenkilo_puhelin: depot.puhelin })
  const called = { before: null, after: row({ nouto_osoite: 'a', nouto_yhteyshenkilo_etunimi: 'Ville' }) }
  expect(copiedTexts(called, 'nouto', depot, contact)).not.toHaveProperty('nouto_yhteyshenkilo_etunimi')
})

test('the texts of an address and of its contact', () => {
  const address = { ...depot, field_osoite_2: 'Ovi 3', field_maa: 'SE' }
  expect(addressTexts(address)).toEqual({
    ...{ nimi: 'Varasto', osoite1: 'Satamakatu 12', osoite2: 'Ovi 3', postinro: '33100', postitmp: 'Tampere', maa: 'SE' },
  })
  expect(contactTexts(depot, undefined)).toEqual({ etunimi: '', sukunimi: '', puhelin: '+358401234567', email: '' })
  const contact = { etunimi: 'Veera', sukunimi: 'Vahti', puhelin: '', email: 'v@b.fi' }
  expect(contactTexts(depot, contact)).toEqual({ ...contact, puhelin: '+358401234567' })
})

test('the contact is the one that the change names, else that of the address', () => {
  const contact = { etunimi: 'Veera', sukunimi: 'Vahti', puhelin: '+358501112222', email: '' }
  const person = (before: typeof named | null, after: typeof named) =>
    copiedTexts({ before, after }, 'nouto', { ...depot, yhteyshenkilo: 'of the address' }, contact).nouto_yhteyshenkilo
  expect(person(null, named)).toBe('of the address')
  expect(person(null, row({ nouto_osoite: 'a', nouto_yhteyshenkilo: 'named' }))).toBe('named')
  const before = row({ nouto_osoite: 'b', nouto_yhteyshenkilo: 'of another' })
  expect(person(before, row({ nouto_osoite: 'a', nouto_yhteyshenkilo: 'of another' }))).toBe('of the address')
  for (const typedField of [{ etunimi: 'V' }, { sukunimi: 'V' }, { puhelin: '1' }, { email: 'v@b.fi' }]) {
    const [[key, text] = []] = Object.entries(typedField)
    expect(person(null, row({ nouto_osoite: 'a', [`nouto_yhteyshenkilo_${key}`]: text }))).toBeUndefined()
  }
})

test('nothing is copied to a line that has the texts of the address already', () => {
  const texts = Object.fromEntries(Object.entries(addressTexts(depot)).map(([key, text]) => [`toimitus_${key}`, text]))
  const before = row({ toimitus_osoite: 'a', ...texts })
  const copied = (earlier: typeof before | null) =>
    copiedTexts({ before: earlier, after: { ...before, toimitus_osoite: 'b' } }, 'toimitus', depot, undefined)
  expect(copied(before)).toEqual({})
  expect(copied({ ...before, toimitus_osoite2: 'Ovi 3' })).toMatchObject(texts)
  expect(copied(null)).toMatchObject(texts)
})
