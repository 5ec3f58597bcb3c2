import { expect, test } from 'vitest'
import { blankRow } from '../testing/blank-row.ts'
import { missingForInvoice } from './missing-for-invoice.ts'

const company = blankRow('asiakas', { y_tunnus: '1234567-1' })

test('an invoice needs a price, an address of any kind and, of a company, its Y-tunnus', () => {
  const whole = blankRow('tilaus', { hinta: 0.01, laskutus_verkkolaskuosoite: '003712345671' })
  expect(missingForInvoice(whole, company)).toEqual([])
  expect(missingForInvoice({ ...whole, hinta: 0 }, company)).toEqual(['hinta'])
  expect(missingForInvoice({ ...whole, laskutus_verkkolaskuosoite: '' }, company)).toEqual(['laskutusosoite'])
  expect(missingForInvoice(whole, { ...company, y_tunnus: '' })).toEqual(['y_tunnus'])
  expect(missingForInvoice(whole, blankRow('asiakas', { tyyppi: 'yksityinen' }))).toEqual([])
  expect(missingForInvoice(blankRow('tilaus', {}), blankRow('asiakas', {}))).toEqual(['hinta', 'laskutusosoite', 'y_tunnus'])
})
