import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { proposeDayCall } from '#domain/features/planning-board/proposal/propose-day.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeCar, makeShift, readBoardOf } from '#server/testing/planning/board.ts'
import { insert, type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

// The limits of the driver's day and the start of a car in a proposal (rules/planning-board.md#proposal).

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let day: number
let noon: number
let plates = 0

const hour = 3600
beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
  const points = { '15110': [60.98, 25.66], '15200': [60.99, 25.7], '90100': [65.01, 25.47], '90500': [65.03, 25.5] } as const
  const codes = Object.entries(points).map(([postinumero, [lat, lng]]) => ({ maa: 'FI', postinumero, paikka: 'Paikka', lat, lng }))
  await addPostalCodes(server.pool, codes)
  noon = server.clock.now
})
afterAll(() => server.close())
beforeEach(async () => {
  day = addDays(day ?? startOfDay(noon), 2)
  driver = await server.person(['kuljettaja'])
})
afterEach(async () => {
  await saveSetting(server.pool, 'yritys_postinumero', '', { now: noon, kayttaja: null })
})

const lahti = { nouto_osoite1: 'Katu 1', nouto_postinro: '15110', toimitus_osoite1: 'Katu 2', toimitus_postinro: '15200' }
const oulu = { nouto_osoite1: 'Katu 3', nouto_postinro: '90100', toimitus_osoite1: 'Katu 4', toimitus_postinro: '90500' }
const one = async (values: Record<string, unknown>) =>
  (await placeOrder(customer, [{ toivottu_toimitus: day, yksikkopaino: 400, ...values }])).shipments[0] ?? ''
const shiftOf = async (who: Person, values: Record<string, number> = {}) =>
  makeShift(admin, who.id, {
    ...{ paiva: day, ...values },
    auto: await makeCar(server, { rekisterinumero: `RAJ-${++plates}`, kantavuus: 1000 }),
  })
const window = (from: number, until: number) => ({ toimitus_aika_alku: day + from * hour, toimitus_aika_loppu: day + until * hour })

async function propose() {
  const answer = await admin.call('POST', '/api/ajot/ehdotus', { paiva: day })
  expect(answer.status, answer.text).toBe(200)
  return proposeDayCall.output.parse(answer.body).data
}
const breaches = async () =>
  (await readBoardOf(admin, day)).reitit.flatMap(({ id, huomautukset }) =>
    huomautukset.filter(({ laji }) => laji !== 'etuajassa').map(({ laji }) => `${laji} ${id}`),
  )
/** Accepts the proposal; the board has no breach that it did not have before. */
async function accept() {
  const before = await breaches()
  const proposal = await propose()
  const { versiot } = proposal
  const reitit = proposal.reitit.map(({ id, jarjestys }) => ({ tyovuoro: id, jarjestys }))
  if (reitit.length > 0) await changeBoardAs(admin, { operation: 'accept', reitit, versiot })
  expect((await breaches()).filter((breach) => !before.includes(breach))).toEqual([])
  expect(proposal.tulee).toBe(0)
  return proposal
}

test('a long shift is planned for 13 hours of it', async () => {
  await shiftOf(driver, { alkuaika: 300, kesto: 900 })
  const inTime = await one({ ...lahti, ...window(16, 17) })
  const late = await one({ ...lahti, ...window(18.5, 19.5) })
  expect(await accept()).toMatchObject({ siirtyvat: [{ tyo: inTime }], mahtumatta: [late] })
})

test('a driver who has more than fits into the day keeps it as it is, and gets nothing more', async () => {
  const shift = await shiftOf(driver)
  const there = { ...lahti, toimitus_osoite1: 'Katu 3', toimitus_postinro: '90100' }
  const back = { ...oulu, toimitus_osoite1: 'Katu 2', toimitus_postinro: '15200' }
  const own = [await one(there), await one(back), await one(lahti)]
  await changeBoardAs(admin, { operation: 'assign', ids: own, kuljettaja: driver.id, paiva: day })
  const before = (await readBoardOf(admin, day)).reitit
  const near = await one({ ...lahti, toimitus_osoite1: 'Katu 9' })
  expect(await propose()).toMatchObject({ reitit: [], siirtyvat: [], mahtumatta: [near], metrit: 0, tulee: 0 })
  expect((await readBoardOf(admin, day)).reitit).toEqual(before)

  // A colleague takes it.
  const other = await server.person(['kuljettaja'])
  const free = await shiftOf(other)
  const proposal = await accept()
  expect(proposal).toMatchObject({ siirtyvat: [{ tyo: near, kuljettaja: other.id }], mahtumatta: [] })
  expect(proposal.reitit.map(({ id }) => id)).toEqual([free])
  expect((await readBoardOf(admin, day)).reitit.find(({ id }) => id === shift)?.pysahdykset).toEqual(before[0]?.pysahdykset)
})

test('nobody leaves before 11 hours of rest', async () => {
  await makeShift(admin, driver.id, { paiva: addDays(day, -1), alkuaika: 13 * 60, kesto: 9 * 60 })
  await shiftOf(driver)
  const early = await one({ ...lahti, ...window(7, 8) })
  const later = await one({ ...lahti, ...window(9, 10) })
  expect(await accept()).toMatchObject({ siirtyvat: [{ tyo: later }], mahtumatta: [early] })
})

