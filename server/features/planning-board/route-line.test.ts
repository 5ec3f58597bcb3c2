import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { routeLineCall } from '#domain/features/planning-board/route-line.ts'
import { type RouteStub, startRouteStub } from '#server/testing/providers/route-services.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let stub: RouteStub
let admin: Person
beforeAll(async () => {
  stub = await startRouteStub()
  server = await startTestServer({ env: { OSRM_URL: stub.url }, routeServices: { timeout: 2000 } })
  admin = await server.person(['yllapito'])
})
afterAll(async () => {
  await server.close()
  await stub.close()
})
afterEach(() => stub.unreachable.clear())

const pisteet = [
  { lat: 60.98, lng: 25.66 },
  { lat: 60.99, lng: 25.7 },
]
const ask = (body: object, who = admin) => who.call('POST', routeLineCall.path, body)

test('the line of a route follows the roads of the map provider', async () => {
  const answer = await ask({ pisteet })
  expect(answer.status, answer.text).toBe(200)
  // The stub’s road has a bend more than a straight line.
  expect(answer.body.data).toEqual([
    [25.66, 60.98],
    [25.7, 60.99],
    [25.7, 60.99],
  ])
})

test('a place outside the provider’s map leaves the route without a line by road', async () => {
  stub.unreachable.add('25.700000,60.990000')
  expect((await ask({ pisteet })).body).toEqual({ data: [] })
})

test('without a map provider there is no line by road', async () => {
  const plain = await startTestServer()
  try {
    expect((await ask({ pisteet }, await plain.person(['yllapito']))).body).toEqual({ data: [] })
  } finally {
    await plain.close()
  }
})

test('too few or too many places, and those that are nowhere, are refused', async () => {
  const many = Array.from({ length: 201 }, () => ({ lat: 61, lng: 25 }))
  for (const faulty of [
    [],
    pisteet.slice(1),
    many,
    [
      { lat: 91, lng: 25 },
      { lat: 61, lng: 25 },
    ],
  ])
    expect((await ask({ pisteet: faulty })).status).toBe(422)
})
