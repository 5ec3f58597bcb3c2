import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registry } from '#domain/model/registry.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let mechanic: Person
let driver: Person
let customer: Person
let car: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  mechanic = await server.person(['huolto'])
  driver = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
})
afterAll(() => server.close())
beforeEach(async () => {
  car = randomUUID()
  const rekisterinumero = `HU-${car.slice(0, 6)}`.toUpperCase()
  await insert(server.pool, 'auto', { id: car, name: 'Volvo FL', rekisterinumero }, server.clock.now)
})

const cars = '/jsonapi/auto_entity/auto_entity'
const entries = '/jsonapi/huolto_entity/huolto_entity'
const entryType = registry.huolto.type
const ofCar = () => ({ auto: { data: { type: registry.auto.type, id: car } } })
const add = (who: Person, attributes: object) =>
  who.call('POST', entries, { data: { type: entryType, attributes, relationships: ofCar() } })
async function added(who: Person, attributes: object): Promise<{ id: string; attributes: Record<string, unknown> }> {
  const answer = await add(who, attributes)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}
const change = (who: Person, id: string, attributes: object) =>
  who.call('PATCH', `${entries}/${id}`, { data: { type: entryType, id, attributes } })
const changeCar = (who: Person, attributes: object) =>
  who.call('PATCH', `${cars}/${car}`, { data: { type: registry.auto.type, id: car, attributes } })
const pointers = ({ body }: { body: { errors: { source?: { pointer: string } }[] } }) => body.errors.map(({ source }) => source?.pointer)
type Entry = { id: string; laji: string; message: string; kohde: string | null }
const faultsOf = async (who: Person): Promise<Entry[]> =>
  (await who.call('GET', '/api/notifications')).body.data.filter(({ laji, kohde }: Entry) => laji === 'vika' && kohde === car)
const nameOf = async ({ id }: Person): Promise<string> => {
  const { rows } = await server.pool.query<{ name: string }>('select field_fullname as name from "user" where id = $1', [id])
  return rows[0]?.name ?? ''
}

test('maintenance adds entries, moves their day, and marks them as done and as open again', async () => {
  const today = startOfDay(server.clock.now)
  const { id, attributes } = await added(mechanic, { info: 'Öljyt', paiva: today })
  expect(attributes).toMatchObject({ name: 'Huolto', tehty: false, info: 'Öljyt', paiva: today, kirjaaja: await nameOf(mechanic) })
  for (const values of [{ paiva: addDays(today, 3) }, { info: 'Öljyt ja suodatin' }, { tehty: true }, { tehty: false }]) {
    const changed = await change(mechanic, id, values)
    expect(changed.status, changed.text).toBe(200)
    // The author stays when somebody else changes the entry.
    expect(changed.body.data.attributes).toMatchObject({ ...values, kirjaaja: await nameOf(mechanic) })
  }
  const open = await mechanic.call('GET', `${entries}?filter[tehty]=0&filter[auto.id]=${car}&include=auto`)
  expect(open.body.data.map((row: { id: string }) => row.id)).toEqual([id])
  expect((await changeCar(mechanic, { seuraava_katsastus: addDays(today, 365) })).status).toBe(200)
})

test('a driver adds notes and fault reports, and changes nothing', async () => {
  const note = await added(driver, { info: 'Rengaspaineet lisätty' })
  expect(note.attributes).toMatchObject({ name: 'Huolto', tehty: false, kirjaaja: await nameOf(driver) })
  const fault = await added(driver, { name: 'Vika', info: 'Oikea takavalo ei pala' })
  expect(fault.attributes).toMatchObject({ tehty: false, paiva: startOfDay(server.clock.now), kirjaaja: await nameOf(driver) })
  for (const values of [{ tehty: true }, { info: 'Muu' }, { status: 0 }]) expect((await change(driver, fault.id, values)).status).toBe(403)
  expect((await driver.call('DELETE', `${entries}/${fault.id}`)).status).toBe(403)
  expect((await add(driver, { name: 'Vika', info: 'Ovi', tehty: true })).status).toBe(403)
  expect((await changeCar(driver, { kantavuus: 1 })).status).toBe(403)
  expect((await driver.call('DELETE', `${cars}/${car}`)).status).toBe(403)
  for (const path of [entries, cars]) expect((await customer.call('GET', path)).status).toBe(403)
  expect((await add(customer, { name: 'Vika', info: 'Ovi' })).status).toBe(403)
})

