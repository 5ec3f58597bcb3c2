// Runs the real server in a separate process on a test server's database, and sends requests of other users during an attack.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { slowness } from '../../../tools/machine-pace.ts'
import { serverEnvironment, serverFlags } from '../../../tools/server-flags.mjs'

/** How long each attack of `npm run soak` lasts, which measures how long others wait; 0 in the tests, which measure nothing. */
export const soakSeconds = Number(process.env.ATTACK_SECONDS ?? 0)
/** Requests of others during an attack, at least. */
const rounds = 5
/** Milliseconds that one of them may take in `npm run soak`, on the machine on which the limit was set. */
const maxWait = 1000

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

/** Sends requests of other users, one after another, during an attack that goes on until they are all answered. */
export async function othersDuring(
  attack: (isOver: () => boolean) => Promise<unknown>,
  send: (round: number) => Promise<void>,
): Promise<void> {
  const until = performance.now() + soakSeconds * 1000
  let isOver = false
  const attacked = attack(() => isOver)
  try {
    for (let round = 0; round < rounds || performance.now() < until; round++) {
      const started = performance.now()
      await send(round)
      const waited = performance.now() - started
      if (soakSeconds > 0 && waited > maxWait * slowness()) throw new Error(`Others waited ${waited} ms during the attack`)
    }
  } finally {
    isOver = true
    await attacked
  }
}
