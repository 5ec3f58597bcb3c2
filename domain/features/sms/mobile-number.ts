import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** The metadata of `libphonenumber-js/mobile` contains only mobile numbers, so that all others are invalid. */
export const isMobileNumber = (e164: string): boolean => parsePhoneNumberFromString(e164)?.isValid() ?? false
