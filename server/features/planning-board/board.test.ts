import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { assignDriver, placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeCar, makeShift, readBoardOf, tryBoard } from '#server/testing/planning/board.ts'
import { insert, type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let other: Person
let day: number
let shift: string
let otherShift: string

beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
})
afterAll(() => server.close())
beforeEach(async () => {
  day = addDays(day ?? startOfDay(server.clock.now), 1)
  driver = await server.person(['kuljettaja'])
  other = await server.person(['kuljettaja'])
  shift = await makeShift(admin, driver.id, { paiva: day })
  otherShift = await makeShift(admin, other.id, { paiva: day })
})

const order = (values: Record<string, unknown> = {}) =>
  placeOrder(customer, [
    {
      toivottu_toimitus: day,
      nouto_osoite1: 'A',
      nouto_postitmp: 'Nastola',
      toimitus_osoite1: randomUUID().slice(0, 8),
      paino: 10,
      ...values,
    },
  ])
const one = async (values: Record<string, unknown> = {}) => (await order(values)).shipments[0] ?? ''
const routeOf = async (who: Person) => {
  const found = (await readBoardOf(admin, day)).reitit.find(({ kuljettaja }) => kuljettaja.id === who.id)
  if (!found) throw new Error('The driver has no route')
  return found
}
const stopsOf = async (who: Person) => (await routeOf(who)).pysahdykset
const works = async (who: Person) => (await stopsOf(who)).map(({ tyyppi, lahetykset }) => [tyyppi, ...lahetykset])
const assign = (ids: string[], more = {}) => changeBoardAs(admin, { operation: 'assign', ids, kuljettaja: driver.id, paiva: day, ...more })
const driverOf = async (id: string) => (await server.pool.query('SELECT kuljettaja_id, auto_id FROM lahetys WHERE id = $1', [id])).rows[0]

describe('the board of a day', () => {
  test('has drivers on shift, unassigned work by its window, and work of drivers without a shift', async () => {
    const late = await one({ toimitus_aika_alku: day + 12 * 3600 })
    const early = await one({ toimitus_aika_alku: day + 8 * 3600 })
    const any = await one()
    const job = randomUUID()
    const { id: jobOrder } = await order()
    await insert(server.pool, 'tuntituote', {
      id: job,
      tilaus_id: jobOrder,
      asiakas_id: customer.asiakasId,
      toimituspaiva: day,
      nouto_postitmp: 'Lahti',
    })
    const idle = await server.person(['kuljettaja'])
    const theirs = await one()
    await assignDriver(admin, idle, [theirs])
    const board = await readBoardOf(admin, day)
    expect(board.vapaat.filter((id) => [late, early, any, job].includes(id))).toEqual([early, late, any, job])
    expect(board.ilman_vuoroa).toMatchObject([{ kuljettaja: { id: idle.id }, tyot: [theirs] }])
    expect(board.reitit.map(({ id }) => id).toSorted()).toEqual([shift, otherShift].toSorted())
    expect(board.tyot.find(({ id }) => id === job)).toMatchObject({ laji: 'tuntituote', mista: 'Lahti' })
  })

  test('names work of a driver on shift that has no stops, and not work that is planned on another day', async () => {
    const [lost, later] = [await one(), await one()]
    await assign([lost])
    await server.pool.query('UPDATE ajo_pysahdys SET status = 0 WHERE tyovuoro_id = $1', [shift])
    const tomorrow = await makeShift(admin, driver.id, { paiva: addDays(day, 1) })
    await changeBoardAs(admin, { operation: 'assign', ids: [later], kuljettaja: driver.id, paiva: addDays(day, 1) })
    expect((await readBoardOf(admin, addDays(day, 1))).reitit.find(({ id }) => id === tomorrow)?.pysahdykset).toHaveLength(2)
    const board = await readBoardOf(admin, day)
    expect(board.ilman_vuoroa).toMatchObject([{ kuljettaja: { id: driver.id }, tyot: [lost] }])
    expect(board.vapaat).not.toContain(lost)
  })

  test('has work that must be picked up before a time of that day, whenever it is delivered', async () => {
    const next = addDays(day, 1)
    const id = await one({ toivottu_toimitus: next, toimitus_aika_alku: next + 8 * 3600, nouto_aika_loppu: day + 10 * 3600 })
    expect((await readBoardOf(admin, day)).vapaat).toContain(id)
  })

  test('of today also has what should have been driven earlier, and what has no day', async () => {
    const [earlier, undated] = [await one(), await one({ toivottu_toimitus: 0 })]
    await server.pool.query('UPDATE lahetys SET toivottu_toimitus = $1 WHERE id = $2', [addDays(server.clock.now, -4), earlier])
    expect((await readBoardOf(admin, server.clock.now)).vapaat).toEqual(expect.arrayContaining([earlier, undated]))
    const tomorrow = (await readBoardOf(admin, day)).vapaat
    expect(tomorrow.filter((id) => id === undated || id === earlier)).toEqual([])
  })
})

