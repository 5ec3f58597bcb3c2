// https://sharp.pixelplumbing.com
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { RequestFault } from '#domain/errors.ts'
import { turns } from '../jsonapi/turns.ts'

const broken = 'Kuva on rikki tai kesken. Lähetä se uudestaan.'
const tooManyPixels = 'Kuvassa on liikaa kuvapisteitä. Pienennä kuva ja lähetä se uudestaan.'

/** No camera's picture is larger. */
const mostPixels = 210_000_000
/** What one picture may take of the server's memory while it is decoded. */
const mostMemory = 110_000_000
// As measured with libvips 8.18: these are held whole, anything else is read line by line.
const bytesOfPixel = ({ format, isProgressive }: Metadata): number => (format === 'webp' ? 9 : format === 'gif' || isProgressive ? 5 : 0)

const options: SharpOptions = { failOn: 'error', limitInputPixels: mostPixels }
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
const inTurn = turns({ atOnce: 1 })

const withPicture = <T>(path: string, work: (picture: Sharp) => Promise<T>): Promise<T> =>
  inTurn(async () => {
    loaded ??= library()
    const sharp = await loaded
    return work(sharp(path, options).timeout({ seconds: longestSeconds }))
  })

/** Throws a RequestFault unless the file is a whole picture of a bearable size: every pixel is decoded. */
export function checkPicture(path: string): Promise<void> {
  return withPicture(path, async (picture) => {
    const metadata = await picture.metadata().catch(refuse)
    const pixels = metadata.width * metadata.height
    if (pixels > mostPixels || pixels * bytesOfPixel(metadata) > mostMemory) throw invalid(tooManyPixels)
    await picture.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer().catch(refuse)
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