test('a car that has to come twice is not loaded twice at once', async () => {
  await shiftOf(driver)
  const ids = [await one({ ...lahti, yksikkopaino: 600 }), await one({ ...lahti, yksikkopaino: 600 })]
  expect((await accept()).siirtyvat.map(({ tyo }) => tyo).toSorted()).toEqual(ids.toSorted())
  const [route] = (await readBoardOf(admin, day)).reitit
  expect(route?.pysahdykset.map(({ tyyppi }) => tyyppi)).toEqual(['nouto', 'toimitus', 'nouto', 'toimitus'])
  expect(route?.kg).toBe(600)
})

test('what is on board has its room until it is delivered, or to the end when another car delivers it', async () => {
  const shift = await shiftOf(driver)
  const aboard = await one({ ...lahti, yksikkopaino: 600 })
  await changeBoardAs(admin, { operation: 'assign', ids: [aboard], kuljettaja: driver.id, paiva: day })
  await setState(driver, [aboard], 'kuljetuksessa')
  const next = await one({ ...lahti, toimitus_osoite1: 'Katu 9', yksikkopaino: 620 })
  const proposal = await propose()
  expect(proposal).toMatchObject({ siirtyvat: [{ tyo: next, kuljettaja: driver.id }], tulee: 0 })
  expect(proposal.reitit[0]?.jarjestys).toEqual([
    { tyyppi: 'toimitus', tyo: aboard },
    { tyyppi: 'nouto', tyo: next },
    { tyyppi: 'toimitus', tyo: next },
  ])

  const small = await makeCar(server, { rekisterinumero: `RAJ-${++plates}`, kantavuus: 610 })
  const otherShift = await makeShift(admin, (await server.person(['kuljettaja'])).id, { paiva: day, auto: small })
  const stops = (await readBoardOf(admin, day)).reitit.find(({ id }) => id === shift)?.pysahdykset ?? []
  const delivery = stops.find(({ tyyppi }) => tyyppi === 'toimitus')?.id ?? ''
  await changeBoardAs(admin, { operation: 'move', ids: [delivery], tyovuoro: otherShift })
  expect(await accept()).toMatchObject({ siirtyvat: [], mahtumatta: [next] })
})

test('a break of the dispatcher makes nothing after it late', async () => {
  await shiftOf(driver)
  const given = await one(lahti)
  await changeBoardAs(admin, { operation: 'assign', ids: [given], kuljettaja: driver.id, paiva: day })
  await changeBoardAs(admin, {
    ...{ operation: 'add', tyovuoro: (await readBoardOf(admin, day)).reitit[0]?.id ?? '', tyyppi: 'tauko', kesto: 60 },
    ennen: (await readBoardOf(admin, day)).reitit[0]?.pysahdykset[0]?.id ?? null,
  })
  const early = await one({ ...lahti, toimitus_osoite1: 'Katu 5', ...window(6.5, 7.1) })
  expect((await accept()).mahtumatta).toEqual([early])
})

test('a car begins at the company and returns, or where its driver’s latest earlier day began', async () => {
  await saveSetting(server.pool, 'yritys_postinumero', '15110', { now: noon, kayttaja: null })
  await shiftOf(driver)
  const [near, far] = [await one(lahti), await one(oulu)]
  expect(await propose()).toMatchObject({ siirtyvat: [{ tyo: near }], mahtumatta: [far] })

  const northern = await server.person(['kuljettaja'])
  const yesterday = addDays(day, -1)
  await makeShift(admin, northern.id, { paiva: yesterday })
  const earlier = await one({ ...oulu, toivottu_toimitus: yesterday })
  await changeBoardAs(admin, { operation: 'assign', ids: [earlier], kuljettaja: northern.id, paiva: yesterday })
  await shiftOf(northern)
  const { siirtyvat } = await accept()
  expect(siirtyvat.toSorted((a, b) => a.tyo.localeCompare(b.tyo))).toMatchObject(
    [
      { tyo: near, kuljettaja: driver.id },
      { tyo: far, kuljettaja: northern.id },
    ].toSorted((a, b) => a.tyo.localeCompare(b.tyo)),
  )
})

test('a work route begins at the first address of its standing route', async () => {
  const [address, standing, workRoute] = [randomUUID(), randomUUID(), randomUUID()]
  await insert(server.pool, 'postiosoite', { id: address, name: 'Varasto', lat: 65.01, lng: 25.47 })
  await insert(server.pool, 'reitti', { id: standing, osoitteet_ids: [address] })
  await insert(server.pool, 'tyoreitti', { id: workRoute, vakioreitti_id: standing })
  const shift = await shiftOf(driver)
  await server.pool.query('UPDATE tyovuoro SET tyoreitti_ids = $2 WHERE id = $1', [shift, [workRoute]])
  const [near, far] = [await one(oulu), await one(lahti)]
  expect(await propose()).toMatchObject({ siirtyvat: [{ tyo: near }], mahtumatta: [far] })
})

test('today counts what the driver has driven, as recorded', async () => {
  day = startOfDay(noon)
  const shift = await shiftOf(driver, { alkuaika: 120, kesto: 780 })
  const id = await one(lahti)
  expect((await propose()).reitit.map((route) => route.id)).toContain(shift)
  const kirjaus = randomUUID()
  await insert(server.pool, 'tyovuoro_kirjaus', { id: kirjaus, kuljettaja_id: driver.id, paiva: day, alkuaika: day + 3 * hour })
  const task = { tyovuoro_kirjaus_id: kirjaus, tyyppi: 'AJO', alkuaika: day + 3 * hour }
  await insert(server.pool, 'tyovuoro_kirjaus_tehtava', { id: randomUUID(), ...task })
  const full = await propose()
  expect([full.siirtyvat, full.mahtumatta.includes(id)]).toEqual([[], true])
})
