// Runs the real server in a separate process on a test server's database, and measures how long other users wait during an attack.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { slowness } from '../../../tools/machine-pace.ts'
import { serverEnvironment, serverFlags } from '../../../tools/server-flags.mjs'

/**
 * Duration of each attack; `npm run soak` sets a longer one. With 0 an attack lasts for ten requests of another user, and no time is measured:
 * `npm test` proves what is answered, not how quickly.
 */
export const attackSeconds = Number(process.env.ATTACK_SECONDS ?? (process.env.KUORMA_TEST_ALL ? 6 : 0))

export type AttackedServer = { address: string; hasEnded: () => boolean; stop: () => Promise<void> }

export async function startAttackedServer(databaseUrl: string): Promise<AttackedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kuorma-hyokkays-'))
  const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'production' }
  const env = { PATH: process.env.PATH, ...serverEnvironment, ...settings }
  const main = join(import.meta.dirname, '..', '..', 'main.ts')
  const server = spawn(process.execPath, [...serverFlags, main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /http:\/\/\S+/.exec(line)?.[0]
      if (found) resolve(found)
    })
  })
  return {
    address,
    hasEnded: () => server.exitCode !== null || server.signalCode !== null,
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Milliseconds, scaled to the machine on which the limits were set; 0 where no time is measured. */
export const waited = (started: number): number => (attackSeconds === 0 ? 0 : (performance.now() - started) / slowness())

/**
 * Sends requests of another user during the attack, then ends the attack. Returns the longest wait in milliseconds, scaled to the
 * machine on which the limits were set.
 */
export async function longestWait(
  send: (round: number) => Promise<void>,
  attack: (isOver: () => boolean) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + attackSeconds * 1000
  let isOver = false
  const attacked = attack(() => isOver)
  let longest = 0
  try {
    for (let round = 0; round < 10 || performance.now() < until; round++) {
      const started = performance.now()
      await send(round)
      longest = Math.max(longest, waited(started))
      if (attackSeconds > 0) await pause(50)
    }
  } finally {
    isOver = true
    await attacked
  }
  return longest
}
