import { describe, expect, test } from 'vitest'
import { stripMovie } from './movie.ts'
import { UnknownStructure } from './retained-parts.ts'

/** A box whose size field says `size`. */
function sized(size: number, type: string, ...content: (Buffer | string)[]): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size)
  header.write(type, 4)
  return Buffer.concat([header, ...content.map((part) => Buffer.from(part))])
}
function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const bytes = sized(0, type, ...content)
  bytes.writeUInt32BE(bytes.length)
  return bytes
}
/** A box whose size follows its type, in eight bytes. */
function longBox(type: string, content: string, size = 16 + content.length): Buffer {
  const longSize = Buffer.alloc(8)
  longSize.writeBigUInt64BE(BigInt(size))
  return sized(1, type, longSize, content)
}
const zeros = (length: number) => Buffer.alloc(length)
const stripped = (...boxes: Buffer[]) => stripMovie(Buffer.concat(boxes))
const sound = box('mdat', 'kuvaa ja ääntä')

/** A `udta` box inside `depth` nested `moov` boxes. */
const nested = (depth: number): Buffer => (depth === 0 ? box('udta', 'GPS') : box('moov', nested(depth - 1)))

describe('metadata becomes free space of the same size', () => {
  test('in the file and in the boxes of its tracks', () => {
    const movie = (hidden: (type: string, content: string) => Buffer) => [
      box('ftyp', 'isom'),
      sound,
      box('moov', box('mvhd', 'kesto'), box('trak', box('tkhd', 'koko'), hidden('udta', 'GPS')), hidden('meta', 'laite')),
      box('moof', box('traf', hidden('uuid', 'XMP'))),
    ]
    const free = (_type: string, content: string) => box('free', zeros(content.length))
    expect(stripped(...movie(box))).toEqual([Buffer.concat(movie(free))])
  })

  test('of a box with its size in eight bytes', () => {
    expect(stripped(longBox('udta', 'GPS'), sound)).toEqual([Buffer.concat([longBox('free', '\0\0\0'), sound])])
  })

  test('of a box without a size, which reaches to the end of the file', () => {
    expect(stripped(sound, sized(0, 'udta', 'GPS'))).toEqual([Buffer.concat([sound, sized(0, 'free', zeros(3))])])
  })

  test('of free space in which a camera has left its data', () => {
    expect(stripped(box('free', '\0GPS\0'), sound)).toEqual([Buffer.concat([box('free', zeros(5)), sound])])
  })
})

describe('a file stays as it is', () => {
  test('without metadata', () => {
    expect(stripped(box('moov', box('mvhd', 'kesto')), box('free', zeros(5)), sound)).toBeNull()
  })

  test('when only its picture and sound are cut short', () => {
    expect(stripped(box('moov', box('mvhd', 'kesto')), sized(100, 'mdat', 'kuvaa'))).toBeNull()
  })
})

test('the four zeros that may end a container of QuickTime are no box', () => {
  expect(stripped(box('moov', box('udta', 'GPS', zeros(4)), zeros(4)), sound)?.[0]?.includes('GPS')).toBe(false)
})

describe('a file has an unknown structure when it contains', () => {
  test.each([
    ['a box smaller than its header', sized(4, 'mdat', 'kuvaa')],
    ['a box smaller than its long header', longBox('mdat', 'kuvaa', 15)],
    ['metadata that does not end in the file', sized(100, 'udta', 'GPS')],
    ['a container that does not end in the file', sized(100, 'moov', box('mvhd', 'kesto'))],
    ['metadata that does not end in its container', Buffer.concat([box('moov', sized(30, 'meta', 'GPS')), sound])],
  ])('%s', (_name, bytes) => expect(() => stripMovie(bytes)).toThrow(UnknownStructure))
})

test('boxes within boxes are followed a few levels deep only', () => {
  expect(stripMovie(nested(9))?.[0]?.includes('GPS')).toBe(false)
  expect(() => stripMovie(nested(10))).toThrow(UnknownStructure)
  expect(() => stripMovie(nested(5000))).toThrow(UnknownStructure)
})
