// A stub of a push service (RFC 8030, 8188, 8291, 8292): it refuses what a real one refuses, and reads the content as the browser would.
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Connecting } from '#server/platform/ports/public-request.ts'
import { certificate, privateKey } from './push-certificate.ts'

/** A browser that has subscribed with the key of an application server. */
export type StubBrowser = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** What it has been shown, decrypted. */
  received: { title: string; body: string; link: string; tag: string }[]
  headers: IncomingHttpHeaders[]
}

export type PushServiceStub = {
  subscribe: (applicationServerKey: string) => StubBrowser
  /** The browser withdraws its subscription. */
  unsubscribe: (browser: StubBrowser) => void
  /** Answers these to what comes next, one after the other. */
  next: { status: number; headers?: Record<string, string>; body?: string }[]
  /** Requests so far. */
  requests: number
  /** Of what was refused, why. */
  refusals: string[]
  isPushEndpoint: (endpoint: string) => boolean
  /** Leads the client's connections here. */
  connecting: Connecting
  close: () => Promise<void>
}

type Subscription = { browser: StubBrowser; ecdh: ECDH; auth: Buffer; applicationServerKey: string }

const message = z.strictObject({ title: z.string(), body: z.string(), link: z.string(), tag: z.uuid() })
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:.+@.+|https:.+)$/) })

type Derivation = { salt: Buffer; info: string | Buffer; length: number }
const hkdf = (secret: Buffer, { salt, info, length }: Derivation) => Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** RFC 8291 with a single record of RFC 8188. */
function decrypt(body: Buffer, { ecdh, auth }: Subscription): Buffer {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = hkdf(ecdh.computeSecret(senderKey), { salt: auth, info, length: 32 })
  const key = hkdf(secret, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 })
  const nonce = hkdf(secret, { salt, info: 'Content-Encoding: nonce\0', length: 12 })
  const record = body.subarray(21 + idLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('no delimiter of the last record')
  return padded.subarray(0, end)
}

/** What is wrong with the signature (RFC 8292); null when nothing is. */
function signatureFault(authorization: string, applicationServerKey: string, audience: string): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== applicationServerKey) return 'key of another application server'
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const [head = '', payload = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'bad signature'
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  if (z.object({ alg: z.string() }).parse(read(head)).alg !== 'ES256') return 'not ES256'
  const claimed = claims.safeParse(read(payload))
  if (!claimed.success) return 'claims'
  const { aud, exp } = claimed.data
  const now = Date.now() / 1000
  if (aud !== audience) return `aud is ${aud}`
  return exp > now && exp <= now + 86_400 ? null : 'exp'
}

type Refusal = readonly [status: number, reason: string]

function faultOf(headers: IncomingHttpHeaders, body: Buffer, found: { subscription: Subscription; audience: string }): Refusal | null {
  const { subscription, audience } = found
  if (!/^\d+$/.test(String(headers.ttl))) return [400, 'TTL is missing']
  if (headers['content-encoding'] !== 'aes128gcm') return [415, 'Content-Encoding']
  if (!['very-low', 'low', 'normal', 'high'].includes(String(headers.urgency ?? 'normal'))) return [400, 'Urgency']
  const fault = signatureFault(headers.authorization ?? '', subscription.applicationServerKey, audience)
  if (fault !== null) return [403, fault]
  return body.length > 4096 ? [413, 'too long'] : null
}

export async function startPushService(): Promise<PushServiceStub> {
  const subscriptions = new Map<string, Subscription>()
  const server = createServer({ key: privateKey, cert: certificate }, async (request, response) => {
    stub.requests++
    const { url = '', headers } = request
    const body = await buffer(request)
    const planned = stub.next.shift()
    if (planned) return response.writeHead(planned.status, planned.headers).end(planned.body)
    const subscription = subscriptions.get(url)
    const refused = !subscription
      ? ([410, 'gone'] as const)
      : request.method !== 'POST'
        ? ([405, 'method'] as const)
        : faultOf(headers, body, { subscription, audience: origin })
    if (refused || !subscription) {
      stub.refusals.push(refused?.[1] ?? '')
      return response.writeHead(refused?.[0] ?? 410).end(refused?.[1])
    }
    subscription.browser.received.push(message.parse(JSON.parse(decrypt(body, subscription).toString())))
    subscription.browser.headers.push(headers)
    return response.writeHead(201, { location: `${origin}/m/${randomUUID()}` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `https://push.test:${port}`
  const stub: PushServiceStub = {
    ...{ next: [], requests: 0, refusals: [] },
    subscribe(applicationServerKey) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/wpush/${randomUUID()}`
      const keys = { p256dh, auth: auth.toString('base64url') }
      const browser: StubBrowser = { endpoint: origin + path, keys, received: [], headers: [] }
      subscriptions.set(path, { browser, ecdh, auth, applicationServerKey })
      return browser
    },
    unsubscribe: ({ endpoint }) => void subscriptions.delete(new URL(endpoint).pathname),
    isPushEndpoint: (endpoint) => endpoint.startsWith(`${origin}/`),
    connecting: {
      ca: certificate,
      lookup: (_name, { all }, callback) => (all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)),
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return stub
}
