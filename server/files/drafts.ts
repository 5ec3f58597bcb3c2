import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mostFileBytes, mostFileSize } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'

/** A file on its way in or out, on this machine's disk. `tarkiste` is its SHA-256. */
export type Draft = { path: string; size: number; tarkiste: string }
/** Writes the bytes down as they come, lets the work see them whole, and leaves nothing behind. */
export type WithDraft = <T>(bytes: AsyncIterable<Uint8Array>, work: (draft: Draft) => Promise<T>) => Promise<T>

export const tooLarge = () => new RequestFault({ kind: 'too_large', detail: `Tiedosto on liian suuri. Enimmäiskoko on ${mostFileSize}.` })

export function draftsIn(folder: string): WithDraft {
  return async (bytes, work) => {
    const path = join(folder, randomUUID())
    try {
      return await work({ path, ...(await writeDown(path, bytes)) })
    } finally {
      await rm(path, { force: true })
    }
  }
}

async function writeDown(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Omit<Draft, 'path'>> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > mostFileBytes) throw tooLarge()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { size, tarkiste: hash.digest('hex') }
}
