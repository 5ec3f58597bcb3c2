import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { registry } from '#domain/model/registry.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
})

const carType = registry.auto.type
const make = async (path: string, type: string, attributes: object, relationships = {}): Promise<string> => {
  const id = randomUUID()
  const made = await admin.call('POST', path, { data: { type, id, attributes, relationships } })
  expect(made.status, made.text).toBe(201)
  return id
}
const whereUsed = (who: Person, type: string, id: string) => who.call('GET', `/api/kayttokohteet?tyyppi=${type}&id=${id}`)

test('a row’s uses are counted by relation, without removed and unreadable rows', async () => {
  const car = await make('/jsonapi/auto_entity/auto_entity', carType, { rekisterinumero: 'ABC-123' })
  expect((await whereUsed(admin, carType, car)).body).toEqual({ data: [] })
  const ofCar = { auto: { data: { type: carType, id: car } } }
  const driver = await server.person(['kuljettaja'])
  const ofDriver = { kuljettaja: { data: { type: 'user--user', id: driver.id } } }
  const note = () => make('/jsonapi/huolto_entity/huolto_entity', registry.huolto.type, {}, ofCar)
  await note()
  const removed = await note()
  await make('/jsonapi/tyovuoro_entity/tyovuoro_entity', registry.tyovuoro.type, { paiva: server.clock.now }, { ...ofCar, ...ofDriver })
  expect((await admin.call('DELETE', `/jsonapi/huolto_entity/huolto_entity/${removed}`)).status).toBe(204)
  const uses = await whereUsed(admin, carType, car)
  expect(uses.body.data).toHaveLength(2)
  expect(uses.body.data).toEqual(
    expect.arrayContaining([
      { entiteetti: 'huolto', suhde: 'auto', maara: 1 },
      { entiteetti: 'tyovuoro', suhde: 'auto', maara: 1 },
    ]),
  )
  // Maintenance staff may not read shifts, and a driver may not read unpublished ones.
  for (const who of [await server.person(['huolto']), driver])
    expect((await whereUsed(who, carType, car)).body).toEqual({ data: [{ entiteetti: 'huolto', suhde: 'auto', maara: 1 }] })
})

test('the uses of several rows are counted together, and one unreadable row is enough to refuse', async () => {
  const plates = ['DEF-456', 'GHI-789']
  const cars = await Promise.all(plates.map((rekisterinumero) => make('/jsonapi/auto_entity/auto_entity', carType, { rekisterinumero })))
  for (const id of [cars[0], cars[0], cars[1]])
    await make('/jsonapi/huolto_entity/huolto_entity', registry.huolto.type, {}, { auto: { data: { type: carType, id } } })
  const uses = await whereUsed(admin, carType, [...cars, cars[0]].join())
  expect(uses.body).toEqual({ data: [{ entiteetti: 'huolto', suhde: 'auto', maara: 3 }] })
  expect((await whereUsed(admin, carType, `${cars[0]},${randomUUID()}`)).status).toBe(404)
  expect((await whereUsed(admin, carType, `${cars[0]},auto`)).status).toBe(400)
  expect((await whereUsed(admin, carType, Array.from({ length: 101 }, () => randomUUID()).join())).status).toBe(400)
})

test('a list of references is a use too', async () => {
  const driver = await server.person(['kuljettaja'])
  const people = { henkilot: { data: [{ type: 'user--user', id: driver.id }] } }
  await make('/jsonapi/dokumentti/dokumentti', registry.dokumentti.type, { name: 'Ajo-ohje' }, people)
  expect((await whereUsed(admin, 'user--user', driver.id)).body.data).toContainEqual({
    entiteetti: 'dokumentti',
    suhde: 'henkilot',
    maara: 1,
  })
})

test('an unreadable row is not found, and an unknown type is refused by name', async () => {
  const customerId = await server.customer()
  const customer = await server.person(['asiakas'], customerId)
  expect((await whereUsed(customer, registry.asiakas.type, await server.customer())).status).toBe(404)
  expect((await whereUsed(customer, registry.asiakas.type, customerId)).status).toBe(200)
  const unknown = await whereUsed(admin, 'lentokone', randomUUID())
  expect([unknown.status, unknown.body.errors]).toEqual([400, [{ field: 'tyyppi', message: 'Tuntematon tyyppi: lentokone.' }]])
})
