import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { shiftReadsCall } from '#domain/features/shifts/shift-data.ts'
import { shiftOperationsCall } from '#domain/features/shifts/shift-operations.ts'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { insert, type Person, startServerWithUsers } from '#server/testing/test-server.ts'
import { driversWithNewOrders } from '../sms/queries.ts'

const { server, admin, driver } = await startServerWithUsers()
const other = await server.person(['kuljettaja'])
afterAll(() => server.close())

const path = '/api/tyovuoro'
const monday = midnightOf('2026-11-23')
const day = (index: number) => addDays(monday, index)
const [car, spare] = [randomUUID(), randomUUID()]
await insert(server.pool, 'auto', { id: car, rekisterinumero: 'RYE-762' })
await insert(server.pool, 'auto', { id: spare, rekisterinumero: 'AFC-771' })
const route = randomUUID()
const routeOf = { alkuaika: 390, kesto: 480, reittinro: '7', color: '#1f7a8c' }
await insert(server.pool, 'tyoreitti', { id: route, ...routeOf, auto_id: car, kuljettaja_id: driver.id })

const operate = (operation: string, fields: Record<string, unknown>, who: Person = admin) =>
  who.call('POST', path, { operation: `OPERATION_${operation}`, ...fields })
async function done(operation: string, fields: Record<string, unknown>) {
  const answer = await operate(operation, fields)
  expect(answer.status, answer.text).toBe(200)
  return shiftOperationsCall.output.parse(answer.body)
}
const undo = async (call: unknown) => {
  const answer = await admin.call('POST', path, call)
  expect(answer.status, answer.text).toBe(200)
  return shiftOperationsCall.output.parse(answer.body)
}
async function calendar(query = `min=${monday}&max=${day(13)}`) {
  const answer = await admin.call('GET', `${path}?operation=OPERATION_GET_ALL_DATA&${query}`)
  expect(answer.status, answer.text).toBe(200)
  const read = shiftReadsCall.output.parse(answer.body)
  if (Array.isArray(read.data) || !('kuljettajat' in read.data)) throw new Error('Not the data of the calendar')
  return { ...read.data, count: read.meta.count }
}
const stored = async (id: string) => (await server.pool.query('SELECT * FROM tyovuoro WHERE id = $1', [id])).rows[0]
afterEach(() => server.pool.query('DELETE FROM tyovuoro'))

