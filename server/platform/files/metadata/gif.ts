// https://www.w3.org/Graphics/GIF/spec-gif89a.txt
import { retainedParts, type Strip, UnknownStructure } from './retained-parts.ts'

const introducer = { extension: 0x21, image: 0x2c, end: 0x3b } as const
const label = { graphicControl: 0xf9, application: 0xff } as const
/** Application extensions that say how often an animation repeats. */
const animation = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/** Drops comments, texts and application data such as XMP. */
export const stripGif: Strip = (bytes) => {
  const { keep, result } = retainedParts(bytes)
  const start = 13 + colorTableSize(bytes, 10)
  keep(0, start)
  for (let at = start; ; ) {
    const kind = bytes[at]
    // Many programs leave out the trailer.
    if (kind === undefined) return result()
    if (kind === introducer.end) {
      keep(at, at + 1)
      return result()
    }
    if (kind === introducer.image) {
      const end = endOfSubBlocks(bytes, at + 10 + colorTableSize(bytes, at + 9) + 1)
      keep(at, end)
      at = end
    } else if (kind === introducer.extension) {
      const end = endOfSubBlocks(bytes, at + 2)
      const name = bytes.toString('latin1', at + 3, at + 14)
      if (bytes[at + 1] === label.graphicControl || (bytes[at + 1] === label.application && animation.includes(name))) keep(at, end)
      at = end
    } else throw new UnknownStructure()
  }
}

/** Bytes of the color table that the packed field announces. */
function colorTableSize(bytes: Buffer, packedAt: number): number {
  const packed = bytes[packedAt] ?? 0
  return packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0
}

function endOfSubBlocks(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    const size = bytes[at]
    if (size === undefined) throw new UnknownStructure()
    at += size + 1
    if (size === 0) return at
  }
}
