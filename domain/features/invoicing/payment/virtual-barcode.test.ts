import bankUtils from 'finnish-bank-utils'
import { expect, test } from 'vitest'
import { sampleInvoice } from '../../../testing/sample-invoice.ts'
import { addDays } from '../../../values/time/time.ts'
import { groupedIban, groupedReference, virtualBarcode } from './virtual-barcode.ts'

const { seller } = sampleInvoice()

// The examples of Finanssiala's Pankkiviivakoodi-opas.
test.each([
  ['FI79 4405 2020 0360 82', 488_399, '868516259619897', '2010-06-12', '479440520200360820048839900000000868516259619897100612'],
  ['FI58 1017 1000 0001 22', 48_299, '559582243294671', '2012-01-31', '458101710000001220004829900000000559582243294671120131'],
])('the code of %s is that of the guide', (iban, totalCents, reference, day, code) => {
  const dueDay = addDays(Date.parse(`${day}T12:00:00Z`) / 1000, 0)
  expect(virtualBarcode({ seller: { iban }, totalCents, reference, dueDay })).toBe(code)
})

test('every sum is read back to the cent', () => {
  for (const totalCents of [1, 29, 110, 1999, 12_345, 99_999_999]) {
    const code = virtualBarcode({ ...sampleInvoice(), totalCents })
    expect(code).toMatch(/^4\d{53}$/)
    expect(bankUtils.parseFinnishVirtualBarCode(code ?? '')).toEqual({
      ...{ iban: 'FI21 1234 5600 0007 85', sum: totalCents / 100, date: '7.12.2026' },
      reference: '1 00010',
    })
  }
})

test('a credit note, a foreign account and a sum that is too large have none', () => {
  const invoice = sampleInvoice()
  expect(virtualBarcode({ ...invoice, totalCents: 0 })).toBeNull()
  expect(virtualBarcode({ ...invoice, totalCents: -500 })).toBeNull()
  expect(virtualBarcode({ ...invoice, totalCents: 100_000_000 })).toBeNull()
  expect(virtualBarcode({ ...invoice, seller: { ...seller, iban: 'SE4550000000058398257466' } })).toBeNull()
  expect(virtualBarcode({ ...invoice, reference: '100011' })).toBeNull()
  // The code has digits only.
  expect(virtualBarcode({ ...invoice, reference: '1 00010' })).toBeNull()
})

test('references and accounts are grouped as people copy them', () => {
  expect(groupedReference('559582243294671')).toBe('55958 22432 94671')
  expect(groupedReference('100010')).toBe('1 00010')
  expect(groupedIban('FI2112345600000785')).toBe('FI21 1234 5600 0007 85')
  expect(groupedIban('FI21 12345600 000785')).toBe('FI21 1234 5600 0007 85')
})