describe('saving', () => {
  test('a new shift with a work route takes its hours and car, unless given; undo and redo', async () => {
    const [id, own] = [randomUUID(), randomUUID()]
    const { tyovuorot, results, kumoa } = await done('SAVE_MANY', {
      tyovuorot: [
        { id, paiva: monday + 3600, kuljettaja: driver.id, tyoreitti: [route] },
        { id: own, paiva: day(1), kuljettaja: other.id, tyoreitti: [route], alkuaika: 0, kesto: 60, auto: spare },
      ],
    })
    expect(results).toEqual([
      { id, success: true },
      { id: own, success: true },
    ])
    expect(tyovuorot).toMatchObject([
      {
        id,
        vid: 1,
        paiva: monday,
        alkuaika: 390,
        kesto: 480,
        auto: car,
        kuljettaja_default: null,
        tila: 'UNPUBLISHED',
        tyyppi: 'TYOVUORO',
      },
      { id: own, alkuaika: 0, kesto: 60, auto: spare, kuljettaja_default: driver.id },
    ])
    const undone = await undo(kumoa)
    expect(undone.poistetut).toEqual([id, own])
    expect((await stored(id)).status).toBe(0)
    const redone = await undo(undone.kumoa)
    expect(redone.tyovuorot).toEqual(tyovuorot.map((shift) => ({ ...shift, vid: 3 })))
  })

  test('a sick driver gives up the route and the car; undo brings them back', async () => {
    const id = randomUUID()
    await done('SAVE', { tyovuoro: { id, paiva: monday, kuljettaja: driver.id, tyoreitti: [route] } })
    const sick = await done('SET_TYYPPI', { id, tyyppi: 'SAIRASLOMA' })
    expect(sick.tyovuorot).toMatchObject([{ tyyppi: 'SAIRASLOMA', tyoreitti: [], auto: null, kesto: 0, alkuaika: 0 }])
    expect((await undo(sick.kumoa)).tyovuorot).toMatchObject([{ tyyppi: 'TYOVUORO', tyoreitti: [route], auto: car, kesto: 480 }])
    expect((await done('SET_TYYPPI', { kuljettaja: driver.id, paiva: monday, tyyppi: 'LOMA' })).tyovuorot).toMatchObject([{ id }])
    const off = { id, tyyppi: 'LOMA', tyoreitti: [route], auto: car, alkuaika: 360, kesto: 480 }
    const holiday = await done('SAVE', { tyovuoro: off })
    expect(holiday.tyovuorot).toMatchObject([{ tyyppi: 'LOMA', tyoreitti: [], auto: null, alkuaika: 0, kesto: 0 }])
    const training = await done('SAVE', { tyovuoro: { ...off, tyyppi: 'KOULUTUS' } })
    expect(training.tyovuorot).toMatchObject([{ tyoreitti: [], auto: null, alkuaika: 360, kesto: 480 }])
    const made = await done('SET_TYYPPI', { kuljettaja: other.id, paiva: monday, tyyppi: 'VAPAA' })
    expect(made.tyovuorot).toMatchObject([{ kuljettaja: other.id, paiva: monday, tyyppi: 'VAPAA' }])
    expect((await done('DELETE_MANY', { ids: [id, randomUUID()] })).results.map(({ success }) => success)).toEqual([true, false])
  })

  test('the type of many shifts is changed at once; undo gives each its own back', async () => {
    const [id, training] = [randomUUID(), randomUUID()]
    await done('SAVE_MANY', {
      tyovuorot: [
        { id, paiva: monday, kuljettaja: driver.id, tyoreitti: [route] },
        { id: training, paiva: day(1), kuljettaja: other.id, tyyppi: 'KOULUTUS' },
      ],
    })
    const off = await done('SET_TYYPPI_MANY', { ids: [id, training], tyyppi: 'LOMA' })
    expect(off.tyovuorot).toMatchObject([
      { id, tyyppi: 'LOMA', tyoreitti: [], auto: null },
      { id: training, tyyppi: 'LOMA' },
    ])
    expect((await undo(off.kumoa)).tyovuorot).toMatchObject([
      { id, tyyppi: 'TYOVUORO', tyoreitti: [route], auto: car },
      { id: training, tyyppi: 'KOULUTUS' },
    ])
  })

  test('a removed shift or work route is brought back by status 1 alone', async () => {
    const id = randomUUID()
    await done('SAVE', { tyovuoro: { id, paiva: monday, kuljettaja: driver.id } })
    await done('DELETE', { id })
    expect((await operate('SAVE', { tyovuoro: { id, kesto: 60 } })).status).toBe(409)
    expect((await done('SAVE', { tyovuoro: { id, status: 1, kesto: 60 } })).tyovuorot).toMatchObject([{ id, kesto: 60 }])
    const made = randomUUID()
    for (const status of [1, 0]) await done('SAVE_REITTI', { tyoreitti: { id: made, reittinro: '99', status } })
    expect((await operate('SAVE_REITTI', { tyoreitti: { id: made, reittinro: '98' } })).status).toBe(409)
  })

  test('an older version is 409, and nothing of the call is stored', async () => {
    const [id, second] = [randomUUID(), randomUUID()]
    await done('SAVE_MANY', { tyovuorot: [id, second].map((one) => ({ id: one, paiva: monday, kuljettaja: driver.id })) })
    const change = (kesto: number, vid: number) =>
      operate('SAVE_MANY', {
        tyovuorot: [
          { id: second, kesto },
          { id, kesto },
        ],
        versiot: { [id]: vid },
      })
    expect((await change(60, 1)).status).toBe(200)
    const refused = await change(90, 1)
    expect([refused.status, refused.body.errors[0]]).toMatchObject([409, { field: id, code: 'outdated' }])
    expect((await stored(second)).kesto).toBe(60)
    const { kumoa } = await done('SET_TYYPPI_MANY', { ids: [id], tyyppi: 'LOMA' })
    await done('SAVE', { tyovuoro: { id, tyyppi: 'VAPAA' } })
    expect((await admin.call('POST', path, kumoa)).status).toBe(409)
  })

  test('faults name the row and the field', async () => {
    const faults: [string, Record<string, unknown>, string][] = [
      ['SAVE', { tyovuoro: { kuljettaja: driver.id } }, 'paiva'],
      ['SAVE', { tyovuoro: { paiva: monday, kuljettaja: admin.id } }, 'kuljettaja'],
      ['SAVE', { tyovuoro: { paiva: monday, auto: randomUUID() } }, 'auto'],
      ['SAVE', { tyovuoro: { paiva: monday, tyoreitti: [randomUUID()] } }, 'tyoreitti'],
      ['SAVE', { tyovuoro: { paiva: monday, alkuaika: 1440 } }, 'alkuaika'],
      ['SAVE', { tyovuoro: { paiva: monday, kesto: -1 } }, 'kesto'],
      ['SAVE', { tyovuoro: { paiva: 5 } }, 'paiva'],
      ['SAVE', { tyovuoro: { paiva: monday, timestamp_luettu: 5 } }, 'timestamp_luettu'],
      ['SAVE', { tyovuoro: { paiva: monday, tyyppi: 'LAKKO' } }, 'tyyppi'],
      ['SAVE_MANY', { tyovuorot: [{ paiva: monday }, { paiva: monday, kesto: 99_999 }] }, 'kesto'],
      ['SAVE_MANY', { tyovuorot: [] }, 'tyovuorot'],
      ['SAVE_MANY', { tyovuorot: Array.from({ length: 10_000 }, () => ({ paiva: monday })) }, 'tyovuorot'],
      ['DELETE_MANY', { ids: ['eka'] }, '0'],
      ['SET_TYYPPI', { tyyppi: 'LOMA', kuljettaja: driver.id }, 'id'],
      ['FILL_DEFAULTS', { min: day(3), max: monday }, 'max'],
      ['FILL_DEFAULTS', { min: monday, max: day(60) }, 'max'],
      ['FILL_DEFAULTS', { min: 1e15, max: 1e15 }, 'max'],
      ['FILL_DEFAULTS', { min: 5, max: monday }, 'min'],
      ['SET_PUBLISHED', { kuljettajat: [driver.id], min: monday, max: 1e15 }, 'max'],
      ['DELETE', { id: randomUUID(), versiot: { eka: 1 } }, 'eka'],
      ['DELETE', { id: randomUUID(), versiot: { [route]: 0 } }, route],
      ['SET_PUBLISHED', { kuljettajat: [], min: monday, max: monday }, 'kuljettajat'],
      ['SAVE_REITTI', { tyoreitti: { color: 'punainen' } }, 'color'],
      ['SAVE_REITTI', { tyoreitti: { kesto: 60 } }, 'name'],
      ['SEND_MESSAGE', { ids: [randomUUID()], message: 'Hei' }, 'ids'],
      ['LENTAA', {}, 'operation'],
    ]
    for (const [operation, fields, field] of faults) {
      const answer = await operate(operation, fields)
      expect(answer.status, `${operation} ${JSON.stringify(fields).slice(0, 200)} ${answer.text}`).toBe(422)
      expect(answer.body.errors.map((error: { field: string }) => error.field).join(), answer.text).toContain(field)
    }
    expect((await calendar()).tyovuorot).toEqual([])
    const customer = await server.person(['asiakas'], await server.customer())
    for (const who of [driver, customer, await server.person(['huolto'])]) {
      expect((await operate('DELETE', { id: randomUUID() }, who)).status).toBe(403)
      expect((await who.call('GET', `${path}?operation=OPERATION_GET_ALL_DATA`)).status).toBe(403)
    }
  })
})

