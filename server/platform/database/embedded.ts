// PostgreSQL from the npm package's binaries, under DATA_DIR, on a unix socket only. It keeps running when node is killed: the next
// start finds it by postmaster.pid and uses it. If PostgreSQL itself is killed, it is restarted.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type ClusterLocation, type Log, PORT, prepareLocation, SUPERUSER } from './embedded-location.ts'
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

export type { Log } from './embedded-location.ts'

/** Options of pg.Pool and pg.Client. There is no password: PostgreSQL uses peer authentication. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

export interface EmbeddedPostgres {
  /** The application's own role, which owns its database and nothing else. Stays the same when PostgreSQL is restarted. */
  connection: Connection
  /** For creating and dropping databases (tests, restoring). */
  superuser: Connection
  /** The cluster's folder. */
  where: string
  /** Stops PostgreSQL with a fast shutdown, unless another server is still using it. */
  stop(): Promise<void>
}

const APPLICATION = 'kuorma'
const LARGEST_LOG = 5_000_000

interface Running extends ProcessMark {
  socketDir: string
  /** Set when this process started PostgreSQL. */
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

/** The postmaster of this cluster if it is alive; the pid in the file may now belong to another process. */
async function findRunning(location: ClusterLocation): Promise<Running | undefined> {
  const { postmasters, children } = await clusterProcesses(location.name)
  const lines = (await readFile(join(location.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (postmasters.includes(pid)) return { ...(await markOf(pid)), socketDir: lines[4] || location.socketDir, child: undefined }
  if (postmasters.length === 0 && !(pid > 0 && (await isAlive(pid)) && (await clusterProcesses(location.name)).postmasters.includes(pid))) {
    await endOrphans(children)
  }
  return undefined
}

/** Waits until it accepts connections; false if it ended or does not respond. Crash recovery has no time limit. */
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
      // 57P03: starting, recovering or stopping. Any other error that persists while the process lives means that its socket has been deleted.
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

function launch(location: ClusterLocation, socketDir: string): Promise<Running> {
  const settings = {
    ...SETTINGS,
    cluster_name: location.name,
    port: String(PORT),
    unix_socket_directories: `"${socketDir}"`,
    hba_file: join(location.base, 'pg_hba.conf'),
    ident_file: join(location.base, 'pg_ident.conf'),
  }
  const args = ['-D', location.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // A file, not a pipe: PostgreSQL keeps writing after this process has ended.
  const output = openSync(location.logFile, 'a', 0o600)
  try {
    const child = spawn(location.postgres, args, { ...spawnOptions(location.identity, '/'), stdio: ['ignore', output, output] })
    child.unref()
    return new Promise((done, fail) => {
      child.once('error', fail)
      child.once('spawn', () => markOf(child.pid ?? 0).then((mark) => done({ ...mark, socketDir, child })))
    })
  } finally {
    closeSync(output)
  }
}

async function logSize(location: ClusterLocation): Promise<number> {
  return (await stat(location.logFile).catch(() => undefined))?.size ?? 0
}

async function readLog(location: ClusterLocation, from: number): Promise<string> {
  const file = await open(location.logFile, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16_000), 0, 16_000, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Removes lock files whose pid now belongs to another process. PostgreSQL itself cannot detect that. */
async function removeStaleLocks(location: ClusterLocation, socketDir: string): Promise<void> {
  const lock = join(location.cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
  const { postmasters } = await clusterProcesses(location.name)
  if (postmasters.length > 0) return
  if (pid > 0) await rm(lock, { force: true })
  await rm(join(socketDir, `.s.PGSQL.${PORT}.lock`), { force: true })
}

/** Finds the running PostgreSQL of this location or starts it, also after a crash. */
async function bringUp(location: ClusterLocation, log: Log): Promise<Running> {
  let complaint = ''
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await findRunning(location)
    if (found) {
      if (await becomesReady(found, log)) return found
      // It runs, but its socket has been deleted: only a restart creates a new one.
      await shutDown(found, log)
      continue
    }
    const before = await logSize(location)
    const started = await launch(location, location.socketDir)
    if (await becomesReady(started, log)) return started
    await shutDown(started, log)
    complaint = await readLog(location, before)
    const isLock = /lock file ".*" already exists|is still in use|could not (bind|lock)/i.test(complaint)
    if (!isLock) break
    await removeStaleLocks(location, location.socketDir)
    await pause(50)
  }
  const reason = complaint.match(/(FATAL|PANIC|postgres): .*/)?.[0] ?? complaint.trim()
  throw new Error(`Tietokanta ${location.cluster} ei käynnistynyt: ${reason} (loki: ${location.logFile})`)
}

async function shutDown(running: Running, log: Log): Promise<void> {
  if (await endProcess(running, 'SIGINT', 60_000)) return
  log.warn('Tietokanta ei pysähtynyt minuutissa: se pysäytetään heti, ja seuraava käynnistys palauttaa sen lokistaan.')
  if (await endProcess(running, 'SIGQUIT', 5000)) return
  await endProcess(running, 'SIGKILL', 5000)
}

/** Runs at every start, so that a first start that was killed here is completed by the next one. */
async function ensureDatabase(socketDir: string): Promise<void> {
  await withClient(connectionTo(socketDir, SUPERUSER, 'postgres'), async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
      [APPLICATION],
    )
    // Another server that starts at the same moment may have created it after the SELECT.
    const ignoreExisting = (error: unknown) => {
      if (!['42710', '42P04', '23505'].includes(errorCode(error))) throw error
    }
    if (!rows[0]?.role) await client.query(`CREATE ROLE ${APPLICATION} LOGIN`).catch(ignoreExisting)
    if (!rows[0]?.database) await client.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`).catch(ignoreExisting)
  })
}

/** Waits for pools to close their connections: shutting down earlier would cause errors in their clients. */
async function waitForDisconnects(socketDir: string): Promise<void> {
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

/** One file for each running server; PostgreSQL stops with the last one. */
function leases(location: ClusterLocation) {
  const directory = join(location.base, 'servers')
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
 * Starts the PostgreSQL of a data folder: creates it if there is none, uses it if it runs, recovers it if it crashed, and
 * restarts it until `stop`. Throws an Error with one sentence for the operator.
 */
export async function startEmbeddedPostgres(options: { dataDir: string; log: Log }): Promise<EmbeddedPostgres> {
  const { log } = options
  const location = await prepareLocation(resolve(options.dataDir), log)
  if ((await logSize(location)) > LARGEST_LOG) await rename(location.logFile, `${location.logFile}.1`)
  const lease = leases(location)
  await lease.take()
  let running: Running
  try {
    running = await bringUp(location, log)
    await ensureDatabase(running.socketDir)
  } catch (error) {
    await lease.release()
    throw error
  }
  // Clients keep connecting to this address, so a restart must listen there.
  const current = { ...location, socketDir: running.socketDir }
  log.info(`Tietokanta ${running.child ? 'on käynnissä' : 'oli jo käynnissä'} (${location.cluster}).`)

  let stopping = false
  let revival: Promise<void> | undefined
  let delay = 0
  async function revive() {
    log.warn('Tietokanta pysähtyi yllättäen: se käynnistetään uudelleen.')
    try {
      await mkdir(dirname(location.logFile), { recursive: true })
      running = await bringUp(current, log)
      delay = 0
      log.info('Tietokanta on taas käynnissä.')
    } catch (error) {
      delay = Math.min(10_000, delay * 2 + 500)
      log.warn(error instanceof Error ? error.message : String(error))
      await pause(delay, undefined, { ref: false })
    }
  }
  // A postmaster that an earlier process started is no child of ours and sends no exit event, so both kinds are polled.
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
      await waitForDisconnects(running.socketDir)
      await shutDown(running, log)
    } else log.info('Tietokanta jää käyntiin, koska toinen palvelin käyttää sitä.')
  }
  return {
    connection: connectionTo(running.socketDir, APPLICATION, APPLICATION),
    superuser: connectionTo(running.socketDir, SUPERUSER, 'postgres'),
    where: location.cluster,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
