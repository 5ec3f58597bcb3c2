import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where the bytes of files lie, by the id of their row. What a file is called and who may have it stands in the database. */
export type FileStore = {
  /** What a file's row says as its `uri`. */
  uriOf: (id: string) => string
  /** Whole and on the disk once this ends; nothing is left when it fails. Bytes stored before under the id are replaced. */
  save: (id: string, bytes: Buffer | AsyncIterable<Uint8Array>) => Promise<void>
  /** Null when there are no such bytes. */
  open: (id: string) => Promise<Readable | null>
  remove: (id: string) => Promise<void>
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const dayMilliseconds = 86_400_000

/** Files in a folder of this machine, in two levels of folders so that none grows large, readable by this user only. */
export async function localFiles(folder: string): Promise<FileStore> {
  const drafts = join(folder, 'kesken')
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  await dropOldDrafts(drafts)

  const pathOf = (id: string): string => {
    if (!idForm.test(id)) throw new RangeError(`A file's id is a UUID, not "${id}"`)
    return join(folder, id.slice(0, 2), id.slice(2, 4), id)
  }
  return {
    uriOf: (id) => `/file/${id}`,
    async save(id, bytes) {
      const path = pathOf(id)
      const draft = join(drafts, `${id}.${randomUUID()}`)
      try {
        await writeThrough(draft, bytes)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(draft, path)
        // The names too must outlive a power cut: the file's, and those of the folders that may be new.
        for (const changed of [dirname(path), dirname(dirname(path)), folder]) await syncFolder(changed)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async open(id) {
      try {
        const file = await open(pathOf(id))
        return createReadStream('', { fd: file })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (id) => rm(pathOf(id), { force: true }),
  }
}

async function writeThrough(path: string, bytes: Buffer | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; its renames are written through anyway.
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** What servers that were killed left half written; another one may be writing the young ones now. */
async function dropOldDrafts(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name)
    const written = await stat(path).catch(() => null)
    if (written && Date.now() - written.mtimeMs > dayMilliseconds) await rm(path, { force: true })
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
