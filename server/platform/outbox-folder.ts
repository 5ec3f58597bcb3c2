import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const retentionMs = 24 * 60 * 60 * 1000

/** Writes a file that only the user who runs the server can read, beside those of the last day; older ones are deleted. */
export async function keepFile(folder: string, name: string, content: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const other of await readdir(folder)) {
    const path = join(folder, other)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > retentionMs) await rm(path, { force: true })
  }
  await writeFile(join(folder, name), content, { mode: 0o600 })
}
