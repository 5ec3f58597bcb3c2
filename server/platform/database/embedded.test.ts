// Starts and kills real processes. Each start runs in a separate node process, as with `npm start`.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from './embedded.ts'
import { endProcess, isAlive, isStillAlive, markOf, run, waitForEnd } from './embedded-process.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
/** False when the clone lies under /root, which the user `nobody` cannot enter. */
const nobodyCanRunNode = isRoot && (await run(process.execPath, ['-v'], { uid: NOBODY, gid: NOBODY })).code === 0

const program = `
import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))}
const say = (message) => console.log(JSON.stringify(message))
const log = { info: (text) => say({ log: text }), warn: (text) => say({ log: text }) }
process.on('SIGTERM', async () => { await postgres.stop(); process.exit(0) })
let postgres
try {
  postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log })
  say({ ready: { connection: postgres.connection, where: postgres.where } })
  setInterval(() => undefined, 1e6)
} catch (error) {
  say({ failed: error.message })
}`

interface Server {
  node: ChildProcess
  connection: Connection
  where: string
  postmaster: number
  log: string[]
  waitForLog(pattern: RegExp): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

const nodes: ChildProcess[] = []
const folders: string[] = []
const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'kuorma-embedded-'))
  folders.push(folder)
  return folder
}

function launch(dataDir: string, identity?: { uid: number; gid: number }) {
  const node = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  nodes.push(node)
  return node
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

const readPostmaster = (where: string) => Number.parseInt(readFileSync(join(where, 'postmaster.pid'), 'utf8'), 10)

function start(dataDir: string, identity?: { uid: number; gid: number }): Promise<Server> {
  const node = launch(dataDir, identity)
  const log: string[] = []
  let listener = () => {}
  return new Promise((resolve, reject) => {
    if (!node.stdout) return reject(new Error('no output'))
    createInterface(node.stdout).on('line', (line) => {
      const message = JSON.parse(line)
      if (message.failed) reject(new Error(message.failed))
      if (message.log) {
        log.push(message.log)
        listener()
      }
      if (message.ready) {
        resolve({
          ...message.ready,
          node,
          log,
          postmaster: readPostmaster(message.ready.where),
          waitForLog: (pattern) =>
            new Promise((done) => {
              listener = () => {
                if (log.some((text) => pattern.test(text))) done()
              }
              listener()
            }),
          async stop() {
            node.kill('SIGTERM')
            await ended(node)
          },
          async kill() {
            node.kill('SIGKILL')
            await ended(node)
          },
        })
      }
    })
  })
}

async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

afterAll(async () => {
  for (const node of nodes) node.kill('SIGKILL')
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('postmaster.pid'))) {
      const pid = Number.parseInt(readFileSync(join(folder, name), 'utf8'), 10)
      if (await isAlive(pid)) process.kill(pid, 'SIGQUIT')
      await waitForEnd([pid], 5000)
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
})

const shared = join(scratch(), 'data')
let server: Server

// All crash tests share one data folder. The row that was written first must still be there after each of them.
beforeAll(async () => {
  openToEveryone(join(shared, '..'))
  const first = await start(shared)
  await query(first.connection, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)')
  await first.stop()
})
beforeEach(async () => {
  server = await start(shared)
})
afterEach(async () => {
  await server.stop()
})

function openToEveryone(path: string) {
  if (isRoot) return chmod(path, 0o755)
}

const storedRows = (connection: Connection) => query(connection, 'SELECT id FROM kept')