test('warnings are answered with the save and with the calendar', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  await done('SAVE', { tyovuoro: { id: first, paiva: day(2), kuljettaja: driver.id, tyoreitti: [route] } })
  const { huomautukset } = await done('SAVE', {
    tyovuoro: { id: second, paiva: day(2), kuljettaja: other.id, auto: car, alkuaika: 480, kesto: 300 },
  })
  expect(huomautukset).toMatchObject([
    { laji: 'auto_kahdesti', auto: car, tyovuorot: [first, second], ehdotukset: [{ laji: 'auto', tyovuoro: second, autot: [spare] }] },
  ])
  expect((await calendar()).huomautukset).toEqual(huomautukset)
  expect((await calendar(`min=${monday}&max=${day(13)}&huomautukset=false`)).huomautukset).toEqual([])
})

describe('fill defaults', () => {
  test('working days without a shift of the driver, never over one', async () => {
    await done('SAVE', { tyovuoro: { paiva: day(1), kuljettaja: driver.id, tyyppi: 'LOMA' } })
    const filled = await done('FILL_DEFAULTS', { min: monday, max: day(6) })
    expect(filled.tyovuorot.map(({ paiva }) => paiva)).toEqual([0, 2, 3, 4].map(day))
    expect(filled.tyovuorot[0]).toMatchObject({ kuljettaja: driver.id, tyoreitti: [route], auto: car, alkuaika: 390 })
    expect((await done('FILL_DEFAULTS', { min: monday, max: day(6) })).tyovuorot).toEqual([])
    expect((await undo(filled.kumoa)).poistetut).toHaveLength(4)
    await server.pool.query('DELETE FROM tyovuoro')
    // Two dispatchers at once.
    const both = await Promise.all([1, 2].map(() => done('FILL_DEFAULTS', { min: monday, max: day(6) })))
    expect(both.map(({ tyovuorot }) => tyovuorot.length).sort()).toEqual([0, 5])
    const epiphany = midnightOf('2027-01-06')
    const january = await done('FILL_DEFAULTS', { min: midnightOf('2027-01-04'), max: midnightOf('2027-01-08') })
    expect(january.tyovuorot.map(({ paiva }) => paiva)).not.toContain(epiphany)
    expect(january.tyovuorot).toHaveLength(4)
  })
})

