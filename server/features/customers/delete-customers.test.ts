import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { clientIdOf } from '#server/auth/clients.ts'
import { makeRecovery } from '#server/auth/recovery.ts'
import { deliveredOrder, operations, orderType, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
})

const remove = (ids: unknown, who = admin) => who.call('POST', '/api/asiakas/delete', { ids })
const statuses = async (ids: readonly string[]) =>
  (await server.pool.query('SELECT status FROM asiakas WHERE id = ANY($1) ORDER BY drupal_internal__id', [ids])).rows.map(
    ({ status }) => status,
  )

const customerType = 'asiakas_entity--asiakas_entity'
const removedCustomer = 'Tilauksen asiakas on poistettu. Palauta ensin asiakas.'
const orderOf = (customerId: string) => {
  const id = randomUUID()
  const lines = { data: { type: shipmentType, attributes: {}, relationships: { tilaus: { data: { type: orderType, id } } } } }
  return [
    { op: 'add', data: { type: orderType, id, attributes: { asiakas_id: customerId } } },
    { op: 'add', ...lines },
  ]
}
const bulk = (entityType: string, operation: string, ids: readonly string[], params = {}) =>
  admin.call('POST', '/api/bulk-operation', { entityType, operation, ids, params })

test('customers are removed, all or none, and a failure has the specified text (rules/errors.md#customer-deletion)', async () => {
  const ids = [await server.customer(), await server.customer()]
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
  const history = await server.pool.query('SELECT muutokset FROM revisio WHERE rivi = $1', [ids[0]])
  expect(history.rows).toEqual([{ muutokset: { status: [1, 0] } }])
})

test('a customer with open or uninvoiced orders is not removed by any call', async () => {
  const customerId = await server.customer('Kesken Oy')
  const customer = await server.person(['asiakas'], customerId)
  const driver = await server.person(['kuljettaja'])
  const why = 'Asiakkaalla Kesken Oy on 2 tilausta kesken tai laskuttamatta. Toimita, peruuta tai laskuta ne ensin.'
  const { id: delivered } = await deliveredOrder({ admin, customer, driver })
  const { shipments } = await placeOrder(customer)
  const refused = await remove([await server.customer(), customerId])
  expect([refused.status, refused.body.errors[1].message]).toEqual([422, why])
  const direct = () => admin.call('DELETE', `/jsonapi/asiakas_entity/asiakas_entity/${customerId}`)
  expect((await direct()).body.errors[0].detail).toBe(why)
  expect((await bulk(customerType, 'unpublish', [customerId])).body.results).toEqual([{ id: customerId, success: false, message: why }])
  expect(await statuses([customerId])).toEqual([1])

  await setState(customer, shipments, 'peruutettu')
  expect((await direct()).body.errors[0].detail).toContain('on 1 tilaus kesken tai laskuttamatta.')
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [delivered] })
  expect((await remove([customerId])).body).toEqual({ success: true })
})

test('only administrators remove customers, and only those that they name', async () => {
  const id = await server.customer()
  for (const who of [await server.person(['asiakas', 'asiakas_yllapito'], id), await server.person(['kuljettaja'])])
    expect((await remove([id], who)).status).toBe(403)
  for (const ids of [[], undefined, ['A-1'], id]) expect((await remove(ids)).status).toBe(422)
  expect(await statuses([id])).toEqual([1])
})

