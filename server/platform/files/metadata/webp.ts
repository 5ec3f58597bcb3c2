// https://developers.google.com/speed/webp/docs/riff_container
import { retainedParts, type Strip, UnknownStructure } from './retained-parts.ts'

const fileHeader = 12
const chunkHeader = 8
const retained = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of VP8X that say that there is EXIF and XMP. */
const metadataFlags = 0x08 | 0x04

export const stripWebp: Strip = (bytes) => {
  const { keep, result } = retainedParts(bytes)
  keep(0, fileHeader)
  const fileEnd = chunkHeader + bytes.readUInt32LE(4)
  for (let at = fileHeader; at < fileEnd; ) {
    if (at + chunkHeader > bytes.length) throw new UnknownStructure()
    const size = bytes.readUInt32LE(at + 4)
    const end = at + chunkHeader + size + (size % 2)
    if (retained.has(bytes.toString('latin1', at, at + 4))) keep(at, end)
    at = end
  }
  return result() && withNewHeader(result() ?? [])
}

function withNewHeader(parts: readonly Buffer[]): Buffer[] {
  const copies = parts.map((part) => (part.toString('latin1', 0, 4) === 'VP8X' ? withoutFlags(part) : part))
  const header = Buffer.from(copies[0] ?? [])
  header.writeUInt32LE(copies.reduce((sum, part) => sum + part.length, 0) - chunkHeader, 4)
  return [header, ...copies.slice(1)]
}

function withoutFlags(part: Buffer): Buffer {
  const copy = Buffer.from(part)
  copy[chunkHeader] = (copy[chunkHeader] ?? 0) & ~metadataFlags
  return copy
}
