import { expect, test, vi } from 'vitest'
import { toNfc, withoutAccents } from './nfc.ts'

test('combining marks are composed with their letters', () => {
  expect(toNfc('a\u0308a\u030a')).toBe('äå')
  expect(toNfc(`a${'\u0301'.repeat(5)}`)).toBe(`á${'\u0301'.repeat(4)}`)
})

test('of a run of combining marks the first thirty stay', () => {
  const marks = '\u0316'.repeat(30)
  expect(toNfc(`x${marks}`)).toBe(`x${marks}`)
  expect(toNfc(`x${marks}\u0316\u0316y`)).toBe(`x${marks}y`)
})

test('names are compared without their diacritics', () => {
  expect(withoutAccents('Äänekoski, Ålö, Žižkov')).toBe('Aanekoski, Alo, Zizkov')
  expect(withoutAccents(`a${'\u0316'.repeat(40)}b`)).toBe('ab')
})

test('what is normalised has no longer run of combining marks, as sorting them takes quadratic time', () => {
  const normalised = vi.spyOn(String.prototype, 'normalize')
  try {
    for (const read of [toNfc, withoutAccents])
      for (const text of [`a${'\u0301\u0316'.repeat(500)}b`, `a${'\u0301\u0316'.repeat(20)}b`.repeat(50)]) read(text)
    const texts = normalised.mock.contexts.map(String)
    expect(texts).toHaveLength(4)
    for (const text of texts) expect(text).not.toMatch(/\p{M}{31}/u)
  } finally {
    normalised.mockRestore()
  }
})