describe('assigning', () => {
  test('gives the driver and the car, and undo takes them back, and redo gives them again', async () => {
    const car = await makeCar(server, { rekisterinumero: 'ABC-1', kantavuus: 5 })
    await server.pool.query('UPDATE tyovuoro SET auto_id = $1 WHERE id = $2', [car, shift])
    const [a, b] = [await one(), await one()]
    const done = await assign([a, b])
    expect(done.reitit.find(({ tyovuoro }) => tyovuoro === shift)?.huomautukset).toMatchObject([
      { laji: 'ylikuorma_kg', arvo: 15 },
      { laji: 'ylikuorma_kg' },
    ])
    expect(await driverOf(a)).toEqual({ kuljettaja_id: driver.id, auto_id: car })
    const before = await stopsOf(driver)
    expect(before.map(({ tyyppi, lahetykset }) => [tyyppi, lahetykset.length])).toEqual([
      ['nouto', 2],
      ['toimitus', 1],
      ['toimitus', 1],
    ])
    const undone = await changeBoardAs(admin, done.kumoa)
    expect([await stopsOf(driver), await driverOf(a)]).toEqual([[], { kuljettaja_id: null, auto_id: null }])
    await changeBoardAs(admin, undone.kumoa)
    expect((await stopsOf(driver)).map(({ id, tyyppi }) => [id, tyyppi])).toEqual(before.map(({ id, tyyppi }) => [id, tyyppi]))
    expect(await driverOf(b)).toEqual({ kuljettaja_id: driver.id, auto_id: car })
  })

  test('puts the stops before the one named', async () => {
    const [a, b] = [await one({ nouto_osoite1: 'X' }), await one({ nouto_osoite1: 'Y' })]
    await assign([a])
    const [first] = await stopsOf(driver)
    await assign([b], { ennen: first?.id })
    expect(await works(driver)).toEqual([
      ['nouto', b],
      ['toimitus', b],
      ['nouto', a],
      ['toimitus', a],
    ])
  })

  test('on another day than the wished one is shown, not refused', async () => {
    const shipment = await one({ toivottu_toimitus: addDays(day, 1), toimitus_aika_alku: addDays(day, 1) + 8 * 3600 })
    const done = await assign([shipment])
    expect(done.reitit[0]?.huomautukset).toContainEqual(expect.objectContaining({ laji: 'eri_paiva' }))
    expect(await works(driver)).toEqual([
      ['nouto', shipment],
      ['toimitus', shipment],
    ])
  })

  test('to a driver without a shift gives the work without stops; taking it away ends that', async () => {
    const idle = await server.person(['kuljettaja'])
    const shipment = await one()
    await assign([shipment], { kuljettaja: idle.id })
    expect((await driverOf(shipment)).kuljettaja_id).toBe(idle.id)
    await changeBoardAs(admin, { operation: 'unassign', ids: [shipment] })
    expect((await driverOf(shipment)).kuljettaja_id).toBe(null)
  })
})

