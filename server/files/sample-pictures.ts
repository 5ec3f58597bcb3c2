// Pictures for the tests of files.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** As a phone takes it: lying on its side, with the place it was taken at. Left half red, right half blue as it is stored. */
export async function phonePhoto(width = 800, height = 400): Promise<Buffer> {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#2030d0' } }
  return sharp({ create: { width, height, channels: 3, background: '#d02020' } })
    .composite([{ input: half, left: width / 2, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Puhelin' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '61/1 29/1 0/1' } })
    .toBuffer()
}

/** Every pixel its own, so that a cut one lacks something. */
export async function noisy(format: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: 200, height: 150, channels: 3, background: '#808080', noise } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG that says it is this large, in so many bytes that anybody would take it for a small one. */
export function claimsToBe(width: number, height: number, { interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4)
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 16)
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21)
  const data = deflateSync(Buffer.alloc(1000))
  const body = Buffer.concat([Buffer.from('IDAT'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, size, body, sum, Buffer.from('0000000049454e44ae426082', 'hex')])
}
