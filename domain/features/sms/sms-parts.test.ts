import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smsParts } from './sms-parts.ts'

const of = (text: string) => {
  const { encoding, parts, left } = smsParts(text)
  return `${encoding} ${parts} ${left}`
}

test.each([
  ['', 'gsm7 0 160'],
  ['a'.repeat(160), 'gsm7 1 0'],
  ['a'.repeat(161), 'gsm7 2 145'],
  ['a'.repeat(306), 'gsm7 2 0'],
  ['a'.repeat(307), 'gsm7 3 152'],
  // The GSM-7 alphabet contains Finnish letters and the line break.
  ['äöåÄÖÅ\n', 'gsm7 1 153'],
  ['€[]{}^|~\\', 'gsm7 1 142'],
  [`${'a'.repeat(159)}€`, 'gsm7 2 145'],
  // An escape and its character are not split, so that the first part has 152 septets.
  [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 'gsm7 2 141'],
  ['š'.repeat(70), 'ucs2 1 0'],
  ['š'.repeat(71), 'ucs2 2 63'],
  ['š'.repeat(134), 'ucs2 2 0'],
  // A surrogate pair is not split either.
  ['🚚', 'ucs2 1 68'],
  ['🚚'.repeat(35), 'ucs2 1 0'],
  ['🚚'.repeat(36), 'ucs2 2 61'],
  // A single character outside the alphabet more than halves the capacity.
  [`${'a'.repeat(70)}ž`, 'ucs2 2 63'],
])('%j is %s', (text, expected) => expect(of(text)).toBe(expected))

test('adding text never reduces the number of parts', () => {
  const character = fc.constantFrom('a', 'ä', '€', 'š', '🚚')
  fc.assert(
    fc.property(fc.array(character, { maxLength: 400 }), character, (text, more) => {
      expect(smsParts(text.join('') + more).parts).toBeGreaterThanOrEqual(smsParts(text.join('')).parts)
    }),
  )
})
