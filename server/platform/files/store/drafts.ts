import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const dayMilliseconds = 86_400_000

/** The folder for drafts. Drafts that killed servers left there are deleted after a day. */
export async function draftsFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await dropOldDrafts(folder)
  return folder
}

/** Another server may still be writing recent drafts. */
async function dropOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => null)
    if (written && Date.now() - written.mtimeMs > dayMilliseconds) await rm(path, { force: true })
  }
}
