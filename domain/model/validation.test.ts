import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { area, text } from './define-field.ts'
import { parseField } from './validation.ts'

const line = text('Rivi')
const field = area('Alue')
const refused = { fault: 'Tekstissä on merkkejä, joita ei voi tallentaa.' }

describe('pasted text', () => {
  test.each([
    ['Katu\t1', 'Katu 1'],
    ['\t33100\t', '33100'],
    ['\u202akuva\u202egpj.exe\u202c', 'kuvagpj.exe'],
    ['\u2066a\u2067b\u2068c\u2069', 'abc'],
    [' \u202e ', ''],
  ])('%j becomes %j', (input, value) => expect(parseField(line, input)).toEqual({ value }))

  test('keeps its tabs and line breaks in a text area', () => {
    expect(parseField(field, 'a\tb\n\u202ec')).toEqual({ value: 'a\tb\nc' })
  })

  test.each(['a\nb', 'a\u0000b', 'a\u001bb', 'a\ud800b'])('%j is rejected in a single-line field', (input) => {
    expect(parseField(line, input)).toEqual(refused)
  })

  test('is stored in a form that does not change when it is sent again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(line, field), (input, kind) => {
        const read = parseField(kind, input)
        if ('value' in read) expect(parseField(kind, read.value)).toEqual(read)
      }),
    )
  })
})
