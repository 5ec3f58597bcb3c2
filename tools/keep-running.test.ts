// `npm start` as people run it, on a separate database; the test kills its server process.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { keepRunning } from './keep-running.mjs'
import { childEnvironment, pinnedNode } from './prepare.mjs'

describe('a process', () => {
  const say = (lines: string[]) => (line: string) => void lines.push(line)
  const program = (source: string) => () => spawn(pinnedNode(), ['-e', source], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ready = `process.send('ready');`

  test.each([
    ['stops by itself', `${ready} setTimeout(() => process.exit(0), 10)`, 0],
    ['fails at its first start', 'process.exit(3)', 3],
    ['is stopped by a signal from elsewhere', `${ready} setTimeout(() => process.kill(process.pid, 'SIGTERM'), 10)`, 0],
  ])('that %s is not restarted', async (_what, source, code) => {
    const lines: string[] = []
    expect(await keepRunning(program(source), say(lines)).ended).toBe(code)
    expect(lines).toEqual([])
  })

  test('that is stopped while it waits for its restart stays stopped', async () => {
    const lines: string[] = []
    const running = keepRunning(program(`${ready} setTimeout(() => process.exit(9), 10)`), say(lines))
    await expect.poll(() => lines.length).toBe(1)
    running.stop('SIGTERM')
    expect(await running.ended).toBe(0)
  })

  test('that keeps crashing is given up after five restarts', async () => {
    const lines: string[] = []
    const running = keepRunning(program(`${ready} setTimeout(() => process.exit(9), 10)`), say(lines), { firstDelay: 10 })
    expect(await running.ended).toBe(9)
    expect(lines[0]).toBe('Palvelin kaatui (koodi 9). Se käynnistetään uudelleen 0,01 sekunnin kuluttua (1/5).')
    expect(lines).toHaveLength(6)
    expect(lines[5]).toContain('Sitä ei käynnistetä enää')
  })
})

describe('npm start', () => {
  let database: TestDatabase
  let folder: string
  let started: ChildProcess
  let output = ''
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'kuorma-start-'))
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
    const env = {
      ...childEnvironment(),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      PORT: '0',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
    }
    started = spawn(`exec ${scripts.start}`, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (data) => {
        output += String(data)
      })
  })
  afterAll(async () => {
    started.kill('SIGKILL')
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const addresses = () => [...output.matchAll(/Kuorma on käynnissä: (http:\/\/\S+)/g)].map(([, address]) => address)
  const isReady = async () => (await fetch(`${addresses().at(-1)}/readyz`).catch(() => null))?.status
  const serverPid = () => Number(readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8').trim().split(' ')[0])

  test.runIf(process.platform === 'linux')('restarts a server that was killed, says so, and ends with it when it is stopped', async () => {
    await expect.poll(addresses).toHaveLength(1)
    expect(await isReady()).toBe(200)
    process.kill(serverPid(), 'SIGKILL')
    await expect.poll(addresses).toHaveLength(2)
    // Finland's postal codes ship with the server.
    expect((await database.pool.query('SELECT count(*)::int AS count FROM postinumero')).rows).toEqual([{ count: 3576 }])
    expect(await isReady()).toBe(200)
    expect(output).toContain('Palvelin kaatui (signaali SIGKILL). Se käynnistetään uudelleen')
    const ended = new Promise((resolve) => started.on('exit', resolve))
    started.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
