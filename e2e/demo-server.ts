// The servers of the browser tests: each file of tests has the demo company as it is at the first start.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
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

/** One PostgreSQL and one data folder; the demo company is loaded once, and copied for each file. */
export async function openDemoServers(): Promise<DemoServers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kuorma-e2e-'))
  // PostgreSQL, which never runs as root, must be able to enter it: else its cluster would be made elsewhere, and stay there.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: console.warn } })
  const { database, user } = postgres.connection
  const asSuperuser = async (...statements: string[]) => {
    const client = new pg.Client(postgres.superuser)
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await stopServer(await startServer(dataDir))
  await asSuperuser(`ALTER DATABASE ${database} RENAME TO ${template}`)

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
