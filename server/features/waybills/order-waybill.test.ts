// A waybill that is printed while the order is open in a form.
import { beforeAll, expect, test } from 'vitest'
import { orderType, placeOrder } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'

let server: SharedServer
let admin: Person
let customer: Person
beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
})

const print = async (id: string) => {
  for (const multipage of [true, false]) {
    const answer = await admin.call('POST', '/api/tilaus/rahtikirja', { tilaus_id: id, multipage })
    expect(answer.status, answer.text).toBe(200)
  }
}

test('causes no conflict with the open form, and the print stays', async () => {
  const { id } = await placeOrder(customer)
  const open = (await customer.call('GET', `${orders}/${id}`)).body.data
  await print(id)
  const stored = (await customer.call('GET', `${orders}/${id}`)).body.data
  expect(stored.attributes.vid).toBe(3)
  expect(stored.relationships.rahtikirja.data).not.toBeNull()
  // The whole row as it was read, as a generic client sends it back.
  const { attributes, relationships } = open
  const own = Object.fromEntries(Object.entries<{ data: unknown }>(relationships).map(([name, { data }]) => [name, { data }]))
  const saved = await customer.call('PATCH', `${orders}/${id}`, {
    data: { type: orderType, id, attributes: { ...attributes, laskutus_viesti: 'Työmaa 7' }, relationships: own },
  })
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body.data.attributes).toMatchObject({ vid: 4, laskutus_viesti: 'Työmaa 7' })
  expect(saved.body.data.relationships.rahtikirja).toEqual(stored.relationships.rahtikirja)
})

test('an edit in between is still a conflict', async () => {
  const { id } = await placeOrder(customer)
  const change = (vid: number, laskutus_viesti: string) =>
    customer.call('PATCH', `${orders}/${id}`, { data: { type: orderType, id, attributes: { vid, laskutus_viesti } } })
  await print(id)
  expect((await change(3, 'Ensin')).status).toBe(200)
  const late = await change(1, 'Myöhässä')
  expect(late.status).toBe(409)
  expect(late.body.errors[0].meta.current.attributes.laskutus_viesti).toBe('Ensin')
  expect((await change(99, 'Tulevasta')).status).toBe(409)
})
