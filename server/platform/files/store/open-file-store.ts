import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/setting.ts'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local-files.ts'

/** Opens the store that the setting FILES names and tries to store and delete a file; if that fails, the start stops with a sentence. */
export async function openFileStore({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): Promise<FileStore> {
  if (files !== undefined && 'bucket' in files) {
    // Imported only when it is used: the client takes a tenth of the server's memory.
    const { s3Files } = await import('./s3-files.ts')
    const { bucket } = files
    return tried(async () => s3Files(files), `S3-varastoon ${bucket} ei saada yhteyttä, tai siihen ei voi kirjoittaa`)
  }
  return tried(() => localFiles(files?.folder ?? join(dataDir, 'files')), 'tiedostojen hakemistoon ei voi kirjoittaa')
}

async function tried(open: () => Promise<FileStore>, sentence: string): Promise<FileStore> {
  try {
    const store = await open()
    const name = `${randomUUID()}.koe`
    await store.save(name, Buffer.from('koe'))
    await store.remove(name)
    return store
  } catch (error) {
    throw new ConfigError(`Asetus FILES ei kelpaa: ${sentence} (${reasonOf(error)}).`)
  }
}

/** The error's code or name, which says what to fix and contains no credentials. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'tuntematon syy'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
