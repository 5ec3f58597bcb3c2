import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** The metadata of `libphonenumber-js/mobile` knows mobile numbers alone: any other number is invalid by it. */
export const isMobileNumber = (e164: string): boolean => parsePhoneNumberFromString(e164)?.isValid() ?? false
