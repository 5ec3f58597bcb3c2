import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations, orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import { insert, type Person } from '#server/testing/test-server.ts'

const fault = 'Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.'
const contactType = 'yhteyshenkilo_entity--yhteyshenkilo'

let server: SharedServer
let admin: Person
let customer: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer())
})

describe('a phone number that does not exist in its country', () => {
  test('is refused with a pointer in every field of phone numbers', async () => {
    const contact = { data: { type: contactType, attributes: { etunimi: 'Veera', sukunimi: 'Vahti', puhelin: '0401234' } } }
    const posted = await customer.call('POST', '/jsonapi/yhteyshenkilo_entity/yhteyshenkilo', contact)
    expect(posted.status, posted.text).toBe(422)
    expect(posted.body.errors[0]).toMatchObject({ detail: fault, source: { pointer: '/data/attributes/puhelin' } })

    const order = randomUUID()
    const line = { toimitus_yhteyshenkilo_puhelin: '0401234' }
    const placed = await operations(customer, [
      { op: 'add', data: { type: orderType, id: order } },
      {
        op: 'add',
        data: { type: shipmentType, attributes: line, relationships: { tilaus: { data: { type: orderType, id: order } } } },
      },
    ])
    expect(placed.status, placed.text).toBe(422)
    expect(placed.body.errors[0]).toMatchObject({
      detail: fault,
      source: { pointer: '/atomic:operations/1/data/attributes/toimitus_yhteyshenkilo_puhelin' },
    })
  })

  test('that was stored earlier stays readable, and does not prevent other edits of its row', async () => {
    const id = randomUUID()
    await insert(server.pool, 'yhteyshenkilo', { id, asiakas_id: customer.asiakasId, etunimi: 'Veera', puhelin: '+358401234' })
    const url = `/jsonapi/yhteyshenkilo_entity/yhteyshenkilo/${id}`
    const stored = async () => (await admin.call('GET', url)).body.data.attributes
    const patch = async (attributes: Record<string, unknown>) =>
      admin.call('PATCH', url, { data: { type: contactType, id, attributes: { vid: (await stored()).vid, ...attributes } } })
    expect(await stored()).toMatchObject({ puhelin: '+358401234' })

    expect((await patch({ sukunimi: 'Vahti' })).status).toBe(200)
    const whole = await patch({ sukunimi: 'Varja', puhelin: '+358401234' })
    expect(whole.status, whole.text).toBe(200)
    expect(await stored()).toMatchObject({ sukunimi: 'Varja', puhelin: '+358401234' })

    const other = await patch({ puhelin: '+358501234' })
    expect(other.status, other.text).toBe(422)
    expect(other.body.errors[0]).toMatchObject({ detail: fault, source: { pointer: '/data/attributes/puhelin' } })
    expect((await patch({ puhelin: '040 123 4567' })).body.data.attributes).toMatchObject({ puhelin: '+358401234567' })
  })

  test('of a shipment does not prevent changes of its state', async () => {
    const {
      shipments: [id = ''],
    } = await placeOrder(customer)
    await server.pool.query(`UPDATE lahetys SET toimitus_yhteyshenkilo_puhelin = '+358401234' WHERE id = $1`, [id])
    const answer = await operations(admin, [{ op: 'update', data: { type: shipmentType, id, attributes: { tila: 'kuljetuksessa' } } }])
    expect(answer.status, answer.text).toBe(200)
  })
})
