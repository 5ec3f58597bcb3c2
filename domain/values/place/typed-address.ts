import { toNfc } from '../nfc.ts'

/** A place typed on one line, by field; missing parts are ''. */
export type TypedAddress = { name: string; street: string; street2: string; postalCode: string; town: string }

const nothing: TypedAddress = { name: '', street: '', street2: '', postalCode: '', town: '' }

// `Mannerheimintie 5`, `Itäinen Rantakatu 12-14 b`, `Keilaranta 1B`, `Kauppakatu 5 A 12`, `Kauppakatu 5 as. 3`. A number of five digits is a postal code.
const streetForm =
  /^(?=.*\p{L}{3})\p{L}[\p{L}\d .'’:-]* \d{1,4}(?: ?[-–/] ?\d{1,4}| ?\p{L}(?![\p{L}\d])| (?:as|krs|rappu|ovi)\b\.?| (?:\p{L} ?)?\d{1,4}(?!\d))*$/u
const townForm = /^\p{L}{2}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,2}$/u
const companyWord = /(?:^| )(?:oyj?|ab|ky|ay|tmi|ltd|ry|osk)\.?(?: |$)/i

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Parses `Oy Firma Ab, Teollisuustie 3, B-rappu`: the text before the street is the name, the text after it the second line. */
export function readNameAndStreet(text: string): Pick<TypedAddress, 'name' | 'street' | 'street2'> {
  const parts = partsOf(toNfc(text).replace(/\s+/g, ' '))
  const at = parts.findLastIndex((part) => streetForm.test(part))
  if (at === -1) return { name: parts.join(', '), street: '', street2: '' }
  return { name: parts.slice(0, at).join(', '), street: parts[at] ?? '', street2: parts.slice(at + 1).join(', ') }
}

/**
 * Parses `Oy Firma Ab, Mannerheimintie 5 A 12, 00100 Helsinki` and parts of it. A town without a postal code is recognised only after a
 * street. Text that is not recognised is the name, as typed; nothing is added or lost.
 */
export function readTypedAddress(text: string): TypedAddress {
  const parts = partsOf(toNfc(text).replace(/\s+/g, ' '))
  const last = parts.at(-1) ?? ''
  const coded = /^(?:(.+) )?(\d{5})(?: (\D+))?$/.exec(last)
  if (coded) {
    const [, before = '', postalCode = '', town = ''] = coded
    return { ...readNameAndStreet([...parts.slice(0, -1), before].join(',')), postalCode, town }
  }
  const postalCode = parts.at(-2) ?? ''
  if (/^\d{5}$/.test(postalCode) && townForm.test(last))
    return { ...readNameAndStreet(parts.slice(0, -2).join(',')), postalCode, town: last }
  if (streetForm.test(last)) return { ...nothing, ...readNameAndStreet(parts.join(',')) }
  const before = readNameAndStreet(parts.slice(0, -1).join(','))
  if (before.street !== '' && before.street2 === '' && townForm.test(last) && !companyWord.test(last)) {
    return { ...before, postalCode: '', town: last }
  }
  return { ...nothing, name: text.trim() }
}
