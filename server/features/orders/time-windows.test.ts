import { beforeAll, expect, test } from 'vitest'
import { addDays, atTime, startOfDay } from '#domain/values/time/time.ts'
import { operations, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let customer: Person
let today: number

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
  today = startOfDay(server.clock.now)
})

async function ordered(): Promise<string> {
  const { shipments } = await placeOrder(customer)
  return shipments[0] ?? ''
}
const read = async (shipment: string, who = admin) =>
  (await who.call('GET', `/jsonapi/lahetys_entity/lahetys/${shipment}`)).body.data.attributes

async function change(who: Person, shipment: string, attributes: Record<string, unknown>) {
  const { vid } = await read(shipment)
  return operations(who, [{ op: 'update', data: { type: shipmentType, id: shipment, attributes: { ...attributes, vid } } }])
}

test('a customer gives time windows, which follow the wished day', async () => {
  const shipment = await ordered()
  const wished = addDays(today, 3)
  const windows = {
    nouto_aika_alku: atTime(addDays(today, 2), 14),
    nouto_aika_loppu: atTime(addDays(today, 2), 16),
    toimitus_aika_alku: 0,
    toimitus_aika_loppu: atTime(wished, 10),
  }
  const given = await change(customer, shipment, { toivottu_toimitus: wished, ...windows })
  expect(given.status, given.text).toBe(200)
  expect(await read(shipment, customer)).toMatchObject(windows)
  expect((await change(admin, shipment, { toivottu_toimitus: addDays(today, 5) })).status).toBe(200)
  expect(await read(shipment)).toMatchObject({
    nouto_aika_alku: atTime(addDays(today, 4), 14),
    nouto_aika_loppu: atTime(addDays(today, 4), 16),
    toimitus_aika_alku: 0,
    toimitus_aika_loppu: atTime(addDays(today, 5), 10),
  })
})

test('windows that a change of the wished day names stay, also with their stored values', async () => {
  const shipment = await ordered()
  const windows = {
    nouto_aika_alku: atTime(addDays(today, 2), 14),
    nouto_aika_loppu: atTime(addDays(today, 2), 16),
    toimitus_aika_alku: 0,
    toimitus_aika_loppu: 0,
  }
  expect((await change(customer, shipment, { toivottu_toimitus: addDays(today, 3), ...windows })).status).toBe(200)
  expect((await change(customer, shipment, { toivottu_toimitus: addDays(today, 4), ...windows })).status).toBe(200)
  expect(await read(shipment)).toMatchObject({ toivottu_toimitus: addDays(today, 4), ...windows })
})

test('a list’s new day moves the windows too', async () => {
  const shipment = await ordered()
  const wished = addDays(today, 1)
  expect((await change(admin, shipment, { toivottu_toimitus: wished, toimitus_aika_alku: atTime(wished, 8) })).status).toBe(200)
  const answer = await admin.call('POST', '/api/bulk-operation', {
    ...{ entityType: 'lahetys', ids: [shipment], operation: 'setToivottuToimitus' },
    params: { toivottu_toimitus: addDays(today, 2) },
  })
  expect(answer.status, answer.text).toBe(200)
  expect((await read(shipment)).toimitus_aika_alku).toBe(atTime(addDays(today, 2), 8))
})

test.each([
  ['ends before it begins', () => ({ nouto_aika_alku: atTime(today, 12), nouto_aika_loppu: atTime(today, 10) }), 'nouto_aika_loppu'],
  ['ends before the pickup', () => ({ nouto_aika_alku: atTime(today, 12), toimitus_aika_loppu: atTime(today, 10) }), 'toimitus_aika_loppu'],
  ['is years ahead', () => ({ toimitus_aika_alku: addDays(today, 2000) }), 'toimitus_aika_alku'],
  ['is before 1971', () => ({ toimitus_aika_alku: 600 }), 'toimitus_aika_alku'],
  ['is a text', () => ({ toimitus_aika_alku: '10.00' }), 'toimitus_aika_alku'],
])('a window that %s is refused at its field', async (_, attributes, field) => {
  const shipment = await ordered()
  const answer = await change(customer, shipment, attributes())
  expect(answer.status).toBe(422)
  expect(answer.body.errors[0].source.pointer).toContain(field)
})

test('only administrators set the service time and the promised time', async () => {
  const shipment = await ordered()
  const promised = atTime(addDays(today, 1), 15, 30)
  for (const attributes of [{ palveluaika: 20 }, { luvattu_aika: promised }]) {
    expect((await change(customer, shipment, attributes)).status).toBe(403)
    expect((await change(admin, shipment, attributes)).status).toBe(200)
  }
  expect(await read(shipment, customer)).toMatchObject({ luvattu_aika: promised })
  expect((await change(admin, shipment, { palveluaika: 601 })).status).toBe(422)
})
