import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let webRoot: string
let port: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'kuorma-web-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
  server = await startTestServer({ webRoot, env: { NODE_ENV: 'production' } })
  port = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port
})
afterAll(async () => {
  await server.close()
  await rm(webRoot, { recursive: true })
})

type Sent = { authorization?: string; type?: string; length?: number }

/** The status of a call that announces a body in its headers and sends none of it. */
async function statusOf(method: string, url: string, { authorization, type = 'application/json', length = 1_000_000 }: Sent = {}) {
  const path = url.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000001')
  const headers = { 'content-type': type, 'content-length': length, ...(authorization ? { authorization } : {}) }
  const call = request({ port, method, path, headers, agent: false })
  call.on('error', () => undefined)
  call.flushHeaders()
  const [answer] = await once(call, 'response')
  call.destroy()
  return answer.statusCode as number
}

test('every route that is not declared public answers 401 to a stranger without waiting for the body', async () => {
  const guarded = server.app.routeList.filter((route) => !route.config?.public)
  expect(guarded.length).toBeGreaterThan(300)
  const answered: string[] = []
  for (const { method: methods, url } of guarded)
    for (const method of [methods].flat()) {
      const statuses = [await statusOf(method, url), await statusOf(method, url, { authorization: `Bearer ${'a'.repeat(43)}` })]
      answered.push(...statuses.filter((status) => status !== 401).map((status) => `${method} ${url} ${status}`))
    }
  expect(answered).toEqual([])
})

test('these routes are public, and no others', () => {
  const open = server.app.routeList
    .filter((route) => route.config?.public)
    .flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`))
  expect(open.sort()).toEqual(
    [
      ...[
        '/api/client_id',
        '/api/logo',
        '/api/tietosuojaseloste',
        '/config.json',
        '/healthz',
        '/readyz',
        '/metrics',
        '/index.html',
        '/kalenteri/:token',
      ].flatMap((url) => [`GET ${url}`, `HEAD ${url}`]),
      'POST /api/seuranta',
      'POST /oauth/token',
      'POST /oauth/logout',
      'POST /user/lost-password',
      'POST /user/lost-password-reset',
    ].sort(),
  )
})

test('a request with a body to an unknown address is refused without reading the body', async () => {
  expect(await statusOf('POST', '/ei/ole')).toBe(404)
})

test('a public call accepts a body of a few kilobytes and refuses a larger one without reading it', async () => {
  expect(await statusOf('POST', '/user/lost-password', { length: 9000 })).toBe(413)
  expect(await statusOf('POST', '/oauth/token', { length: 9000, type: 'application/x-www-form-urlencoded' })).toBe(413)
  expect((await server.call('POST', '/user/lost-password', { mail: 'a@b.fi' })).status).toBe(200)
})

test('in production only signed-in users may read the OpenAPI document', async () => {
  const driver = await server.person(['kuljettaja'])
  for (const url of ['/api/openapi.json', '/api/kuvaus', '/api/kuvaus/avaa.js']) {
    expect((await server.call('GET', url)).status).toBe(401)
    expect((await driver.call('GET', url)).status).toBe(200)
  }
})

test('metrics are sent only to a collector on this machine, and TRACE is always refused', async () => {
  const statusFrom = async (remoteAddress: string, headers = {}) =>
    (await server.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  expect(await statusFrom('127.0.0.1')).toBe(200)
  expect(await statusFrom('192.0.2.1')).toBe(404)
  expect(await statusFrom('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect((await server.app.inject({ method: 'TRACE', url: '/config.json' })).statusCode).toBe(404)
})
