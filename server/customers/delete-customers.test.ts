import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveredOrder, placeOrder, setState } from '../testing/deliveries.ts'
import { type House, type Person, startHouse } from '../testing/house.ts'

let house: House
let admin: Person

beforeAll(async () => {
  house = await startHouse()
  admin = await house.person(['yllapito'])
})
afterAll(() => house.close())

const remove = (ids: unknown, who = admin) => who.call('POST', '/api/asiakas/delete', { ids })
const statuses = async (ids: readonly string[]) =>
  (await house.pool.query('SELECT status FROM asiakas WHERE id = ANY($1) ORDER BY drupal_internal__id', [ids])).rows.map(
    ({ status }) => status,
  )

test('customers are removed, all or none, and a failure says so in SPEC’s words', async () => {
  const ids = [await house.company(), await house.company()]
  const failed = await remove([...ids, randomUUID()])
  expect(failed.status, failed.text).toBe(404)
  expect(failed.body).toEqual({
    message: 'Poisto epäonnistui',
    errors: [
      { field: 'ids', message: 'Poisto epäonnistui' },
      { field: '2', message: 'Pyydettyä entiteettiä ei löydy' },
    ],
  })
  expect(await statuses(ids)).toEqual([1, 1])
  const done = await remove(ids)
  expect([done.status, done.body]).toEqual([200, { success: true }])
  expect(await statuses(ids)).toEqual([0, 0])
  const history = await house.pool.query('SELECT muutokset FROM revisio WHERE rivi = $1', [ids[0]])
  expect(history.rows).toEqual([{ muutokset: { status: [1, 0] } }])
})

test('a customer with orders open or yet to be invoiced is not removed, whichever way it is asked', async () => {
  const company = await house.company('Kesken Oy')
  const customer = await house.person(['asiakas'], company)
  const driver = await house.person(['kuljettaja'])
  const why = 'Asiakkaalla Kesken Oy on 2 tilausta kesken tai laskuttamatta. Toimita, peruuta tai laskuta ne ensin.'
  const { id: delivered } = await deliveredOrder({ admin, customer, driver })
  const { shipments } = await placeOrder(customer)
  const refused = await remove([await house.company(), company])
  expect([refused.status, refused.body.errors[1].message]).toEqual([422, why])
  const direct = () => admin.call('DELETE', `/jsonapi/asiakas_entity/asiakas_entity/${company}`)
  expect((await direct()).body.errors[0].detail).toBe(why)
  const many = { entityType: 'asiakas_entity--asiakas_entity', operation: 'unpublish', ids: [company], params: {} }
  expect((await admin.call('POST', '/api/bulk-operation', many)).body.results).toEqual([{ id: company, success: false, message: why }])
  expect(await statuses([company])).toEqual([1])

  await setState(customer, shipments, 'peruutettu')
  expect((await direct()).body.errors[0].detail).toContain('on 1 tilaus kesken tai laskuttamatta.')
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [delivered] })
  expect((await remove([company])).body).toEqual({ success: true })
})

test('only administrators remove, and only what they name', async () => {
  const id = await house.company()
  for (const who of [await house.person(['asiakas', 'asiakas_yllapito'], id), await house.person(['kuljettaja'])])
    expect((await remove([id], who)).status).toBe(403)
  for (const ids of [[], undefined, ['A-1'], id]) expect((await remove(ids)).status).toBe(422)
  expect(await statuses([id])).toEqual([1])
})

test('nobody acts for a customer that has been removed, until it is back', async () => {
  const company = await house.company()
  const customer = await house.person(['asiakas'], company)
  const { id, shipments } = await placeOrder(customer)
  await setState(customer, shipments, 'peruutettu')
  const own = `/jsonapi/tilaus_entity/tilaus_entity/${id}`
  const sees = async () => (await customer.call('GET', own)).status
  expect(await sees()).toBe(200)
  expect((await remove([company])).body).toEqual({ success: true })
  await expect.poll(sees).toBe(404)
  const again = { data: { type: 'tilaus_entity--tilaus_entity', attributes: {} } }
  expect((await customer.call('POST', '/jsonapi/tilaus_entity/tilaus_entity', again)).status).toBe(403)
  const back = { entityType: 'asiakas_entity--asiakas_entity', operation: 'publish', ids: [company], params: {} }
  expect((await admin.call('POST', '/api/bulk-operation', back)).body.results).toEqual([{ id: company, success: true }])
  await expect.poll(sees).toBe(200)
})
