import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proposeDayCall } from '#domain/features/planning-board/proposal/propose-day.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeCar, makeShift, readBoardOf, tryBoard } from '#server/testing/planning/board.ts'
import { type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let other: Person
let day: number
let shift: string
let otherShift: string
let plates = 0

beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
  const points = { '15110': [60.98, 25.66], '15200': [60.99, 25.7], '90100': [65.01, 25.47], '90500': [65.03, 25.5] } as const
  const codes = Object.entries(points).map(([postinumero, [lat, lng]]) => ({ maa: 'FI', postinumero, paikka: 'Paikka', lat, lng }))
  await addPostalCodes(server.pool, codes)
})
afterAll(() => server.close())
beforeEach(async () => {
  day = addDays(day ?? startOfDay(server.clock.now), 1)
  driver = await server.person(['kuljettaja'])
  other = await server.person(['kuljettaja'])
  const auto = await makeCar(server, { rekisterinumero: `EHD-${++plates}`, kantavuus: 1000 })
  shift = await makeShift(admin, driver.id, { paiva: day, auto })
  otherShift = await makeShift(admin, other.id, { paiva: day })
})

const lahti = { nouto_osoite1: 'Katu 1', nouto_postinro: '15110', toimitus_osoite1: 'Katu 2', toimitus_postinro: '15200' }
const oulu = { nouto_osoite1: 'Katu 3', nouto_postinro: '90100', toimitus_osoite1: 'Katu 4', toimitus_postinro: '90500' }
const one = async (values: Record<string, unknown>) =>
  (await placeOrder(customer, [{ toivottu_toimitus: day, yksikkopaino: 400, ...values }])).shipments[0] ?? ''
const assign = (ids: string[], kuljettaja: string) => changeBoardAs(admin, { operation: 'assign', ids, kuljettaja, paiva: day })

async function propose(more: Record<string, unknown> = {}) {
  const answer = await admin.call('POST', '/api/ajot/ehdotus', { paiva: day, ...more })
  expect(answer.status, answer.text).toBe(200)
  return proposeDayCall.output.parse(answer.body).data
}
type Proposal = Awaited<ReturnType<typeof propose>>
const accept = ({ reitit, versiot }: Proposal) =>
  ({ operation: 'accept', reitit: reitit.map(({ id, jarjestys }) => ({ tyovuoro: id, jarjestys })), versiot }) as const
const orderOn = async (id: string) =>
  (await readBoardOf(admin, day)).reitit
    .find((route) => route.id === id)
    ?.pysahdykset.flatMap(({ tyyppi, lahetykset }) => lahetykset.map((work) => `${tyyppi} ${work}`))

test('work without a driver is given to shifts near it, within the capacity of the car, and nothing is stored before it is accepted', async () => {
  const near = await one(lahti)
  await assign([near], driver.id)
  await assign([await one(oulu)], other.id)
  const [a, b] = [await one(lahti), await one(oulu)]
  const before = await readBoardOf(admin, day)
  const proposal = await propose()
  expect(proposal.siirtyvat.toSorted((x, y) => x.tyo.localeCompare(y.tyo))).toEqual(
    [
      { tyo: a, kuljettaja: driver.id, edellinen: null },
      { tyo: b, kuljettaja: other.id, edellinen: null },
    ].toSorted((x, y) => x.tyo.localeCompare(y.tyo)),
  )
  expect(proposal).toMatchObject({ mahtumatta: [], tulee: 0 })
  expect(await readBoardOf(admin, day)).toEqual(before)

  const done = await changeBoardAs(admin, accept(proposal))
  const route = proposal.reitit.find(({ id }) => id === shift)
  expect(await orderOn(shift)).toEqual(route?.pysahdykset.flatMap(({ tyyppi, lahetykset }) => lahetykset.map((id) => `${tyyppi} ${id}`)))
  const after = await readBoardOf(admin, day)
  expect(after.vapaat).toEqual([])
  expect(after.summat.metrit - before.summat.metrit).toBe(proposal.metrit)
  await changeBoardAs(admin, done.kumoa)
  expect((await readBoardOf(admin, day)).vapaat.toSorted()).toEqual([a, b].toSorted())
})

test('what no car can take is left out, and is named', async () => {
  const heavy = await one({ ...lahti, yksikkopaino: 900, maara: 1 })
  const tooHeavy = await one({ ...lahti, tyyppi: 'muu', yksikkopaino: 1000, maara: 200 })
  await server.pool.query(`UPDATE tyovuoro SET tyyppi = 'VAPAA' WHERE id = $1`, [otherShift])
  const proposal = await propose()
  expect(proposal.siirtyvat.map(({ tyo }) => tyo)).toEqual([heavy])
  expect(proposal.mahtumatta).toEqual([tooHeavy])
})

test('given work moves to another driver only when moves are allowed, and never from a locked route or once it is on board', async () => {
  // Each has a shipment where the other one drives.
  const [a, b, c, d] = [await one(lahti), await one(oulu), await one(lahti), await one(oulu)]
  await assign([a, d], driver.id)
  await assign([b, c], other.id)
  expect((await propose()).siirtyvat).toEqual([])
  const moved = await propose({ siirrot: true })
  expect(moved.metrit).toBeLessThan(-500_000)
  expect(moved.siirtyvat).not.toEqual([])

  await changeBoardAs(admin, { operation: 'lockRoute', tyovuoro: shift, lukittu: true })
  const locked = await propose({ siirrot: true })
  expect(locked.reitit.map(({ id }) => id)).not.toContain(shift)
  expect(locked.siirtyvat).toEqual([])
  await changeBoardAs(admin, { operation: 'lockRoute', tyovuoro: shift, lukittu: false })

  await setState(driver, [a, d], 'kuljetuksessa')
  await setState(other, [b, c], 'kuljetuksessa')
  expect((await propose({ siirrot: true })).siirtyvat).toEqual([])
})

