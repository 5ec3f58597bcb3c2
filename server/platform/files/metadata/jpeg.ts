// ITU-T T.81, annex B; https://exiftool.org/TagNames/JPEG.html for what cameras put into the APP segments
import { retainedParts, type Strip, UnknownStructure } from './retained-parts.ts'

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, jfif: 0xe0, icc: 0xe2, adobe: 0xee } as const
/** A JFIF segment without a thumbnail. */
const plainJfif = 18
const isApp = (code: number): boolean => code >= 0xe0 && code <= 0xef
/** Inside a scan: an escaped 0xff, or a restart marker. */
const isScanData = (code: number): boolean => code === 0 || (code >= 0xd0 && code <= 0xd7)

/**
 * Drops EXIF, XMP, IPTC, maker notes, comments, thumbnails and what phones append after the end (a second picture, a video).
 * Keeps the picture itself, its colour profile, and Adobe's segment, which says how its colours are coded.
 */
export const stripJpeg: Strip = (bytes) => {
  const { keep, result } = retainedParts(bytes)
  keep(0, 2)
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) throw new UnknownStructure()
    while (bytes[at + 1] === 0xff) at++
    const code = bytes[at + 1]
    if (code === marker.end) {
      keep(at, at + 2)
      return result()
    }
    if (code === undefined || isScanData(code) || at + 4 > bytes.length) throw new UnknownStructure()
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    if (code === marker.scan) end = endOfScan(bytes, end)
    if (!isMetadata(bytes.subarray(at, end), code)) keep(at, end)
    at = end
  }
}

function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1]
    if (next === 0xff) at++
    else if (next !== undefined && isScanData(next)) at += 2
    else return at
  }
  throw new UnknownStructure()
}

function isMetadata(segment: Buffer, code: number): boolean {
  if (code === marker.comment) return true
  if (!isApp(code)) return false
  const starts = (text: string) => segment.subarray(4).indexOf(text, 0, 'latin1') === 0
  if (code === marker.jfif) return !(starts('JFIF\0') && segment.length === plainJfif)
  if (code === marker.icc) return !starts('ICC_PROFILE\0')
  return !(code === marker.adobe && starts('Adobe'))
}
