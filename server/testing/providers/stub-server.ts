import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type StubRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
export type StubAnswer = { status: number; body: unknown; headers?: Readonly<Record<string, string>> }

/**
 * What happens to a request. `busy`: 429. `broken`: 500, nothing done. `accepted-then-broken`, `accepted-then-silent` (no answer ever) and
 * `accepted-then-closed` (the connection breaks): done, but the client does not learn of it. `accepted-later`: the connection breaks, and it is
 * done a second later. `silent`: nothing done, no answer.
 */
export type StubFault =
  | 'busy'
  | 'broken'
  | 'accepted-then-broken'
  | 'accepted-then-silent'
  | 'accepted-then-closed'
  | 'accepted-later'
  | 'silent'
const late = 1000

/**
 * Which requests fail. `next` are taken first, one for each request that `isFaulty` names; then chance decides, the same for a seed. `onDone` is
 * called for each of those requests once it has been carried out or has failed, before the answer leaves.
 */
export type StubFaults = {
  next: StubFault[]
  share: number
  kinds: readonly StubFault[]
  seed: number
  onDone?: (fault: StubFault | null) => void
}
export const noFaults = (): StubFaults => ({ next: [], share: 0, kinds: ['busy', 'broken', 'accepted-then-silent'], seed: 1 })

/** Mulberry32: a number from 0 to 1, the same sequence for each seed. */
function nextRandom(faults: StubFaults): number {
  faults.seed = (faults.seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(faults.seed ^ (faults.seed >>> 15), 1 | faults.seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

function faultOf(faults: StubFaults): StubFault | null {
  const planned = faults.next.shift()
  if (planned) return planned
  if (faults.share === 0 || nextRandom(faults) >= faults.share) return null
  return faults.kinds[Math.floor(nextRandom(faults) * faults.kinds.length)] ?? null
}

export type StubOptions = {
  answer: (request: StubRequest) => StubAnswer
  /** What a fault of the service itself looks like. */
  fault: (status: 429 | 500) => StubAnswer
  faults: StubFaults
  isFaulty: (request: StubRequest) => boolean
}

const undone: ReadonlySet<StubFault> = new Set(['busy', 'broken', 'accepted-later', 'silent'])
const broken: ReadonlySet<StubFault> = new Set(['broken', 'accepted-then-broken'])
const closed: ReadonlySet<StubFault> = new Set(['accepted-then-closed', 'accepted-later'])

export async function startStubServer({
  answer,
  fault,
  faults,
  isFaulty,
}: StubOptions): Promise<{ url: string; close: () => Promise<void> }> {
  function send(response: ServerResponse, { status, body, headers = {} }: StubAnswer): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  const waiting = new Set<NodeJS.Timeout>()
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, url: new URL(url, 'http://stub.test'), headers, body: await text(incoming) }
    const mayFail = isFaulty(request)
    const happens = mayFail ? faultOf(faults) : null
    const done = happens !== null && undone.has(happens) ? null : answer(request)
    if (mayFail) faults.onDone?.(happens)
    if (happens === 'accepted-later') waiting.add(setTimeout(() => answer(request), late))
    if (happens !== null && broken.has(happens)) return send(response, fault(500))
    if (happens !== null && closed.has(happens)) return void response.destroy()
    if (happens === 'busy') return send(response, fault(429))
    if (done !== null && happens !== 'accepted-then-silent') send(response, done)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const timer of waiting) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
