import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeShift, readBoardOf, tryBoard } from '#server/testing/planning/board.ts'
import { type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let day: number
let shift: string

beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
  day = addDays(startOfDay(server.clock.now), 1)
  driver = await server.person(['kuljettaja'])
  shift = await makeShift(admin, driver.id, { paiva: day })
})
afterAll(() => server.close())

const stops = async () => (await readBoardOf(admin, day)).reitit[0]?.pysahdykset ?? []
const minutes = async () => (await stops()).map(({ alku, lahto, kesto }) => [(lahto - alku) / 60, kesto])

test('the dispatcher sets the minutes at a stop, and undo and redo follow', async () => {
  const { shipments } = await placeOrder(customer, [{ toivottu_toimitus: day, nouto_osoite1: 'A', palveluaika: 0, maara: 1 }])
  const [id = ''] = shipments
  await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: driver.id, paiva: day })
  const usual = await minutes()
  const [pickup, delivery] = await stops()
  const set = await changeBoardAs(admin, {
    operation: 'setDuration',
    ids: [pickup?.id ?? ''],
    kesto: 45,
    versiot: { [pickup?.id ?? '']: pickup?.vid ?? 0 },
  })
  expect(await minutes()).toEqual([[45, 45], usual[1]])
  const undone = await changeBoardAs(admin, set.kumoa)
  expect(await minutes()).toEqual(usual)
  const again = await changeBoardAs(admin, undone.kumoa)
  expect(await minutes()).toEqual([[45, 45], usual[1]])
  // 0 lets the work decide again.
  await changeBoardAs(admin, { operation: 'setDuration', ids: [pickup?.id ?? ''], kesto: 0 })
  expect(await minutes()).toEqual(usual)
  expect((await tryBoard(admin, again.kumoa)).status).toBe(409)

  await setState(admin, [id], 'kuljetuksessa')
  expect((await tryBoard(admin, { operation: 'setDuration', ids: [pickup?.id], kesto: 5 })).body.errors).toMatchObject([
    { message: 'Pysähdys on jo tehty.' },
  ])
  expect((await tryBoard(admin, { operation: 'setDuration', ids: [delivery?.id], kesto: 1441 })).body.errors).toMatchObject([
    { field: 'kesto' },
  ])
  expect((await tryBoard(driver, { operation: 'setDuration', ids: [delivery?.id], kesto: 5 })).status).toBe(403)
})

test('a break and a stop without work last at least a minute', async () => {
  await changeBoardAs(admin, { operation: 'add', tyovuoro: shift, tyyppi: 'muu', nimi: 'Tankkaus', kesto: 15 })
  const stop = (await stops()).find(({ tyyppi }) => tyyppi === 'muu')
  expect(stop).toMatchObject({ nimi: 'Tankkaus', kesto: 15 })
  expect((await tryBoard(admin, { operation: 'setDuration', ids: [stop?.id], kesto: 0 })).body.errors).toMatchObject([
    { field: 'kesto', message: 'Kesto on ainakin 1 min.' },
  ])
  await changeBoardAs(admin, { operation: 'setDuration', ids: [stop?.id ?? ''], kesto: 20 })
  expect((await stops()).find(({ tyyppi }) => tyyppi === 'muu')).toMatchObject({ kesto: 20 })
})