describe('publishing', () => {
  test('only published shifts reach the driver, who marks them as read; a change makes them unread', async () => {
    const id = randomUUID()
    await done('SAVE', { tyovuoro: { id, paiva: day(1), kuljettaja: driver.id, tyoreitti: [route] } })
    const own = async (who = driver) => (await who.call('GET', `${path}/kuljettajan-tyovuorot`)).body.data
    expect(await own()).toEqual([])
    const published = await done('SET_PUBLISHED', { kuljettajat: [driver.id], min: monday, max: day(6) })
    expect(published.tyovuorot).toMatchObject([{ id, tila: 'PUBLISHED', timestamp_julkaistu: server.clock.now, timestamp_luettu: 0 }])
    expect(published.viestit).toEqual([])
    expect(await own()).toMatchObject([
      {
        id,
        alkuaika: 390,
        kesto: 480,
        auto: { rekisterinumero: 'RYE-762' },
        tyoreitit: [{ reittinro: '7', color: '#1f7a8c', lisatiedot: '' }],
      },
    ])
    expect(await own(other)).toEqual([])
    const read = (who: Person) => who.call('POST', `${path}/kuljettajan-tyovuorot`, { ids: [id] })
    expect((await read(other)).body.results[0].success).toBe(false)
    expect((await read(driver)).body.results).toEqual([{ id, success: true }])
    const [shift] = await own()
    expect(shift.timestamp_luettu).toBe(server.clock.now)
    await read(driver)
    expect((await own())[0].vid).toBe(shift.vid)
    await done('SAVE', { tyovuoro: { id, alkuaika: 400 } })
    expect(await own()).toMatchObject([{ alkuaika: 400, timestamp_luettu: 0 }])
    const [changed] = await own()
    const readVersion = (vid: number) => driver.call('POST', `${path}/kuljettajan-tyovuorot`, { ids: [id], versiot: { [id]: vid } })
    expect((await readVersion(shift.vid)).body.results[0].success).toBe(false)
    expect((await own())[0].timestamp_luettu).toBe(0)
    expect((await readVersion(changed.vid)).body.results).toEqual([{ id, success: true }])
    expect((await own())[0].timestamp_luettu).toBe(server.clock.now)
    await undo((await done('SET_PUBLISHED', { kuljettajat: [driver.id], min: monday, max: day(6) })).kumoa ?? published.kumoa).catch(
      () => null,
    )
  })

  test('text messages: who gets one, and not in the quiet hours', async () => {
    await server.pool.query(`UPDATE profile_kuljettaja SET field_puhelinnumero = '+358401234567' WHERE uid_id = $1`, [driver.id])
    for (const kuljettaja of [driver.id, other.id]) await done('SAVE', { tyovuoro: { paiva: day(2), kuljettaja, tyoreitti: [route] } })
    const { viestit } = await done('SET_PUBLISHED', { kuljettajat: [driver.id, other.id], min: monday, max: day(6), sms: true })
    expect(new Map(viestit.map(({ kuljettaja, success }) => [kuljettaja, success]))).toEqual(
      new Map([
        [driver.id, true],
        [other.id, false],
      ]),
    )
    const { rows } = await server.pool.query(`SELECT teksti, laji FROM lahteva_tekstiviesti`)
    expect(rows).toEqual([
      { laji: 'tyovuorot', teksti: 'Hei Maija, työvuorosi on julkaistu (vk 48): ke klo 6.30 reitti 7, auto RYE-762. Katso Kuormasta.' },
    ])
    const { versio } = (await admin.call('GET', '/api/asetukset')).body
    const quiet = { hiljaisuus_alkaa: 0, hiljaisuus_paattyy: 23 }
    expect((await admin.call('PATCH', '/api/asetukset', { values: quiet, versio })).status).toBe(200)
    await done('SAVE', { tyovuoro: { paiva: day(3), kuljettaja: driver.id } })
    const late = await done('SET_PUBLISHED', { kuljettajat: [driver.id], min: monday, max: day(6), sms: true })
    expect(late.viestit).toEqual([{ kuljettaja: driver.id, success: true, message: 'Lähtee klo 23.00.' }])
  })

  test('a message to the drivers of shifts is sent once to each, and needs a driver', async () => {
    await server.pool.query('DELETE FROM lahteva_tekstiviesti')
    await server.pool.query(`UPDATE profile_kuljettaja SET field_puhelinnumero = '+358401234567' WHERE uid_id = $1`, [driver.id])
    const shifts = [
      { id: randomUUID(), paiva: monday, kuljettaja: driver.id },
      { id: randomUUID(), paiva: day(1), kuljettaja: driver.id },
      { id: randomUUID(), paiva: monday, kuljettaja: other.id },
      { id: randomUUID(), paiva: day(2), tyoreitti: [route] },
    ]
    await done('SAVE_MANY', { tyovuorot: shifts })
    const { results } = await done('SEND_MESSAGE', { ids: shifts.map(({ id }) => id), message: 'Lastaus ovesta 3.' })
    expect(new Map(results.map(({ id, success }) => [id, success]))).toEqual(
      new Map([
        [driver.id, true],
        [other.id, false],
      ]),
    )
    const { rows } = await server.pool.query('SELECT teksti, laji FROM lahteva_tekstiviesti')
    expect(rows).toEqual([{ laji: 'viesti', teksti: 'Lastaus ovesta 3.' }])
    const answer = await operate('SEND_MESSAGE', { ids: [shifts[3]?.id], message: 'Hei' })
    expect([answer.status, answer.body.message]).toEqual([422, 'Vuoroilla ei ole kuljettajaa.'])
  })
})

