import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeCar, makeShift, readBoardOf, tryBoard } from '#server/testing/planning/board.ts'
import { type SharedServer, sharedServerWithUsers } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let customer: Person
let driver: Person
let day: number
let morning: string
let evening: string

beforeAll(async () => {
  ;({ server, admin, customer } = await sharedServerWithUsers())
})
beforeEach(async () => {
  day = addDays(day ?? startOfDay(server.clock.now), 3)
  driver = await server.person(['kuljettaja'])
  morning = await makeShift(admin, driver.id, { paiva: day, alkuaika: 360, kesto: 240 })
  evening = await makeShift(admin, driver.id, { paiva: day, alkuaika: 1020, kesto: 240 })
})

async function one(values: Record<string, unknown> = {}): Promise<string> {
  const { shipments } = await placeOrder(customer, [
    { toivottu_toimitus: day, nouto_postitmp: 'Nastola', toimitus_osoite1: randomUUID().slice(0, 8), ...values },
  ])
  return shipments[0] ?? ''
}
const assigning = (ids: readonly string[], more: Record<string, unknown> = {}) => ({
  ...{ operation: 'assign', ids, kuljettaja: driver.id, paiva: day },
  ...more,
})
const assign = (ids: string[], more: { tyovuoro?: string; ennen?: string | null } = {}) =>
  changeBoardAs(admin, { operation: 'assign', ids, kuljettaja: driver.id, paiva: day, ...more })
/** The work at the stops of a shift of the day. */
const worksOn = async (shift: string): Promise<string[]> =>
  (await readBoardOf(admin, day)).reitit.find(({ id }) => id === shift)?.pysahdykset.flatMap(({ lahetykset }) => lahetykset) ?? []
const carOf = async (id: string): Promise<string | null> =>
  (await server.pool.query('SELECT auto_id FROM lahetys WHERE id = $1', [id])).rows[0]?.auto_id

test('work comes to the named shift of the driver, with its car, and without a name to the first one', async () => {
  const auto = await makeCar(server, { rekisterinumero: 'ILT-1' })
  await server.pool.query('UPDATE tyovuoro SET auto_id = $1 WHERE id = $2', [auto, evening])
  const [a, b] = [await one(), await one()]
  await assign([a], { tyovuoro: evening })
  expect([await worksOn(morning), await worksOn(evening), await carOf(a)]).toEqual([[], [a, a], auto])
  await assign([b])
  expect(await worksOn(morning)).toEqual([b, b])
  // From the driver's one shift to the other, and back.
  await assign([b], { tyovuoro: evening })
  expect([await worksOn(morning), (await worksOn(evening)).toSorted()]).toEqual([[], [a, a, b, b].toSorted()])
  await assign([b], { tyovuoro: morning })
  expect([await worksOn(morning), await worksOn(evening)]).toEqual([
    [b, b],
    [a, a],
  ])
})

test('undo takes the work from the second shift, and redo brings it back there', async () => {
  const a = await one()
  const done = await assign([a], { tyovuoro: evening })
  const undone = await changeBoardAs(admin, done.kumoa)
  expect([await worksOn(morning), await worksOn(evening)]).toEqual([[], []])
  await changeBoardAs(admin, undone.kumoa)
  expect([await worksOn(morning), await worksOn(evening)]).toEqual([[], [a, a]])
})

test('a shift that is not one of the driver’s on that day is refused by name, and nothing is stored', async () => {
  const other = await server.person(['kuljettaja'])
  const shifts = {
    unknown: randomUUID(),
    ofOtherDriver: await makeShift(admin, other.id, { paiva: day }),
    ofOtherDay: await makeShift(admin, driver.id, { paiva: addDays(day, 1) }),
    holiday: await makeShift(admin, driver.id, { paiva: day, tyyppi: 'LOMA' }),
    removed: await makeShift(admin, driver.id, { paiva: day, alkuaika: 60, kesto: 60 }),
  }
  await server.pool.query('UPDATE tyovuoro SET status = 0 WHERE id = $1', [shifts.removed])
  const a = await one()
  for (const [what, tyovuoro] of Object.entries(shifts)) {
    const answer = await tryBoard(admin, assigning([a], { tyovuoro }))
    expect([answer.status, answer.body.errors], what).toEqual([
      422,
      [{ field: 'tyovuoro', message: 'Kuljettajalla ei ole tätä työvuoroa valittuna päivänä.' }],
    ])
  }
  expect((await tryBoard(admin, assigning([a], { tyovuoro: 'ilta' }))).body.errors[0].field).toBe('tyovuoro')
  expect((await readBoardOf(admin, day)).vapaat).toContain(a)
})

