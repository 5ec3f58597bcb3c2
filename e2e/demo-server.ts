// The servers of the browser tests: each file of tests has the demo company as it is at the first start.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { serverEnvironment, serverFlags } from '../tools/server-flags.mjs'

export const password = 'selain-testi-salasana'
const root = join(import.meta.dirname, '..')
const template = 'demo_company'

type Settings = Readonly<Record<string, string>>

export type DemoServers = {
  dataDir: string
  /** The address of the server for a file of tests, with settings of its own; a former file's server is stopped, and its changes are gone. */
  serverFor: (file: string, settings?: Settings) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Makes a data folder with the demo company as it is at the first start, its database stopped. The run's workers copy it (global-setup.ts), as loading
 * it takes many times as long.
 */
export async function makeDemoCompany(): Promise<string> {
  const dataDir = await makeDataDir()
  const postgres = await startPostgres(dataDir)
  try {
    await stopServer(await startServer(dataDir))
    await asSuperuser(postgres, `ALTER DATABASE ${postgres.connection.database} RENAME TO ${template}`)
  } finally {
    await postgres.stop()
  }
  return dataDir
}

/**
 * One PostgreSQL and one data folder, in which the demo company is copied for each file.
 * @param company a folder of `makeDemoCompany`, which stays as it is; one is made when there is none
 */
export async function openDemoServers(company?: string): Promise<DemoServers> {
  const dataDir = company === undefined ? await makeDemoCompany() : await copyDataDir(company)
  const postgres = await startPostgres(dataDir)
  const { database, user } = postgres.connection

  let current: { file: string; server: Server } | null = null
  const stopCurrent = async () => {
    if (current) await stopServer(current.server)
    current = null
  }
  return {
    dataDir,
    async serverFor(file, settings = {}) {
      if (current?.file === file) return current.server.address
      await stopCurrent()
      for (const written of ['outbox', 'finvoice']) await rm(join(dataDir, written), { recursive: true, force: true })
      await asSuperuser(
        postgres,
        `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`,
        `CREATE DATABASE ${database} OWNER ${user} TEMPLATE ${template} STRATEGY WAL_LOG`,
      )
      current = { file, server: await startServer(dataDir, settings) }
      return current.server.address
    },
    async stop() {
      await stopCurrent()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const startPostgres = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: console.warn } })

async function asSuperuser(postgres: EmbeddedPostgres, ...statements: string[]): Promise<void> {
  const client = new pg.Client(postgres.superuser)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kuorma-e2e-'))
  // PostgreSQL, which never runs as root, must be able to enter it: else its cluster would be made elsewhere, and stay there.
  await chmod(dataDir, 0o755)
  return dataDir
}

/** The cluster's files keep their owner, and the new cluster has a socket and a list of servers of its own. */
async function copyDataDir(source: string): Promise<string> {
  const dataDir = await makeDataDir()
  await promisify(execFile)('cp', ['-a', `${source}/.`, dataDir])
  for (const own of ['run', 'servers']) await rm(join(dataDir, 'postgres', own), { recursive: true, force: true })
  return dataDir
}

type Server = { child: ChildProcess; address: string }

async function stopServer({ child }: Server): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Started like `npm start` after the build. */
async function startServer(dataDir: string, own: Settings = {}): Promise<Server> {
  const settings = { ...own, DATA_DIR: dataDir, PORT: '0', DEMO_PASSWORD: password, LOG_LEVEL: 'warn', NODE_ENV: 'test' }
  const child = spawn(process.execPath, [...serverFlags, join(root, 'server/main.ts')], {
    cwd: root,
    env: { ...process.env, ...serverEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /Kuorma on käynnissä: (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
  return { child, address }
}
