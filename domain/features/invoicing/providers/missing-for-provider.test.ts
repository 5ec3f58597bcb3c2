import { expect, test } from 'vitest'
import { blankRow } from '../../../testing/blank-row.ts'
import { missingForProvider, takesAnything } from './missing-for-provider.ts'

const seller = { eInvoiceAddress: '003712345671', operator: '003723327487' }
const noSeller = { eInvoiceAddress: '', operator: '003723327487' }
const eInvoice = blankRow('tilaus', { laskutus_verkkolaskuosoite: '003701162976', laskutus_valittaja: '003723327487' })
const unrouted = { ...eInvoice, laskutus_valittaja: '' }
const byMail = blankRow('tilaus', { laskutus_email: 'laskut@esimerkki.fi' })
const customer = { talenom_asiakasnumero: '1001', maksuehto: 14 }
const vatPercent = 25.5

test('Talenom needs its own number of the customer', () => {
  const talenom = { name: 'talenom', limits: takesAnything, seller } as const
  expect(missingForProvider({ order: byMail, customer, vatPercent }, talenom)).toEqual([])
  const unnumbered = { ...customer, talenom_asiakasnumero: ' ' }
  expect(missingForProvider({ order: byMail, customer: unnumbered, vatPercent }, talenom)).toEqual(['talenom_asiakasnumero'])
  expect(missingForProvider({ order: byMail, customer: unnumbered, vatPercent }, { ...talenom, name: 'fivaldi' })).toEqual([])
})

test('an e-invoice in a Finvoice file needs the address and the operator of both ends', () => {
  const files = { name: 'finvoice', limits: takesAnything, seller } as const
  expect(missingForProvider({ order: eInvoice, customer, vatPercent }, files)).toEqual([])
  expect(missingForProvider({ order: unrouted, customer, vatPercent }, files)).toEqual(['verkkolaskuosoite'])
  expect(missingForProvider({ order: eInvoice, customer, vatPercent }, { ...files, seller: noSeller })).toEqual([
    'laskuttajan_verkkolaskuosoite',
  ])
  expect(missingForProvider({ order: byMail, customer, vatPercent }, { ...files, seller: noSeller })).toEqual([])
  expect(missingForProvider({ order: unrouted, customer, vatPercent }, { ...files, name: 'fivaldi' })).toEqual([])
})

test('Fivaldi needs the payment term and a product of the rate of VAT, as far as they are known', () => {
  const limits = { paymentTerms: [7, 14], vatPercents: [25.5, 0] }
  const fivaldi = { name: 'fivaldi', limits, seller } as const
  expect(missingForProvider({ order: byMail, customer, vatPercent }, fivaldi)).toEqual([])
  expect(missingForProvider({ order: byMail, customer: { ...customer, maksuehto: 21 }, vatPercent: 14 }, fivaldi)).toEqual([
    'maksuehto',
    'verokanta',
  ])
  const unknown = { ...fivaldi, limits: { ...limits, paymentTerms: null } }
  expect(missingForProvider({ order: byMail, customer: { ...customer, maksuehto: 21 }, vatPercent }, unknown)).toEqual([])
})
