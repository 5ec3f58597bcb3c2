import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNameAndStreet, readTypedAddress } from './typed-address.ts'

const nothing = { name: '', street: '', street2: '', postalCode: '', town: '' }

test.each([
  ['Mannerheimintie 5, 00100 Helsinki', { street: 'Mannerheimintie 5', postalCode: '00100', town: 'Helsinki' }],
  ['Mannerheimintie 5 A 12, 00100 Helsinki', { street: 'Mannerheimintie 5 A 12', postalCode: '00100', town: 'Helsinki' }],
  ['Mannerheimintie 5 a12 00100 Helsinki', { street: 'Mannerheimintie 5 a12', postalCode: '00100', town: 'Helsinki' }],
  ['Mannerheimintie 5,00100,Helsinki', { street: 'Mannerheimintie 5', postalCode: '00100', town: 'Helsinki' }],
  ['Oy Firma Ab, Teollisuustie 3, 33100 Tampere', { name: 'Oy Firma Ab', street: 'Teollisuustie 3', postalCode: '33100', town: 'Tampere' }],
  [
    'Terminaali 2, Lastausovi, Teollisuustie 3-5 B, C-rappu, 40100 Jyväskylä',
    { name: 'Terminaali 2, Lastausovi', street: 'Teollisuustie 3-5 B', street2: 'C-rappu', postalCode: '40100', town: 'Jyväskylä' },
  ],
  ['Firma Oy, 33100 Tampere', { name: 'Firma Oy', postalCode: '33100', town: 'Tampere' }],
  ['Firma Oy, Kauppakatu 1 as. 3', { name: 'Firma Oy', street: 'Kauppakatu 1 as. 3' }],
  // No postal code is guessed for a town.
  ['Mannerheimintie 5, Helsinki', { street: 'Mannerheimintie 5', town: 'Helsinki' }],
  ['Keilaranta 1B, Koski Tl', { street: 'Keilaranta 1B', town: 'Koski Tl' }],
  ['Mannerheimintie 5, 00100', { street: 'Mannerheimintie 5', postalCode: '00100' }],
  ['33100 Tampere', { postalCode: '33100', town: 'Tampere' }],
  ['Itäinen Rantakatu 12 b', { street: 'Itäinen Rantakatu 12 b' }],
  ['Hämeen Huonekalu Oy', { name: 'Hämeen Huonekalu Oy' }],
  [
    'Oy  Firma   Ab, Varasto , Teollisuustie  3,33100 Tampere',
    { name: 'Oy Firma Ab, Varasto', street: 'Teollisuustie 3', postalCode: '33100', town: 'Tampere' },
  ],
  [
    'Firma Oy, Varasto, Teollisuustie 3, 33100, Tampere',
    { name: 'Firma Oy, Varasto', street: 'Teollisuustie 3', postalCode: '33100', town: 'Tampere' },
  ],
  ['Firma Oy, Varasto, Teollisuustie 3, Tampere', { name: 'Firma Oy, Varasto', street: 'Teollisuustie 3', town: 'Tampere' }],
  ['Firma Oy, Varasto, 33100 Tampere', { name: 'Firma Oy, Varasto', postalCode: '33100', town: 'Tampere' }],
  ['', {}],
  // Not recognised.
  ['Firma Oy, Tampere', { name: 'Firma Oy, Tampere' }],
  ['Teollisuustie 3, 133100, Tampere', { name: 'Teollisuustie 3, 133100, Tampere' }],
  ['Teollisuustie 3, 133100 Tampere', { name: 'Teollisuustie 3, 133100 Tampere' }],
  ['Teollisuustie 3, Firma Oy', { name: 'Teollisuustie 3, Firma Oy' }],
  ['Teollisuustie 3, 331', { name: 'Teollisuustie 3, 331' }],
  ['Mannerheimintie 5, 00100 Helsinki, Suomi', { name: 'Mannerheimintie 5, 00100 Helsinki, Suomi' }],
  ['Tukholmantie 5, 111 22 Tukholma', { name: 'Tukholmantie 5, 111 22 Tukholma' }],
  ['  a,, b  ', { name: 'a,, b' }],
])('%s', (typed, read) => {
  expect(readTypedAddress(typed)).toEqual({ ...nothing, ...read })
})

test('a name and a street are split before a chosen town', () => {
  expect(readNameAndStreet('Firma Oy, Teollisuustie 3, B-ovi')).toEqual({ name: 'Firma Oy', street: 'Teollisuustie 3', street2: 'B-ovi' })
  expect(readNameAndStreet('Firma Oy')).toEqual({ name: 'Firma Oy', street: '', street2: '' })
  expect(readNameAndStreet(' Firma  Oy ,Varasto')).toEqual({ name: 'Firma Oy, Varasto', street: '', street2: '' })
  expect(readNameAndStreet('Teollisuustie 3, B-ovi,  2.  krs')).toEqual({ name: '', street: 'Teollisuustie 3', street2: 'B-ovi, 2. krs' })
})

const word = fc.stringMatching(/^[A-ZÅÄÖ][a-zåäö]{3,9}$/)
const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${length - 1}}$`))
const street = fc
  .tuple(word, digits(4), fc.constantFrom('', ' A', 'b', ' A 12', '-7', ' as 3'))
  .map(([name, number, door]) => `${name}katu ${number}${door}`)
const postalCode = fc.stringMatching(/^[0-9]{5}$/)
/** Any text, and text that resembles an address. */
const typed = fc.oneof(
  fc.string(),
  fc
    .array(fc.oneof(word, street, postalCode, fc.constantFrom(',', ' ', ', ', 'Oy', '1')), { maxLength: 8 })
    .map((parts) => parts.join(' ')),
)
const signs = (text: string): string => [...text.normalize('NFC').replace(/[\s,]/g, '')].toSorted().join('')

test('no letter or digit is added or lost', () => {
  fc.assert(
    fc.property(typed, (text) => {
      expect(signs(Object.values(readTypedAddress(text)).join(''))).toBe(signs(text))
    }),
  )
})

test('a postal code is five digits that were typed as a separate word', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const read = readTypedAddress(text).postalCode
      expect(['', ...text.split(/[\s,]+/)]).toContain(read)
      expect(read).toMatch(/^(\d{5})?$/)
    }),
  )
})

test('a whole address is split into its fields with any spacing', () => {
  fc.assert(
    fc.property(fc.option(word), street, postalCode, word, fc.constantFrom(',', ', ', '  ,  '), (name, road, code, town, comma) => {
      const text = [...(name === null ? [] : [name]), road, `${code} ${town}`].join(comma)
      expect(readTypedAddress(text)).toEqual({ ...nothing, name: name ?? '', street: road, postalCode: code, town })
    }),
  )
})
