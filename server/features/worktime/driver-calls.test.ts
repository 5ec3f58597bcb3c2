// The driver's own calls, with and without a network (rules/worktime.md#calls).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atTime, midnightOf } from '#domain/values/time/time.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const path = '/api/tyovuoro-kirjaus'
const records = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
const recordType = 'tyovuoro_kirjaus_entity--tyovuoro_kirjaus_entity'
const monday = midnightOf('2026-11-23')
const on = (hours: number, minutes = 0): number => atTime(monday, hours, minutes)

let server: TestServer
let admin: Person
let driver: Person
let car: string
beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = on(18)
  admin = await server.person(['yllapito'])
  car = randomUUID()
  await insert(server.pool, 'auto', { id: car, name: 'Volvo FL', rekisterinumero: 'KIR-101' }, server.clock.now)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = on(18)
  driver = await server.person(['kuljettaja'])
})

const start = (body: object = {}, who = driver) => who.call('POST', path, { operation: 'POST_OPERATION_START_DAY', auto: car, ...body })
const task = (tyyppi: string, body: object = {}, who = driver) =>
  who.call('POST', path, { operation: 'POST_OPERATION_START_TASK', tyyppi, ...body })
const end = (body: object = {}, who = driver) => who.call('POST', path, { operation: 'POST_OPERATION_END_DAY', ...body })
const active = async (who = driver) => (await who.call('GET', `${path}?operation=GET_OPERATION_ACTIVE`)).body.data
const queued = (alkuaika: number, laitteen_ero: number | null = 0) => ({ alkuaika, laitteen_ero })
const endQueued = (loppuaika: number, laitteen_ero: number | null = 0) => ({ loppuaika, laitteen_ero })
const stored = async (id: string) => (await admin.call('GET', `${records}/${id}`)).body.data.attributes
const ownRecords = async (who = driver) =>
  (await who.call('GET', `${records}?sort=alkuaika&filter[kuljettaja.id]=${who.id}`)).body.data as {
    id: string
    attributes: Record<string, unknown>
  }[]
const typesOf = (day: { tehtavat: { tyyppi: string }[] }) => day.tehtavat.map(({ tyyppi }) => tyyppi)
const faults = (answer: { body: { errors: { field?: string }[] } }) => answer.body.errors.map(({ field }) => field)

