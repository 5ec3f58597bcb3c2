// PostgreSQL from the npm package's binaries, under DATA_DIR, on a unix socket only. It outlives a killed node on purpose:
// the next start finds it by postmaster.pid and uses it as it stands, and one that was killed itself is brought up again.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Home, type Log, PORT, prepareHome, SUPERUSER } from './embedded-home.ts'
import {
  clusterProcesses,
  endOrphans,
  endProcess,
  isAlive,
  isStillAlive,
  markOf,
  type ProcessMark,
  spawnOptions,
} from './embedded-process.ts'
import { SETTINGS } from './embedded-settings.ts'

export type { Log } from './embedded-home.ts'

/** What pg.Pool and pg.Client take. There is no password: the kernel says who knocks (peer). */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

export interface EmbeddedPostgres {
  /** The application's own role, which owns its database and nothing else. Stays the same when PostgreSQL is brought up again. */
  connection: Connection
  /** For making and dropping databases (tests, restoring). */
  superuser: Connection
  /** The cluster's folder. */
  where: string
  /** Stops PostgreSQL (fast: sessions are ended, everything is written), unless another server is still using it. */
  stop(): Promise<void>
}

const APPLICATION = 'kuorma'
const LARGEST_LOG = 5_000_000

interface Running extends ProcessMark {
  socketDir: string
  /** Set where this process started it. */
  child: ChildProcess | undefined
}

const connectionTo = (socketDir: string, user: string, database: string): Connection => ({
  host: socketDir,
  port: PORT,
  user,
  database,
  ssl: false,
})

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The postmaster of this cluster if it is alive; the pid in the file may by now belong to something else entirely. */
async function findRunning(home: Home): Promise<Running | undefined> {
  const { postmasters, children } = await clusterProcesses(home.name)
  const lines = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (postmasters.includes(pid)) return { ...(await markOf(pid)), socketDir: lines[4] || home.socketDir, child: undefined }
  if (postmasters.length === 0 && !(pid > 0 && (await isAlive(pid)) && (await clusterProcesses(home.name)).postmasters.includes(pid))) {
    await endOrphans(children)
  }
  return undefined
}

/** Waits until it takes connections; false if it ended, or answers no longer. Recovery may take as long as it needs. */
async function becomesReady(running: Running, log: Log): Promise<boolean> {
  const start = performance.now()
  let said = start
  let refusedSince: number | undefined
  for (;;) {
    try {
      await withClient(connectionTo(running.socketDir, SUPERUSER, 'postgres'), (client) => client.query('SELECT 1'))
      return true
    } catch (error) {
      const code = errorCode(error)
      if (code === '28000') throw new Error('Tietokanta ei tunne tätä käyttäjää: käynnistä samana käyttäjänä kuin ennen.')
      const now = performance.now()
      // 57P03: starting, recovering or stopping. Anything else from a live one for long: its socket is gone.
      refusedSince = code === '57P03' ? undefined : (refusedSince ?? now)
      if (refusedSince !== undefined && now - refusedSince > 10_000) return false
      if (now - said > 5000) {
        said = now
        log.info(`Odotetaan tietokantaa (${Math.round((now - start) / 1000)} s).`)
      }
    }
    if (running.child ? running.child.exitCode !== null || running.child.signalCode !== null : !(await isStillAlive(running))) return false
    await pause(20)
  }
}

function launch(home: Home, socketDir: string): Promise<Running> {
  const settings = {
    ...SETTINGS,
    cluster_name: home.name,
    port: String(PORT),
    unix_socket_directories: `"${socketDir}"`,
    hba_file: join(home.base, 'pg_hba.conf'),
    ident_file: join(home.base, 'pg_ident.conf'),
  }
  const args = ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // A file, not a pipe: PostgreSQL goes on writing when this process is gone.
  const output = openSync(home.logFile, 'a', 0o600)
  try {
    const child = spawn(home.postgres, args, { ...spawnOptions(home.identity, '/'), stdio: ['ignore', output, output] })
    child.unref()
    return new Promise((done, fail) => {
      child.once('error', fail)
      child.once('spawn', () => markOf(child.pid ?? 0).then((mark) => done({ ...mark, socketDir, child })))
    })
  } finally {
    closeSync(output)
  }
}

async function logSize(home: Home): Promise<number> {
  return (await stat(home.logFile).catch(() => undefined))?.size ?? 0
}

