import { toNfc } from '../nfc.ts'

/** What somebody types of an address, in parts; what is not there is ''. */
export type TypedPlace = { street: string; code: string; town: string }

/**
 * Reads `Hämeenkatu 5, 331`, `Hämeenkatu 5 33100 Tam`, `33100 Tampere`, `331` or `Tamp`: the last part is a postal code's
 * beginning, a town's, or both; the street stands before a comma or before a whole code.
 */
export function readTypedPlace(text: string): TypedPlace {
  const typed = toNfc(text).replace(/\s+/g, ' ').trim()
  const parted = /^(.*),([^,]*)$/.exec(typed) ?? /^(.+) (\d{5}(?: .*)?)$/.exec(typed)
  const [street = '', rest = typed] = parted ? [parted[1]?.trim(), parted[2]?.trim()] : []
  const [, code = '', town = ''] = /^(\d{0,5}) ?(\D*)$/.exec(rest) ?? []
  return { street, code, town: town.trim() }
}
