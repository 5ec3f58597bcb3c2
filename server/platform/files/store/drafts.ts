import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const dayMilliseconds = 86_400_000

/** A folder for what is half written; what servers that were killed left there is gone a day later. */
export async function draftsFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await dropOldDrafts(folder)
  return folder
}

/** Another server may be writing the young ones now. */
async function dropOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => null)
    if (written && Date.now() - written.mtimeMs > dayMilliseconds) await rm(path, { force: true })
  }
}
