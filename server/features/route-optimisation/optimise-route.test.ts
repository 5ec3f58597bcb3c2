import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { optimiseRouteCall } from '#domain/features/route-optimisation/optimise-route.ts'
import { type RouteStub, routeKey, startRouteStub, stubMetres, stubSeconds } from '#server/testing/providers/route-services.ts'
import { type Person, startServerWithUsers, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const helsinki = { lat: 60.1699, lng: 24.9384, nimi: 'Varasto' }
const tampere = { lat: 61.4978, lng: 23.761, id: 7, oma: { luku: [1, 2, null] } }
const lahti = { lat: 60.9827, lng: 25.6612, teksti: ' välilyönnit ' }
const oulu = { lat: 65.0121, lng: 25.4651 }
const jyvaskyla = { lat: 62.2426, lng: 25.7473 }

const optimise = (who: Person, body: object) => who.call('POST', optimiseRouteCall.path, body)
async function optimised(who: Person, body: object) {
  const answer = await optimise(who, body)
  expect(answer.status, answer.text).toBe(200)
  return optimiseRouteCall.output.parse(answer.body)
}

describe('without a provider', () => {
  let server: TestServer
  let admin: Person
  let driver: Person
  beforeAll(async () => {
    ;({ server, admin } = await startServerWithUsers())
    driver = await server.person(['kuljettaja'])
  })
  afterAll(() => server.close())

  test('the waypoints come back untouched in a short order, with legs, sums, the saving and a line', async () => {
    const waypoints = [oulu, lahti, jyvaskyla, tampere]
    const answer = await optimised(driver, { start: helsinki, waypoints, return_start_end: true })
    expect([answer.start, answer.end]).toEqual([helsinki, helsinki])
    // The round trip is as long in the other direction.
    const round = [lahti, jyvaskyla, oulu, tampere]
    expect([round, round.toReversed()]).toContainEqual(answer.waypoints)
    expect(answer.legs).toHaveLength(5)
    expect(answer.metres).toBeCloseTo(answer.legs.reduce((sum, { metres }) => sum + metres, 0))
    expect(answer.saving.metres).toBeGreaterThan(100_000)
    expect(answer.line.at(1)).toEqual([answer.waypoints[0]?.lng, answer.waypoints[0]?.lat])
    expect(answer).toMatchObject({ estimate: true, notice: '' })
  })

  test('the start and the end are honoured, and without return_start_end the route ends at any stop', async () => {
    const between = await optimised(admin, { start: oulu, waypoints: [helsinki, jyvaskyla], end: tampere })
    expect(between.waypoints).toEqual([jyvaskyla, helsinki])
    expect(between.end).toEqual(tampere)
    const open = await optimised(admin, { start: helsinki, waypoints: [oulu, lahti, jyvaskyla] })
    expect(open.waypoints).toEqual([lahti, jyvaskyla, oulu])
    expect(open.end).toBe(null)
    const free = await optimised(admin, { waypoints: [jyvaskyla, helsinki, lahti, oulu] })
    expect([helsinki, oulu]).toContainEqual(free.waypoints[0])
    expect(free.legs).toHaveLength(3)
  })

  test('a locked stop keeps its position, and time windows go before the distance', async () => {
    const locked = { ...oulu, lukittu: true }
    const { waypoints } = await optimised(admin, { start: helsinki, waypoints: [locked, jyvaskyla, lahti], return_start_end: true })
    expect(waypoints[0]).toEqual(locked)
    const lahtoaika = 1_795_000_000
    const urgent = { ...tampere, loppu: lahtoaika + 4 * 3600, palveluaika: 30 }
    const windows = await optimised(admin, { start: helsinki, waypoints: [lahti, jyvaskyla, urgent], lahtoaika })
    expect(windows.waypoints[0]).toEqual(urgent)
    expect(windows.waypoints).toHaveLength(3)
    const [first, second] = windows.times
    expect(first).toMatchObject({ late: 0, waiting: 0, begin: first?.arrival })
    expect(first?.arrival).toBeCloseTo(lahtoaika + (windows.legs[0]?.seconds ?? 0), -1)
    expect((first?.departure ?? 0) - (first?.begin ?? 0)).toBe(30 * 60)
    expect(second?.arrival).toBeCloseTo((first?.departure ?? 0) + (windows.legs[1]?.seconds ?? 0), -1)
    const late = await optimised(admin, { start: helsinki, waypoints: [{ ...oulu, loppu: lahtoaika + 3600 }], lahtoaika })
    expect(late.times[0]?.late).toBe((late.times[0]?.begin ?? 0) - lahtoaika - 3600)
  })

  test.each([
    ['no waypoints', [], 0],
    ['one waypoint', [lahti], 1],
    ['two equal waypoints', [lahti, lahti], 2],
  ])('%s', async (_what, waypoints, legs) => {
    const answer = await optimised(admin, { start: helsinki, waypoints })
    expect(answer.waypoints).toEqual(waypoints)
    expect(answer.legs).toHaveLength(legs)
    const alone = await optimised(admin, { start: null, waypoints, end: null })
    expect(alone.legs).toHaveLength(Math.max(0, legs - 1))
  })

  test('200 waypoints are ordered, 201 are refused', async () => {
    const many = Array.from({ length: 201 }, (_, index) => ({
      lat: 60 + ((index * 37) % 101) / 20,
      lng: 22 + ((index * 53) % 97) / 16,
      index,
    }))
    const answer = await optimised(admin, { waypoints: many.slice(0, 200) })
    expect(answer.waypoints.map(({ index }) => index).sort((a, b) => Number(a) - Number(b))).toEqual(
      many.slice(0, 200).map(({ index }) => index),
    )
    expect(answer.saving.seconds).toBeGreaterThan(0)
    const refused = await optimise(admin, { waypoints: many })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('enintään 200')
  })

  test.each([
    ['no waypoints', {}],
    ['waypoints that are no list', { waypoints: { 0: lahti, length: 1 } }],
    ['a place without coordinates', { waypoints: [{ nimi: 'Lahti' }] }],
    ['coordinates as text', { waypoints: [{ lat: '60', lng: '25' }] }],
    ['a place off the earth', { waypoints: [{ lat: 91, lng: 25 }] }],
    ['a start that is no place', { start: 'Helsinki', waypoints: [] }],
    ['an unknown field', { waypoints: [], vehicles: 3 }],
    ['a lock that is no boolean', { waypoints: [{ ...lahti, lukittu: 'kyllä' }] }],
    ['a window that is no moment', { waypoints: [{ ...lahti, loppu: -5 }] }],
    ['days at a stop', { waypoints: [{ ...lahti, palveluaika: 1e9 }] }],
  ])('%s is refused', async (_what, body) => {
    expect((await optimise(admin, body)).status).toBe(422)
  })

  test('customers and maintenance are refused', async () => {
    const customer = await server.person(['asiakas'], await server.customer())
    expect((await optimise(customer, { waypoints: [] })).status).toBe(403)
  })
})

describe('with OSRM', () => {
  let stub: RouteStub
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    stub = await startRouteStub()
    server = await startTestServer({ env: { OSRM_URL: stub.url }, routeServices: { timeout: 500 } })
    admin = await server.person(['yllapito'])
  })
  afterAll(async () => {
    await server.close()
    await stub.close()
  })
  afterEach(() => {
    stub.faults.next = []
    stub.unreachable.clear()
    stub.requests.length = 0
  })

  test('the distances and the line are those of its roads', async () => {
    const answer = await optimised(admin, { start: tampere, waypoints: [lahti, helsinki] })
    // The stub's roads go from west to east.
    expect(answer.waypoints).toEqual([helsinki, lahti])
    expect(answer).toMatchObject({ metres: 2 * stubMetres, seconds: 2 * stubSeconds, estimate: false, notice: '' })
    expect(answer.line).toHaveLength(4)
    expect(stub.requests.map(({ url }) => url.pathname.split('/')[1])).toEqual(['table', 'route'])
  })

  test('a place without a road is still in the answer, and its legs say so', async () => {
    for (const [from, to] of [
      [tampere, lahti],
      [lahti, tampere],
      [lahti, helsinki],
      [helsinki, lahti],
    ] as const)
      stub.unreachable.add([from, to].map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';'))
    const answer = await optimised(admin, { start: tampere, waypoints: [lahti, helsinki] })
    expect(answer.waypoints).toEqual([helsinki, lahti])
    expect(answer.legs.map(({ road }) => road)).toEqual([true, false])
    expect(answer.legs[1]?.metres).toBeGreaterThan(50_000)
  })

  test.each(['busy', 'broken', 'silent', 'accepted-then-closed'] as const)(
    'when it is %s, estimates are answered, and the answer says so',
    async (fault) => {
      stub.faults.next = [fault]
      const answer = await optimised(admin, { start: tampere, waypoints: [lahti, helsinki] })
      expect(answer).toMatchObject({ estimate: true, notice: 'Reittipalvelu ei vastaa. Matkat ja ajat ovat arvioita.' })
      expect(answer.metres).toBeGreaterThan(100_000)
    },
  )

  test('when it is down, and never was up', async () => {
    const other = await startTestServer({ env: { OSRM_URL: 'http://127.0.0.1:9' } })
    const person = await other.person(['yllapito'])
    expect(await optimised(person, { start: tampere, waypoints: [lahti] })).toMatchObject({ estimate: true })
    await other.close()
  })

  test('200 stops are more than one request takes', async () => {
    const waypoints = Array.from({ length: 200 }, (_, index) => ({ lat: 61, lng: 22 + ((index * 37) % 200) / 100 }))
    stub.alongRoad.push(...[{ lat: 61, lng: 21 }, ...waypoints].map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).sort())
    // Locked in the order of the road: a search would be as good as its time allows.
    const locked = waypoints.toSorted((a, b) => a.lng - b.lng).map((point) => ({ ...point, lukittu: true }))
    const answer = await optimised(admin, { start: { lat: 61, lng: 21 }, waypoints: locked })
    stub.alongRoad.length = 0
    expect(answer).toMatchObject({ metres: 200 * stubMetres, estimate: false, notice: '' })
    expect(stub.requests.length).toBeGreaterThan(2)
  })

  test('one place needs no roads', async () => {
    expect(await optimised(admin, { waypoints: [lahti] })).toMatchObject({ metres: 0, legs: [] })
    expect(stub.requests).toEqual([])
  })

  test('its connection is tested', async () => {
    const check = async () => (await admin.call('POST', '/api/integraatiot', { operation: 'testaa', nimi: 'reitit' })).body
    expect(await check()).toMatchObject({ success: true })
    stub.faults.next = ['broken']
    expect(await check()).toMatchObject({ success: false })
  })
})

