import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'kuorma-web-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
  await writeFile(join(webRoot, 'seuranta.html'), '<!doctype html>')
  await writeFile(join(webRoot, 'assets', 'app.js'), '')
  server = await startTestServer({ webRoot })
})
afterAll(async () => {
  await server.close()
  await rm(webRoot, { recursive: true })
})

const pages = ['/', '/tilaukset', '/seuranta', '/assets/app.js', '/eiole.js']
const others = ['/config.json', '/healthz', '/api/client_id?username=x', '/api/eiole', '/jsonapi/eiole', '/%zz', '/user/reset']
const ofUsers = ['/jsonapi/tilaus_entity/tilaus_entity', '/api/istunnot', '/api/events']

const directives = ({ headers }: Answer): string[] => String(headers['content-security-policy']).split(/; ?/)

test('every answer, refusals and event streams included, has the security headers', async () => {
  const { call } = await server.person(['yllapito'])
  const answers = [
    ...(await Promise.all([...pages, ...others, ...ofUsers].map((url) => server.call('GET', url)))),
    ...(await Promise.all(ofUsers.map((url) => call('GET', url)))),
    await server.call('POST', '/oauth/token', '{}'),
  ]
  for (const answer of answers) {
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
    })
    expect(directives(answer)).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "base-uri 'none'"]))
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('pages may run only scripts of this server; other answers may run and load nothing', async () => {
  for (const url of pages.slice(0, 3))
    expect(directives(await server.call('GET', url))).toEqual(
      expect.arrayContaining(["script-src 'self' 'wasm-unsafe-eval'", "object-src 'none'"]),
    )
  for (const url of ['/config.json', ofUsers[0] ?? '', '/%zz'])
    expect(directives(await server.call('GET', url))).toContain("default-src 'none'")
})

test('the policy of pages is exactly this one', async () => {
  expect(directives(await server.call('GET', '/')).toSorted()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'self'",
    "font-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'self' blob:",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
  ])
})

test('Strict-Transport-Security is sent only when the public address is https', async () => {
  const plain = await startTestServer({ env: { PUBLIC_URL: 'http://kuorma.test' } })
  try {
    expect((await plain.call('GET', '/config.json')).headers['strict-transport-security']).toBeUndefined()
  } finally {
    await plain.close()
  }
})
