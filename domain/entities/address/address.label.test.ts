import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { addressLabel } from './address.label.ts'
import { addressRules } from './address.rules.ts'

const place = { name: 'Varasto', field_osoite_1: 'Satamakatu 12', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' }

test.each([
  [place, 'Varasto, Satamakatu 12, 33100 Tampere'],
  [{ ...place, name: '', field_postinumero: '' }, 'Satamakatu 12, Tampere'],
  [{ field_postinumero: '33100' }, '33100'],
  [{ name: 'Laskut', field_sahkopostiosoite: 'laskut@yritys.fi' }, 'Laskut, laskut@yritys.fi'],
  [{ field_verkkolaskuosoite: '003712345671', field_valittaja: '003721291126' }, '003712345671 (003721291126)'],
  [{ field_verkkolaskuosoite: '003712345671', field_valittaja: '' }, '003712345671'],
  [{ field_valittaja: '003721291126' }, '(003721291126)'],
  [{}, ''],
])('%j on one line: %s', (address, label) => {
  expect(addressLabel(address)).toBe(label)
})

test('a Finnish address has a postal code of five digits', () => {
  const faults = (field_postinumero: string, field_maa = 'FI') =>
    addressRules.check?.({ before: null, after: blankRow('postiosoite', { field_postinumero, field_maa }) }, ruleContext, {})
  expect(faults('33100')).toEqual([])
  expect(faults('331', 'SE')).toEqual([])
  expect(faults('331')).toEqual([{ field: 'field_postinumero', detail: 'Postinumerossa on viisi numeroa. Esimerkki: 33100.' }])
})
