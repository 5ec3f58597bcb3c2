import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { assignDriver, operations, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeShift, readBoardOf } from '#server/testing/planning/board.ts'
import { insert, type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let other: Person
let day: number

beforeAll(async () => {
  ;({ server, admin, customer, driver } = await startServerWithUsers())
  const codes = [
    ['15100', 'Lahti', 60.98, 25.66],
    ['45100', 'Kouvola', 60.87, 26.7],
    ['48100', 'Kotka', 60.47, 26.94],
  ]
  for (const [code, town, lat, lng] of codes)
    await server.pool.query(
      `INSERT INTO postinumero (maa, postinumero, paikka, lat, lng, haku) VALUES ('FI', $1, $2, $3, $4, lower($2)) ON CONFLICT DO NOTHING`,
      [code, town, lat, lng],
    )
})
afterAll(() => server.close())
beforeEach(async () => {
  driver = await server.person(['kuljettaja'])
  other = await server.person(['kuljettaja'])
  day = addDays(day ?? startOfDay(server.clock.now), 1)
})

const at = (end: 'nouto' | 'toimitus', street: string, code: string) => ({
  [`${end}_osoite1`]: street,
  [`${end}_postinro`]: code,
  [`${end}_nimi`]: street,
})
const goods = (values: Record<string, unknown> = {}) => ({
  ...at('nouto', 'Varastotie 1', '15100'),
  ...at('toimitus', 'Rantatie 2', '48100'),
  toivottu_toimitus: day,
  paino: 100,
  maara: 2,
  ...values,
})
const routeOf = async (who: Person, paiva = day) =>
  (await readBoardOf(admin, paiva)).reitit.find(({ kuljettaja }) => kuljettaja.id === who.id)
const stopsOf = async (who: Person, paiva = day) => (await routeOf(who, paiva))?.pysahdykset ?? []
const written = async (who: Person, paiva = day) =>
  (await stopsOf(who, paiva)).map(({ tyyppi, osoite1, lahetykset }) => `${tyyppi} ${osoite1} ${lahetykset.length}`)

describe('the stops of assigned shipments', () => {
  test('are a pickup and a delivery on the driver’s shift of the day; shipments at one door share them', async () => {
    await makeShift(admin, driver.id, { paiva: day })
    const first = await placeOrder(customer, [goods(), goods({ ...at('toimitus', 'Asematie 5', '45100') })])
    await assignDriver(admin, driver, first.shipments)
    // Kouvola lies on the way from Lahti to Kotka.
    expect(await written(driver)).toEqual(['nouto Varastotie 1 2', 'toimitus Asematie 5 1', 'toimitus Rantatie 2 1'])
    const [pickup, delivery] = await stopsOf(driver)
    expect(pickup).toMatchObject({ saapuminen: day + 6 * 3600, lahto: day + 6 * 3600 + (10 + 4) * 60, kg: 200 })
    expect(delivery?.metrit).toBeGreaterThan(70_000)
    const stored = await server.pool.query('SELECT arvioitu_saapuminen, ajo_metrit FROM ajo_pysahdys WHERE id = $1', [delivery?.id])
    expect(Number(stored.rows[0].arvioitu_saapuminen)).toBe(delivery?.saapuminen)
    expect(stored.rows[0].ajo_metrit).toBe(delivery?.metrit)
  })

  test('move with the driver, and go when nobody drives them or they are cancelled', async () => {
    await makeShift(admin, driver.id, { paiva: day })
    await makeShift(admin, other.id, { paiva: day })
    const { shipments } = await placeOrder(customer, [goods(), goods()])
    const [one = ''] = shipments
    await assignDriver(admin, driver, shipments)
    await assignDriver(admin, other, [one])
    expect([await written(driver), await written(other)]).toEqual([
      ['nouto Varastotie 1 1', 'toimitus Rantatie 2 1'],
      ['nouto Varastotie 1 1', 'toimitus Rantatie 2 1'],
    ])
    const data = { type: shipmentType, id: one, relationships: { kuljettaja: { data: null } } }
    await operations(admin, [{ op: 'update', data }])
    expect(await stopsOf(other)).toEqual([])
    const cancelled = {
      entityType: 'lahetys',
      ids: shipments.slice(1),
      operation: 'setTila',
      params: { tila: 'peruutettu', syy: 'Ei tarvita' },
    }
    expect((await admin.call('POST', '/api/bulk-operation', cancelled)).status).toBe(200)
    expect(await stopsOf(driver)).toEqual([])
  })

  test('are done as the shipment is, and stay with the driver who picked it up', async () => {
    await makeShift(admin, driver.id, { paiva: day })
    await makeShift(admin, other.id, { paiva: day })
    const { shipments } = await placeOrder(customer, [goods()])
    await assignDriver(admin, driver, shipments)
    await setState(driver, shipments, 'kuljetuksessa')
    expect((await stopsOf(driver)).map(({ tehty }) => tehty)).toEqual([true, false])
    await assignDriver(admin, other, shipments)
    expect([await written(driver), await written(other)]).toEqual([['nouto Varastotie 1 1'], ['toimitus Rantatie 2 1']])
    await setState(other, shipments, 'toimitettu')
    expect((await stopsOf(other)).map(({ tehty }) => tehty)).toEqual([true])
  })

  test('lie at the saved address, until that becomes another place than the order has', async () => {
    await makeShift(admin, driver.id, { paiva: day })
    const saved = randomUUID()
    const place = { field_osoite_1: 'Rantatie 2', field_postinumero: '48100', asiakas_id: customer.asiakasId }
    await insert(server.pool, 'postiosoite', { id: saved, ...place, lat: 60.5, lng: 26.9 })
    const { shipments } = await placeOrder(customer, [goods()])
    await server.pool.query('UPDATE lahetys SET toimitus_osoite_id = $1 WHERE id = $2', [saved, shipments[0]])
    const latitude = async () => (await stopsOf(driver)).find(({ tyyppi }) => tyyppi === 'toimitus')?.lat
    await assignDriver(admin, driver, shipments)
    expect(await latitude()).toBe(60.5)
    await changeBoardAs(admin, { operation: 'unassign', ids: shipments })
    await server.pool.query(`UPDATE postiosoite SET field_osoite_1 = 'Uusikatu 9', lat = 65 WHERE id = $1`, [saved])
    await assignDriver(admin, driver, shipments)
    expect(await latitude()).toBeCloseTo(60.47, 1)
  })

  test('begin at the terminal where the goods are, until they are fetched there', async () => {
    await makeShift(admin, driver.id, { paiva: day })
    await makeShift(admin, other.id, { paiva: day })
    const { shipments } = await placeOrder(customer, [goods()])
    await assignDriver(admin, driver, shipments)
    const terminal = randomUUID()
    const place = { name: 'Terminaali', field_osoite_1: 'Terminaalitie 1', field_postinumero: '45100', field_postitoimipaikka: 'Kouvola' }
    await insert(server.pool, 'postiosoite', { id: terminal, ...place, tyyppi: ['terminaali'] })
    await setState(driver, shipments, 'kuljetuksessa')
    for (const tila of ['odottaa_siirtoa', 'siirto']) await setState(admin, shipments, tila)
    await setState(admin, shipments, 'siirretty', terminal)
    await assignDriver(admin, other, shipments)
    expect(await written(other)).toEqual(['nouto Terminaalitie 1 1', 'toimitus Rantatie 2 1'])
    expect((await stopsOf(other))[0]).toMatchObject({ tehty: false, postitmp: 'Kouvola', lat: 60.87 })
    await setState(admin, shipments, 'kuljetuksessa')
    expect((await stopsOf(other)).map(({ osoite1, tehty }) => [osoite1, tehty])).toEqual([
      ['Terminaalitie 1', true],
      ['Rantatie 2', false],
    ])
  })

  test('are on the days of the windows; another place or day moves them', async () => {
    await makeShift(admin, driver.id, { paiva: day })
    const next = addDays(day, 1)
    await makeShift(admin, driver.id, { paiva: next })
    const { shipments } = await placeOrder(customer, [
      goods({ toivottu_toimitus: next, nouto_aika_alku: day + 8 * 3600, nouto_aika_loppu: day + 9 * 3600 }),
    ])
    const [id = ''] = shipments
    await assignDriver(admin, driver, shipments)
    expect([await written(driver), await written(driver, next)]).toEqual([['nouto Varastotie 1 1'], ['toimitus Rantatie 2 1']])
    expect((await stopsOf(driver))[0]).toMatchObject({ saapuminen: day + 6 * 3600, alku: day + 8 * 3600, etuajassa: 120 })
    await operations(admin, [{ op: 'update', data: { type: shipmentType, id, attributes: at('toimitus', 'Asematie 5', '45100') } }])
    expect(await written(driver, next)).toEqual(['toimitus Asematie 5 1'])
    await operations(admin, [{ op: 'update', data: { type: shipmentType, id, attributes: { nouto_aika_alku: 0, nouto_aika_loppu: 0 } } }])
    expect([await written(driver), await written(driver, next)]).toEqual([[], ['nouto Varastotie 1 1', 'toimitus Asematie 5 1']])
    day = next
  })

  test('stay on the day that the board gave them until their own day changes', async () => {
    const next = addDays(day, 1)
    await makeShift(admin, driver.id, { paiva: day })
    await makeShift(admin, driver.id, { paiva: next })
    const { shipments } = await placeOrder(customer, [goods()])
    const [id = ''] = shipments
    await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: driver.id, paiva: next })
    const change = (attributes: Record<string, unknown>) =>
      operations(admin, [{ op: 'update', data: { type: shipmentType, id, attributes } }])
    await change(at('nouto', 'Varastotie 3', '15100'))
    expect([await written(driver), await written(driver, next)]).toEqual([[], ['nouto Varastotie 3 1', 'toimitus Rantatie 2 1']])
    await change({ toimitus_aika_alku: day + 12 * 3600 })
    expect([await written(driver), await written(driver, next)]).toEqual([[], ['nouto Varastotie 3 1', 'toimitus Rantatie 2 1']])
    const later = addDays(day, 2)
    await makeShift(admin, driver.id, { paiva: later })
    await change({ toivottu_toimitus: later, toimitus_aika_alku: 0 })
    expect([await written(driver, next), await written(driver, later)]).toEqual([[], ['nouto Varastotie 3 1', 'toimitus Rantatie 2 1']])
    day = later
  })

  test('come with the shift, and go with it', async () => {
    const { shipments } = await placeOrder(customer, [goods()])
    await assignDriver(admin, driver, shipments)
    expect((await readBoardOf(admin, day)).ilman_vuoroa).toMatchObject([{ kuljettaja: { id: driver.id }, tyot: shipments }])
    const shift = await makeShift(admin, driver.id, { paiva: day })
    expect(await written(driver)).toEqual(['nouto Varastotie 1 1', 'toimitus Rantatie 2 1'])
    const type = 'tyovuoro_entity--tyovuoro_entity'
    await operations(admin, [{ op: 'update', data: { type, id: shift, attributes: { tyyppi: 'SAIRASLOMA' } } }])
    expect((await readBoardOf(admin, day)).ilman_vuoroa).toMatchObject([{ kuljettaja: { id: driver.id }, tyot: shipments }])
    await operations(admin, [{ op: 'update', data: { type, id: shift, attributes: { tyyppi: 'TYOVUORO', alkuaika: 480, kesto: 600 } } }])
    expect((await stopsOf(driver))[0]).toMatchObject({ saapuminen: day + 8 * 3600 })
  })

  test('come back in their order, with locks and breaks, when a move of the shift is undone', async () => {
    const shift = await makeShift(admin, driver.id, { paiva: day })
    const { shipments } = await placeOrder(customer, [goods(), goods({ ...at('toimitus', 'Asematie 5', '45100') })])
    await assignDriver(admin, driver, shipments)
    const [, middle = '', last = ''] = (await stopsOf(driver)).map(({ id }) => id)
    await changeBoardAs(admin, { operation: 'move', ids: [last], tyovuoro: shift, ennen: middle })
    await changeBoardAs(admin, { operation: 'lock', ids: [last], lukittu: true })
    await changeBoardAs(admin, { operation: 'add', tyovuoro: shift, tyyppi: 'tauko', kesto: 45, ennen: middle })
    const gone = await changeBoardAs(admin, { operation: 'add', tyovuoro: shift, tyyppi: 'tauko', kesto: 15, ennen: null })
    await changeBoardAs(admin, { operation: 'remove', ids: gone.kumoa.poistettavat })
    server.clock.now += 60
    const before = await stopsOf(driver)
    expect(before.map(({ tyyppi, lukittu }) => [tyyppi, lukittu])).toEqual([
      ['nouto', false],
      ['toimitus', true],
      ['tauko', false],
      ['toimitus', false],
    ])
    const change = async (call: unknown) => {
      const answer = await admin.call('POST', '/api/tyovuoro', call)
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    const moved = await change({ operation: 'OPERATION_SAVE', tyovuoro: { id: shift, kuljettaja: other.id } })
    expect([await stopsOf(driver), await stopsOf(other)]).toEqual([[], []])
    await change(moved.kumoa)
    const places = (stops: typeof before) => stops.map(({ id, lukittu, lahetykset }) => ({ id, lukittu, lahetykset }))
    expect(places(await stopsOf(driver))).toEqual(places(before))
  })

  test('are read by their driver once the shift is published', async () => {
    const shift = await makeShift(admin, driver.id, { paiva: day, tila: 'UNPUBLISHED' })
    const { shipments } = await placeOrder(customer, [goods()])
    await assignDriver(admin, driver, shipments)
    const seen = async () => (await driver.call('GET', '/jsonapi/ajo_pysahdys/ajo_pysahdys?sort=jarjestys')).body.data.length
    expect(await seen()).toBe(0)
    await operations(admin, [
      { op: 'update', data: { type: 'tyovuoro_entity--tyovuoro_entity', id: shift, attributes: { tila: 'PUBLISHED' } } },
    ])
    expect(await seen()).toBe(2)
  })
})
