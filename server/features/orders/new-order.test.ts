// What every new order gets or is refused, in all calls that create orders (rules/orders.md#billing-fields).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations, orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Answer, Person } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'
const customers = '/jsonapi/asiakas_entity/asiakas_entity'
const customerType = 'asiakas_entity--asiakas_entity'
const typeOf = { email: 'laskutusosoite_email', posti: 'laskutusosoite_posti', verkkolasku: 'laskutusosoite_verkkolasku' } as const

const email = { field_sahkopostiosoite: 'laskut@yritys.fi' }
const post = { field_osoite_1: 'Laskukatu 1', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' }
const eInvoice = { field_verkkolaskuosoite: '003712345671', field_valittaja: '003721291126' }

let server: SharedServer
let admin: Person
beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
})

async function customerWith(addresses: readonly (readonly [keyof typeof typeOf, object])[], name?: string): Promise<Person> {
  const asiakas_id = await server.customer(name)
  for (const [kind, attributes] of addresses) {
    const data = { type: `osoite_entity--${typeOf[kind]}`, attributes: { ...attributes, asiakas_id } }
    const answer = await admin.call('POST', `/jsonapi/osoite_entity/${typeOf[kind]}`, { data })
    expect(answer.status, answer.text).toBe(201)
  }
  return server.person(['asiakas'], asiakas_id)
}

const billingOf = async (id: string) => (await admin.call('GET', `${orders}/${id}`)).body.data.attributes
const post1 = (who: Person, attributes: object = {}): Promise<Answer> => who.call('POST', orders, { data: { type: orderType, attributes } })

describe('the billing fields of a new order', () => {
  const filled = { laskutus_nimi: 'Oletus Oy', laskutus_osoite1: 'Laskukatu 1', laskutus_postinro: '33100', laskutus_postitmp: 'Tampere' }
  let customer: Person
  beforeAll(async () => {
    customer = await customerWith(
      [
        ['email', email],
        ['posti', { ...post, oletus: true }],
        ['verkkolasku', eInvoice],
      ],
      'Oletus Oy',
    )
  })

  test('come from the default billing address: JSON:API, by the customer and by an administrator', async () => {
    for (const [who, attributes] of [
      [customer, {}],
      [admin, { asiakas_id: customer.asiakasId }],
    ] as const) {
      const made = await post1(who, attributes)
      expect(made.status, made.text).toBe(201)
      expect(made.body.data.attributes).toMatchObject({ ...filled, laskutus_email: '', laskutus_verkkolaskuosoite: '' })
    }
  })

  test('the atomic call, also with a customer and an address that are created in it', async () => {
    expect(await billingOf((await placeOrder(customer)).id)).toMatchObject(filled)
    const asiakas = { type: customerType, id: randomUUID() }
    const id = randomUUID()
    const answer = await operations(admin, [
      { op: 'add', data: { ...asiakas, attributes: { name: 'Uusi Oy' } } },
      { op: 'add', data: { type: 'osoite_entity--laskutusosoite_email', attributes: { ...email, asiakas_id: asiakas.id } } },
      { op: 'add', data: { type: orderType, id, attributes: { asiakas_id: asiakas.id } } },
    ])
    expect(answer.status, answer.text).toBe(200)
    expect(await billingOf(id)).toMatchObject({ laskutus_nimi: 'Uusi Oy', laskutus_email: 'laskut@yritys.fi' })
  })

  test('a file of orders', async () => {
    const row = 'Rahti;Katu 1;33100;Tampere;Vastaanottaja;Tie 2;20100;Turku;muu;1;100;100;100;10'
    const head = `nouto_nimi;nouto_osoite1;nouto_postinro;nouto_postitmp;toimitus_nimi;toimitus_osoite1;toimitus_postinro;toimitus_postitmp;tyyppi;maara;pituus;leveys;korkeus;paino`
    const base64 = Buffer.from(`${head}\n${row}\n`).toString('base64')
    const answer = await customer.call('POST', '/api/import-tilaus-csv', { base64 })
    expect(answer.status, answer.text).toBe(200)
    const number = Number(answer.body.ensimmainen.slice(2))
    const found = await admin.call('GET', `${orders}?filter[tilausnro]=${number}`)
    expect(found.body.data[0].attributes).toMatchObject(filled)
  })

  test('stay as the request has them; only a missing name is filled in', async () => {
    const other = await post1(customer, { laskutus_email: 'muualle@yritys.fi' })
    expect(other.body.data.attributes).toMatchObject({
      laskutus_nimi: 'Oletus Oy',
      laskutus_email: 'muualle@yritys.fi',
      laskutus_osoite1: '',
    })
    const named = await post1(customer, { laskutus_nimi: 'Osasto 7' })
    expect(named.body.data.attributes).toMatchObject({ ...filled, laskutus_nimi: 'Osasto 7' })
  })

  test('the first address that a customer gets is the default until another is marked; a long name is cut to 50', async () => {
    const name = 'Erittäin pitkänimisen kuljetusasiakkaan laskutusosasto Oy'
    const all = await post1(
      await customerWith(
        [
          ['verkkolasku', eInvoice],
          ['posti', post],
          ['email', email],
        ],
        name,
      ),
    )
    expect(all.body.data.attributes).toMatchObject({
      laskutus_verkkolaskuosoite: '003712345671',
      laskutus_email: '',
      laskutus_osoite1: '',
      laskutus_nimi: name.slice(0, 50),
    })
    const two = await post1(
      await customerWith([
        ['posti', post],
        ['verkkolasku', eInvoice],
      ]),
    )
    expect(two.body.data.attributes).toMatchObject({ laskutus_osoite1: 'Laskukatu 1', laskutus_verkkolaskuosoite: '' })
    const one = await post1(await customerWith([['verkkolasku', eInvoice]]))
    expect(one.body.data.attributes).toMatchObject({ laskutus_verkkolaskuosoite: '003712345671', laskutus_valittaja: '003721291126' })
    const none = await post1(await customerWith([], 'Osoitteeton Oy'))
    expect(none.body.data.attributes).toMatchObject({ laskutus_nimi: 'Osoitteeton Oy', laskutus_email: '' })
  })
})

