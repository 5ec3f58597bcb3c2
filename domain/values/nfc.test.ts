import { expect, test } from 'vitest'
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

test('a megabyte of combining marks takes no longer than any other text', () => {
  const started = performance.now()
  expect(toNfc(`a${'\u0301\u0316'.repeat(500_000)}b`).length).toBeLessThan(40)
  expect(toNfc(`a${'\u0301\u0316'.repeat(10)}b`.repeat(50_000)).length).toBeGreaterThan(50_000)
  // The platform's own normalisation takes a quarter of an hour.
  expect(performance.now() - started).toBeLessThan(10_000)
})
