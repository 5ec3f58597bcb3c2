import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileKindOf, fileTypeOf, fileTypes } from './file.types.ts'

describe('a file is classified by its mime type', () => {
  test.each([
    ['image/jpeg', 'image'],
    ['audio/mpeg', 'audio'],
    ['video/mp4', 'video'],
    ['application/pdf', 'document'],
    ['text/plain', 'document'],
    ['imaginary/png', 'document'],
    ['', 'document'],
  ])('%s: %s', (mime, kind) => expect(fileKindOf(mime)).toBe(kind))

  test('any text has one of the four kinds', () => {
    fc.assert(fc.property(fc.string(), (mime) => ['audio', 'image', 'video', 'document'].includes(fileKindOf(mime))))
  })
})

test('types that a browser would run are rejected', () => {
  for (const mime of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'application/x-msdownload', 'constructor'])
    expect(fileTypeOf(mime)).toBeNull()
  expect(new Set(fileTypes.map(({ mime }) => mime)).size).toBe(fileTypes.length)
  for (const { mime } of fileTypes.filter(({ shown }) => shown)) expect(mime).toMatch(/^(image|audio|video)\/(?!svg)|^application\/pdf$/)
})
