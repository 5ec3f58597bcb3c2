/// <reference path="./finnish-bank-utils.d.ts" />
import bankUtils from 'finnish-bank-utils'
import { FinnishBusinessIds } from 'finnish-business-ids'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

type Checked = { value: string } | { fault: string }

// The numbering plan allows Finnish mobile numbers of six digits; no operator has assigned one of fewer than eight.
const shortFinnishMobile = /^(?=4|50)\d{1,7}$/

/** Returns E.164 (`+358401234567`); without a country code a number is Finnish. Rejects invalid numbers (rules/values.md#phone-numbers). */
export function phone(text: string): Checked {
  const number = parsePhoneNumberFromString(text.trim(), { defaultCountry: 'FI', extract: false })
  const isCutShort = number?.countryCallingCode === '358' && shortFinnishMobile.test(number.nationalNumber)
  return number?.isValid() && !isCutShort ? { value: number.number } : { fault: 'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.' }
}

// Deliberately permissive: only a delivered message proves that an address exists.
const emailForm = /^[^\s@<>(),;:"]+@[^\s@<>(),;:".]+(\.[^\s@<>(),;:".]+)+$/u

export function email(text: string): Checked {
  return emailForm.test(text) ? { value: text } : { fault: 'Sähköpostiosoite ei kelpaa. Esimerkki: nimi@yritys.fi.' }
}

/** Like `phone`, for a number without its country code: `dialCode` is digits such as 358. */
export function phoneOf(text: string, dialCode: string): Checked {
  const abroad = dialCode !== '358' && !/^\s*(\+|00)/.test(text)
  return phone(abroad ? `+${dialCode}${text.replace(/^[\s0]+/, '')}` : text)
}

/**
 * A stored number in the form that `phoneOf` parses: `040 123 4567` in Finland, elsewhere without the prefix for domestic calls.
 * A number of another country than `dialCode` is returned unchanged.
 */
export function phoneWithoutCode(stored: string, dialCode: string): string {
  const number = parsePhoneNumberFromString(stored)
  if (number?.countryCallingCode !== dialCode) return stored
  return dialCode === '358' ? number.formatNational() : number.nationalNumber
}

/** A Finnish business id with its check digit; stored as `1234567-1`. */
export function businessId(text: string): Checked {
  const compact = text.replace(/\s/g, '')
  const value = /^\d{8}$/.test(compact) ? `${compact.slice(0, 7)}-${compact.slice(7)}` : compact
  return FinnishBusinessIds.isValidBusinessId(value) ? { value } : { fault: 'Y-tunnus ei kelpaa. Tarkista numerot ja tarkistusnumero.' }
}

/** ISO 3166 alpha-2. */
export function country(text: string): Checked {
  const value = text.toUpperCase()
  return isSupportedCountry(value) ? { value } : { fault: 'Maakoodi ei kelpaa. Esimerkki: FI.' }
}

/** A Finnish OVT identifier is 0037 and a business id without its dash, with an optional suffix of the company's own. */
function ovtFault(value: string): string | null {
  if (!value.startsWith('0037')) return null
  const [, number, checkDigit] = /^0037(\d{7})(\d)[A-Z0-9]{0,5}$/.exec(value) ?? []
  return FinnishBusinessIds.isValidBusinessId(`${number}-${checkDigit}`)
    ? null
    : 'OVT-tunnus ei kelpaa: 0037, Y-tunnus ilman viivaa ja mahdollinen tarkenne. Tarkista numerot ja tarkistusnumero.'
}

/** An e-invoice address: OVT, IBAN or an operator's own; letters and digits only. */
export function eInvoiceAddress(text: string): Checked {
  const value = text.replace(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z0-9]{8,35}$/.test(value)) return { fault: 'Verkkolaskuosoite ei kelpaa. Esimerkki: 003712345671.' }
  const fault = ovtFault(value)
  return fault ? { fault } : { value }
}

/** E-invoice operator's identifier (rules/values.md#e-invoice-addresses). */
export function eInvoiceOperator(text: string): Checked {
  const value = text.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z0-9]{2,35}$/.test(value)) return { fault: 'Välittäjän tunnus ei kelpaa. Esimerkki: 003721291126.' }
  const fault = ovtFault(value)
  return fault ? { fault } : { value }
}

/** A Finnish account number with its check digits; stored without spaces. The virtual barcode of an invoice has room for a Finnish one only. */
export function finnishIban(text: string): Checked {
  const value = text.replace(/\s/g, '').toUpperCase()
  return bankUtils.isValidFinnishIBAN(value) ? { value } : { fault: 'Tilinumero ei kelpaa. Esimerkki: FI21 1234 5600 0007 85.' }
}

export function bic(text: string): Checked {
  const value = text.replace(/\s/g, '').toUpperCase()
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value) ? { value } : { fault: 'BIC ei kelpaa. Esimerkki: NDEAFIHH.' }
}

/** Finnish registration numbers have two or three letters, a dash and one to three digits; foreign and special ones are accepted as they are. */
export function plate(text: string): Checked {
  const value = text.toUpperCase().replace(/\s+/g, '-')
  return /^[A-ZÅÄÖ0-9-]{2,12}$/.test(value) ? { value } : { fault: 'Rekisterinumero ei kelpaa. Esimerkki: KLR-418.' }
}

/** `#rrggbb`, stored in lower case. */
export function color(text: string): Checked {
  const value = text.toLowerCase()
  return /^#[0-9a-f]{6}$/.test(value) ? { value } : { fault: 'Väri ei kelpaa. Esimerkki: #1f7a8c.' }
}

/** A Finnish postal code has five digits and is at least 00002; codes of other countries are not checked. */
export function postalCodeFault(code: string, countryCode: string): string | null {
  if (code === '' || countryCode !== 'FI') return null
  if (!/^\d{5}$/.test(code)) return 'Postinumerossa on viisi numeroa. Esimerkki: 33100.'
  return Number(code) < 2 ? 'Postinumeroa ei ole. Esimerkki: 33100.' : null
}
