import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyTimeouts } from '#server/http/limits/body-timeouts.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const limit = 10
const open: (Socket | ClientRequest)[] = []
const closeAll = () => {
  for (const one of open.splice(0)) one.destroy()
}

/** One of the time limits ends bodies soon, the other one not while a test runs. */
const [soon, never] = [300, 600_000]

async function listening(env: NodeJS.ProcessEnv, bodyTimeouts: BodyTimeouts) {
  const server = await startTestServer({ env, bodyTimeouts })
  const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
  return { server, port }
}

type Sent = { method?: string; body?: string; length?: number; type?: string }
type Target = { port: number; authorization: string }
const uploadPath = '/file/upload/lahetys_entity/lahetys/kuvat'
/** The first of two characters. */
const halfDocument: Sent = { method: 'POST', body: '{', length: 2 }
const halfUpload: Sent = { method: 'POST', body: 'a', length: 2, type: 'application/octet-stream' }

/** Sends the headers and what there is of the body. */
function begin({ port, authorization }: Target, path: string, sent: Sent & { from: string }) {
  const { method = 'GET', body, length, type = 'application/vnd.api+json', from } = sent
  const headers = {
    authorization,
    'x-forwarded-for': from,
    'content-disposition': 'file; filename="kuva.jpg"',
    ...(length === undefined ? {} : { 'content-length': length, 'content-type': type }),
  }
  const call = request({ port, path, method, headers, agent: false })
  call.on('error', () => undefined)
  open.push(call)
  call.flushHeaders()
  if (body !== undefined) call.write(body)
  const answer = once(call, 'response').then(([message]: IncomingMessage[]) => {
    message?.on('error', () => undefined)
    message?.resume()
    return { statusCode: message?.statusCode, headers: message?.headers ?? {} }
  })
  return { call, answer }
}

describe('direct connections to the server', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    const env = { TRUST_PROXY: 'none', MAX_CONNECTIONS_PER_ADDRESS: String(limit), MAX_CONNECTIONS: '15' }
    ;({ server, port } = await listening(env, { ordinary: never, large: soon }))
  })
  afterAll(async () => {
    closeAll()
    await server.close()
  })

  const connected = async (from: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => undefined)
    open.push(socket)
    await once(socket, 'connect')
    return socket
  }
  /** Whether the server answers on the connection. */
  const isServed = async (socket: Socket): Promise<boolean> => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: kuorma\r\n\r\n')
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }

  test('their number is limited for each address, and in total', async () => {
    const first = []
    for (let index = 0; index < limit; index++) first.push(await connected('127.0.0.2'))
    for (const socket of first) expect(await isServed(socket)).toBe(true)
    expect(await isServed(await connected('127.0.0.2'))).toBe(false)
    for (let index = 0; index < 5; index++) expect(await isServed(await connected('127.0.0.3'))).toBe(true)
    expect(await isServed(await connected('127.0.0.4'))).toBe(false)
    for (const socket of first) socket.destroy()
    await expect.poll(async () => isServed(await connected('127.0.0.2'))).toBe(true)
  })

  test('a body of a call that accepts files does not wait without end either', async () => {
    closeAll()
    const to = { port, authorization: (await server.person(['yllapito'])).authorization }
    const ordinary = begin(to, '/jsonapi/operations', { ...halfDocument, from: '' })
    const upload = begin(to, uploadPath, { ...halfUpload, from: '' })
    expect((await upload.answer).statusCode).toBe(408)
    ordinary.call.end('}')
    expect((await ordinary.answer).statusCode).toBe(400)
  })
})

describe('behind a proxy', () => {
  let server: TestServer
  let port: number
  let admin: Person
  beforeAll(async () => {
    ;({ server, port } = await listening({ MAX_CONNECTIONS_PER_ADDRESS: String(limit) }, { ordinary: soon, large: never }))
    admin = await server.person(['yllapito'])
  })
  afterAll(async () => {
    closeAll()
    await server.close()
  })

  const send = (path: string, from: string, sent?: Sent) =>
    begin({ port, authorization: admin.authorization }, path, { ...sent, from }).answer

  test('concurrent calls, event streams included, are counted by the address that the proxy names', async () => {
    for (let index = 0; index < limit; index++) expect((await send('/api/events', '203.0.113.1')).statusCode).toBe(200)
    const refused = await send('/healthz', '203.0.113.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send('/healthz', '203.0.113.2')).statusCode).toBe(200)
    closeAll()
    await expect.poll(async () => (await send('/healthz', '203.0.113.1')).statusCode).toBe(200)
  })

  test('an ordinary body that does not arrive in time ends its call, and a call that accepts files has more time', async () => {
    const to = { port, authorization: admin.authorization }
    const upload = begin(to, uploadPath, { ...halfUpload, from: '203.0.113.3' })
    // Once this is answered, the server waits for the rest of the upload.
    expect((await send('/healthz', '203.0.113.3')).statusCode).toBe(200)
    expect((await send('/jsonapi/operations', '203.0.113.3', halfDocument)).statusCode).toBe(408)
    upload.call.end('b')
    expect((await upload.answer).statusCode).toBe(415)
  })

  test('one user’s concurrent ordinary bodies are limited to sixteen megabytes', async () => {
    const announce = () => send('/jsonapi/operations', '203.0.113.4', { method: 'POST', body: '{', length: 2 * 1024 * 1024 })
    const statuses = (await Promise.all(Array.from({ length: 9 }, announce))).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([...Array(8).fill(408), 429])
    expect((await send('/jsonapi', '203.0.113.4')).statusCode).toBe(200)
  })
})
