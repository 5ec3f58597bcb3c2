import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesTag, rangeOf } from './byte-range.ts'

describe('a range of ten bytes', () => {
  test.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=9-400', { first: 9, last: 9 }],
    ['bytes=5-5', { first: 5, last: 5 }],
    ['bytes=10-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=0-1,4-5', null],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['lines=1-2', null],
    ['kilobytes=1-2', null],
    [undefined, null],
  ])('%s', (header, expected) => expect(rangeOf(header, 10)).toEqual(expected))

  test('no part of an empty file can be requested', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('none')
    expect(rangeOf('bytes=-3', 0)).toBe('none')
  })

  test('always lies within the bytes', () => {
    const edge = fc.option(fc.nat(), { nil: '' })
    fc.assert(
      fc.property(edge, edge, fc.nat(), (from, to, size) => {
        const range = rangeOf(`bytes=${from}-${to}`, size)
        if (range === null || range === 'none') return
        expect(range.first).toBeGreaterThanOrEqual(0)
        expect(range.last).toBeGreaterThanOrEqual(range.first)
        expect(range.last).toBeLessThan(size)
      }),
    )
  })
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['"W/a"', false],
  ['a', false],
  [undefined, false],
])('If-None-Match %s', (header, expected) => expect(namesTag(header, '"a"')).toBe(expected))
