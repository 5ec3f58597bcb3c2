// The real server in a separate process, by default with its own PostgreSQL; both can be killed with -9 and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment } from '../../tools/server-flags.mjs'
import { isAlive, signal, waitForEnd } from '../platform/database/embedded-process.ts'

export type KillTarget = 'server' | 'postgres' | 'both'
export type KillableServer = {
  /** The server's address, which changes at every start. */
  address: () => string
  start: () => Promise<void>
  /** Kills synchronously, without awaiting anything. */
  kill: (target: KillTarget) => void
  /** Starts what `kill` has ended, and waits until it is ready. */
  recover: (target: KillTarget) => Promise<void>
  stop: () => Promise<void>
  /** The last lines that it logged, for finding out what went wrong. */
  log: () => string
}

const maxAttempts = 2400
const pollMilliseconds = 50

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (await holds()) return
    await pause(pollMilliseconds)
  }
  throw new Error(`Waited in vain: ${what}`)
}

export type KillableOptions = {
  dataDir: string
  /** The folder of the server's own PostgreSQL; null when the environment names another one. */
  cluster: string | null
  /** Environment variables besides the usual ones. */
  env?: Readonly<Record<string, string>>
}

export function killableServer({ dataDir, cluster, env: given = {} }: KillableOptions): KillableServer {
  const lines: string[] = []
  let child: ChildProcess | undefined
  let address = ''
  let killedPostmaster = 0

  const postmaster = (): number => {
    if (cluster === null) return 0
    try {
      return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    } catch {
      return 0
    }
  }
  const isReady = () =>
    fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    )

  async function start(): Promise<void> {
    const env = {
      PATH: process.env.PATH,
      ...serverEnvironment,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...given,
    }
    const started = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    const keep = (line: string) => {
      lines.push(line)
      if (lines.length > 60) lines.shift()
    }
    createInterface({ input: started.stderr }).on('line', keep)
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject)
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${lines.join('\n')}`)))
      createInterface({ input: started.stdout }).on('line', (line) => {
        keep(line)
        const found = /http:\/\/\S+/.exec(line)?.[0]
        if (!found) return
        address = found
        resolve()
      })
    })
    await until('the server is ready', isReady)
  }

  function kill(target: KillTarget): void {
    if (target !== 'server') {
      killedPostmaster = postmaster()
      signal(killedPostmaster, 'SIGKILL')
    }
    if (target !== 'postgres') child?.kill('SIGKILL')
  }

  async function recover(target: KillTarget): Promise<void> {
    if (target !== 'postgres') return start()
    await until('PostgreSQL is up again', async () => {
      if (child?.exitCode !== null || child.signalCode !== null) throw new Error('The server ended when only PostgreSQL was killed')
      return postmaster() !== killedPostmaster && (await isAlive(postmaster()))
    })
    await until('the server is ready again', isReady)
  }

  async function stop(): Promise<void> {
    const pid = postmaster()
    if (child?.pid && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await waitForEnd([child.pid], 10_000)
      child.kill('SIGKILL')
    }
    if (pid > 0 && !(await waitForEnd([pid], 2000))) {
      signal(pid, 'SIGQUIT')
      await waitForEnd([pid], 5000)
    }
  }

  return { address: () => address, start, kill, recover, stop, log: () => lines.join('\n') }
}
