import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from './setting.ts'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Without the option `recursive` of `mkdir`, which never returns under /proc: there it gets ENOENT although the parent exists. */
async function makeFolder(path: string): Promise<void> {
  const above = dirname(path)
  if (above !== path && !(await stat(above).catch(() => null))) await makeFolder(above)
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

type Options = {
  log: { info: (message: string) => void }
  /** The group of a PostgreSQL that runs as another user inside the folder: it may enter the folder, but not list it. */
  passingGroup?: number | undefined
}

/**
 * Makes DATA_DIR if it is missing, removes the permissions of other users, and checks that it is writable. Throws ConfigError with the
 * reason.
 */
export async function prepareDataDir(dataDir: string, options: Options): Promise<void> {
  const isNew = !(await stat(dataDir).catch(() => null))
  await makeFolder(dataDir).catch(() => {
    throw new ConfigError(`Asetus DATA_DIR ei kelpaa: hakemistoa ${dataDir} ei voi luoda.`)
  })
  try {
    await rmdir(await mkdtemp(join(dataDir, '.kokeilu-')))
  } catch (error) {
    const why = codeOf(error) === 'ENOTDIR' ? `${dataDir} ei ole hakemisto` : `hakemistoon ${dataDir} ei voi kirjoittaa`
    throw new ConfigError(`Asetus DATA_DIR ei kelpaa: ${why}.`)
  }
  // Windows has no such permission bits.
  if (process.platform !== 'win32') await closeToOthers(dataDir, isNew, options)
}

const othersRights = 0o077
/** The folder whose permissions PostgreSQL itself manages. */
const ofPostgres = 'postgres'

async function closeToOthers(dataDir: string, isNew: boolean, { log, passingGroup }: Options): Promise<void> {
  const { mode, uid, gid } = await stat(dataDir)
  if (uid !== process.getuid?.()) return
  const passing = passingGroup === undefined ? 0 : 0o010
  const isClosed = (mode & othersRights) === 0 || ((mode & othersRights) === passing && gid === passingGroup)
  if (!isClosed) {
    if (passingGroup !== undefined) await chown(dataDir, uid, passingGroup)
    await chmod(dataDir, 0o700 | passing)
    if (!isNew) log.info(`Hakemisto ${dataDir} on suljettu muilta käyttäjiltä.`)
  }
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    const found = await lstat(path)
    const isOurs = name !== ofPostgres && found.uid === uid && !found.isSymbolicLink()
    if (!isOurs || (found.mode & othersRights) === 0) continue
    await chmod(path, found.mode & 0o700)
    log.info(`Tiedosto tai hakemisto ${path} on suljettu muilta käyttäjiltä.`)
  }
}
