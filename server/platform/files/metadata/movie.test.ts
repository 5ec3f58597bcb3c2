import { expect, test } from 'vitest'
import { stripMovie } from './movie.ts'
import { UnknownStructure } from './retained-parts.ts'

/** A `udta` box inside `depth` nested `moov` boxes. */
function nested(depth: number): Buffer {
  const bytes = Buffer.alloc(8 * (depth + 1))
  for (let level = 0; level <= depth; level++) {
    bytes.writeUInt32BE(bytes.length - 8 * level, 8 * level)
    bytes.write(level === depth ? 'udta' : 'moov', 8 * level + 4, 'latin1')
  }
  return bytes
}

test('boxes within boxes are followed a few levels deep only', () => {
  expect(stripMovie(nested(5))?.[0]?.includes('udta')).toBe(false)
  expect(() => stripMovie(nested(20))).toThrow(UnknownStructure)
  expect(() => stripMovie(nested(5000))).toThrow(UnknownStructure)
})
