import { FinnishBusinessIds } from 'finnish-business-ids'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

type Checked = { value: string } | { fault: string }

// The numbering plan lets a Finnish mobile number be as short as six digits; no operator has given one of fewer than eight.
const shortFinnishMobile = /^(?=4|50)\d{1,7}$/

/** Kept as E.164 (`+358401234567`); a number without a country code is Finnish. Refuses what is no number of its country (rules/values.md#phone-numbers). */
export function phone(text: string): Checked {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'FI', extract: false })
  const isCutShort = number?.countryCallingCode === '358' && shortFinnishMobile.test(number.nationalNumber)
  return number?.isValid() && !isCutShort ? { value: number.number } : { fault: 'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.' }
}

// Deliberately wide: the only proof of an address is a message that arrives.
const emailForm = /^[^\s@<>(),;:"]+@[^\s@<>(),;:".]+(\.[^\s@<>(),;:".]+)+$/u

export function email(text: string): Checked {
  return emailForm.test(text) ? { value: text } : { fault: 'Sähköpostiosoite ei kelpaa. Esimerkki: nimi@yritys.fi.' }
}

/** As `phone`, for a number written without its country: `dialCode` is digits such as 358. */
export function phoneOf(text: string, dialCode: string): Checked {
  const abroad = dialCode !== '358' && !/^\s*(\+|00)/.test(text)
  return phone(abroad ? `+${dialCode}${text.replace(/^[\s0]+/, '')}` : text)
}

/**
 * A stored number as `phoneOf` takes it back: `040 123 4567` at home, without the leading digit that other countries dial
 * only at home elsewhere. One that is of another country than `dialCode` stays as it stands.
 */
export function phoneWithoutCode(stored: string, dialCode: string): string {
  const number = parsePhoneNumberFromString(stored)
  if (number?.countryCallingCode !== dialCode) return stored
  return dialCode === '358' ? number.formatNational() : number.nationalNumber
}

/** Finnish business id with its check digit; stored as `1234567-1`. */
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

/** A Finnish OVT identifier is 0037 and a business id without its dash, with or without a suffix of the company's own. */
function ovtFault(value: string): string | null {
  if (!value.startsWith('0037')) return null
  const [, number, checkDigit] = /^0037(\d{7})(\d)[A-Z0-9]{0,5}$/.exec(value) ?? []
  return FinnishBusinessIds.isValidBusinessId(`${number}-${checkDigit}`)
    ? null
    : 'OVT-tunnus ei kelpaa: 0037, Y-tunnus ilman viivaa ja mahdollinen tarkenne. Tarkista numerot ja tarkistusnumero.'
}

/** E-invoice address: OVT or IBAN or an operator's own, letters and digits only. */
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

/** Finnish plates have two or three letters, a dash and one to three digits; foreign and special ones are taken as they are. */
export function plate(text: string): Checked {
  const value = text.toUpperCase().replace(/\s+/g, '-')
  return /^[A-ZÅÄÖ0-9-]{2,12}$/.test(value) ? { value } : { fault: 'Rekisterinumero ei kelpaa. Esimerkki: KLR-418.' }
}

/** `#rrggbb`, kept in small letters. */
export function color(text: string): Checked {
  const value = text.toLowerCase()
  return /^#[0-9a-f]{6}$/.test(value) ? { value } : { fault: 'Väri ei kelpaa. Esimerkki: #1f7a8c.' }
}

/** A Finnish postal code has five digits, the first of them being 00002; elsewhere the code is taken as it is. */
export function postalCodeFault(code: string, countryCode: string): string | null {
  if (code === '' || countryCode !== 'FI') return null
  if (!/^\d{5}$/.test(code)) return 'Postinumerossa on viisi numeroa. Esimerkki: 33100.'
  return Number(code) < 2 ? 'Postinumeroa ei ole. Esimerkki: 33100.' : null
}