test('users of a removed customer are signed out and cannot sign in until it is restored', async () => {
  const customerId = await server.customer()
  const customer = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  const driving = await server.person(['kuljettaja', 'asiakas'], customerId)
  const { id, shipments } = await placeOrder(customer)
  await setState(customer, shipments, 'peruutettu')
  const own = `/jsonapi/tilaus_entity/tilaus_entity/${id}`
  const sees = async (who = customer) => (await who.call('GET', own)).status
  const signIn = () => server.signIn(customer.name, ['asiakas', 'asiakas_yllapito'])
  const refresh = (refresh_token: string) => {
    const client_id = clientIdOf.asiakas_yllapito
    const client_secret = server.app.clientSecrets[client_id] ?? ''
    const form = new URLSearchParams({ grant_type: 'refresh_token', client_id, client_secret, refresh_token })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return server.app.inject({ method: 'POST', url: '/oauth/token', payload: form.toString(), headers })
  }
  const { refresh_token } = (await signIn()).json<{ refresh_token: string }>()
  expect(await sees()).toBe(200)
  expect((await remove([customerId])).body).toEqual({ success: true })
  await expect.poll(sees).toBe(401)
  // A user who has another role as well can still sign in, but acts for no customer.
  await expect.poll(() => sees(driving)).toBe(404)
  const again = { data: { type: orderType, attributes: {} } }
  expect((await driving.call('POST', '/jsonapi/tilaus_entity/tilaus_entity', again)).status).toBe(403)
  const blocked = { error: 'access_denied', message: 'This account is blocked or has not been activated yet.' }
  expect((await signIn()).json()).toEqual(blocked)
  expect((await refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_request', istunto: 'paatetty' })
  const recovery = { id: randomUUID(), vastaanottaja: `${customer.name}@esimerkki.fi`, luotu: server.clock.now }
  expect(await makeRecovery(server.pool, recovery, server.clock.now)).toBeNull()

  expect((await bulk(customerType, 'publish', [customerId])).body.results).toEqual([{ id: customerId, success: true }])
  await expect.poll(sees).toBe(200)
  await expect.poll(() => sees(driving)).toBe(200)
  expect((await signIn()).statusCode).toBe(200)
  expect((await refresh(refresh_token)).statusCode).toBe(200)
})

test('a removed customer gets no work: no order is created for it, reopened, returned to invoicing or moved to it', async () => {
  const [customerId, other] = [await server.customer(), await server.customer()]
  const driver = await server.person(['kuljettaja'])
  const customer = await server.person(['asiakas'], customerId)
  const people = { admin, customer, driver }
  const cancelled = await placeOrder(customer)
  await setState(customer, cancelled.shipments, 'peruutettu')
  const gone = await placeOrder(customer)
  expect((await bulk(orderType, 'unpublish', [gone.id])).body.results).toEqual([{ id: gone.id, success: true }])
  const delivered = await deliveredOrder(people)
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [delivered.id] })
  const elsewhere = await placeOrder(await server.person(['asiakas'], other))
  expect((await remove([customerId])).body).toEqual({ success: true })

  const ordered = await operations(admin, orderOf(customerId))
  expect([ordered.status, ordered.body.errors]).toMatchObject([
    422,
    [{ detail: removedCustomer, source: { pointer: '/atomic:operations/0/data/relationships/asiakas' } }],
  ])
  const back = (results: readonly string[]) => results.map((id) => ({ id, success: false, message: removedCustomer }))
  expect((await bulk(orderType, 'setTila', [cancelled.id], { tila: 'odottaa_noutoa' })).body.results).toEqual(back([cancelled.id]))
  expect((await bulk(orderType, 'publish', [gone.id, cancelled.id])).body.results).toEqual([
    ...back([gone.id]),
    { id: cancelled.id, success: true },
  ])
  const undo = { operation: 'peru_laskutus', ids: [delivered.id], syy: 'Väärä hinta' }
  expect((await admin.call('POST', '/api/laskuttamattomat_tilaukset', undo)).body.results).toEqual(back([delivered.id]))
  const moved = { type: orderType, id: elsewhere.id, attributes: { asiakas_id: customerId } }
  expect((await admin.call('PATCH', `/jsonapi/tilaus_entity/tilaus_entity/${elsewhere.id}`, { data: moved })).status).toBe(422)

  // Other changes are still possible, and all changes once the customer is restored, also by the same save.
  const shipments = '/jsonapi/lahetys_entity/lahetys'
  const change = { data: { type: shipmentType, id: cancelled.shipments[0], attributes: { viesti: 'Peruttu puhelimessa' } } }
  expect((await admin.call('PATCH', `${shipments}/${cancelled.shipments[0]}`, change)).status).toBe(200)
  const status = (value: boolean) => ({ op: 'update', data: { type: customerType, id: customerId, attributes: { status: value } } })
  const both = await operations(admin, [status(true), ...orderOf(customerId)])
  expect(both.status, both.text).toBe(200)
  const neither = await operations(admin, [{ op: 'remove', ref: { type: customerType, id: other } }, ...orderOf(other)])
  expect(neither.status, neither.text).toBe(422)
})

test('when an order and the removal of its customer are saved at the same time, one is refused and there is no deadlock', async () => {
  const deadlocks = async () =>
    (await server.pool.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).rows[0].deadlocks
  const before = await deadlocks()
  for (let round = 0; round < 30; round++) {
    const customerIds = [await server.customer(), await server.customer()]
    const [first = '', second = ''] = customerIds
    const customer = await server.person(['asiakas'], first)
    const { id, shipments } = await placeOrder(customer)
    await setState(customer, shipments, 'peruutettu')
    const [removed, ordered, reopened] = await Promise.all([
      remove([second, first]),
      operations(admin, [...orderOf(first), ...orderOf(second)]),
      bulk(orderType, 'setTila', [id], { tila: 'odottaa_noutoa' }),
    ])
    const isOpen = ordered.status === 200 || reopened.body.results[0].success
    expect([removed.status, ordered.status], ordered.text).toEqual([isOpen ? 422 : 200, ordered.status === 200 ? 200 : 422])
    const { rows } = await server.pool.query('SELECT FROM tilaus WHERE asiakas_id = ANY($1) AND avoin', [customerIds])
    expect(rows.length > 0).toBe(isOpen)
  }
  expect(await deadlocks()).toBe(before)
})
