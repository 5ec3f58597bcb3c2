const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const
const sampleSize = 4096

/** Decodes text: by its byte order mark, else as UTF-16 if it has the zeros of UTF-16, else as valid UTF-8, else as Windows-1252. */
export function decodeText(bytes: Buffer): string {
  const marked = markOf(bytes)?.encoding ?? utf16Of(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export const markOf = (bytes: Buffer) => marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))

/** Finnish text in UTF-16 has a zero in nearly every pair of bytes, and always on the same side. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sampleSize)
  const zeros = [0, 0]
  for (let index = 0; index < sample.length; index++) if (sample[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = sample.length / 4
  if (odd > enough && even === 0) return 'utf-16le'
  return even > enough && odd === 0 ? 'utf-16be' : null
}
