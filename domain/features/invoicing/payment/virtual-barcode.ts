import bankUtils from 'finnish-bank-utils'
import { dayOf } from '../../../values/time/time.ts'
import type { OutgoingInvoice } from '../outgoing-invoice.ts'

/** The largest sum that has a place in the code: 999 999,99 €. */
const maxCents = 99_999_999

type Payment = Pick<OutgoingInvoice, 'reference' | 'totalCents' | 'dueDay'> & { seller: Pick<OutgoingInvoice['seller'], 'iban'> }

/**
 * The virtual barcode (virtuaaliviivakoodi, version 4 of Finanssiala's Pankkiviivakoodi-opas 5.3), 54 digits: 4, the digits of the IBAN, euros, cents, 000,
 * the reference and the due day as YYMMDD. Null when an invoice cannot have one: a credit note, a foreign account, a sum that is too large.
 *
 * finnish-bank-utils checks the account and the reference. Its own formatter calculates with floating-point euros and writes 29 cents as
 * `28.999999999999996`.
 */
export function virtualBarcode({ seller, reference, totalCents, dueDay }: Payment): string | null {
  const iban = seller.iban.replace(/\s/g, '')
  if (totalCents <= 0 || totalCents > maxCents) return null
  if (!bankUtils.isValidFinnishIBAN(iban) || !bankUtils.isValidFinnishRefNumber(reference) || !/^\d+$/.test(reference)) return null
  const day = dayOf(dueDay).replaceAll('-', '').slice(2)
  return `4${iban.slice(2)}${String(totalCents).padStart(8, '0')}000${reference.padStart(20, '0')}${day}`
}

/** A reference in groups of five from the right, as people copy it. */
export const groupedReference = (reference: string): string => reference.replace(/\d(?=(\d{5})+$)/g, '$& ')
/** An account in groups of four. */
export const groupedIban = (iban: string): string => iban.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ')
