import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const limit = 10
const timeouts = { ordinary: 300, large: 1500 }
const open: (Socket | ClientRequest)[] = []
const closeAll = () => {
  for (const one of open.splice(0)) one.destroy()
}

async function listening(env: NodeJS.ProcessEnv) {
  const server = await startTestServer({ env, bodyTimeouts: timeouts })
  const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
  return { server, port }
}

describe('direct connections to the server', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    ;({ server, port } = await listening({ TRUST_PROXY: 'none', MAX_CONNECTIONS_PER_ADDRESS: String(limit), MAX_CONNECTIONS: '15' }))
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
})

describe('behind a proxy', () => {
  let server: TestServer
  let port: number
  let admin: Person
  beforeAll(async () => {
    ;({ server, port } = await listening({ MAX_CONNECTIONS_PER_ADDRESS: String(limit) }))
    admin = await server.person(['yllapito'])
  })
  afterAll(async () => {
    closeAll()
    await server.close()
  })

  type Sent = { method?: string; body?: string; length?: number; type?: string }
  async function send(path: string, from: string, { method = 'GET', body, length, type = 'application/vnd.api+json' }: Sent = {}) {
    const headers = {
      authorization: admin.authorization,
      'x-forwarded-for': from,
      'content-disposition': 'file; filename="kuva.jpg"',
      ...(length === undefined ? {} : { 'content-length': length, 'content-type': type }),
    }
    const call = request({ port, path, method, headers, agent: false })
    call.on('error', () => undefined)
    open.push(call)
    call.flushHeaders()
    if (body !== undefined) call.write(body)
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    answer.resume()
    return answer
  }

  test('concurrent calls, event streams included, are counted by the address that the proxy names', async () => {
    for (let index = 0; index < limit; index++) expect((await send('/api/events', '203.0.113.1')).statusCode).toBe(200)
    const refused = await send('/healthz', '203.0.113.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send('/healthz', '203.0.113.2')).statusCode).toBe(200)
    closeAll()
    await expect.poll(async () => (await send('/healthz', '203.0.113.1')).statusCode).toBe(200)
  })

  test('an ordinary body that does not arrive in time ends its call; a call that accepts files has more time', async () => {
    const started = performance.now()
    const ordinary = send('/jsonapi/operations', '203.0.113.3', { method: 'POST', body: '{', length: 1000 })
    const path = '/file/upload/lahetys_entity/lahetys/kuvat'
    const upload = send(path, '203.0.113.3', { method: 'POST', body: 'a', length: 1000, type: 'application/octet-stream' })
    expect((await ordinary).statusCode).toBe(408)
    expect(performance.now() - started).toBeLessThan(timeouts.large)
    expect((await upload).statusCode).toBe(408)
    expect(performance.now() - started).toBeGreaterThanOrEqual(timeouts.large - 50)
  })

  test('one user’s concurrent ordinary bodies are limited to sixteen megabytes', async () => {
    const announce = () => send('/jsonapi/operations', '203.0.113.4', { method: 'POST', body: '{', length: 2 * 1024 * 1024 })
    const statuses = (await Promise.all(Array.from({ length: 9 }, announce))).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([...Array(8).fill(408), 429])
    expect((await send('/jsonapi', '203.0.113.4')).statusCode).toBe(200)
  })
})
