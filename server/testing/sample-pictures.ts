// Pictures for tests of files.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { seededWords } from '#domain/values/seeded-random.ts'

/** A photo of a phone: rotated by its EXIF orientation, with a position. As stored, its left half is red and its right half blue. */
export async function phonePhoto(width = 800, height = 400): Promise<Buffer> {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#2030d0' } }
  return sharp({ create: { width, height, channels: 3, background: '#d02020' } })
    .composite([{ input: half, left: width / 2, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Puhelin' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '61/1 29/1 0/1' } })
    .toBuffer()
}

/** A picture of random pixels, so that a truncated file lacks some of them; the same ones every time, as other bytes may spell a secret by chance. */
export async function noisePicture(format: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<Buffer> {
  const [width, height, channels] = [200, 150, 3] as const
  const word = seededWords(1)
  const pixels = Buffer.from(Array.from({ length: width * height * channels }, () => word() & 0xff))
  return sharp(pixels, { raw: { width, height, channels } }).toFormat(format).toBuffer()
}

/** A small PNG file whose header declares this size. */
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

const segment = (code: number, content: Buffer | string): Buffer => {
  const data = Buffer.from(content)
  const header = Buffer.from([0xff, code, 0, 0])
  header.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([header, data])
}

/** Texts of the metadata in the test files: none of them may be left. */
export const secrets = ['GPS', 'Salainen', 'Exif', 'xpacket', 'Photoshop'] as const

/** An upright JPEG with the metadata of phones and editors: EXIF with a position, XMP, IPTC, maker notes, comments, a video at the end. */
export async function jpegWithMetadata(): Promise<Buffer> {
  const plain = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#20d020' } })
    .jpeg()
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'Salainen' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '61/1 29/1 0/1', GPSMapDatum: 'GPS Salainen' },
    })
    .toBuffer()
  const more = [
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<?xpacket?><exif:GPSLatitude>61,29.0N</exif:GPSLatitude>'),
    segment(0xe2, 'MPF\0Salainen'),
    segment(0xe5, 'Salainen GPS'),
    segment(0xed, 'Photoshop 3.0\0Salainen'),
    segment(0xfe, 'Salainen GPS'),
  ]
  return Buffer.concat([plain.subarray(0, 2), ...more, plain.subarray(2), Buffer.from('Salainen video GPS')])
}

/** Inserts a chunk before the last one of a PNG. */
export function withPngChunk(png: Buffer, type: string, content: string): Buffer {
  const body = Buffer.from(type + content)
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  const end = png.length - 12
  return Buffer.concat([png.subarray(0, end), size, body, sum, png.subarray(end)])
}

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const data = Buffer.concat(content.map((part) => Buffer.from(part)))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(data.length + 8)
  header.write(type, 4)
  return Buffer.concat([header, data])
}

/** A video with the structure that phones write, and its position in both common formats. */
export const phoneVideo = (): Buffer =>
  Buffer.concat([
    box('ftyp', 'isom\0\0\0\0isommp42'),
    box('mdat', 'kuvaa ja aanta'),
    box('moov', box('trak', box('udta', 'Salainen')), box('udta', 'GPS Salainen +61.4833+023.7500/'), box('meta', 'GPS Salainen')),
    box('uuid', '<?xpacket?> GPS'),
  ])
