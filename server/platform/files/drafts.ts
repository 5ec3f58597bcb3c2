import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOfMegabytes } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'

/** A temporary file of an upload or download, on this machine's disk. `tarkiste` is its SHA-256. */
export type Draft = { path: string; size: number; tarkiste: string }
export type IncomingFile = {
  bytes: AsyncIterable<Uint8Array>
  /** Megabytes; more is refused. */
  maxMegabytes: number
}
/** Writes the incoming bytes to a draft, calls `work` with it, and deletes it afterwards. */
export type WithDraft = <T>(incoming: IncomingFile, work: (draft: Draft) => Promise<T>) => Promise<T>

export const tooLarge = (max: number) =>
  new RequestFault({ kind: 'too_large', detail: `Tiedosto on liian suuri. Enimmäiskoko on ${max} Mt.` })

export function draftsIn(folder: string): WithDraft {
  return async (incoming, work) => {
    const path = join(folder, randomUUID())
    try {
      return await work({ path, ...(await writeDown(path, incoming)) })
    } finally {
      await rm(path, { force: true })
    }
  }
}

async function writeDown(path: string, { bytes, maxMegabytes: max }: IncomingFile): Promise<Omit<Draft, 'path'>> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > bytesOfMegabytes(max)) throw tooLarge(max)
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { size, tarkiste: hash.digest('hex') }
}

export async function digestOfFile(path: string): Promise<Omit<Draft, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, tarkiste: hash.digest('hex') }
}
