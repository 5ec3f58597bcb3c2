import { toNfc } from '../nfc.ts'

/** The parts of a typed address; missing parts are ''. */
export type TypedPlace = { street: string; code: string; town: string }

/**
 * Parses `Hämeenkatu 5, 331`, `Hämeenkatu 5 33100 Tam`, `33100 Tampere`, `331` or `Tamp`: the last part is the beginning of a postal
 * code, of a town, or both; the street comes before a comma or before a whole code.
 */
export function readTypedPlace(text: string): TypedPlace {
  const typed = toNfc(text).replace(/\s+/g, ' ').trim()
  const [, street = '', rest = typed] = /(.*),(.*)/.exec(typed) ?? /(.+) (\d{5}(?: .*)?)$/.exec(typed) ?? []
  const [, code = '', town = ''] = /^(\d{0,5}) ?(\D*)$/.exec(rest.trim()) ?? []
  return { street: street.trim(), code, town }
}
