import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { missingForInvoice } from './missing-for-invoice.ts'

const customer = blankRow('asiakas', { y_tunnus: '1234567-1' })

test('an invoice requires a price, an address of any kind and, for a company, its Y-tunnus', () => {
  const whole = blankRow('tilaus', { hinta: 0.01, laskutus_verkkolaskuosoite: '003712345671' })
  expect(missingForInvoice(whole, customer)).toEqual([])
  expect(missingForInvoice({ ...whole, hinta: 0 }, customer)).toEqual(['hinta'])
  expect(missingForInvoice({ ...whole, laskutus_verkkolaskuosoite: '' }, customer)).toEqual(['laskutusosoite'])
  expect(missingForInvoice(whole, { ...customer, y_tunnus: '' })).toEqual(['y_tunnus'])
  expect(missingForInvoice(whole, blankRow('asiakas', { tyyppi: 'yksityinen' }))).toEqual([])
  expect(missingForInvoice({ ...whole, odottaa: true }, customer)).toEqual(['laskutuspaiva'])
  expect(missingForInvoice({ ...whole, odottaa: false }, customer)).toEqual([])
  expect(missingForInvoice(blankRow('tilaus', {}), blankRow('asiakas', {}))).toEqual(['hinta', 'laskutusosoite', 'y_tunnus'])
})

test('an order of a group has the joint price, and waits for the other orders', () => {
  const order = blankRow('tilaus', { hinta: 0, laskutus_email: 'laskut@esimerkki.fi' })
  expect(missingForInvoice(order, customer, { hinta: 500, kesken: false })).toEqual([])
  expect(missingForInvoice({ ...order, hinta: 90 }, customer, { hinta: 0, kesken: true })).toEqual(['hinta', 'ryhma'])
})