test('starts an existing cluster as it is, without TCP, with fsync, as an ordinary role, sorting and searching Finnish', async () => {
  await server.stop()
  server = await start(shared)
  // As `initdb` made it the first time.
  expect(server.log.join('\n')).not.toContain('Luodaan')
  const settings = await query(
    server.connection,
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'server_encoding', 'server_version_num', 'data_checksums')`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toMatchObject({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    TimeZone: 'UTC',
    server_encoding: 'UTF8',
    data_checksums: 'on',
    server_version_num: expect.stringMatching(/^18/),
  })
  expect(await query(server.connection, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([{ rolsuper: false }])
  await query(server.connection, 'CREATE EXTENSION IF NOT EXISTS pg_trgm')
  const [found] = await query(
    server.connection,
    `SELECT 'ÄÄKKÖNEN' ILIKE '%kkö%' AS folds, show_trgm('öljy') = show_trgm('ljy') AS drops_letters,
       (SELECT string_agg(x, '' ORDER BY x COLLATE "fi-x-icu") FROM unnest(ARRAY['ö', 'ä', 'å', 'z', 'a']) x) AS sorted`,
  )
  expect(found).toEqual({ folds: true, drops_letters: false, sorted: 'azåäö' })
})

test('a clean stop ends PostgreSQL', async () => {
  await server.stop()
  expect(await isAlive(server.postmaster)).toBe(false)
})

test('after kill -9 of node the next start uses the running PostgreSQL, and stops it', async () => {
  await server.kill()
  expect(await isAlive(server.postmaster)).toBe(true)
  const next = await start(shared)
  expect(next.postmaster).toBe(server.postmaster)
  expect(await storedRows(next.connection)).toEqual([{ id: 1 }])
  await next.stop()
  expect(await isAlive(server.postmaster)).toBe(false)
})

test('after kill -9 of postgres, in the middle of a statement, node restarts it at the same address', async () => {
  const busy = query(server.connection, 'SELECT count(*) FROM generate_series(1, 1e9)').catch(() => 'cut')
  process.kill(server.postmaster, 'SIGKILL')
  await server.waitForLog(/taas käynnissä/)
  expect(await busy).toBe('cut')
  expect(await storedRows(server.connection)).toEqual([{ id: 1 }])
})

test('a postgres that an earlier node started is restarted too', async () => {
  await server.kill()
  server = await start(shared)
  process.kill(server.postmaster, 'SIGKILL')
  await server.waitForLog(/taas käynnissä/)
  expect(await storedRows(server.connection)).toEqual([{ id: 1 }])
})

test('after kill -9 of both, with a busy backend left behind, the next start recovers', async () => {
  const busy = query(server.connection, 'SELECT count(*) FROM generate_series(1, 1e9)').catch(() => 'cut')
  await server.kill()
  process.kill(server.postmaster, 'SIGKILL')
  server = await start(shared)
  expect(await busy).toBe('cut')
  expect(await storedRows(server.connection)).toEqual([{ id: 1 }])
})

test('a lock file whose pid now belongs to another process does not prevent the start', async () => {
  const { uid, gid } = statSync(server.where)
  await server.kill()
  process.kill(server.postmaster, 'SIGKILL')
  await waitForEnd([server.postmaster], 5000)
  const bystander = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  nodes.push(bystander)
  const lock = join(server.where, 'postmaster.pid')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(bystander.pid)))
  server = await start(shared)
  expect(await storedRows(server.connection)).toEqual([{ id: 1 }])
  expect(bystander.exitCode).toBe(null)
})

test.runIf(process.platform === 'linux')('a pid that now belongs to another process is neither PostgreSQL nor a server', async () => {
  const bystander = spawn('sleep', ['60'], { stdio: 'ignore' })
  nodes.push(bystander)
  const pid = bystander.pid ?? 0
  expect(await isStillAlive(await markOf(pid))).toBe(true)
  // As recorded for an earlier process with this pid.
  const earlier = { pid, startedAt: '1' }
  expect(await isStillAlive(earlier)).toBe(false)
  expect(await endProcess(earlier, 'SIGKILL', 1000)).toBe(true)
  expect(await isAlive(pid)).toBe(true)

  const dataDir = join(scratch(), 'data')
  await openToEveryone(join(dataDir, '..'))
  const only = await start(dataDir)
  writeFileSync(join(only.where, '..', 'servers', String(pid)), '1')
  await only.stop()
  expect(await isAlive(only.postmaster)).toBe(false)
  expect(await isAlive(pid)).toBe(true)
})

test('two servers share one PostgreSQL, which ends with the second', async () => {
  const second = await start(shared)
  await server.stop()
  expect(await storedRows(second.connection)).toEqual([{ id: 1 }])
  await second.stop()
  expect(await isAlive(second.postmaster)).toBe(false)
})

test('three first starts at once create one cluster; another data folder has its own; a long path works', async () => {
  const root = scratch()
  await openToEveryone(root)
  const long = join(root, ...Array.from({ length: 6 }, (_, index) => `${index}`.repeat(30)), 'data')
  const servers = await Promise.all([start(long), start(long), start(long), start(join(root, 'b'))])
  expect(new Set(servers.map((each) => each.postmaster)).size).toBe(2)
  for (const { connection } of servers) expect(Buffer.byteLength(`${connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107)
  const [first] = servers
  if (first && !first.connection.host.startsWith(root)) folders.push(first.connection.host)
  await Promise.all(servers.map((each) => query(each.connection, 'SELECT 1')))
  await Promise.all(servers.map((each) => each.stop()))
  for (const { postmaster } of servers) expect(await isAlive(postmaster)).toBe(false)
})

test('an initdb that was killed is run again', async () => {
  const dataDir = join(scratch(), 'data')
  await openToEveryone(join(dataDir, '..'))
  const node = launch(dataDir)
  await new Promise((resolve) => node.stdout?.on('data', (data) => /Luodaan/.test(String(data)) && resolve(undefined)))
  node.kill('SIGKILL')
  await ended(node)
  const next = await start(dataDir)
  await query(next.connection, 'SELECT 1')
  await next.stop()
  expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.includes('.new-'))).toEqual([])
})

test.runIf(isRoot)('as root in a folder that others cannot enter, the cluster is elsewhere and its place is logged', async () => {
  const closed = scratch()
  const first = await start(closed)
  folders.push(join(first.where, '..'))
  expect(first.where.startsWith(closed)).toBe(false)
  expect(first.log.join('\n')).toContain(join(first.where, '..'))
  await query(first.connection, 'CREATE TABLE kept (id int)')
  await first.stop()
  const second = await start(closed)
  expect(second.where).toBe(first.where)
  expect(await query(second.connection, 'SELECT * FROM kept')).toEqual([])
  await second.stop()
})

test.runIf(nobodyCanRunNode)('works for a user without rights, and then for root on the same folder', async () => {
  const dataDir = join(scratch(), 'data')
  mkdirSync(dataDir)
  await openToEveryone(join(dataDir, '..'))
  await chown(dataDir, NOBODY, NOBODY)
  const first = await start(dataDir, { uid: NOBODY, gid: NOBODY })
  expect(statSync(first.where).uid).toBe(NOBODY)
  await query(first.connection, 'CREATE TABLE kept (id int)')
  await first.kill()
  const second = await start(dataDir)
  expect(second.postmaster).toBe(first.postmaster)
  expect(await query(second.connection, 'SELECT * FROM kept')).toEqual([])
  await second.stop()
})
