// ISO/IEC 14496-12; https://developer.apple.com/documentation/quicktime-file-format
import { type Strip, UnknownStructure } from './retained-parts.ts'

const headerSize = 8
/** moov/trak and moof/traf are two deep. */
const maxDepth = 10
/** Boxes with other boxes in them, of which some hold metadata. */
const containers = new Set(['moov', 'trak', 'moof', 'traf'])
/** `udta` and `meta` hold the location (©xyz, com.apple.quicktime.location), the device and comments; `uuid` holds XMP. */
const metadata = new Set(['udta', 'meta', 'uuid'])

/**
 * Overwrites the metadata boxes of MP4, MOV and M4A files with free space of the same size: the tables of samples hold
 * positions in the file, which must not move.
 */
export const stripMovie: Strip = (bytes) => {
  const boxes = [...metadataBoxes(bytes, 0, bytes.length)]
  if (boxes.length === 0) return null
  const copy = Buffer.from(bytes)
  for (const { at, content, end } of boxes) {
    copy.write('free', at + 4)
    copy.fill(0, content, end)
  }
  return [copy]
}

type Box = { at: number; content: number; end: number }

function* metadataBoxes(bytes: Buffer, from: number, to: number, depth = 1): Generator<Box> {
  if (depth > maxDepth) throw new UnknownStructure()
  for (let at = from; at + headerSize <= to; ) {
    const size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    // 1: the size follows in eight bytes; 0: to the end of the file. A container of QuickTime may end with four zeros.
    const isLong = size === 1
    const content = at + (isLong ? 16 : headerSize)
    const end = isLong ? at + Number(bytes.readBigUInt64BE(at + headerSize)) : size === 0 ? to : at + size
    const matters = containers.has(type) || metadata.has(type)
    if (end < content || (end > to && matters)) throw new UnknownStructure()
    if (end > to) return
    if (containers.has(type)) yield* metadataBoxes(bytes, content, end, depth + 1)
    // Free space with content was metadata of the camera before the file was edited.
    else if (metadata.has(type) || (type === 'free' && bytes.subarray(content, end).some((byte) => byte !== 0))) yield { at, content, end }
    at = end
  }
}
