// The OpenAPI document: complete, valid, and shown as a page.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import type { OpenApi } from './document.ts'

let server: TestServer
let document: OpenApi
const routes = new Set<string>()

function collect(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') routes.add(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
}

beforeAll(async () => {
  subscribe('fastify.initialization', collect)
  server = await startTestServer()
  unsubscribe('fastify.initialization', collect)
  document = (await server.call('GET', '/api/openapi.json')).body
})
afterAll(() => server.close())

test('it is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('it has every address of the server, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  // Parts of the page: a style sheet and two scripts.
  routes.delete('GET /api/kuvaus/{part}')
  expect(described.sort()).toEqual([...routes].sort())
})

test('it names the entities, their fields and their limits', () => {
  const { 'lahetys_entity--lahetys': shipment } = document.components.schemas
  expect(shipment).toMatchObject({
    properties: {
      attributes: { properties: { kuvaus: { type: 'string', maxLength: 255 }, tyyppi: { enum: ['rullakko', 'paketti', 'muu'] } } },
      relationships: {
        properties: { kuljettaja: { properties: { data: { anyOf: [{ properties: { type: { enum: ['user--user'] } } }, {}] } } } },
      },
    },
  })
})

test('it is shown as a page that loads everything from this server', async () => {
  const page = await server.call('GET', '/api/kuvaus')
  expect(page.status).toBe(200)
  const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(parts).toHaveLength(3)
  for (const part of parts) {
    expect(part).toMatch(/^\/api\//)
    expect((await server.call('GET', part)).status).toBe(200)
  }
  expect((await server.call('GET', '/api/kuvaus/..%2fpackage.json')).status).toBe(404)
})