describe('moving', () => {
  test('within a shift changes the order, and a delivery before its pickup is a breach', async () => {
    const [a, b] = [await one({ nouto_osoite1: 'X' }), await one({ nouto_osoite1: 'Y' })]
    await assign([a])
    await assign([b])
    const [first, , , last] = await stopsOf(driver)
    const done = await changeBoardAs(admin, { operation: 'move', ids: [last?.id ?? ''], tyovuoro: shift, ennen: first?.id })
    expect((await works(driver))[0]).toEqual(['toimitus', b])
    expect(done.reitit[0]?.huomautukset).toMatchObject([{ laji: 'toimitus_ennen_noutoa' }])
    await changeBoardAs(admin, done.kumoa)
    expect(await works(driver)).toEqual([
      ['nouto', a],
      ['toimitus', a],
      ['nouto', b],
      ['toimitus', b],
    ])
  })

  test('to another driver takes the whole shipment; undo brings it back to its place', async () => {
    const [a, b] = [await one({ nouto_osoite1: 'X' }), await one({ nouto_osoite1: 'Y' })]
    await assign([a, b])
    const before = await stopsOf(driver)
    const delivery = before.find(({ tyyppi, lahetykset }) => tyyppi === 'toimitus' && lahetykset.includes(a))
    const done = await changeBoardAs(admin, { operation: 'move', ids: [delivery?.id ?? ''], tyovuoro: otherShift })
    expect([await works(driver), await works(other)]).toEqual([
      [
        ['nouto', b],
        ['toimitus', b],
      ],
      [
        ['nouto', a],
        ['toimitus', a],
      ],
    ])
    await changeBoardAs(admin, done.kumoa)
    expect([(await stopsOf(driver)).map(({ id }) => id), await works(other)]).toEqual([before.map(({ id }) => id), []])
  })

  test('and the assignment before it are undone one after the other, with the versions carried over', async () => {
    const a = await one()
    const given = await assign([a])
    const [first] = await stopsOf(driver)
    const moved = await changeBoardAs(admin, { operation: 'move', ids: [first?.id ?? ''], tyovuoro: otherShift })
    const undone = await changeBoardAs(admin, moved.kumoa)
    // What the client does (use-board.ts): rows that only the move had changed are what the assignment left.
    const versiot = Object.fromEntries(
      Object.entries(given.kumoa.versiot).map(([id, vid]) => [id, moved.aiemmat[id] === vid ? (undone.kumoa.versiot[id] ?? vid) : vid]),
    )
    expect((await tryBoard(admin, given.kumoa)).status).toBe(409)
    await changeBoardAs(admin, { ...given.kumoa, versiot })
    expect([await stopsOf(driver), (await driverOf(a)).kuljettaja_id]).toEqual([[], null])
  })

  test('of locked and done stops is refused', async () => {
    const a = await one()
    await assign([a])
    const [pickup, delivery] = await stopsOf(driver)
    const ids = [delivery?.id ?? '']
    const locked = await changeBoardAs(admin, { operation: 'lock', ids, lukittu: true })
    const move = (id: string | undefined) => tryBoard(admin, { operation: 'move', ids: [id], tyovuoro: otherShift })
    expect((await move(delivery?.id)).body.errors).toMatchObject([{ message: 'Pysähdys on lukittu. Avaa lukitus ensin.' }])
    // The pickup would take the locked delivery along.
    for (const call of [
      { operation: 'move', ids: [pickup?.id], tyovuoro: otherShift },
      { operation: 'assign', ids: [a], kuljettaja: other.id, paiva: day },
      { operation: 'unassign', ids: [a] },
    ])
      expect((await tryBoard(admin, call)).body.errors).toMatchObject([{ message: 'Pysähdys on lukittu. Avaa lukitus ensin.' }])
    await changeBoardAs(admin, locked.kumoa)
    await setState(driver, [a], 'kuljetuksessa')
    expect((await move(pickup?.id)).body.errors).toMatchObject([{ message: 'Pysähdys on jo tehty.' }])
    const route = await changeBoardAs(admin, { operation: 'lockRoute', tyovuoro: shift, lukittu: true })
    expect((await routeOf(driver)).lukittu).toBe(true)
    expect((await move(delivery?.id)).body.errors).toMatchObject([{ message: 'Reitti on lukittu. Avaa lukitus ensin.' }])
    expect((await tryBoard(admin, { operation: 'assign', ids: [a], kuljettaja: other.id, paiva: day })).status).toBe(422)
    await changeBoardAs(admin, route.kumoa)
    expect((await routeOf(driver)).lukittu).toBe(false)
  })

  test('leaves a delivery of the next day on the shift of its own day', async () => {
    const next = addDays(day, 1)
    const a = await one({ toivottu_toimitus: next, nouto_aika_alku: day + 10 * 3600 })
    const later = await makeShift(admin, driver.id, { paiva: next })
    await assign([a])
    expect(await works(driver)).toEqual([['nouto', a]])
    expect((await readBoardOf(admin, next)).reitit.find(({ id }) => id === later)?.pysahdykset).toMatchObject([{ tyyppi: 'toimitus' }])
    day = next
  })

  test('by two dispatchers at once: one succeeds, the other gets a conflict', async () => {
    const a = await one()
    await assign([a])
    const third = await makeShift(admin, (await server.person(['kuljettaja'])).id, { paiva: day })
    const colleague = await server.person(['yllapito'])
    const [stop] = await stopsOf(driver)
    const versiot = { [stop?.id ?? '']: stop?.vid ?? 0 }
    const move = (who: Person, tyovuoro: string) => tryBoard(who, { operation: 'move', ids: [stop?.id], tyovuoro, versiot })
    const answers = await Promise.all([move(admin, otherShift), move(colleague, third)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const live = await server.pool.query('SELECT tyyppi FROM ajo_pysahdys WHERE status = 1 AND $1 = ANY(lahetykset_ids) ORDER BY tyyppi', [
      a,
    ])
    expect(live.rows).toEqual([{ tyyppi: 'nouto' }, { tyyppi: 'toimitus' }])
  })

  test('by many at once leaves every shipment with one pickup and one delivery on its driver’s shift', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => one()))
    const turns = Array.from({ length: 18 }, (_, index) => ({
      id: ids[index % 6] ?? '',
      kuljettaja: index % 2 === 0 ? driver.id : other.id,
    }))
    const answers = await Promise.all(
      turns.map(({ id, kuljettaja }, index) =>
        index % 3 === 0
          ? tryBoard(admin, { operation: 'assign', ids: [id], kuljettaja, paiva: day })
          : admin.call('POST', '/api/bulk-operation', { entityType: 'lahetys', ids: [id], operation: 'assign', params: { kuljettaja } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { rows } = await server.pool.query(
      `SELECT l.id, p.tyyppi FROM lahetys l JOIN ajo_pysahdys p ON p.status = 1 AND l.id = ANY(p.lahetykset_ids)
       JOIN tyovuoro v ON v.id = p.tyovuoro_id AND v.kuljettaja_id = l.kuljettaja_id WHERE l.id = ANY($1)`,
      [ids],
    )
    expect(rows).toHaveLength(12)
    const all = await server.pool.query(
      'SELECT count(*)::int n FROM ajo_pysahdys, unnest(lahetykset_ids) l WHERE status = 1 AND l = ANY($1)',
      [ids],
    )
    expect(all.rows).toEqual([{ n: 12 }])
  })
})

test('breaks are added, moved to another driver, removed and brought back', async () => {
  const added = await changeBoardAs(admin, { operation: 'add', tyovuoro: shift, tyyppi: 'tauko', kesto: 45 })
  const [pause] = await stopsOf(driver)
  expect(pause).toMatchObject({ tyyppi: 'tauko', saapuminen: day + 6 * 3600, lahto: day + 6 * 3600 + 45 * 60 })
  const moved = await changeBoardAs(admin, { operation: 'move', ids: [pause?.id ?? ''], tyovuoro: otherShift })
  expect([(await stopsOf(driver)).length, (await stopsOf(other)).length]).toEqual([0, 1])
  await changeBoardAs(admin, moved.kumoa)
  const removed = await changeBoardAs(admin, { operation: 'remove', ids: [pause?.id ?? ''] })
  expect(await stopsOf(driver)).toEqual([])
  await changeBoardAs(admin, removed.kumoa)
  expect((await stopsOf(driver)).map(({ id }) => id)).toEqual([pause?.id])
  // The undo of the addition names an older version.
  expect((await tryBoard(admin, added.kumoa)).status).toBe(409)
  await changeBoardAs(admin, { ...added.kumoa, versiot: {} })
  expect(await stopsOf(driver)).toEqual([])
})

test('an undo leaves what others have added behind the stop that it followed', async () => {
  const [a, b] = [await one(), await one()]
  await assign([a, b])
  const [first = '', second = ''] = (await stopsOf(driver)).map(({ id }) => id)
  const locked = await changeBoardAs(admin, { operation: 'lock', ids: [second], lukittu: true })
  await changeBoardAs(admin, { operation: 'add', tyovuoro: shift, tyyppi: 'tauko', kesto: 30, ennen: second })
  await changeBoardAs(admin, { ...locked.kumoa, versiot: {} })
  expect((await stopsOf(driver)).map(({ id, tyyppi }) => (tyyppi === 'tauko' ? tyyppi : id)).slice(0, 3)).toEqual([first, 'tauko', second])
})

test('work that goes to a driver without a shift leaves the former driver’s car', async () => {
  const car = await makeCar(server, { rekisterinumero: 'ABC-9' })
  await server.pool.query('UPDATE tyovuoro SET auto_id = $1 WHERE id = $2', [car, shift])
  const a = await one()
  await assign([a])
  const idle = await server.person(['kuljettaja'])
  await changeBoardAs(admin, { operation: 'assign', ids: [a], kuljettaja: idle.id, paiva: day })
  expect(await driverOf(a)).toEqual({ kuljettaja_id: idle.id, auto_id: null })
})

test('two shifts of a driver on a day are one duty, without a rest between them', async () => {
  const evening = await makeShift(admin, driver.id, { paiva: day, alkuaika: 1000, kesto: 200 })
  const found = (await readBoardOf(admin, day)).reitit.find(({ id }) => id === evening)
  expect(found?.huomautukset).toEqual([])
})

describe('what a stranger sends', () => {
  const unknown = randomUUID()
  test.each([
    [{ operation: 'poista' }, 422, 'operation'],
    [{ operation: 'assign', ids: [] }, 422, 'ids'],
    [{ operation: 'assign', ids: [unknown], ennen: unknown }, 404, undefined],
    [{ operation: 'assign', ids: [unknown] }, 404, undefined],
    [{ operation: 'assign', ids: [unknown], paiva: 5 }, 422, 'paiva'],
    [{ operation: 'unassign', ids: [unknown] }, 404, undefined],
    [{ operation: 'move', ids: [unknown], tyovuoro: unknown }, 404, undefined],
    [{ operation: 'lock', ids: [unknown], lukittu: 'kyllä' }, 422, 'lukittu'],
    [{ operation: 'lockRoute', tyovuoro: unknown, lukittu: true }, 404, undefined],
    [{ operation: 'add', tyovuoro: unknown, tyyppi: 'nouto', kesto: 5 }, 422, 'tyyppi'],
    [{ operation: 'add', tyovuoro: unknown, tyyppi: 'muu', kesto: 5000 }, 422, 'kesto'],
    [{ operation: 'restore', tyot: [{ id: unknown, kuljettaja: null, auto: null }], reitit: [] }, 404, undefined],
    [{ operation: 'restore', tyot: [], reitit: [{ tyovuoro: unknown, lukittu: false, pysahdykset: [] }] }, 404, undefined],
  ])('%j is %i', async (body, status, field) => {
    const answer = await tryBoard(admin, { ...(body.operation === 'assign' ? { kuljettaja: driver.id, paiva: day } : {}), ...body })
    expect(answer.status, answer.text).toBe(status)
    if (field) expect(answer.body.errors[0].field).toBe(field)
  })

  test('ten thousand ids', async () => {
    const ids = Array.from({ length: 10_000 }, () => unknown)
    expect((await tryBoard(admin, { operation: 'unassign', ids })).status).toBe(422)
  })

  test('cancelled and delivered shipments, wrong drivers and stops of shipments', async () => {
    const [a, cancelled] = [await one(), await one()]
    await changeBoardAs(admin, { operation: 'assign', ids: [a], kuljettaja: driver.id, paiva: day })
    await admin.call('POST', '/api/bulk-operation', {
      entityType: 'lahetys',
      ids: [cancelled],
      operation: 'setTila',
      params: { tila: 'peruutettu', syy: 'x' },
    })
    const to = (ids: string[], kuljettaja: string) => tryBoard(admin, { operation: 'assign', ids, kuljettaja, paiva: day })
    expect((await to([cancelled], driver.id)).body.errors).toMatchObject([
      { field: cancelled, message: 'Peruttua tilausta ei voi antaa ajoon.' },
    ])
    expect((await to([a], customer.id)).status).toBe(422)
    const [pickup] = await stopsOf(driver)
    expect((await tryBoard(admin, { operation: 'remove', ids: [pickup?.id] })).body.errors).toMatchObject([
      { message: 'Pysähdys kuuluu tilaukseen. Ota tilaus pois kuljettajalta.' },
    ])
    // A forged undo cannot put a shipment on a shift that is not its driver's.
    const forged = {
      operation: 'restore',
      tyot: [{ id: a, kuljettaja: driver.id, auto: null }],
      reitit: [{ tyovuoro: otherShift, lukittu: false, pysahdykset: [{ id: pickup?.id, tyot: [a], lukittu: false }] }],
    }
    await tryBoard(admin, forged)
    expect((await stopsOf(other)).flatMap(({ lahetykset }) => lahetykset)).toEqual([])
    expect((await works(driver)).map(([type]) => type)).toEqual(['nouto', 'toimitus'])
    expect((await tryBoard(driver, { operation: 'unassign', ids: [a] })).status).toBe(403)
    expect((await customer.call('GET', `/api/ajot?paiva=${day}`)).status).toBe(403)
  })
})
