import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { registry } from '#domain/model/registry.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import { insert, type Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let driver: Person
let colleague: Person
const car = randomUUID()
const checks = '/jsonapi/lahtotarkastus/lahtotarkastus'

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  colleague = await server.person(['kuljettaja'])
  await insert(server.pool, 'auto', { id: car, name: 'Volvo FL', rekisterinumero: 'LT-1' }, server.clock.now)
})

const add = (who: Person, attributes: object, relationships: object = {}) => {
  const auto = { data: { type: registry.auto.type, id: car } }
  return who.call('POST', checks, { data: { type: registry.lahtotarkastus.type, attributes, relationships: { auto, ...relationships } } })
}
const kohdat = [
  { kohta: 'Renkaat', kunnossa: true },
  { kohta: 'Valot', kunnossa: false },
]

test('a driver stores what was checked under the own name, with the time of the device; nobody changes it', async () => {
  const tarkastettu = server.clock.now - 7200
  const { status, body } = await add(driver, { tarkastettu, kohdat })
  expect([status, body.data.attributes.kohdat, body.data.attributes.tarkastettu]).toEqual([201, kohdat, tarkastettu])
  expect(body.data.attributes.kirjaaja).not.toBe('')
  expect(body.data.relationships.kuljettaja.data.id).toBe(driver.id)
  const path = `${checks}/${body.data.id}`
  expect((await admin.call('GET', path)).status).toBe(200)
  expect((await colleague.call('GET', path)).status).toBe(404)
  const change = {
    data: { type: registry.lahtotarkastus.type, id: body.data.id, attributes: { vid: body.data.attributes.vid, kohdat: [] } },
  }
  for (const who of [admin, driver]) expect((await who.call('PATCH', path, change)).status).toBe(403)
})

test('a check in the name of another driver and points of another shape are refused', async () => {
  const other = { kuljettaja: { data: { type: registry.user.type, id: colleague.id } } }
  expect((await add(driver, { kohdat }, other)).status).toBe(403)
  for (const wrong of [[{ kohta: '', kunnossa: true }], [{ kohta: 'Valot' }], Array(41).fill(kohdat[0]), 'Valot']) {
    const { status, body } = await add(driver, { kohdat: wrong })
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/attributes/kohdat'])
  }
})
