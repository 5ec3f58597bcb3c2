import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { serverEnvironment, serverFlags } from '../tools/server-flags.mjs'
import { cache, password, root } from './databases.ts'

export type Server = { address: string; child: ChildProcess; stop: () => Promise<void> }

/** Starts Node with these arguments, and waits until its output contains the address. */
function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /http:\/\/\S+/.exec(line)?.[0]
      if (address) resolve({ address, child, stop })
    })
  })
}

/** The folder from which both serve the picture. */
const files = join(cache, 'server', 'files')

/** The real server, as in production. `profile`: a folder for its CPU profile; `env`: environment variables besides the usual ones. */
export function startServer(databaseUrl: string, profile?: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, '--cpu-prof-interval=200'] : []
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(cache, 'server'),
    FILES: files,
    PORT: '0',
    LOG_LEVEL: 'warn',
    // One user sends requests at full speed for minutes.
    RATE_LIMIT_MULTIPLIER: '1000',
    ...env,
  }
  return start([...profiling, ...serverFlags, 'server/main.ts'], { ...serverEnvironment, ...settings })
}

export function startBare(databaseUrl: string): Promise<Server> {
  return start([fileURLToPath(import.meta.resolve('./bare/server.ts'))], {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    FILES: files,
  })
}

/** Signs in as the web app does; returns the Authorization header. */
export async function signIn(address: string, username: string, secret = password): Promise<string> {
  const get = async (path: string) => (await fetch(`${address}${path}`)).json()
  const { clients } = await get('/config.json')
  const { client_id } = await get(`/api/client_id?username=${username}`)
  const form = new URLSearchParams({ grant_type: 'password', client_id, client_secret: clients[client_id], username, password: secret })
  const response = await fetch(`${address}/oauth/token`, { method: 'POST', body: form })
  if (!response.ok) throw new Error(`Sign-in of ${username}: ${response.status} ${await response.text()}`)
  return `Bearer ${(await response.json()).access_token}`
}

/** Uploads a picture of 200 kB for a shipment. Returns its id. */
export async function addPicture(address: string, authorization: string): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = await sharp({ create: { width: 260, height: 260, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer()
  const response = await fetch(`${address}/file/upload/lahetys_entity/lahetys/kuvat`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream', 'content-disposition': 'file; filename="kuva.png"' },
    body: new Uint8Array(picture),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The picture: ${response.status} ${text}`)
  return JSON.parse(text).data.id
}

/** The peak resident memory of a process, in MB; undefined where the system does not report it. */
export const peakMemory = (server: Server): Promise<number | undefined> => memoryOf(server, 'VmHWM')

/** The resident memory of a process now, in MB. */
export const residentMemory = (server: Server): Promise<number | undefined> => memoryOf(server, 'VmRSS')

async function memoryOf({ child }: Server, of: 'VmHWM' | 'VmRSS'): Promise<number | undefined> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  const kilobytes = new RegExp(`^${of}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
