// A customer cannot use or take over rows of other customers, or give them rows, and learns nothing of them from refusals.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityName } from '#domain/model/registry.ts'
import { registry } from '#domain/model/registry.ts'
import type { AccessFixture } from '#server/testing/access-matrix/access-entry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { refusal } from '#server/testing/access-matrix/refusal.ts'
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'
const orderType = 'tilaus_entity--tilaus_entity'
const shipmentType = 'lahetys_entity--lahetys'
const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`

let server: TestServer
let customer: AccessFixture
beforeAll(async () => {
  server = await startTestServer()
  customer = await makeAccessFixture(server, 'asiakas')
})
afterAll(() => server.close())

const refused = (call: () => Promise<Answer>, status: number | readonly number[], where: 'somewhere' | 'anywhere' = 'somewhere') =>
  refusal(server, call, status, where)
async function expectRefused(...call: Parameters<typeof refused>): Promise<void> {
  await refused(...call)
}

describe("another company's", () => {
  const customerType = 'asiakas_entity--asiakas_entity'
  test.each(['tilaus', 'tuote', 'postiosoite', 'yhteyshenkilo'] as const)('asiakas_id of a new %s: 403', (name) =>
    expectRefused(
      () =>
        customer.viewer.call('POST', pathOf(name), {
          data: { type: registry[name].type, attributes: { name: 'x', asiakas_id: customer.customer.other } },
        }),
      403,
    ),
  )

  test.each([null, '', 'other'] as const)('asiakas_id of a stored product set to %j: 403', async (to) => {
    const id = customer.rows.tuote.own
    const asiakas_id = to === 'other' ? customer.customer.other : to
    const url = `${pathOf('tuote')}/${id}`
    await expectRefused(
      () => customer.viewer.call('PATCH', url, { data: { type: registry.tuote.type, id, attributes: { asiakas_id } } }),
      403,
    )
    const relationships = { asiakas: { data: to === 'other' ? { type: customerType, id: asiakas_id } : null } }
    await expectRefused(() => customer.viewer.call('PATCH', url, { data: { type: registry.tuote.type, id, relationships } }), 403)
  })

  test.each(['nouto_osoite', 'nouto_yhteyshenkilo', 'tuote'] as const)('%s on a shipment: 422', (relation) => {
    const target = ({ nouto_osoite: 'postiosoite', nouto_yhteyshenkilo: 'yhteyshenkilo', tuote: 'tuote' } as const)[relation]
    const id = customer.rows.lahetys.own
    const data = { type: registry[target].type, id: customer.rows[target].other }
    return expectRefused(
      () =>
        customer.viewer.call('PATCH', `${shipments}/${id}`, { data: { type: shipmentType, id, relationships: { [relation]: { data } } } }),
      422,
    )
  })

  test('shipments cannot be taken over, and a refusal does not show whether they exist', async () => {
    const own = customer.rows.tilaus.own
    const taken = { type: shipmentType, id: customer.rows.lahetys.other }
    const stolen = { data: { type: orderType, id: own, relationships: { lahetykset: { data: [taken] } } } }
    await expectRefused(() => customer.viewer.call('PATCH', `${orders}/${own}`, stolen), [404, 422])
    const empty = (id: string) => ({ data: { type: orderType, id, relationships: { lahetykset: { data: [] } } } })
    const [foreign, missing] = [customer.rows.tilaus.other, randomUUID()]
    const there = await refused(() => customer.viewer.call('PATCH', `${orders}/${foreign}`, empty(foreign)), 404)
    const nowhere = await refused(() => customer.viewer.call('PATCH', `${orders}/${missing}`, empty(missing)), 404)
    expect(there.body).toEqual(nowhere.body)
    const line = (tilaus: string) => ({
      data: { type: shipmentType, attributes: {}, relationships: { tilaus: { data: { type: orderType, id: tilaus } } } },
    })
    const onTheirs = await refused(() => customer.viewer.call('POST', shipments, line(foreign)), 422)
    const onNone = await refused(() => customer.viewer.call('POST', shipments, line(missing)), 422)
    expect(onTheirs.body).toEqual(onNone.body)
  })

  test('a client may send back what it has read', async () => {
    for (const name of ['lahetys', 'tuote', 'tilaus', 'tuntituote'] as const) {
      const url = `${pathOf(name)}/${customer.rows[name].own}`
      const { data } = (await customer.viewer.call('GET', url)).body
      // Acknowledgements and failed deliveries list their shipments themselves: the relation is changed there, not here.
      const { kuittaukset: _, poikkeamat: __, ...relationships } = data.relationships
      const answer = await customer.viewer.call('PATCH', url, { data: { ...data, relationships } })
      expect(answer.status, `${name} ${answer.text}`).toBe(200)
    }
  })
})