async function readLog(home: Home, from: number): Promise<string> {
  const file = await open(home.logFile, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16_000), 0, 16_000, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Lock files whose process number has been given to something else since; PostgreSQL cannot know that, we can. */
async function removeStaleLocks(home: Home, socketDir: string): Promise<void> {
  const lock = join(home.cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
  const { postmasters } = await clusterProcesses(home.name)
  if (postmasters.length > 0) return
  if (pid > 0) await rm(lock, { force: true })
  await rm(join(socketDir, `.s.PGSQL.${PORT}.lock`), { force: true })
}

/** Finds the running PostgreSQL of this home or starts it, whatever state a crash has left it in. */
async function bringUp(home: Home, log: Log): Promise<Running> {
  let complaint = ''
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await findRunning(home)
    if (found) {
      if (await becomesReady(found, log)) return found
      // Alive, yet its socket was swept away: only a new start makes a new one.
      await shutDown(found, log)
      continue
    }
    const before = await logSize(home)
    const started = await launch(home, home.socketDir)
    if (await becomesReady(started, log)) return started
    await shutDown(started, log)
    complaint = await readLog(home, before)
    const isLock = /lock file ".*" already exists|is still in use|could not (bind|lock)/i.test(complaint)
    if (!isLock) break
    await removeStaleLocks(home, home.socketDir)
    await pause(50)
  }
  const reason = complaint.match(/(FATAL|PANIC|postgres): .*/)?.[0] ?? complaint.trim()
  throw new Error(`Tietokanta ${home.cluster} ei käynnistynyt: ${reason} (loki: ${home.logFile})`)
}

async function shutDown(running: Running, log: Log): Promise<void> {
  if (await endProcess(running, 'SIGINT', 60_000)) return
  log.warn('Tietokanta ei pysähtynyt minuutissa: se pysäytetään heti, ja seuraava käynnistys palauttaa sen lokistaan.')
  if (await endProcess(running, 'SIGQUIT', 5000)) return
  await endProcess(running, 'SIGKILL', 5000)
}

/** At every start, so that a first start that was killed here is completed by the next one. */
async function ensureDatabase(socketDir: string): Promise<void> {
  await withClient(connectionTo(socketDir, SUPERUSER, 'postgres'), async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
      [APPLICATION],
    )
    // Another server that starts at the same moment may have made it between the look and the deed.
    const ignoreExisting = (error: unknown) => {
      if (!['42710', '42P04', '23505'].includes(errorCode(error))) throw error
    }
    if (!rows[0]?.role) await client.query(`CREATE ROLE ${APPLICATION} LOGIN`).catch(ignoreExisting)
    if (!rows[0]?.database) await client.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`).catch(ignoreExisting)
  })
}

/** A pool's goodbyes take a moment to arrive; shutting down on top of them would make errors of them at the other end. */
async function waitForGoodbyes(socketDir: string): Promise<void> {
  const end = performance.now() + 1000
  await withClient(connectionTo(socketDir, SUPERUSER, 'postgres'), async (client) => {
    while (performance.now() < end) {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
      )
      if (rowCount === 0) return
      await pause(10)
    }
  }).catch(() => undefined)
}

/** A file a server; PostgreSQL stops with the last one. */
function leases(home: Home) {
  const directory = join(home.base, 'servers')
  const own = join(directory, String(process.pid))
  const isServer = async (pid: number) =>
    isStillAlive({ pid, startedAt: await readFile(join(directory, String(pid)), 'utf8').catch(() => '') })
  return {
    async take() {
      await mkdir(directory, { recursive: true })
      await writeFile(own, (await markOf(process.pid)).startedAt)
    },
    async release(): Promise<boolean> {
      await rm(own, { force: true })
      const pids = (await readdir(directory)).map(Number)
      const alive = await Promise.all(pids.map(isServer))
      await Promise.all(pids.filter((_pid, index) => !alive[index]).map((pid) => rm(join(directory, String(pid)), { force: true })))
      return !alive.includes(true)
    },
  }
}

/**
 * Brings up the PostgreSQL of a data folder: makes it if there is none, uses it if it runs, recovers it if it crashed, and
 * keeps it up until `stop`. Throws an Error with one sentence for the operator.
 */
export async function startEmbeddedPostgres(options: { dataDir: string; log: Log }): Promise<EmbeddedPostgres> {
  const { log } = options
  const home = await prepareHome(resolve(options.dataDir), log)
  if ((await logSize(home)) > LARGEST_LOG) await rename(home.logFile, `${home.logFile}.1`)
  const lease = leases(home)
  await lease.take()
  let running: Running
  try {
    running = await bringUp(home, log)
    await ensureDatabase(running.socketDir)
  } catch (error) {
    await lease.release()
    throw error
  }
  // Whoever holds the connection goes on knocking at this address, so a later start must answer there.
  const kept = { ...home, socketDir: running.socketDir }
  log.info(`Tietokanta ${running.child ? 'on käynnissä' : 'oli jo käynnissä'} (${home.cluster}).`)

  let stopping = false
  let revival: Promise<void> | undefined
  let delay = 0
  async function revive() {
    log.warn('Tietokanta pysähtyi yllättäen: se käynnistetään uudelleen.')
    try {
      await mkdir(dirname(home.logFile), { recursive: true })
      running = await bringUp(kept, log)
      delay = 0
      log.info('Tietokanta on taas käynnissä.')
    } catch (error) {
      delay = Math.min(10_000, delay * 2 + 500)
      log.warn(error instanceof Error ? error.message : String(error))
      await pause(delay, undefined, { ref: false })
    }
  }
  // An adopted postmaster is not our child and tells us nothing when it ends, so both kinds are looked at the same way.
  const watch = setInterval(async () => {
    if (stopping || revival || (await isStillAlive(running)) || stopping || revival) return
    revival = revive().finally(() => {
      revival = undefined
    })
  }, 200)
  watch.unref()

  let stopped: Promise<void> | undefined
  async function stop() {
    stopping = true
    clearInterval(watch)
    await revival
    if (await lease.release()) {
      await waitForGoodbyes(running.socketDir)
      await shutDown(running, log)
    } else log.info('Tietokanta jää käyntiin, koska toinen palvelin käyttää sitä.')
  }
  return {
    connection: connectionTo(running.socketDir, APPLICATION, APPLICATION),
    superuser: connectionTo(running.socketDir, SUPERUSER, 'postgres'),
    where: home.cluster,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
