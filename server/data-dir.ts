import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from './config.ts'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Not `mkdir` with `recursive`: under /proc it never returns (a folder that is there, yet takes none in, looks missing to it). */
async function makeFolder(path: string): Promise<void> {
  const above = dirname(path)
  if (above !== path && !(await stat(above).catch(() => null))) await makeFolder(above)
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

/** Makes DATA_DIR when it is missing, and proves that it takes files in. Throws ConfigError with what is wrong. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  await makeFolder(dataDir).catch(() => {
    throw new ConfigError(`Asetus DATA_DIR ei kelpaa: hakemistoa ${dataDir} ei voi luoda.`)
  })
  try {
    await rmdir(await mkdtemp(join(dataDir, '.kokeilu-')))
  } catch (error) {
    const why = codeOf(error) === 'ENOTDIR' ? `${dataDir} ei ole hakemisto` : `hakemistoon ${dataDir} ei voi kirjoittaa`
    throw new ConfigError(`Asetus DATA_DIR ei kelpaa: ${why}.`)
  }
}
