// https://sharp.pixelplumbing.com
import { writeFile } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { RequestFault } from '#domain/errors.ts'
import { semaphore } from '../workers/fair-queue.ts'

const broken = 'Kuva on rikki tai kesken. Lähetä se uudestaan.'
const tooManyPixels = 'Kuvassa on liikaa kuvapisteitä. Pienennä kuva ja lähetä se uudestaan.'

/** No camera's picture is larger. */
const maxPixels = 210_000_000
/** Bytes of memory that decoding one picture may take. */
const maxMemory = 110_000_000
// As measured with libvips 8.18: these are decoded as a whole, all others line by line.
const bytesOfPixel = ({ format, isProgressive }: Metadata): number => (format === 'webp' ? 9 : format === 'gif' || isProgressive ? 5 : 0)

const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels }
const longestSeconds = 20

/** Imported for the first picture, as it takes a fifth of the server's memory. It can decode only the formats that uploads may have. */
const library = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  })
  return sharp
}
let loaded: ReturnType<typeof library> | undefined
/** One picture at a time: phones upload dozens when they are online again, and the memory limit is for one. */
const oneAtATime = semaphore(1)

const withPicture = <T>(picture: string | Buffer, work: (picture: Sharp) => Promise<T>): Promise<T> =>
  oneAtATime(async () => {
    loaded ??= library()
    const sharp = await loaded
    return work(sharp(picture, options).timeout({ seconds: longestSeconds }))
  })

/**
 * Throws a RequestFault unless the file is a complete picture of an acceptable size: every pixel is decoded. `isUpright`: the
 * stored pixels need no rotation.
 */
export function checkPicture(path: string): Promise<{ isUpright: boolean }> {
  return withPicture(path, async (picture) => {
    const metadata = await picture.metadata().catch(refuse)
    const pixels = metadata.width * metadata.height
    if (pixels > maxPixels || pixels * bytesOfPixel(metadata) > maxMemory) throw invalid(tooManyPixels)
    await picture.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer().catch(refuse)
    return { isUpright: (metadata.orientation ?? 1) === 1 }
  })
}

/** The loss is invisible, and files become about as large as those of phones. */
const rewriteQuality = 92
/** Pixels of a picture that is rotated, as it is in memory as a whole; a larger one is scaled down first. */
const maxTurnedPixels = 36_000_000

/** Writes the picture in its own format, upright and in its own colours, without any metadata. */
export function rewritePicture(path: string, to: string): Promise<void> {
  return withPicture(path, async (picture) => {
    const { width, height, format, chromaSubsampling } = await picture.metadata().catch(refuse)
    const side = Math.floor(Math.max(width, height) * Math.min(1, Math.sqrt(maxTurnedPixels / (width * height))))
    const upright = picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).keepIccProfile()
    if (format === 'jpeg') upright.jpeg({ quality: rewriteQuality, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
    else if (format === 'webp') upright.webp({ quality: rewriteQuality })
    // Not written by the library: its errors do not distinguish a full disk from a broken picture.
    await writeFile(to, await upright.toBuffer().catch(refuse), { flag: 'wx', mode: 0o600 })
  })
}

/** The picture as WebP, upright, its longest side at most `side` pixels, without metadata. */
export function shrinkPicture(path: string, side: number): Promise<Buffer> {
  return withPicture(path, (picture) =>
    picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer()
      .catch(refuse),
  )
}

/** Pixels; enough for printing a logo on a waybill. */
const logoSize = { width: 480, height: 182 }
const maxLogoPixels = 25_000_000

/** Converts a logo to a small PNG, which every browser and pdfmake can read. */
export function logoPicture(bytes: Buffer): Promise<Buffer> {
  return withPicture(bytes, async (picture) => {
    const { width, height } = await picture.metadata().catch(refuse)
    if (width * height > maxLogoPixels) throw invalid(tooManyPixels)
    const fitting = picture.autoOrient().resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
    return fitting.png({ palette: true, compressionLevel: 9 }).toBuffer().catch(refuse)
  })
}

const invalid = (detail: string) => new RequestFault({ kind: 'invalid', detail })

function refuse(error: unknown): never {
  throw invalid(/pixel limit/.test(String(error)) ? tooManyPixels : broken)
}