test('goods on a shift reach its driver with the publication, and the order is announced', async () => {
  const [shift, order, line] = [randomUUID(), randomUUID(), randomUUID()]
  await done('SAVE', { tyovuoro: { id: shift, paiva: day(1), kuljettaja: driver.id } })
  const asiakas_id = await server.customer()
  await insert(server.pool, 'tilaus', { id: order, asiakas_id })
  await insert(server.pool, 'lahetys', { id: line, asiakas_id, tilaus_id: order, tyovuoro_id: shift })
  const reads = async () => (await driver.call('GET', `/jsonapi/lahetys_entity/lahetys/${line}`)).status
  expect(await reads()).toBe(404)
  await done('SET_PUBLISHED', { kuljettajat: [driver.id], min: monday, max: day(6) })
  expect(await reads()).toBe(200)
  const { rows } = await server.pool.query('SELECT kuljettaja_id, tilaus_id FROM uusi_ajo')
  expect(rows).toEqual([{ kuljettaja_id: driver.id, tilaus_id: order }])
  expect(await driversWithNewOrders(server.pool, server.clock.now)).toMatchObject([{ id: driver.id, tilauksia: 1 }])
  await server.pool.query('DELETE FROM lahetys')
})

test('the calendar of a range: pages, filters of drivers and of shifts, notes, holidays', async () => {
  const mine = randomUUID()
  await done('SAVE_MANY', {
    tyovuorot: [
      { id: mine, paiva: monday, kuljettaja: driver.id, tyoreitti: [route] },
      { paiva: day(1), kuljettaja: other.id, tyyppi: 'LOMA' },
      { paiva: day(2), tyoreitti: [route] },
      { paiva: day(20), kuljettaja: driver.id },
    ],
  })
  const data = await calendar(`min=${monday}&max=${day(13)}`)
  expect([data.count, data.tyovuorot.length, data.lahivuorot.length]).toEqual([2, 3, 0])
  expect(data.kuljettajat.map(({ id }) => id).sort()).toEqual([driver.id, other.id].sort())
  expect(data.tyoreitit).toMatchObject([{ id: route, tunniste: expect.stringMatching(/^TYR-\d+$/), poistettu: false, lisatiedot: '' }])
  const one = await calendar(`min=${monday}&max=${day(13)}&page[limit]=1&sort=name`)
  expect([one.count, one.kuljettajat.length, one.tyovuorot.length + one.lahivuorot.length]).toEqual([2, 1, 3])
  const filtered = await calendar(`min=${monday}&max=${day(13)}&filter[id]=${driver.id}`)
  expect([filtered.kuljettajat.map(({ id }) => id), filtered.tyovuorot.length]).toEqual([[driver.id], 2])
  expect((await calendar(`min=${monday}&max=${day(13)}&tyovuoro_filter[tyyppi]=LOMA`)).tyovuorot).toMatchObject([{ tyyppi: 'LOMA' }])
  const used = await admin.call('GET', `${path}?operation=OPERATION_GET_USED_AUTO_IDS&min=${monday}&max=${monday}`)
  expect(used.body).toEqual({ data: [car], meta: { count: 1 } })
  const ofDriver = `${path}?operation=OPERATION_GET_DATA_BY_KULJETTAJA&kuljettaja=${driver.id}&min=${monday}&max=${day(13)}`
  expect((await admin.call('GET', ofDriver)).body.data).toMatchObject({ tyovuorot: [{ id: mine }], muualla: [], autot: [{ id: car }] })
  await done('SAVE', { tyovuoro: { paiva: day(3), kuljettaja: other.id, tyoreitti: [route] } })
  expect((await admin.call('GET', `${ofDriver}&include_default_kuljettaja_muualla=true`)).body.data.muualla).toMatchObject([
    { kuljettaja: other.id },
  ])
  const selectable = (await admin.call('GET', `${path}/selectable-kuljettajat?paiva=${day(1)}`)).body.data
  expect(new Map(selectable.map((row: { id: string; varattu: boolean }) => [row.id, row.varattu]))).toEqual(
    new Map([
      [driver.id, false],
      [other.id, true],
    ]),
  )
  for (const wrong of [
    'operation=OPERATION_GET_ALL',
    'operation=OPERATION_GET_ALL_DATA&kuljettajat=1',
    'operation=OPERATION_GET_USED_AUTO_IDS&filter[id]=1',
    `operation=OPERATION_GET_DATA_BY_KULJETTAJA&kuljettaja=${driver.id}&page[limit]=1`,
    `operation=OPERATION_GET_ALL_DATA&min=${day(9)}&max=${monday}`,
  ])
    expect((await admin.call('GET', `${path}?${wrong}`)).status, wrong).toBe(400)
})