describe('with a network', () => {
  test('a day is started, its tasks follow each other, and its end gives the sums', async () => {
    expect(await active()).toBeNull()
    server.clock.now = on(6) + 25
    const started = await start()
    expect(started.status, started.text).toBe(200)
    expect(started.body.data).toMatchObject({ alkuaika: on(6), loppuaika: 0, auto: { id: car, rekisterinumero: 'KIR-101' }, tarkista: [] })
    expect(typesOf(started.body.data)).toEqual(['MUU'])
    server.clock.now = on(6, 20)
    await task('AJO', { latitude: 60.17, longitude: 24.94, address_print: 'Helsinki' })
    server.clock.now = on(7, 20)
    const again = await task('AJO')
    expect(again.status).toBe(200)
    expect(again.body.data.tehtavat).toHaveLength(2)
    expect(again.body.data.tehtavat[1]).toMatchObject({ tyyppi: 'AJO', alkuaika: on(6, 20), latitude: 60.17, address_print: 'Helsinki' })
    server.clock.now = on(8)
    await task('TAUKO')
    server.clock.now = on(9)
    const ended = await end()
    expect(ended.body).toMatchObject({ success: true, data: null, kirjaus: { loppuaika: on(9), auto: { id: car } } })
    expect(await active()).toBeNull()
    expect(await stored(started.body.data.id)).toMatchObject({
      ...{ aika_kesto: 180, aika_tyoaika: 120, aika_ajo: 100, aika_tauko: 60, aika_muu: 20, aika_yo: 0 },
      alkuperainen: {
        alku: { aika: on(6), laitteen_aika: 0 },
        loppu: { aika: on(9) },
        tehtavat: [{ tyyppi: 'MUU' }, { tyyppi: 'AJO' }, { tyyppi: 'AJO' }, { tyyppi: 'TAUKO' }],
      },
    })
  })

  test('a second start answers the open day, also when two devices start at the same time', async () => {
    const [one, other] = await Promise.all([start(), start()])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body.data.id).toBe(other.body.data.id)
    expect((await start({ id: randomUUID(), tyyppi: 'AJO' })).body.data).toMatchObject({ id: one.body.data.id, tarkista: [] })
    expect(await ownRecords()).toHaveLength(1)
  })

  test('two devices start the same task once', async () => {
    await start({ alkuaika: on(6) })
    const id = randomUUID()
    const answers = await Promise.all([task('AJO', { id }), task('AJO', { id }), task('AJO')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(typesOf(await active())).toEqual(['MUU', 'AJO'])
  })

  test('a press of the type that runs is recorded once, and changes nothing else', async () => {
    const revisions = async (id: string) => (await server.pool.query('SELECT FROM revisio WHERE rivi = $1', [id])).rowCount
    const { id } = (await start({ alkuaika: on(6) })).body.data
    server.clock.now = on(7)
    const before = (await task('AJO')).body.data
    const [record, made] = [await stored(id), await revisions(id)]
    server.clock.now = on(8)
    const press = randomUUID()
    const presses = [{ id: press }, { id: press }, { id: randomUUID(), ...queued(on(7, 30)) }]
    for (const body of presses) expect((await task('AJO', body)).body).toMatchObject({ data: before, kirjaus: before })
    const { alkuperainen, ...now } = await stored(id)
    expect({ ...now, alkuperainen: record.alkuperainen }).toEqual(record)
    expect(alkuperainen.tehtavat.map(({ aika }: { aika: number }) => aika)).toEqual([on(6), on(7), on(8), on(7, 30)])
    expect(await revisions(id)).toBe(made)
    // An administrator who had opened the day saves it.
    const attributes = { vid: record.vid, alkuaika: on(5, 30) }
    expect((await admin.call('PATCH', `${records}/${id}`, { data: { type: recordType, id, attributes } })).status).toBe(200)
    // Its retry starts no task, although another has been started since.
    server.clock.now = on(9)
    await task('TAUKO')
    server.clock.now = on(10)
    await task('AJO', { id: press })
    expect(typesOf(await active())).toEqual(['MUU', 'AJO', 'TAUKO'])
    // A break that a device stored before the press interrupts the driving until the press.
    const late = await task('TAUKO', queued(on(7, 45)))
    expect(late.body.data.tehtavat.map(({ tyyppi, alkuaika }: { tyyppi: string; alkuaika: number }) => [tyyppi, alkuaika])).toEqual([
      ['MUU', on(6)],
      ['AJO', on(7)],
      ['TAUKO', on(7, 45)],
      ['AJO', on(8)],
      ['TAUKO', on(9)],
    ])
    expect(late.body.data.vid).toBeGreaterThan(record.vid)
  })

  test('a task typed by hand takes its place by its time', async () => {
    await start({ alkuaika: on(6) })
    await task('AJO', { alkuaika: on(10) })
    await task('LASTAUS', { alkuaika: on(8) })
    const day = await active()
    expect(typesOf(day)).toEqual(['MUU', 'LASTAUS', 'AJO'])
    expect(await stored(day.id)).toMatchObject({ aika_muu: 120, aika_lastaus: 120, aika_kesto: 240 })
  })

  test('typed times outside the bounds are refused with their field', async () => {
    const noDay = await task('AJO')
    expect([noDay.status, noDay.body.message]).toEqual([422, 'Työpäivä ei ole käynnissä. Aloita ensin työpäivä.'])
    expect((await end()).status).toBe(422)
    const future = await start({ alkuaika: on(19) })
    expect([future.status, faults(future)]).toEqual([422, ['alkuaika']])
    expect((await start({ alkuaika: on(0) - 60 * 86_400 })).status).toBe(422)
    await start({ alkuaika: on(8) })
    for (const alkuaika of [on(7, 59), on(18, 5)]) {
      const refused = await task('AJO', { alkuaika })
      expect([refused.status, faults(refused)]).toEqual([422, ['alkuaika']])
    }
    await task('AJO', { alkuaika: on(12) })
    for (const loppuaika of [on(7), on(11), on(19)]) {
      const refused = await end({ loppuaika })
      expect([refused.status, faults(refused)]).toEqual([422, ['loppuaika']])
    }
    expect((await end({ loppuaika: on(13) })).status).toBe(200)
    // The answer was lost.
    expect((await end({ loppuaika: on(13) })).status).toBe(200)
    const overlapping = await start({ alkuaika: on(12) })
    expect([overlapping.status, faults(overlapping)]).toEqual([422, ['alkuaika']])
  })

  test('an end more than 24 hours after the start is stored and flagged; nobody types a day that long', async () => {
    const day = 86_400
    server.clock.now = on(6) - 2 * day
    const { id } = (await start()).body.data
    server.clock.now = on(18)
    const ended = await end()
    expect(ended.status, ended.text).toBe(200)
    expect(ended.body.kirjaus).toMatchObject({ id, loppuaika: on(18), tarkista: ['yli_vuorokausi'] })
    const patch = async (attributes: object) => {
      const { vid } = await stored(id)
      return admin.call('PATCH', `${records}/${id}`, { data: { type: recordType, id, attributes: { vid, ...attributes } } })
    }
    const detail = 'Työpäivä voi kestää enintään 24 tuntia.'
    for (const [field, value] of Object.entries({ loppuaika: on(17), alkuaika: on(7) - 2 * day })) {
      const refused = await patch({ [field]: value })
      expect([refused.status, refused.body.errors[0]]).toMatchObject([422, { detail, source: { pointer: `/data/attributes/${field}` } }])
    }
    expect((await patch({ loppuaika: on(14) - 2 * day })).status).toBe(200)
    // What the driver recorded can be brought back.
    const restored = await admin.call('POST', '/api/tyovuoro-kirjaus-admin', { operation: 'RESTORE_ORIGINAL', id })
    expect(restored.status, restored.text).toBe(200)
    expect(await stored(id)).toMatchObject({ loppuaika: on(18), aika_kesto: 60 * 60 })
  })

  test('nonsense is refused, and nothing is stored', async () => {
    const nonsense: object[] = [
      { alkuaika: -5 },
      { alkuaika: 1 },
      { alkuaika: 1.5 },
      { alkuaika: 'eilen' },
      { alkuaika: 1e18 },
      { alkuaika: on(6), laitteen_ero: 'paljon' },
      { laitteen_ero: 5 },
      { tyyppi: 'LOMA' },
      { id: 'x' },
      { auto: randomUUID() },
      { auto: driver.id },
      { kuljettaja: admin.id },
      { tarkistettu: true },
    ]
    for (const body of nonsense) expect((await start(body)).status, JSON.stringify(body)).toBe(422)
    await start({ alkuaika: on(6) })
    for (const body of [{ latitude: 60 }, { latitude: 100, longitude: 20 }, { address_print: 'x'.repeat(256) }])
      expect((await task('AJO', body)).status, JSON.stringify(body)).toBe(422)
    expect((await driver.call('POST', path, { operation: 'POST_OPERATION_DELETE' })).status).toBe(422)
    expect((await driver.call('GET', path)).status).toBe(400)
    expect(await ownRecords()).toHaveLength(1)
  })
})

describe('of others', () => {
  test('a driver neither sees nor changes another one’s day, also by its ids', async () => {
    const other = await server.person(['kuljettaja'])
    const day = (await start({ alkuaika: on(6) }, other)).body.data
    expect(await active()).toBeNull()
    expect((await task('AJO')).status).toBe(422)
    expect((await start({ id: day.id })).status).toBe(409)
    await start({ alkuaika: on(7) })
    expect((await task('AJO', { id: day.tehtavat[0].id })).status).toBe(409)
    expect((await task('AJO', { id: day.tehtavat[0].id, ...queued(on(8)) })).status).toBe(409)
    expect(typesOf(await active(other))).toEqual(['MUU'])
  })

  test('the calls are for drivers alone', async () => {
    const customer = await server.customer()
    const others = [server.person(['yllapito']), server.person(['huolto']), server.person(['asiakas', 'asiakas_yllapito'], customer)]
    for (const person of await Promise.all(others)) {
      expect([(await start({}, person)).status, (await person.call('GET', `${path}?operation=GET_OPERATION_ACTIVE`)).status]).toEqual([
        403, 403,
      ])
    }
    expect((await server.call('POST', path, { operation: 'POST_OPERATION_END_DAY' })).status).toBe(401)
  })

  test('a driver writes the record through no other call', async () => {
    const { id, vid } = (await start({ alkuaika: on(6) })).body.data
    const patch = await driver.call('PATCH', `${records}/${id}`, { data: { type: recordType, id, attributes: { vid, alkuaika: on(5) } } })
    expect(patch.status).toBe(403)
    // The recording, the flags and the sums cannot be typed by an administrator either.
    for (const attributes of [
      { alkuperainen: { alku: null, loppu: null, tehtavat: [], muut: [] } },
      { tarkista: ['kello'] },
      { aika_ajo: 5 },
      { jakso_ei_tasmaa: true },
    ]) {
      const typed = await admin.call('PATCH', `${records}/${id}`, { data: { type: recordType, id, attributes: { vid, ...attributes } } })
      expect(typed.status, JSON.stringify(attributes)).toBe(422)
    }
  })
})

describe('stored on a device', () => {
  test('a whole day keeps its ids and true times, whatever the device’s clock says, and arrives twice without a change', async () => {
    const ahead = 3600
    const id = randomUUID()
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const day = [
      () => start({ id, ...queued(on(6) + ahead, -ahead) }),
      () => task('AJO', { id: ids[0], ...queued(on(6, 30) + ahead, -ahead) }),
      () => task('TAUKO', { id: ids[1], ...queued(on(10) + ahead, -ahead) }),
      () => task('AJO', { id: ids[2], ...queued(on(10, 45) + ahead, -ahead) }),
      () => end(endQueued(on(14) + 59 + ahead, -ahead)),
    ]
    for (const action of [...day, ...day]) {
      const answer = await action()
      expect(answer.status, answer.text).toBe(200)
    }
    expect(await ownRecords()).toHaveLength(1)
    const record = await stored(id)
    expect(record).toMatchObject({ alkuaika: on(6), loppuaika: on(14), tarkista: [], aika_kesto: 480, aika_ajo: 405, aika_tauko: 45 })
    expect(record.alkuperainen).toMatchObject({
      alku: { aika: on(6), laitteen_aika: on(7), laitteen_ero: -3600, saapui: on(18) },
      loppu: { aika: on(14), laitteen_aika: on(15) + 59 },
      tehtavat: [{ tyyppi: 'MUU' }, { id: ids[0] }, { id: ids[1] }, { id: ids[2], aika: on(10, 45) }],
      muut: [],
    })
    // The recording is its own history.
    const { rows } = await server.pool.query('SELECT muutokset FROM revisio WHERE rivi = $1', [id])
    expect(rows).toHaveLength(5)
    expect(JSON.stringify(rows)).not.toContain('alkuperainen')
  })

  test('a late task of an ended day takes its place, and the sums follow', async () => {
    const { id } = (await start({ alkuaika: on(6) })).body.data
    await end({ loppuaika: on(14) })
    const late = await task('AJO', queued(on(10)))
    expect(late.body).toMatchObject({ data: null, kirjaus: { id, tarkista: [] } })
    expect(await stored(id)).toMatchObject({ aika_muu: 240, aika_ajo: 240 })
  })

  test('what breaks a bound is stored and flagged, never refused', async () => {
    const orphan = await task('AJO', queued(on(5)))
    expect(orphan.body.data).toMatchObject({ alkuaika: on(5), tarkista: ['ei_aloitusta'] })
    expect((await end(endQueued(on(5, 30)))).status).toBe(200)
    const { id } = (await start({ auto: null, ...queued(on(8)) })).body.data
    await task('LASTAUS', queued(on(7, 50)))
    await task('AJO', { ...queued(on(23)) })
    await end(endQueued(on(12), null))
    const day = (await driver.call('GET', `${records}/${id}?include=tyotehtavat`)).body
    expect(day.data.attributes).toMatchObject({ loppuaika: on(12), aika_kesto: 240, tarkista: ['kello'] })
    const flags = day.included.map(({ attributes }: { attributes: { tyyppi: string; tarkista: string[] } }) => [
      attributes.tyyppi,
      attributes.tarkista,
    ])
    expect(flags.sort()).toEqual([
      ['AJO', ['tulevaisuudessa', 'jalkeen_lopun']],
      ['LASTAUS', ['ennen_alkua']],
      ['MUU', []],
    ])
    // An administrator moves the day over its tasks: they are no longer outside.
    const { vid } = await stored(id)
    const moved = await admin.call('PATCH', `${records}/${id}`, {
      data: { type: recordType, id, attributes: { vid, alkuaika: on(7, 50), loppuaika: on(18) } },
    })
    expect(moved.status, moved.text).toBe(200)
    const now = (await driver.call('GET', `${records}/${id}?include=tyotehtavat`)).body.included
    expect(now.flatMap(({ attributes }: { attributes: { tarkista: string[] } }) => attributes.tarkista)).toEqual(['tulevaisuudessa'])
  })

  test('starts and ends of two devices make one day, with both kept', async () => {
    const { id } = (await start({ alkuaika: on(6, 5) })).body.data
    const earlier = { id: randomUUID(), ...queued(on(6)) }
    for (const body of [earlier, earlier]) expect((await start(body)).body.kirjaus).toMatchObject({ id, tarkista: ['toinen_aloitus'] })
    await end({ loppuaika: on(14) })
    for (const body of [endQueued(on(15)), endQueued(on(15)), endQueued(on(14))]) expect((await end(body)).status).toBe(200)
    const record = await stored(id)
    expect(record).toMatchObject({ alkuaika: on(6, 5), loppuaika: on(14), tarkista: ['toinen_aloitus', 'toinen_lopetus'] })
    expect(record.alkuperainen.muut.map(({ laji, aika }: { laji: string; aika: number }) => [laji, aika])).toEqual([
      ['alku', on(6)],
      ['loppu', on(15)],
      ['loppu', on(14)],
    ])
  })

  test('a forgotten device’s whole day of last week becomes a day of its own beside the open one', async () => {
    const earlier = on(6) - 14 * 86_400
    await start({ alkuaika: on(6) - 86_400 })
    await end({ loppuaika: on(7) - 86_400 })
    await start({ alkuaika: on(6) })
    const id = randomUUID()
    const friday = (hours: number) => on(hours) - 3 * 86_400
    expect((await start({ id, ...queued(friday(6)) })).body.kirjaus).toMatchObject({ id, tarkista: ['ei_lopetusta'] })
    await task('AJO', queued(friday(8)))
    await end(endQueued(friday(14)))
    expect(await stored(id)).toMatchObject({ alkuaika: friday(6), loppuaika: friday(14), tarkista: [], aika_ajo: 360, aika_muu: 120 })
    expect(typesOf(await active())).toEqual(['MUU'])
    // A day before all of them is not opened either, also when no day is open.
    await end({ loppuaika: on(7) })
    expect((await start({ ...queued(earlier) })).body).toMatchObject({ data: null, kirjaus: { tarkista: ['ei_lopetusta'] } })
  })

  test('what arrives for a checked day is kept in the recording and flagged; tasks and sums stay', async () => {
    const { id } = (await start({ alkuaika: on(6) })).body.data
    await end({ loppuaika: on(14) })
    const { vid } = await stored(id)
    await admin.call('PATCH', `${records}/${id}`, { data: { type: recordType, id, attributes: { vid, tarkistettu: true } } })
    const late = { id: randomUUID(), ...queued(on(10)) }
    for (const body of [late, late]) expect((await task('AJO', body)).status).toBe(200)
    const record = await stored(id)
    expect(record).toMatchObject({ tarkistettu: true, tarkista: ['lukittu'], aika_ajo: 0, aika_muu: 480 })
    expect(record.alkuperainen.tehtavat).toHaveLength(2)
  })
})

test('warnings are shown to the driver', async () => {
  server.clock.now = on(21)
  driver = await server.person(['kuljettaja'])
  await start({ alkuaika: on(4) })
  await task('AJO', { alkuaika: on(4) })
  const { varoitukset } = await active()
  expect(varoitukset.map(({ laji }: { laji: string }) => laji)).toEqual(['ajotauko', 'ajo_paiva', 'paiva', 'avoin'])
})

test('the device gets the company’s rules, the holidays and the driver’s own days, and nobody else’s', async () => {
  const other = await server.person(['kuljettaja'])
  await start({ alkuaika: on(6) }, other)
  await start({ alkuaika: on(6) })
  await task('AJO', { alkuaika: on(7), latitude: 60.17, longitude: 24.94 })
  await end({ loppuaika: on(15) })
  const { status, body } = await driver.call('GET', '/api/tyovuoro-kirjaus-perusteet')
  expect(status).toBe(200)
  expect(body.paivat).toMatchObject([
    {
      ...{ paiva: monday, alkuaika: on(6), loppuaika: on(15) },
      tehtavat: [{ tyyppi: 'MUU' }, { tyyppi: 'AJO', alkuaika: on(7), latitude: 60.17, longitude: 24.94 }],
    },
  ])
  const { values } = (await admin.call('GET', '/api/asetukset')).body
  expect(body).toMatchObject({ saannot: values.tyoajan_saannot, jakson_alku: values.jakson_alku })
  expect(body.pyhat).toContain(midnightOf('2026-12-24'))
})