describe('the type of a new order', () => {
  test.each(['asiakas', 'asiakas_yllapito', 'yllapito'] as const)('%s orders transports and hourly work, no rentals', async (role) => {
    const asiakas_id = await server.customer()
    const who =
      role === 'yllapito' ? admin : await server.person(role === 'asiakas' ? ['asiakas'] : ['asiakas', 'asiakas_yllapito'], asiakas_id)
    for (const tyyppi of ['lahetys', 'tunti']) expect((await post1(who, { tyyppi, asiakas_id })).status).toBe(201)
    const alone = await post1(who, { tyyppi: 'vuokraus', asiakas_id })
    const atomic = await operations(who, [{ op: 'add', data: { type: orderType, attributes: { tyyppi: 'vuokraus', asiakas_id } } }])
    expect([alone.status, atomic.status], alone.text).toEqual([422, 422])
    expect(alone.body.errors[0].source.pointer).toBe('/data/attributes/tyyppi')
    const { id } = (await post1(who, { asiakas_id })).body.data
    const data = { type: orderType, id, attributes: { vid: 1, tyyppi: 'vuokraus' } }
    expect([403, 422]).toContain((await who.call('PATCH', `${orders}/${id}`, { data })).status)
  })
})

describe('the weight of a row', () => {
  let customer: Person
  let tilaus: object
  beforeAll(async () => {
    customer = await customerWith([])
    tilaus = { data: { type: orderType, id: (await placeOrder(customer, [])).id } }
  })
  const send = (attributes: object) =>
    customer.call('POST', shipments, { data: { type: shipmentType, attributes, relationships: { tilaus } } })

  test.each([
    [
      { maara: 4, paino: 100 },
      { yksikkopaino: 25, paino: 100 },
    ],
    [
      { maara: 3, paino: 100 },
      { yksikkopaino: 33.333333, paino: 100 },
    ],
    [{ paino: 12.34 }, { yksikkopaino: 12.34, paino: 12.34 }],
    [
      { maara: 3, yksikkopaino: 20.5 },
      { yksikkopaino: 20.5, paino: 61.5 },
    ],
    [
      { maara: 3, yksikkopaino: 20.5, paino: 61.5 },
      { yksikkopaino: 20.5, paino: 61.5 },
    ],
  ])('%j is %j', async (other, stored) => {
    const answer = await send(other)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.attributes).toMatchObject(stored)
  })

  test('that differs from the sum of its pieces is refused, and limits apply to one piece', async () => {
    for (const other of [
      { maara: 2, yksikkopaino: 20, paino: 50 },
      { maara: 0, paino: 5 },
      { tyyppi: 'paketti', maara: 2, paino: 61 },
    ]) {
      const answer = await send(other)
      expect(answer.status, answer.text).toBe(422)
      expect(answer.body.errors[0].source.pointer).toMatch(/paino$/)
    }
    expect((await send({ tyyppi: 'paketti', maara: 2, paino: 60 })).status).toBe(201)
  })

  test('is recalculated when its pieces change, also when the whole row is sent back', async () => {
    const { data } = (await send({ maara: 3, paino: 100 })).body
    const url = `${shipments}/${data.id}`
    const more = await customer.call('PATCH', url, { data: { ...data, attributes: { ...data.attributes, maara: 6 } } })
    expect(more.status, more.text).toBe(200)
    expect(more.body.data.attributes).toMatchObject({ paino: 200, yksikkopaino: 33.333333 })
    const { vid } = more.body.data.attributes
    const total = await customer.call('PATCH', url, { data: { type: shipmentType, id: data.id, attributes: { vid, paino: 60 } } })
    expect(total.body.data.attributes).toMatchObject({ paino: 60, yksikkopaino: 10, maara: 6 })
  })
})

describe('how a customer is billed', () => {
  test('a payment term over 30 days must be agreed', async () => {
    const id = await server.customer()
    const change = async (attributes: object) => {
      const { vid } = (await admin.call('GET', `${customers}/${id}`)).body.data.attributes
      return admin.call('PATCH', `${customers}/${id}`, { data: { type: customerType, id, attributes: { vid, ...attributes } } })
    }
    expect((await change({ maksuehto: 30 })).status).toBe(200)
    const long = await change({ maksuehto: 45 })
    expect(long.status).toBe(422)
    expect(long.body.errors[0].source.pointer).toBe('/data/attributes/maksuehto')
    const agreed = await change({ maksuehto: 45, maksuehto_sovittu: true })
    expect(agreed.status, agreed.text).toBe(200)
    expect(agreed.body.data.attributes).toMatchObject({ maksuehto: 45, maksuehto_sovittu: true })
    expect((await change({ maksuehto_sovittu: false })).status).toBe(422)
  })

  test('an OVT identifier has the check digit of its Y-tunnus', async () => {
    const asiakas_id = await server.customer()
    for (const [field_verkkolaskuosoite, status] of [
      ['003712345672', 422],
      ['003712345671', 201],
    ] as const) {
      const data = { type: 'osoite_entity--laskutusosoite_verkkolasku', attributes: { ...eInvoice, field_verkkolaskuosoite, asiakas_id } }
      expect((await admin.call('POST', '/jsonapi/osoite_entity/laskutusosoite_verkkolasku', { data })).status).toBe(status)
    }
  })
})