test('the stop before which the work comes must be on the named shift', async () => {
  const [first, a] = [await one(), await one()]
  await assign([first], { tyovuoro: evening })
  const [pickup] = (await readBoardOf(admin, day)).reitit.find(({ id }) => id === evening)?.pysahdykset ?? []
  const answer = await tryBoard(admin, assigning([a], { tyovuoro: morning, ennen: pickup?.id }))
  expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'ennen'])
  await assign([a], { tyovuoro: evening, ennen: pickup?.id ?? null })
  expect((await worksOn(evening)).slice(0, 2)).toEqual([a, a])
})

test('each piece of work that keeps an operation from being stored is named: changed, cancelled, delivered or locked', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => one()))
  const [fine = '', delivered = '', cancelled = '', locked = ''] = ids
  await assign([delivered, locked], { tyovuoro: evening })
  const other = await server.person(['kuljettaja'])
  await makeShift(admin, other.id, { paiva: day })
  const stops = (await readBoardOf(admin, day)).reitit.find(({ id }) => id === evening)?.pysahdykset ?? []
  const mine = stops.find(({ tyyppi, lahetykset }) => tyyppi === 'toimitus' && lahetykset.includes(locked))
  await changeBoardAs(admin, { operation: 'lock', ids: [mine?.id ?? ''], lukittu: true })
  const lockedAnswer = await tryBoard(admin, assigning([fine, locked], { kuljettaja: other.id }))
  expect(lockedAnswer.body.errors).toEqual([{ field: locked, message: 'Pysähdys on lukittu. Avaa lukitus ensin.' }])

  await setState(driver, [delivered], 'kuljetuksessa')
  await setState(driver, [delivered], 'toimitettu')
  await server.pool.query(`UPDATE lahetys SET tila = 'peruutettu' WHERE id = $1`, [cancelled])
  const answer = await tryBoard(admin, assigning([fine, delivered, cancelled], { kuljettaja: other.id }))
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toHaveLength(2)
  expect(answer.body.errors).toEqual(
    expect.arrayContaining([
      { field: delivered, message: 'Tilaus on jo toimitettu.' },
      { field: cancelled, message: 'Peruttua tilausta ei voi antaa ajoon.' },
    ]),
  )
  const outdated = await tryBoard(admin, assigning([fine, locked], { versiot: { [fine]: 99, [locked]: 98 } }))
  expect([outdated.status, outdated.body.errors.map(({ field }: { field: string }) => field).toSorted()]).toEqual([
    409,
    [fine, locked].toSorted(),
  ])
})

test('an earlier drop on the shift can be undone after a later one, from the versions that the later one left', async () => {
  // Both share their stops, of which the delivery is on the shift of the next day.
  const twoDays = {
    ...{ nouto_osoite1: 'A', toimitus_osoite1: 'B', toimitus_postitmp: 'Lahti' },
    ...{ nouto_aika_alku: day + 8 * 3600, toivottu_toimitus: addDays(day, 1) },
  }
  const next = await makeShift(admin, driver.id, { paiva: addDays(day, 1) })
  const [a, b] = [await one(twoDays), await one(twoDays)]
  const first = await assign([a], { tyovuoro: evening })
  const second = await assign([b], { tyovuoro: evening })
  expect((await tryBoard(admin, first.kumoa)).status).toBe(409)
  const versiot = Object.fromEntries(
    Object.entries(first.kumoa.versiot).map(([id, vid]) => [id, second.aiemmat[id] === vid ? (second.kumoa.versiot[id] ?? vid) : vid]),
  )
  await changeBoardAs(admin, { ...first.kumoa, versiot })
  expect(await worksOn(evening)).toEqual([b])
  const { rows } = await server.pool.query('SELECT lahetykset_ids FROM ajo_pysahdys WHERE tyovuoro_id = $1 AND status = 1', [next])
  expect(rows).toEqual([{ lahetykset_ids: [b] }])
})
