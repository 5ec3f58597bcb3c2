// Pieces that the driver counted (rules/deliveries.md#counted-pieces).
import { beforeAll, expect, test } from 'vitest'
import { countDifferences } from '#domain/entities/shipment/shipment.counts.ts'
import { assignDriver, operations, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let driver: Person
let stranger: Person
let customer: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  stranger = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await server.customer())
})

const change = (who: Person, id: string | undefined, attributes: Record<string, unknown>) =>
  operations(who, [{ op: 'update', data: { type: shipmentType, id, attributes } }])
const read = async (who: Person, id: string | undefined) =>
  (await who.call('GET', `/jsonapi/lahetys_entity/lahetys/${id}`)).body.data.attributes

test('the driver gives the counts with the steps; the customer reads them, and neither pieces nor price change', async () => {
  const { id, shipments } = await placeOrder(customer, [{ maara: 10 }])
  const [shipment] = shipments
  await assignDriver(admin, driver, shipments)
  expect(
    (await operations(admin, [{ op: 'update', data: { type: 'tilaus_entity--tilaus_entity', id, attributes: { hinta: 120 } } }])).status,
  ).toBe(200)
  expect((await change(driver, shipment, { tila: 'kuljetuksessa', noudettu_maara: 9 })).status).toBe(200)
  expect((await change(driver, shipment, { tila: 'toimitettu', toimitettu_maara: 8 })).status).toBe(200)
  expect(await read(customer, shipment)).toMatchObject({ maara: 10, noudettu_maara: 9, toimitettu_maara: 8 })
  const { rows } = await server.pool.query('select hinta::float8 as hinta from tilaus where id = $1', [id])
  expect(rows).toEqual([{ hinta: 120 }])
  const history = await server.pool.query(
    `select muutokset -> 'toimitettu_maara' as change from revisio where rivi = $1 order by vid desc limit 1`,
    [shipment],
  )
  expect(history.rows).toEqual([{ change: [0, 8] }])
  expect(countDifferences({ maara: 10, noudettu_maara: 9, toimitettu_maara: 8 })).toEqual(['Noudettu 9/10', 'Toimitettu 8/10'])
  expect(countDifferences({ maara: 10, noudettu_maara: 10, toimitettu_maara: 0 })).toEqual([])
})

test('customers and other drivers write no counts, and a count is a whole number', async () => {
  const { shipments } = await placeOrder(customer, [{ maara: 10 }])
  const [shipment] = shipments
  await assignDriver(admin, driver, shipments)
  expect((await change(customer, shipment, { noudettu_maara: 3 })).status).toBe(403)
  expect((await change(stranger, shipment, { noudettu_maara: 3 })).status).toBe(404)
  for (const count of [-1, 2.5, 'kolme', 100_001]) expect((await change(driver, shipment, { noudettu_maara: count })).status).toBe(422)
  expect((await read(admin, shipment)).noudettu_maara).toBe(0)
})
