import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bic,
  businessId,
  color,
  country,
  eInvoiceAddress,
  eInvoiceOperator,
  email,
  finnishIban,
  phone,
  phoneOf,
  phoneWithoutCode,
  plate,
  postalCodeFault,
} from './checks.ts'

const value = (checked: { value: string } | { fault: string }) => ('value' in checked ? checked.value : null)

describe('Y-tunnus', () => {
  test.each([
    ['1234567-1', '1234567-1'],
    ['12345671', '1234567-1'],
    [' 1234567-1 ', '1234567-1'],
    ['0737546-2', '0737546-2'],
  ])('%j is stored as %s', (text, stored) => expect(value(businessId(text))).toBe(stored))

  test.each(['112345671', '123456711', '1234567-2', '1234567'])('%s is refused', (text) =>
    expect(businessId(text)).toEqual({ fault: 'Y-tunnus ei kelpaa. Tarkista numerot ja tarkistusnumero.' }),
  )

  test.each(['1234567-2', '1234567', '12345678', 'FI12345671', '1234567–1', 'abc', '1234567-11'])('%j is refused', (text) => {
    expect(businessId(text)).toEqual({ fault: 'Y-tunnus ei kelpaa. Tarkista numerot ja tarkistusnumero.' })
  })

  test('at most one check digit fits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (number) => {
        const start = String(number).padStart(7, '0')
        const fitting = Array.from({ length: 10 }, (_, digit) => `${start}-${digit}`).filter((text) => value(businessId(text)) !== null)
        expect(fitting.length).toBeLessThanOrEqual(1)
        for (const text of fitting) expect(value(businessId(text.replace('-', '')))).toBe(text)
      }),
    )
  })
})

describe('phone', () => {
  test.each([
    ['040 123 4567', '+358401234567'],
    ['0401234567', '+358401234567'],
    ['+358 40 123 4567', '+358401234567'],
    ['00358 40 1234567', '+358401234567'],
    ['(03) 123 4567', '+35831234567'],
    ['+46 70 123 45 67', '+46701234567'],
    ['+372 5123 4567', '+37251234567'],
  ])('%s is stored as %s', (text, stored) => {
    expect(value(phone(text))).toBe(stored)
    expect(value(phone(stored))).toBe(stored)
  })

  test.each([
    ['050 123 456', '+35850123456'],
    ['0400 123 456', '+358400123456'],
    ['09 1234', '+35891234'],
    ['020 123456', '+35820123456'],
  ])('a short Finnish number %s is stored as %s', (text, stored) => expect(value(phone(text))).toBe(stored))

  test.each([
    '12',
    'soita',
    '+358',
    '040 123 4567 8901 2345 6789',
    '+999 123 4567',
    '0401234',
    '+358 40 1234',
    '04012345',
    '050123',
    '112',
    // A possible length, but not a number of its country.
    '+47 1234 5678',
    '+46 70 123',
    'soita 040 123 4567',
  ])('%j is rejected', (text) => {
    expect(phone(text)).toEqual({ fault: 'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.' })
  })
})

describe('e-mail', () => {
  test.each(['nimi@yritys.fi', 'etu.suku+laskut@posti.yritys.co.uk', 'älli@yritys.fi'])('%s', (text) =>
    expect(value(email(text))).toBe(text),
  )
  test.each(['nimi', 'nimi@', '@yritys.fi', 'nimi@yritys', 'a b@c.fi', 'nimi@yritys..fi', 'nimi@yritys.fi.', 'a@b@c.fi', 'a@b.fi,c@d.fi'])(
    '%s is refused',
    (text) => expect(email(text)).toEqual({ fault: 'Sähköpostiosoite ei kelpaa. Esimerkki: nimi@yritys.fi.' }),
  )
})

test('countries are two letters', () => {
  for (const code of ['FI', 'EE', 'RU', 'NO', 'SE', 'LV', 'LT']) {
    expect(value(country(code))).toBe(code)
    expect(value(country(code.toLowerCase()))).toBe(code)
  }
  for (const code of ['XX', 'FIN', 'F', '358', '001']) expect(country(code), code).toEqual({ fault: 'Maakoodi ei kelpaa. Esimerkki: FI.' })
})