test('work routes: saved with undo, noted, ordered', async () => {
  const made = await done('SAVE_REITTI', { tyoreitti: { id: 'new', reittinro: '12', color: '#0F7A6C', alkuaika: 360, kesto: 500 } })
  const [row] = made.tyoreitit
  expect(row).toMatchObject({ reittinro: '12', color: '#0f7a6c', vid: 1 })
  const id = String(row?.id)
  const noted = await done('SET_REITTI_LISATIETO', { id, lisatiedot: 'Avain pöydällä', versiot: { [id]: 1 } })
  expect(noted.tyoreitit).toMatchObject([{ id, lisatiedot: 'Avain pöydällä' }])
  expect((await undo(noted.kumoa)).tyoreitit).toMatchObject([{ lisatiedot: '' }])
  const ordered = await done('SET_WEIGHTS', { ids: [id, route] })
  expect(ordered.tyoreitit.map((one) => [one.id, one.jarjestys])).toEqual([
    [id, 1],
    [route, 2],
  ])
  expect((await done('SET_WEIGHTS', { ids: [route] })).tyoreitit.map((one) => one.id)).toEqual([route, id])
  expect((await undo((await done('SAVE_REITTI', { tyoreitti: { id, status: 0 } })).kumoa)).tyoreitit).toMatchObject([{ id }])
})

test('a work route that was stored without a number and a name can be changed, and its driver reads its tunniste', async () => {
  const id = randomUUID()
  await insert(server.pool, 'tyoreitti', { id })
  const { tyoreitit } = await done('SAVE_REITTI', { tyoreitti: { id, alkuaika: 360, kesto: 480 } })
  expect(tyoreitit).toMatchObject([{ id, reittinro: '', name: '', tunniste: expect.stringMatching(/^TYR-\d+$/) }])
  await done('SAVE', { tyovuoro: { paiva: day(1), kuljettaja: driver.id, tyoreitti: [id], tila: 'PUBLISHED' } })
  const { body } = await driver.call('GET', `${path}/kuljettajan-tyovuorot`)
  expect(body.data).toMatchObject([{ tyoreitit: [{ id, tunniste: tyoreitit[0]?.tunniste }] }])
})