test('a break of the dispatcher stays behind the stop that it followed', async () => {
  const a = await one(lahti)
  await assign([a], driver.id)
  await changeBoardAs(admin, { operation: 'add', tyovuoro: shift, tyyppi: 'tauko', kesto: 30 })
  await one({ ...lahti, toimitus_osoite1: 'Katu 9' })
  await server.pool.query(`UPDATE tyovuoro SET tyyppi = 'VAPAA' WHERE id = $1`, [otherShift])
  await changeBoardAs(admin, accept(await propose()))
  const stops = (await readBoardOf(admin, day)).reitit.find(({ id }) => id === shift)?.pysahdykset ?? []
  const at = stops.findIndex(({ tyyppi }) => tyyppi === 'tauko')
  expect(stops[at - 1]).toMatchObject({ tyyppi: 'toimitus', lahetykset: [a] })
})

test('a proposal that somebody has overtaken is refused as a whole', async () => {
  const [a, b] = [await one(lahti), await one(oulu)]
  const proposal = await propose()
  await assign([a], other.id)
  expect((await tryBoard(admin, accept(proposal))).status).toBe(409)
  expect((await readBoardOf(admin, day)).vapaat).toEqual([b])
})

test('an order or a lock that a colleague has changed meanwhile is not overwritten', async () => {
  const [a, b] = [await one(lahti), await one({ ...lahti, toimitus_osoite1: 'Katu 9' })]
  await assign([a, b], driver.id)
  await one({ ...lahti, toimitus_osoite1: 'Katu 8' })
  const proposal = await propose()
  const stops = proposal.reitit.flatMap(({ pysahdykset }) => pysahdykset.filter(({ vid }) => vid > 0))
  const versiot = { ...proposal.versiot, ...Object.fromEntries(stops.map(({ id, vid }) => [id, vid])) }
  const locked = stops.find(({ tyyppi }) => tyyppi === 'toimitus')
  await changeBoardAs(admin, { operation: 'lock', ids: [locked?.id ?? ''], lukittu: true })
  expect((await tryBoard(admin, { ...accept(proposal), versiot })).status).toBe(409)
})

test('a locked stop keeps its driver, its place and its other end, and the rest of its route is planned around it', async () => {
  const [a, b] = [await one(lahti), await one({ ...lahti, toimitus_osoite1: 'Katu 9' })]
  await assign([a, b], driver.id)
  await assign([await one(oulu)], other.id)
  const routeOf = async (id: string) => (await readBoardOf(admin, day)).reitit.find((route) => route.id === id)
  const locked = (await routeOf(shift))?.pysahdykset.find(({ tyyppi, lahetykset }) => tyyppi === 'toimitus' && lahetykset.includes(b))
  await changeBoardAs(admin, { operation: 'lock', ids: [locked?.id ?? ''], lukittu: true })
  // Near the first one: the route with the lock takes it on its way.
  const near = await one({ ...lahti, toimitus_osoite1: 'Katu 8' })
  const proposal = await propose({ siirrot: true })
  expect(proposal.siirtyvat).toContainEqual(expect.objectContaining({ tyo: near }))
  expect(proposal.siirtyvat.map(({ tyo }) => tyo)).not.toContain(b)
  await changeBoardAs(admin, accept(proposal))
  const stops = (await routeOf(shift))?.pysahdykset ?? []
  const kept = stops.find(({ id }) => id === locked?.id)
  expect(kept).toMatchObject({ lukittu: true, lahetykset: [b] })
  expect(Math.abs((kept?.saapuminen ?? 0) - (locked?.saapuminen ?? 0))).toBeLessThanOrEqual(15 * 60)
  expect(stops.some(({ tyyppi, lahetykset }) => tyyppi === 'nouto' && lahetykset.includes(b))).toBe(true)

  const taken = {
    tyovuoro: otherShift,
    jarjestys: [
      { tyyppi: 'nouto' as const, tyo: b },
      { tyyppi: 'toimitus' as const, tyo: b },
    ],
  }
  const refused = await tryBoard(admin, { operation: 'accept', reitit: [taken], versiot: {} })
  expect([refused.status, refused.body.errors[0].message]).toEqual([422, 'Pysähdys on lukittu. Avaa lukitus ensin.'])
})

test('hostile input is refused, and so are other roles', async () => {
  expect((await admin.call('POST', '/api/ajot/ehdotus', { paiva: addDays(day, 300) })).body.errors[0].message).toMatch(
    /^Päivälle ei ole työvuoroja/,
  )
  for (const input of [{}, { paiva: 'x' }, { paiva: day, siirrot: 'kyllä' }, { paiva: day, muu: 1 }])
    expect((await admin.call('POST', '/api/ajot/ehdotus', input)).status, JSON.stringify(input)).toBe(422)
  for (const who of [driver, customer]) expect((await who.call('POST', '/api/ajot/ehdotus', { paiva: day })).status).toBe(403)
  const order = [{ tyyppi: 'nouto', tyo: '10000000-0000-4000-8000-000000000001' }]
  expect((await tryBoard(admin, { operation: 'accept', reitit: [{ tyovuoro: shift, jarjestys: order }] })).status).toBe(404)
  expect((await tryBoard(admin, { operation: 'accept', reitit: [] })).status).toBe(422)
  const twice = { tyovuoro: shift, jarjestys: [] }
  expect((await tryBoard(admin, { operation: 'accept', reitit: [twice, twice] })).status).toBe(422)
})
