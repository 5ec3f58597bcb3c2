// Runs in a worker process: scanning a file, which may be 100 MB, would block the event loop.
import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { stripGif } from './gif.ts'
import { stripJpeg } from './jpeg.ts'
import { stripMovie } from './movie.ts'
import { stripPng } from './png.ts'
import { type Strip, UnknownStructure } from './retained-parts.ts'
import { stripWebp } from './webp.ts'

const strips: Readonly<Record<string, Strip>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/gif': stripGif,
  'video/mp4': stripMovie,
  'video/quicktime': stripMovie,
  'audio/x-m4a': stripMovie,
}

type Stripped = 'nothing to strip' | 'unknown structure' | { size: number; tarkiste: string }

/** Writes the file without its metadata to the path `to`, unless it has none. The picture or sound itself stays as it is, bit for bit. */
export default async function stripMetadata({ path, mime, to }: { path: string; mime: string; to: string }): Promise<Stripped> {
  const parts = tryStrip(mime, await readFile(path))
  if (parts === null || parts === 'unknown structure') return parts ?? 'nothing to strip'
  const hash = createHash('sha256')
  let size = 0
  await using file = await open(to, 'wx', 0o600)
  for (const part of parts) {
    hash.update(part)
    size += part.length
    await file.writeFile(part)
  }
  return { size, tarkiste: hash.digest('hex') }
}

function tryStrip(mime: string, bytes: Buffer): ReturnType<Strip> | 'unknown structure' {
  try {
    return strips[mime]?.(bytes) ?? null
  } catch (error) {
    if (error instanceof UnknownStructure || error instanceof RangeError) return 'unknown structure'
    throw error
  }
}
