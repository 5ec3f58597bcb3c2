// Every address of the server with every role, and without sign-in (rules/access.md). The addresses are read from the app.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#domain/access/roles.ts'
import { entityNames, registry } from '#domain/model/registry.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import type { AccessFixture } from './access-entry.ts'
import { makeAccessFixture } from './access-fixture.ts'
import { withRelations } from './access-matrix.ts'
import type { Caller } from './api-callers.ts'
import { apiCells } from './api-cells.ts'

const callers: readonly Caller[] = [...roles, 'nobody']
/** Routes that walk.test.ts and relation-walk.test.ts test entity by entity. */
const ofEntities = new Set(
  entityNames.flatMap((name) => {
    const path = `/jsonapi/${registry[name].group}/${registry[name].bundle}`
    const linkage = `${path}/:id/relationships/:relation`
    const relations = [`GET ${path}/:id/:relation`, ...['GET', 'POST', 'PATCH', 'DELETE'].map((method) => `${method} ${linkage}`)]
    const own = [`GET ${path}`, `POST ${path}`, `GET ${path}/:id`, `PATCH ${path}/:id`, `DELETE ${path}/:id`]
    return withRelations.includes(name) ? [...own, ...relations] : own
  }),
)

let server: TestServer
const found = new Set<string>()
const fixtures = new Map<Caller, AccessFixture>()

function collect(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') found.add(`${one} ${url}`)
  })
}

beforeAll(async () => {
  // https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
  subscribe('fastify.initialization', collect)
  server = await startTestServer()
  unsubscribe('fastify.initialization', collect)
  for (const role of roles) fixtures.set(role, await makeAccessFixture(server, role))
  const administrator = fixtures.get('yllapito')
  if (!administrator) throw new Error('No world for yllapito')
  for (const role of roles) {
    const fixture = fixtures.get(role)
    if (!fixture) continue
    for (const which of ['own', 'other'] as const) {
      const made = await administrator.viewer.call('POST', '/api/tilaus/rahtikirja', { tilaus_id: fixture.rows.tilaus[which] })
      fixture.waybill[which] = made.body.file.id
    }
  }
  fixtures.set('nobody', { ...administrator, viewer: { ...administrator.viewer, call: server.call } })
}, 60_000)
afterAll(() => server.close())

test('every address has cells, and all cells belong to an address', () => {
  const others = [...found].filter((route) => !ofEntities.has(route))
  expect(others.sort()).toEqual(Object.keys(apiCells).sort())
  expect([...found]).toEqual(expect.arrayContaining([...ofEntities]))
})

const stored = async () =>
  (
    await server.pool.query(
      'SELECT (SELECT count(*) FROM revisio) AS revisions, (SELECT count(*) FROM file) AS files, (SELECT sum(hinta) FROM tilaus) AS prices',
    )
  ).rows

describe.each(Object.entries(apiCells))('%s', (route, { call, cells }) => {
  const method = route.split(' ')[0] as 'GET' | 'POST' | 'PATCH' | 'DELETE'
  test.each(
    callers.flatMap((caller) => (['own', 'other'] as const).map((which, index) => ({ caller, which, status: cells[caller][index] ?? 0 }))),
  )('$caller, $which: $status', async ({ caller, which, status }) => {
    const fixture = fixtures.get(caller)
    if (!fixture) throw new Error(`No world for ${caller}`)
    const { url, body, headers } = call(fixture, which)
    const before = await stored()
    const answer = await fixture.viewer.call(method, url, body, headers)
    expect(answer.status, answer.text).toBe(status)
    if (status < 400) return
    expect(await stored()).toEqual(before)
    if (url.startsWith('/oauth')) expect(answer.body.error).toEqual(expect.any(String))
    else if (/^\/(api|user|kalenteri)/.test(url)) expect(answer.body).toEqual({ message: expect.any(String), errors: expect.any(Array) })
    else expect(answer.body.errors[0]).toMatchObject({ status: String(status), detail: expect.any(String) })
  })
})
