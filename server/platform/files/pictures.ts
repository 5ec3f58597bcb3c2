// https://sharp.pixelplumbing.com
import { writeFile } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { RequestFault } from '#domain/errors.ts'
import { semaphore } from '../workers/fair-queue.ts'

const broken = 'Kuva on rikki tai kesken. Lähetä se uudestaan.'
const tooManyPixels = 'Kuvassa on liikaa kuvapisteitä. Pienennä kuva ja lähetä se uudestaan.'

/** No camera's picture is larger. */
const maxPixels = 210_000_000
/** What one picture may take of the server's memory while it is decoded. */
const maxMemory = 110_000_000
// As measured with libvips 8.18: these are held whole, anything else is read line by line.
const bytesOfPixel = ({ format, isProgressive }: Metadata): number => (format === 'webp' ? 9 : format === 'gif' || isProgressive ? 5 : 0)

const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels }
const longestSeconds = 20

/** Fetched when the first picture comes: it is a fifth of the server's memory. Only what is taken in is ever decoded. */
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
/** One picture at a time: they come by the dozen when drivers' phones find the network again, and memory is for one. */
const oneAtATime = semaphore(1)

const withPicture = <T>(path: string, work: (picture: Sharp) => Promise<T>): Promise<T> =>
  oneAtATime(async () => {
    loaded ??= library()
    const sharp = await loaded
    return work(sharp(path, options).timeout({ seconds: longestSeconds }))
  })

/**
 * Throws a RequestFault unless the file is a whole picture of a bearable size: every pixel is decoded. Says whether the
 * pixels stand upright as they are stored.
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

/** Little enough loss that nobody sees it, in about the size that phones write. */
const rewriteQuality = 92
/** Pixels that are held whole while a picture is turned; of a larger one a smaller copy is turned. */
const maxTurnedPixels = 36_000_000

/** Writes the picture in its own format, upright and in its own colours, without any metadata. */
export function rewritePicture(path: string, to: string): Promise<void> {
  return withPicture(path, async (picture) => {
    const { width, height, format, chromaSubsampling } = await picture.metadata().catch(refuse)
    const side = Math.floor(Math.max(width, height) * Math.min(1, Math.sqrt(maxTurnedPixels / (width * height))))
    const upright = picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).keepIccProfile()
    if (format === 'jpeg') upright.jpeg({ quality: rewriteQuality, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
    else if (format === 'webp') upright.webp({ quality: rewriteQuality })
    // Not written by the library: its errors do not tell a full disk from a broken picture.
    await writeFile(to, await upright.toBuffer().catch(refuse), { flag: 'wx', mode: 0o600 })
  })
}

/** The picture as WebP, upright, its longest side at most so many pixels, without a word of who took it or where. */
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

const invalid = (detail: string) => new RequestFault({ kind: 'invalid', detail })

function refuse(error: unknown): never {
  throw invalid(/pixel limit/.test(String(error)) ? tooManyPixels : broken)
}
