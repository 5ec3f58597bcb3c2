// One change sent to 500 open streams, compared with a bare handler that stores a row and writes the same bytes to as many streams.
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { median } from './load.ts'
import { type Server, signIn } from './servers.ts'

export const openStreams = 500
/** The server's limit of streams for each user. */
const ofPerson = 10
const rounds = 40
/** Milliseconds between the changes. */
const pause = 100

/** Milliseconds from the request that changes a row until the last stream has received the event, and what the streams cost the server. */
export type StreamFigures = {
  bytes: number
  p50: number
  worst: number
  /** Resident memory for each open stream, kB; undefined where the system does not report it. */
  memory: number | undefined
  /** CPU milliseconds for each change, the change itself included. */
  processor: number | undefined
}
type Opened = {
  close: () => void
  /** Resolves when every stream has received the event, with the number of bytes that each got. */
  received: () => Promise<number>
}

/** One administrator, drivers and customers, as on a working day. */
const people = ['yllapito', ...numbered('kuljettaja', 19), ...numbered('asiakas', 30)]

function numbered(base: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? base : `${base}${index + 1}`))
}

async function open(address: string, path: string, authorizations: readonly string[]): Promise<Opened> {
  const { hostname, port, host } = new URL(address)
  let missing = 0
  let bytes = 0
  let done: (bytes: number) => void = () => undefined
  const sockets: Socket[] = []
  for (const authorization of authorizations) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('data', (head) => (head.includes(' 200 ') ? resolve() : reject(new Error(`${address}${path}: ${head}`))))
    })
    socket.on('data', (chunk) => {
      if (!chunk.includes('event: muutokset')) return
      bytes = chunk.length
      if (--missing === 0) done(bytes)
    })
  }
  return {
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
    received: () => {
      missing = sockets.length
      return new Promise((resolve) => {
        done = resolve
      })
    },
  }
}

async function measure(
  server: Server,
  path: string,
  authorizations: readonly string[],
  change: (round: number) => Promise<Response>,
): Promise<StreamFigures> {
  const before = await residentKilobytes(server)
  const streams = await open(server.address, path, authorizations)
  const after = await residentKilobytes(server)
  const times: number[] = []
  let bytes = 0
  let spent: number | undefined
  for (let round = 0; round < rounds; round++) {
    // The first rounds are a warm-up.
    if (round === rounds / 4) spent = await processorMilliseconds(server)
    // Measures a single change, without the pause that the server makes between the changes of a burst.
    await setTimeout(pause)
    const received = streams.received()
    const started = performance.now()
    const answered = change(round)
    bytes = await received
    times.push(performance.now() - started)
    const { ok, status } = await answered
    if (!ok) throw new Error(`${server.address}: ${status}`)
    await (await answered).arrayBuffer()
  }
  const ended = await processorMilliseconds(server)
  streams.close()
  const counted = times.slice(rounds / 4)
  return {
    bytes,
    p50: median(counted),
    worst: Math.max(...counted),
    memory: before === undefined || after === undefined ? undefined : (after - before) / authorizations.length,
    processor: spent === undefined || ended === undefined ? undefined : (ended - spent) / counted.length,
  }
}

/** Measures a change that all these users may see: the text of a kind of hourly work. */
export async function measureStreams(ours: Server, bare: Server): Promise<{ ours: StreamFigures; bare: StreamFigures }> {
  const authorizations: string[] = []
  for (const name of people) {
    const authorization = await signIn(ours.address, name)
    for (let count = 0; count < ofPerson; count++) authorizations.push(authorization)
  }
  const [admin = ''] = authorizations
  const type = 'tuntituote_tyyppi--tuntituote_tyyppi'
  const id = '00000000-0000-4000-8000-000000000001'
  const headers = { authorization: admin, 'content-type': 'application/vnd.api+json' }
  const url = `${ours.address}/jsonapi/tuntituote_tyyppi/tuntituote_tyyppi/${id}`
  let { vid }: { vid: number } = (await (await fetch(url, { headers })).json()).data.attributes
  const change = (round: number) =>
    fetch(url, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ data: { type, id, attributes: { vid: vid++, hinta_h: 50 + (round % 2) } } }),
    })
  return {
    ours: await measure(ours, '/api/events', authorizations, change),
    bare: await measure(bare, '/streams', authorizations, (round) =>
      fetch(`${bare.address}/change/${50 + (round % 2)}`, { method: 'POST' }),
    ),
  }
}

async function residentKilobytes({ child }: Server): Promise<number | undefined> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes)
}

/** Linux counts a process's time in hundredths of a second. */
async function processorMilliseconds({ child }: Server): Promise<number | undefined> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) * 10
}
