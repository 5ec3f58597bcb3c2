import { randomUUID } from 'node:crypto'
import { constants, copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { draftsFolder } from './drafts.ts'
import { type Bytes, checkName, type FileStore, isStoreName } from './file-store.ts'

/** Files in a folder of this machine, in two levels of folders so that none grows large, readable by this user only. */
export async function localFiles(folder: string): Promise<FileStore> {
  const drafts = await draftsFolder(join(folder, 'kesken'))
  const pathOf = (name: string): string => join(folder, checkName(name).slice(0, 2), name.slice(2, 4), name)
  return {
    async save(name, bytes) {
      const path = pathOf(name)
      const draft = join(drafts, `${name}.${randomUUID()}`)
      try {
        await writeThrough(draft, bytes)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(draft, path)
        // Directory entries must survive a power failure too: the file's, and those of the folders that may be new.
        for (const changed of [dirname(path), dirname(dirname(path)), folder]) await syncFolder(changed)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async open(name, range) {
      const file = await open(pathOf(name)).catch(unlessMissing)
      return file ? file.createReadStream(range ? { start: range.first, end: range.last } : {}) : null
    },
    async remove(name, notSince) {
      const path = pathOf(name)
      if (notSince !== undefined && ((await changedAt(path)) ?? 0) > notSince) return
      await rm(path, { force: true })
    },
    async *list() {
      for await (const { name, parentPath } of await opendir(folder, { recursive: true })) {
        const changed = isStoreName(name) ? await changedAt(join(parentPath, name)) : null
        if (changed !== null) yield { name, changed }
      }
    },
  }
}

async function writeThrough(path: string, bytes: Bytes): Promise<void> {
  if (!Buffer.isBuffer(bytes)) await copyFile(bytes.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const file = await open(path, Buffer.isBuffer(bytes) ? 'wx' : 'r+', 0o600)
  try {
    if (Buffer.isBuffer(bytes)) await file.writeFile(bytes)
    else await file.chmod(0o600)
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

async function changedAt(path: string): Promise<number | null> {
  const found = await stat(path).catch(unlessMissing)
  return found && Math.floor(found.mtimeMs / 1000)
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