test('a fault report says what is wrong; nobody sets the author', async () => {
  for (const info of [undefined, '', '   ']) {
    const refused = await add(driver, { name: 'Vika', ...(info === undefined ? {} : { info }) })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ detail: 'Kerro, mikä autossa on vialla.', source: { pointer: '/data/attributes/info' } }])
  }
  for (const who of [driver, mechanic, admin]) {
    const forged = await add(who, { name: 'Vika', info: 'Ovi', kirjaaja: 'Joku Muu' })
    expect([forged.status, pointers(forged)]).toEqual([422, ['/data/attributes/kirjaaja']])
  }
})

test('a fault rings for administrators and maintenance until it is repaired or each dismisses it, not for its author', async () => {
  const { id } = await added(driver, { name: 'Vika', info: `Perälauta\nnytkähtelee ${'kovasti '.repeat(40)}` })
  await added(driver, { info: 'Tavallinen merkintä' })
  const { rows } = await server.pool.query('select rekisterinumero from auto where id = $1', [car])
  for (const who of [admin, mechanic]) {
    const [fault, ...others] = await faultsOf(who)
    expect(others).toEqual([])
    expect(fault).toMatchObject({ id, kohde: car })
    expect(fault?.message).toMatch(
      new RegExp(`^Vika autossa ${rows[0].rekisterinumero}: Perälauta nytkähtelee .*… \\(${await nameOf(driver)}\\)$`),
    )
  }
  for (const who of [driver, customer]) expect(await faultsOf(who)).toEqual([])
  const dismissed = await mechanic.call('POST', '/api/notifications', { operation: 'dismiss', ids: [id] })
  expect(dismissed.body.results).toEqual([{ id, success: true }])
  expect([(await faultsOf(mechanic)).length, (await faultsOf(admin)).length]).toEqual([0, 1])
  await change(mechanic, id, { tehty: true })
  expect(await faultsOf(admin)).toEqual([])

  await added(admin, { name: 'Vika', info: 'Kylmäkone ilmoittaa viasta 14' })
  expect([(await faultsOf(mechanic)).length, (await faultsOf(admin)).length]).toEqual([1, 0])
})

test('an administrator switches fault reports off; maintenance has nothing to choose', async () => {
  await added(driver, { name: 'Vika', info: 'Ovi ei mene kiinni' })
  const choose = (who: Person, vikailmoitukset: boolean) =>
    who.call('POST', '/api/notifications', { operation: 'asetukset', uudet_tilaukset: true, epaonnistuneet: true, vikailmoitukset })
  expect((await choose(mechanic, false)).status).toBe(403)
  expect((await choose(admin, false)).status).toBe(200)
  expect([(await faultsOf(mechanic)).length, (await faultsOf(admin)).length]).toEqual([1, 0])
  expect((await choose(admin, true)).status).toBe(200)
  expect((await faultsOf(admin)).length).toBe(1)
  // A week later it is no news any more.
  await server.pool.query('update huolto set created = created - $2 where auto_id = $1', [car, 8 * 86_400])
  expect(await faultsOf(admin)).toEqual([])
})

test('capacity is whole kilograms and pallet places within their limits', async () => {
  const stored = await changeCar(admin, { kantavuus: 24_500, lavapaikat: 33 })
  expect(stored.body.data.attributes).toMatchObject({ kantavuus: 24_500, lavapaikat: 33 })
  const changed = await changeCar(admin, { kantavuus: 60_001, lavapaikat: -1 })
  expect([changed.status, pointers(changed).sort()]).toEqual([422, ['/data/attributes/kantavuus', '/data/attributes/lavapaikat']])
  for (const kantavuus of [12.5, 'paljon']) expect((await changeCar(admin, { kantavuus })).status).toBe(422)
})
