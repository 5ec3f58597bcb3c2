// JSON:API client libraries against the listening server, used as their documentation shows.
import type { AddressInfo } from 'node:net'
import { DrupalJsonApiParams } from 'drupal-jsonapi-params'
import { Jsona } from 'jsona'
import Kitsu from 'kitsu'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const addressType = 'osoite_entity--postiosoite'
const customerType = 'asiakas_entity--asiakas_entity'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let address: string
beforeAll(async () => {
  server = await startTestServer()
  const customerId = await server.customer('Pirkan Putki Oy')
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], customerId)
  driver = await server.person(['kuljettaja'])
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  // The server listens on TCP, so its address is an object.
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe('drupal-jsonapi-params and jsona', () => {
  const read = async (path: string, params: DrupalJsonApiParams) => {
    const response = await fetch(`${address}${path}?${params.getQueryString()}`, {
      headers: { authorization: admin.authorization, accept: 'application/vnd.api+json' },
    })
    expect(response.status, await response.clone().text()).toBe(200)
    return response.text()
  }

  test('a list with nested groups, paths, several sorts, includes, fields and a page', async () => {
    const { id } = await placeOrder(customer, [{ viite: 'PO-1' }, { viite: 'PO-2' }])
    await placeOrder(customer, [{ viite: 'MUU' }])
    const params = new DrupalJsonApiParams()
      .addGroup('jompi', 'OR')
      .addGroup('molemmat', 'AND', 'jompi')
      .addFilter('viite', 'PO-', 'STARTS_WITH', 'molemmat')
      .addFilter('tilaus.asiakas.name', 'Pirkan Putki Oy', '=', 'molemmat')
      .addFilter('maara', ['900', '901'], 'IN', 'jompi')
      .addFilter('viesti', null, 'IS NULL')
      .addFilter('paino', ['0', '100'], 'BETWEEN')
      .addFilter('status', '1')
      .addInclude(['tilaus', 'tilaus.asiakas', 'tilaus.asiakas.nouto_osoite'])
      .addFields(customerType, ['name'])
      .addSort('tilaus.tilausnro', 'DESC')
      .addSort('viite', 'DESC')
      .addPageLimit(10)
    const found = new Jsona().deserialize(await read('/jsonapi/lahetys_entity/lahetys', params))
    expect(found).toMatchObject([
      { type: shipmentType, viite: 'PO-2', tilaus: { id, type: orderType, asiakas: { name: 'Pirkan Putki Oy' } } },
      { type: shipmentType, viite: 'PO-1' },
    ])
  })

  test('a count is read with a page of one row', async () => {
    const params = new DrupalJsonApiParams().addPageLimit(1)
    const document = JSON.parse(await read(orders, params))
    expect(document.data).toHaveLength(1)
    expect(document.meta.count).toBeGreaterThan(1)
  })

  test('new rows and changes that jsona serialises are accepted', async () => {
    const jsona = new Jsona()
    const send = async (method: string, path: string, model: Parameters<Jsona['serialize']>[0]['stuff']) => {
      const stuff = { stuff: model, includeNames: [] }
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { authorization: customer.authorization, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify(jsona.serialize(stuff)),
      })
      const text = await response.text()
      expect(response.ok, text).toBe(true)
      return jsona.deserialize(text)
    }
    const made = await send('POST', orders, { type: orderType, laskutus_viesti: 'Jsonalta' })
    if (Array.isArray(made)) throw new Error('One row was made')
    expect(made).toMatchObject({ type: orderType, laskutus_viesti: 'Jsonalta', vid: 1 })
    const changed = await send('PATCH', `${orders}/${made.id}`, {
      type: orderType,
      id: made.id,
      vid: made.vid,
      laskutus_viesti: 'Uudestaan',
    })
    expect(changed).toMatchObject({ id: made.id, laskutus_viesti: 'Uudestaan', vid: 2 })
  })
})

