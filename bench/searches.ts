// `filter[q]` on the large database: one person, one search after another, with common and rare words.
import { connect } from 'node:net'
import { searchUrl } from './queries.ts'
import { type Server, signIn } from './servers.ts'

/** `who`: the user's name. */
export type SearchFigures = { who: string; typed: string; found: number; p50: number; p99: number }

/** Words in nearly every order, in some, in none; two letters, parts of words, numbers, phones, several words. */
const typed = [
  'oy',
  'va',
  't',
  '04',
  '9',
  'nen',
  'tie',
  'lait',
  'helsinki',
  'virtanen',
  'makela',
  'oy helsinki',
  'va ta',
  'kuljetus varasto',
  'T-50000',
  '1042',
  'PO-1',
  '040 123 0012',
  '+358401230012',
  'xyzzyq',
  'zq',
]
/** Texts typed by users who do not see every row. */
const typedByOthers = ['oy', '9', 'lait', 'helsinki', 'virtanen', '1042', 'xyzzyq']
const rounds = 300

/**
 * Sends requests over one connection and discards the responses: otherwise garbage collection in this process would distort the
 * figures, by up to 15 ms for responses of 160 kB.
 */
function openSearches(address: URL, path: string, headers: Record<string, string>) {
  const request = [
    `GET ${path} HTTP/1.1`,
    `host: ${address.host}`,
    ...Object.entries(headers).map((header) => header.join(': ')),
    '',
    '',
  ].join('\r\n')
  let left = 0
  let answered: { resolve: () => void; reject: (fault: Error) => void } | undefined
  const take = (bytes: number, chunk: Uint8Array): boolean => {
    if (left === 0) {
      const head = Buffer.from(chunk.buffer, chunk.byteOffset, bytes).toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
      const length = /^content-length: (\d+)$/im.exec(head)?.[1]
      if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) answered?.reject(new Error(`${path}: ${head}`))
      left = head.length + 4 + Number(length)
    }
    left -= bytes
    if (left === 0) answered?.resolve()
    return true
  }
  const socket = connect({
    host: address.hostname,
    port: Number(address.port),
    noDelay: true,
    onread: { buffer: Buffer.alloc(65_536), callback: take },
  })
  socket.on('error', (fault) => answered?.reject(fault))
  return {
    search: () =>
      new Promise<void>((resolve, reject) => {
        answered = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Milliseconds from the request to the whole first page: as the dispatcher's list requests it, and as a customer and a driver may. */
export async function measureSearches(server: Server): Promise<SearchFigures[]> {
  const found: SearchFigures[] = []
  for (const text of typed) found.push(await measure(server, 'yllapito', text, searchUrl(text)))
  for (const who of ['asiakas', 'kuljettaja'])
    for (const text of typedByOthers) found.push(await measure(server, who, text, searchUrl(text, 'others')))
  return found
}

/** Response times of a request over one connection, in milliseconds; `found` is the count in the response. */
export async function measure(server: Server, who: string, text: string, path: string): Promise<SearchFigures> {
  const headers = { authorization: await signIn(server.address, who), accept: 'application/vnd.api+json' }
  const first = await fetch(`${server.address}${path}`, { headers })
  const found = (await first.json()).meta.count
  const { search, close } = openSearches(new URL(server.address), path, headers)
  const times: number[] = []
  for (let round = -3; round < rounds; round++) {
    const started = performance.now()
    await search()
    if (round >= 0) times.push(performance.now() - started)
  }
  close()
  times.sort((a, b) => a - b)
  return { who, typed: text, found, p50: times[Math.floor(rounds * 0.5)] ?? 0, p99: times[Math.floor(rounds * 0.99)] ?? 0 }
}