describe.each([
  ['VROOM', (url: string) => ({ STOP_ORDER: 'vroom', VROOM_URL: `${url}/vroom` })],
  ['HERE', () => ({ STOP_ORDER: 'here', HERE_API_KEY: routeKey })],
])('with %s', (name, env) => {
  let stub: RouteStub
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    stub = await startRouteStub()
    const hereUrl = `${stub.url}/v8/findsequence2`
    server = await startTestServer({ env: env(stub.url), routeServices: { hereUrl, timeout: 500 } })
    admin = await server.person(['yllapito'])
  })
  afterAll(async () => {
    await server.close()
    await stub.close()
  })
  afterEach(() => {
    stub.faults.next = []
    stub.requests.length = 0
  })
  const body = { start: helsinki, waypoints: [oulu, { ...jyvaskyla, palveluaika: 20 }, lahti], end: tampere }

  test('the order that was sent is kept when the service’s is worse', async () => {
    // The stubs answer the stops backwards.
    const answer = await optimised(admin, { ...body, start: tampere, waypoints: [lahti, jyvaskyla, oulu], end: oulu })
    expect(stub.requests).toHaveLength(1)
    expect(answer.waypoints).toEqual([lahti, jyvaskyla, oulu])
    expect(answer.saving).toEqual({ metres: 0, seconds: 0 })
  })

  test('its order is answered', async () => {
    const answer = await optimised(admin, body)
    expect(answer.waypoints).toEqual(body.waypoints.toReversed())
    expect(answer.notice).toBe('')
  })

  test.each(['busy', 'broken', 'silent', 'accepted-then-closed'] as const)(
    'when it is %s, our own search orders, and the answer says so',
    async (fault) => {
      stub.faults.next = [fault]
      const answer = await optimised(admin, body)
      expect(answer.waypoints).toHaveLength(3)
      expect(answer.notice).toBe(`${name} ei vastaa. Järjestys on laskettu Kuormassa.`)
    },
  )

  test.runIf(name === 'HERE')('it is told when the drive begins', async () => {
    await optimised(admin, { ...body, lahtoaika: 1_900_000_000 })
    expect(stub.requests.map(({ url }) => url.searchParams.get('departure'))).toEqual(['2030-03-17T17:46:40.000Z'])
  })

  test('it is not asked about locked stops, time windows or a route without a start and an end', async () => {
    await optimised(admin, { ...body, waypoints: [{ ...oulu, lukittu: true }, lahti] })
    await optimised(admin, { ...body, waypoints: [{ ...oulu, loppu: 1_900_000_000 }, lahti] })
    await optimised(admin, { waypoints: body.waypoints })
    expect(stub.requests).toEqual([])
  })

  test('its connection is tested', async () => {
    const check = async () => (await admin.call('POST', '/api/integraatiot', { operation: 'testaa', nimi: 'jarjestys' })).body
    expect(await check()).toMatchObject({ success: true })
    stub.faults.next = ['silent']
    expect(await check()).toMatchObject({ success: false, message: expect.stringContaining('ei vastannut ajoissa') })
  })
})
