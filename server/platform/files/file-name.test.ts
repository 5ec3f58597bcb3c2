import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName } from './file-name.ts'

const jpeg = { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], shown: true } as const

test('any file name is converted to one that can be saved', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('..', '.', '/', 'a'.repeat(600), '😀'.repeat(300)),
  )
  fc.assert(
    fc.property(
      fc.array(text).map((parts) => parts.join('')),
      (original) => {
        const name = safeName(original, jpeg)
        expect(name).toMatch(/^[^.].*\.jpe?g$/iu)
        expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]/u)
        expect([...name].length).toBeLessThanOrEqual(255)
        expect(safeName(name, jpeg)).toBe(name)
      },
    ),
  )
})

test('letters and matching extensions are kept', () => {
  expect(safeName('äiti ja öljy.JPEG', jpeg)).toBe('äiti ja öljy.JPEG')
  expect(safeName('kuva\u202egpj.exe', jpeg)).toBe('kuvagpj.exe.jpg')
})