describe('kitsu', () => {
  /** Kitsu uses the type as the path; in Drupal's paths the type `group--bundle` is `group/bundle`. */
  function kitsu(who: Person): Kitsu {
    const api = new Kitsu({
      baseURL: `${address}/jsonapi`,
      camelCaseTypes: false,
      resourceCase: 'none',
      pluralize: false,
      query: 'modern',
      headers: { Authorization: who.authorization },
    })
    api.interceptors.request.use((request) => Object.assign(request, { url: request.url?.replace('--', '/') }))
    return api
  }

  test('reads a list, and a row with its related rows', async () => {
    const { id, shipments } = await placeOrder(customer, [{ viite: 'K-1' }, { viite: 'K-2' }])
    const api = kitsu(customer)
    const found = await api.get(shipmentType, {
      params: { filter: { viite: 'K-2', 'tilaus.id': id }, include: 'tilaus.asiakas', sort: '-created', page: { limit: 5 } },
    })
    expect(found.meta.count).toBe(1)
    expect(found.data[0]).toMatchObject({ id: shipments[1], tilaus: { data: { id, asiakas: { data: { name: 'Pirkan Putki Oy' } } } } })
    const one = await api.get(`${orderType}/${id}`, { params: { include: 'lahetykset', fields: { [shipmentType]: 'viite' } } })
    expect(one.data.lahetykset.data.map((row: { viite: string }) => row.viite)).toEqual(['K-1', 'K-2'])
    const related = await api.get(`${orderType}/${id}/lahetykset`, { params: { sort: '-viite' } })
    expect(related.data.map((row: { viite: string }) => row.viite)).toEqual(['K-2', 'K-1'])
  })

  test('makes, changes and deletes rows, and reports a refusal', async () => {
    const api = kitsu(admin)
    const made = await api.create(addressType, { name: 'Terminaali', tyyppi: ['nouto'] })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({ type: addressType, name: 'Terminaali', vid: 1 })
    const { id } = made.data
    const changed = await api.update(addressType, { id, name: 'Pohjoinen terminaali', vid: 1 })
    expect(changed.data).toMatchObject({ id, name: 'Pohjoinen terminaali', vid: 2 })
    await expect(api.update(addressType, { id, name: 'Vanha', vid: 1 })).rejects.toMatchObject({
      errors: [{ status: '409', code: 'outdated', meta: { current: { attributes: { name: 'Pohjoinen terminaali' } } } }],
    })
    await expect(api.update(addressType, { id, vid: 2, field_maa: 'XX' })).rejects.toMatchObject({
      errors: [{ status: '422', source: { pointer: '/data/attributes/field_maa' } }],
    })
    await expect(api.update(addressType, { id, name: 'Versioton' })).rejects.toMatchObject({
      errors: [{ status: '422', source: { pointer: '/data/attributes/vid' } }],
    })
    await api.delete(addressType, id)
    await expect(kitsu(customer).get(`${addressType}/${id}`)).rejects.toMatchObject({ errors: [{ status: '404' }] })
  })

  test('changes relations in the row and at their own addresses', async () => {
    const { shipments } = await placeOrder(customer, [{}])
    const api = kitsu(admin)
    const [id = ''] = shipments
    const put = await api.update(shipmentType, { id, vid: 1, kuljettaja: { data: { id: driver.id, type: 'user--user' } } })
    expect(put.data.kuljettaja.data.id).toBe(driver.id)
    const terminal = await api.create(addressType, { name: 'Terminaali' })
    const path = `${shipmentType}/${id}/relationships/siirto_osoitteet`
    // Kitsu has no method for this; its HTTP client sends the request.
    await api.axios.post(path, { data: [{ type: addressType, id: terminal.data.id }] }, { headers: api.headers })
    const linkage = await api.get(path)
    expect(linkage.data).toMatchObject([{ id: terminal.data.id, type: addressType }])
  })
})
