import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate, privateKey } from '#server/testing/providers/push-certificate.ts'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'
import { postToPublic } from './public-request.ts'

describe('an address', () => {
  test.each(['8.8.8.8', '142.250.74.10', '2a00:1450:4001:80b::200a', '2600:1901:0:ca3f::', '::ffff:8.8.8.8'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  test.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.7', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1', '2001:db8::1', '3fff::1', '2002:7f00:1::'],
    ...['2001::1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '5f00::1', '::127.0.0.1', '4000::1', '2a00:1450::1%eth0'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:7f00:1'],
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433', '8.8.8.8.8'],
  ])('%j is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

const addressesOf = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a connection', () => {
  let port: number
  let connections = 0
  let answer: (respond: (status: number, headers: Record<string, string>, body: string | Buffer) => void) => void
  const server = createServer({ key: privateKey, cert: certificate }, (_request, response) =>
    answer((status, headers, body) => response.writeHead(status, headers).end(body)),
  ).on('connection', () => {
    connections++
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const post = (host: string, lookup = publicLookup()) =>
    postToPublic({ url: `https://${host}:${port}/`, headers: {}, body: Buffer.from('x') }, { lookup, ca: certificate })
  const here = () => post('push.test', (_name, _options, callback) => callback(null, addressesOf('127.0.0.1')))

  test.each([
    ['a private one', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['this machine as IPv6', ['::1']],
    ['this machine mapped into IPv6', ['::ffff:127.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a public and a private one', ['8.8.8.8', '127.0.0.1']],
    ['nothing', []],
  ])('is not made to a name that leads to %s', async (_what, addresses) => {
    const before = connections
    await expect(
      post(
        'push.test',
        publicLookup((_name, callback) => callback(null, addressesOf(...addresses))),
      ),
    ).rejects.toThrow(PrivateAddressError)
    expect(connections).toBe(before)
  })

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '8.8.8.8', '127.1', '2130706433'])(
    'is not made to the address %s',
    async (host) => {
      const before = connections
      await expect(post(host)).rejects.toThrow(PrivateAddressError)
      expect(connections).toBe(before)
    },
  )

  test('is not made over http', async () => {
    await expect(postToPublic({ url: 'http://push.test/', headers: {}, body: Buffer.alloc(0) })).rejects.toThrow(PrivateAddressError)
  })

  test('to a name whose answer changes goes to the address that was checked', async () => {
    const answers = [addressesOf('8.8.8.8'), addressesOf('127.0.0.1')]
    let lookups = 0
    const lookup = publicLookup((_name, callback) => callback(null, answers[lookups++] ?? []))
    const found = await new Promise((resolve) => lookup('push.test', { all: true }, (_error, addresses) => resolve(addresses)))
    expect(found).toEqual(addressesOf('8.8.8.8'))
    const before = connections
    await expect(post('push.test', lookup)).rejects.toThrow(PrivateAddressError)
    expect([connections, lookups]).toEqual([before, 2])
  })

  test('is looked up with the system’s resolver by default', async () => {
    await expect(post('localhost')).rejects.toThrow(PrivateAddressError)
  })

  test('follows no redirect, and takes at most 64 kB', async () => {
    answer = (respond) => respond(302, { location: `https://push.test:${port}/elsewhere` }, '')
    const before = connections
    expect(await here()).toBe(302)
    expect(connections).toBe(before + 1)
    answer = (respond) => respond(200, {}, Buffer.alloc(65_536))
    expect(await here()).toBe(200)
    answer = (respond) => respond(200, {}, Buffer.alloc(200_000))
    await expect(here()).rejects.toThrow('The answer is too long')
  })

  test('whose certificate is not for the name is refused', async () => {
    answer = (respond) => respond(200, {}, '')
    await expect(post('other.test', (_name, _options, callback) => callback(null, addressesOf('127.0.0.1')))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  test('without an answer is given up after 5 s', async () => {
    answer = () => undefined
    const began = Date.now()
    await expect(here()).rejects.toMatchObject({ name: 'AbortError' })
    expect(Date.now() - began).toBeGreaterThanOrEqual(4900)
  })
})