test('e-invoice addresses and operators are checked', () => {
  expect(value(eInvoiceAddress('0037 1234 5671'))).toBe('003712345671')
  expect(value(eInvoiceAddress('fi21 1234 5600 0007 85'))).toBe('FI2112345600000785')
  expect(value(eInvoiceAddress('0037-12345671'))).toBe('003712345671')
  for (const text of ['1234567', 'laskut@yritys.fi', 'A'.repeat(36), '0037_12345671'])
    expect(eInvoiceAddress(text), text).toEqual({ fault: 'Verkkolaskuosoite ei kelpaa. Esimerkki: 003712345671.' })
  for (const text of ['003723327487', '003721291126', 'NDEAFIHH', 'DABAFIHH', 'OKOYFIHH']) expect(value(eInvoiceOperator(text))).toBe(text)
  // An OVT identifier contains the check digit of its Y-tunnus.
  for (const text of ['003712345672', '00371234567', '003712345671ABCDEF']) {
    const fault = 'OVT-tunnus ei kelpaa: 0037, Y-tunnus ilman viivaa ja mahdollinen tarkenne. Tarkista numerot ja tarkistusnumero.'
    expect([eInvoiceAddress(text), eInvoiceOperator(text)], text).toEqual([{ fault }, { fault }])
  }
  expect(value(eInvoiceAddress('003712345671ABC12'))).toBe('003712345671ABC12')
  expect(value(eInvoiceOperator('okoy fihh'))).toBe('OKOYFIHH')
  for (const text of ['A', 'A'.repeat(36), 'Apix-1'])
    expect(eInvoiceOperator(text), text).toEqual({ fault: 'Välittäjän tunnus ei kelpaa. Esimerkki: 003721291126.' })
})

test('registration numbers are stored in upper case', () => {
  expect(value(plate('klr-418'))).toBe('KLR-418')
  expect(value(plate('klr 418'))).toBe('KLR-418')
  expect(value(plate('ÅÄÖ-1'))).toBe('ÅÄÖ-1')
  expect(value(plate('klr   418'))).toBe('KLR-418')
  for (const text of ['K', 'KLR_418', 'A'.repeat(13)])
    expect(plate(text), text).toEqual({ fault: 'Rekisterinumero ei kelpaa. Esimerkki: KLR-418.' })
})

test('a Finnish postal code has five digits', () => {
  for (const code of ['33100', '00100', '']) expect(postalCodeFault(code, 'FI')).toBeNull()
  for (const code of ['3310', '331000', '3310A', '33 100', '33100\n', '٣٣١٠٠']) {
    expect(postalCodeFault(code, 'FI'), code).toBe('Postinumerossa on viisi numeroa. Esimerkki: 33100.')
  }
  for (const code of ['00000', '00001']) expect(postalCodeFault(code, 'FI')).toBe('Postinumeroa ei ole. Esimerkki: 33100.')
  expect(postalCodeFault('00002', 'FI')).toBeNull()
  for (const code of ['SE-111 22', '00000']) expect(postalCodeFault(code, 'SE')).toBeNull()
})

describe('a number without its country code', () => {
  test.each([
    ['+358401234567', '358', '040 1234567'],
    ['+46701234567', '46', '701234567'],
    ['+37061234567', '370', '61234567'],
    ['+79123456789', '7', '9123456789'],
    ['+3725123456', '372', '5123456'],
    ['+46701234567', '358', '+46701234567'],
    ['', '358', ''],
  ])('%s of +%s is shown as %s, and parsed back', (stored, code, shown) => {
    expect(phoneWithoutCode(stored, code)).toBe(shown)
    if (stored !== '') expect(phoneOf(shown, code)).toEqual({ value: stored })
  })

  test.each([
    ['070 123 45 67', '46', '+46701234567'],
    [' 0070 123 45 67', '46', null],
    ['  070 123 45 67', '46', '+46701234567'],
    [' +358 40 123 4567', '46', '+358401234567'],
    ['00358 40 123 4567', '46', '+358401234567'],
    ['040 123 4567', '358', '+358401234567'],
  ])('%s typed for +%s is %s', (text, code, stored) => expect(value(phoneOf(text, code))).toBe(stored))
})

test('Finnish account numbers have their check digits, and are stored without spaces', () => {
  expect(finnishIban('fi21 1234 5600 0007 85')).toEqual({ value: 'FI2112345600000785' })
  for (const text of ['FI2112345600000786', 'SE4550000000058398257466', 'FI21', ''])
    expect(finnishIban(text), text).toEqual({ fault: 'Tilinumero ei kelpaa. Esimerkki: FI21 1234 5600 0007 85.' })
})

test('a BIC has eight or eleven characters', () => {
  for (const [text, stored] of [
    ['ndea fihh', 'NDEAFIHH'],
    ['OKOYFIHHXXX', 'OKOYFIHHXXX'],
  ] as const)
    expect(bic(text)).toEqual({ value: stored })
  for (const text of ['NDEAFI', '1DEAFIHH', 'NDEAFIHHX', 'NDEAFIHHXXXX', '1NDEAFIHH', ''])
    expect(bic(text), text).toEqual({ fault: 'BIC ei kelpaa. Esimerkki: NDEAFIHH.' })
})

test('a colour has six hexadecimal digits, stored in lower case', () => {
  expect(color('#1F7A8C')).toEqual({ value: '#1f7a8c' })
  for (const text of ['1f7a8c', '#1f7a8', '#1f7a8cc', '#1f7a8g', 'x#1f7a8c', ''])
    expect(color(text), text).toEqual({ fault: 'Väri ei kelpaa. Esimerkki: #1f7a8c.' })
})
