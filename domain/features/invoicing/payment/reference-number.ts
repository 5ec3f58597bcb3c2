import bankUtils from 'finnish-bank-utils'

/** The viitenumero of an invoice: its number and a check digit, so a payment finds its invoice. At least four digits are required. */
export const referenceNumberOf = (invoiceNumber: number): string =>
  bankUtils.generateFinnishRefNumber(String(invoiceNumber).padStart(3, '0'))
