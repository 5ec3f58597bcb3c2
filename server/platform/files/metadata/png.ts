// https://www.w3.org/TR/png-3/
import { retainedParts, type Strip, UnknownStructure } from './retained-parts.ts'

const signatureSize = 8
/** Length and type before the data, a checksum after it. */
const frameSize = 12
/** The chunks of the picture and its colours. Texts, times, EXIF and private chunks are dropped. */
const retained = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs acTL fcTL fdAT'.split(' '))

export const stripPng: Strip = (bytes) => {
  const { keep, result } = retainedParts(bytes)
  keep(0, signatureSize)
  for (let at = signatureSize; ; ) {
    if (at + frameSize > bytes.length) throw new UnknownStructure()
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + frameSize + bytes.readUInt32BE(at)
    if (retained.has(type)) keep(at, end)
    if (type === 'IEND') return result()
    at = end
  }
}
