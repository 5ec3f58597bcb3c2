import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'
const orderType = 'tilaus_entity--tilaus_entity'
const shipmentType = 'lahetys_entity--lahetys'

let server: TestServer
let admin: Person
let customer: Person
let other: Person
let driver: Person

beforeAll(async () => {
  server = await startTestServer()
  const [customerId, rival] = [await server.customer('Pirkan Putki Oy'), await server.customer('Äänekosken Ässä Oy')]
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], customerId)
  other = await server.person(['asiakas'], rival)
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

/** The atomic call of an order with its shipments, as the order form sends it. */
function orderOf(rows: Record<string, unknown>[], order: Record<string, unknown> = {}, relationships: Record<string, unknown> = {}) {
  const id = randomUUID()
  return {
    id,
    body: {
      'atomic:operations': [
        { op: 'add', data: { type: orderType, id, attributes: order, relationships } },
        ...rows.map((attributes, index) => ({
          op: 'add',
          data: { type: shipmentType, lid: `r${index}`, attributes, relationships: { tilaus: { data: { type: orderType, id } } } },
        })),
      ],
    },
  }
}

async function makeOrder(
  who: Person,
  rows: Record<string, unknown>[] = [{ viite: 'PO-1' }, { viite: 'PO-2' }],
  order: Record<string, unknown> = {},
) {
  const { id, body } = orderOf(rows, who.asiakasId ? order : { asiakas_id: customer.asiakasId, ...order })
  const answer = await who.call('POST', '/jsonapi/operations', body)
  expect(answer.status, answer.text).toBe(200)
  const [head, ...lines] = answer.body['atomic:results'].map((result: { data: { id: string } }) => result.data)
  return { id, head, lines, ids: lines.map((line: { id: string }) => line.id) as string[] }
}

describe('an order is made, read and changed', () => {
  test('one call makes the order with its shipments, numbered and filled in', async () => {
    const made = await makeOrder(customer)
    expect(made.head.attributes).toMatchObject({ tilauksen_tila: 'uusi', avoin: true, vid: 1, status: 1, asiakas_id: customer.asiakasId })
    expect(made.head.attributes.tilausnro).toBeGreaterThanOrEqual(1000)
    expect(made.head.attributes.tunniste).toBe(`T-${made.head.attributes.tilausnro}`)
    const read = await customer.call('GET', `${orders}/${made.id}?include=lahetykset,asiakas`)
    expect(read.status).toBe(200)
    expect(read.body.data.relationships.lahetykset.data.map((item: { id: string }) => item.id)).toEqual(made.ids)
    expect(read.body.included.map((row: { type: string }) => row.type).sort()).toEqual([
      'asiakas_entity--asiakas_entity',
      shipmentType,
      shipmentType,
    ])
  })

  test('numbers are given without gaps', async () => {
    const numbers: number[] = []
    for (let index = 0; index < 3; index++) {
      numbers.push((await makeOrder(customer)).head.attributes.tilausnro)
      const refused = await customer.call('POST', '/jsonapi/operations', orderOf([{ maara: 9999 }]).body)
      expect(refused.status).toBe(422)
    }
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 2])
  })

  test('a change carries its version; an old version is refused, and the answer has the stored row', async () => {
    const { id, ids } = await makeOrder(customer)
    const patch = (vid: number, viite: string) =>
      customer.call('PATCH', `${shipments}/${ids[0]}`, { data: { type: shipmentType, id: ids[0], attributes: { vid, viite } } })
    const first = await patch(1, 'Uusi viite')
    expect(first.status, first.text).toBe(200)
    expect(first.body.data.attributes).toMatchObject({ vid: 2, viite: 'Uusi viite' })
    const stale = await patch(1, 'Toinen')
    expect(stale.status).toBe(409)
    expect(stale.body.errors[0].meta.current.attributes.viite).toBe('Uusi viite')
    const revisions = await server.pool.query('SELECT vid, muutokset FROM revisio WHERE rivi = $1 ORDER BY vid', [ids[0]])
    expect(revisions.rows.map((row) => Number(row.vid))).toEqual([1, 2])
    expect(revisions.rows[1].muutokset).toEqual({ viite: ['PO-1', 'Uusi viite'] })
    const untouched = await customer.call('GET', `${orders}/${id}`)
    expect(untouched.body.data.attributes.vid).toBe(1)
  })

  test('a repeated Idempotency-Key gets the first result again', async () => {
    const { body } = orderOf([{}])
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = await Promise.all([
      customer.call('POST', '/jsonapi/operations', body, key),
      customer.call('POST', '/jsonapi/operations', body, key),
    ])
    expect(first.status, first.text).toBe(200)
    expect(second.text).toBe(first.text)
    const other = await customer.call('POST', '/jsonapi/operations', orderOf([{}]).body, key)
    expect(other.status).toBe(422)
  })

  test('a deleted row can be read by administrators only', async () => {
    const { id } = await makeOrder(admin)
    expect((await customer.call('DELETE', `${orders}/${id}`)).status).toBe(403)
    expect((await admin.call('DELETE', `${orders}/${id}`)).status).toBe(204)
    expect((await customer.call('GET', `${orders}/${id}`)).status).toBe(404)
    expect((await admin.call('GET', `${orders}/${id}`)).body.data.attributes.status).toBe(0)
  })
})

describe('orders and their lines', () => {
  test('deleting an order deletes its lines', async () => {
    const { id, ids } = await makeOrder(customer)
    expect((await admin.call('DELETE', `${orders}/${id}`)).status).toBe(204)
    expect((await customer.call('GET', `${shipments}/${ids[0]}`)).status).toBe(404)
    expect((await admin.call('GET', `${shipments}/${ids[0]}`)).body.data.attributes).toMatchObject({ status: 0, vid: 2 })
  })

  test('an atomic call that uses a stored order’s id for another row stores nothing', async () => {
    const { id } = await makeOrder(customer)
    const body = {
      'atomic:operations': [
        { op: 'add', data: { type: 'osoite_entity--postiosoite', id, attributes: { name: 'Sama tunnus' } } },
        {
          op: 'add',
          data: { type: shipmentType, attributes: { viite: 'lisä' }, relationships: { tilaus: { data: { type: orderType, id } } } },
        },
      ],
    }
    const answer = await customer.call('POST', '/jsonapi/operations', body)
    expect(answer.status, answer.text).toBe(409)
    const { rows } = await server.pool.query('SELECT count(*)::int AS n FROM lahetys WHERE tilaus_id = $1', [id])
    expect(rows[0].n).toBe(2)
  })

  test('an order without lines is not on the open list', async () => {
    const made = await customer.call('POST', orders, { data: { type: orderType, attributes: {} } })
    expect(made.body.data.attributes.avoin).toBe(false)
  })
})

describe('states', () => {
  test('the driver picks up and delivers, the order follows, the administrator invoices and undoes', async () => {
    const { id, ids } = await makeOrder(customer)
    for (const line of ids) {
      const answer = await admin.call('PATCH', `${shipments}/${line}`, {
        data: { type: shipmentType, id: line, relationships: { kuljettaja: { data: { type: 'user--user', id: driver.id } } } },
      })
      expect(answer.status, answer.text).toBe(200)
    }
    const go = (line: string, tila: string) =>
      driver.call('PATCH', `${shipments}/${line}`, { data: { type: shipmentType, id: line, attributes: { tila } } })
    const state = async () => (await admin.call('GET', `${orders}/${id}`)).body.data.attributes
    const skipped = await go(ids[0] ?? '', 'toimitettu')
    expect(skipped.status).toBe(422)
    expect(skipped.body.errors[0]).toMatchObject({
      detail: 'Tilaa ei voi vaihtaa: Odottaa noutoa → Toimitettu',
      source: { pointer: '/data/attributes/tila' },
    })
    for (const line of ids) expect((await go(line, 'kuljetuksessa')).status).toBe(200)
    expect(await state()).toMatchObject({ tilauksen_tila: 'kuljetuksessa', avoin: true })
    server.clock.now += 60
    for (const line of ids) expect((await go(line, 'toimitettu')).status).toBe(200)
    expect(await state()).toMatchObject({ tilauksen_tila: 'toimitettu', avoin: false, timestamp_toimitettu: server.clock.now })
    const invoice = (tila: string, syy?: string) =>
      admin.call('PATCH', `${orders}/${id}`, {
        data: { type: orderType, id, attributes: { tilauksen_tila: tila }, ...(syy ? { meta: { syy } } : {}) },
      })
    expect((await invoice('laskutettu')).status).toBe(200)
    const locked = await admin.call('PATCH', `${shipments}/${ids[0]}`, {
      data: { type: shipmentType, id: ids[0], attributes: { maara: 7 } },
    })
    expect(locked.status).toBe(422)
    expect((await invoice('toimitettu')).status).toBe(422)
    expect((await invoice('toimitettu', 'Väärä hinta')).status).toBe(200)
    expect((await state()).tilauksen_tila).toBe('toimitettu')
  })

  test('a customer sees a transfer as being under way, and cannot filter by it', async () => {
    const { ids } = await makeOrder(customer)
    await admin.call('PATCH', `${shipments}/${ids[0]}`, {
      data: { type: shipmentType, id: ids[0], attributes: { tila: 'odottaa_siirtoa' } },
    })
    const read = await customer.call('GET', `${shipments}/${ids[0]}`)
    expect(read.body.data.attributes.tila).toBe('kuljetuksessa')
    expect(read.body.data.attributes).not.toHaveProperty('tila_weight')
    expect((await customer.call('GET', `${shipments}?filter[tila]=odottaa_siirtoa&filter[id]=${ids[0]}`)).body.meta.count).toBe(0)
    expect((await customer.call('GET', `${shipments}?filter[tila]=kuljetuksessa&filter[id]=${ids[0]}`)).body.meta.count).toBe(1)
    expect((await customer.call('GET', `${shipments}?sort=tila_weight`)).status).toBe(400)
  })
})

describe('what a sign-in reads', () => {
  test('the entry has a link to the own row of each caller', async () => {
    for (const who of [admin, customer, driver]) {
      const entry = await who.call('GET', '/jsonapi')
      expect(entry.body.meta.links.me.meta.id).toBe(who.id)
      const me = await who.call('GET', entry.body.meta.links.me.href)
      expect(me.status, me.text).toBe(200)
      expect(me.body.data).toMatchObject({ type: 'user--user', id: who.id, attributes: { name: who.name } })
    }
  })

  test('a profile is found by its user alone, and includes the customer', async () => {
    const colleague = await server.person(['asiakas'], customer.asiakasId ?? '')
    for (const who of [customer, colleague]) {
      const { body } = await admin.call('GET', `/jsonapi/profile/asiakas?filter[uid.id]=${who.id}&include=field_asiakas`)
      expect(body.data).toMatchObject([{ type: 'profile--asiakas', relationships: { uid: { data: { id: who.id } } } }])
      expect(body.included).toMatchObject([{ id: customer.asiakasId, attributes: { name: 'Pirkan Putki Oy' } }])
    }
    const { body } = await driver.call('GET', `/jsonapi/profile/kuljettaja?filter[uid.id]=${driver.id}`)
    expect(body.data).toMatchObject([{ type: 'profile--kuljettaja', attributes: { field_etunimi: 'Maija' } }])
  })
})

describe('other companies', () => {
  test('their rows are not found', async () => {
    const { id, ids } = await makeOrder(customer)
    expect((await other.call('GET', `${orders}/${id}`)).status).toBe(404)
    expect((await other.call('GET', `${orders}?filter[id]=${id}`)).body.meta.count).toBe(0)
    expect(
      (await other.call('PATCH', `${shipments}/${ids[0]}`, { data: { type: shipmentType, id: ids[0], attributes: { viite: 'x' } } }))
        .status,
    ).toBe(404)
    const foreign = await other.call('POST', orders, { data: { type: orderType, attributes: { asiakas_id: customer.asiakasId } } })
    expect(foreign.status).toBe(403)
    const line = await other.call('POST', shipments, {
      data: { type: shipmentType, relationships: { tilaus: { data: { type: orderType, id } } } },
    })
    expect(line.status).toBe(422)
    expect((await driver.call('GET', `${orders}/${id}`)).status).toBe(404)
    expect((await driver.call('GET', `${orders}?include=lahetykset`)).body.data.every((row: { id: string }) => row.id !== id)).toBe(true)
  })
})

describe('lists', () => {
  test.each([
    ['filter[viite]=PO-1', 200],
    ['filter[lahetykset.viite]=PO-1', 400],
    ['filter[x][condition][path]=viite&filter[x][condition][operator]=CONTAINS&filter[x][condition][value]=po', 200],
    ['filter[x][condition][path]=viite&filter[x][condition][operator]=LIKE&filter[x][condition][value]=po', 400],
    ['filter[tilaus.asiakas.name][value]=Pirkan&filter[tilaus.asiakas.name][operator]=STARTS_WITH', 200],
    ['filter[maara][value][]=1&filter[maara][value][]=2&filter[maara][operator]=IN', 200],
    ['filter[maara][operator]=BETWEEN&filter[maara][value][0]=1&filter[maara][value][1]=2', 200],
    ['filter[kuljettaja.id][operator]=IS NULL', 200],
    ['filter[eiole]=1', 400],
    ['filter[kuljettaja.mail]=x', 200],
    [
      'filter[g][group][conjunction]=OR&filter[a][condition][path]=viite&filter[a][condition][value]=PO-1&filter[a][condition][memberOf]=g&filter[b][condition][path]=viite&filter[b][condition][value]=PO-2&filter[b][condition][memberOf]=g',
      200,
    ],
    ['filter[a][condition][path]=viite&filter[a][condition][value]=1&filter[a][condition][memberOf]=g', 400],
    ['sort=-created,viite', 200],
    ['sort=tilaus.asiakas.name', 200],
    ['sort=eiole', 400],
    ['include=eiole', 400],
    ['include=tilaus.asiakas,kuljettaja,auto,tuote,kuittaukset.kuittaus', 200],
    ['page[limit]=abc', 400],
    ['page[limit]=1&page[offset]=1', 200],
    ['fields[lahetys_entity--lahetys]=viite,tilaus', 200],
    ['fields[lahetys_entity--lahetys]=eiole', 400],
    ['foo=bar', 400],
    ['filter[tunniste]=L-1', 200],
    ['filter[created][value]=1&filter[created][operator]=>', 200],
    ["filter[viite]='; DROP TABLE tilaus; --", 200],
  ])('%s → %i', async (query, status) => {
    const answer = await admin.call('GET', `${shipments}?${encodeURI(query)}`)
    expect(answer.status, answer.text).toBe(status)
    if (status === 400) expect(answer.body.errors[0].source.parameter).toBeTruthy()
  })

  test('pages neither repeat nor miss a row, and count them', async () => {
    const read: string[] = []
    let url: string | undefined = `${shipments}?page[limit]=3&sort=-viite`
    let count = -1
    while (url) {
      const page = await admin.call('GET', url)
      read.push(...page.body.data.map((row: { id: string }) => row.id))
      count = page.body.meta.count
      url = page.body.links.next?.href
    }
    expect(new Set(read).size).toBe(read.length)
    expect(read.length).toBe(count)
  })

  test('the Finnish sort order: å ä ö come last', async () => {
    for (const name of ['Örebro', 'Zeta', 'Ålo', 'Aalto', 'Ämyri'])
      await admin.call('POST', '/jsonapi/tuote_entity/tuote_entity', {
        data: { type: 'tuote_entity--tuote_entity', attributes: { name, kuvaus: 'aakkoset' } },
      })
    const sorted = await admin.call('GET', '/jsonapi/tuote_entity/tuote_entity?filter[kuvaus]=aakkoset&sort=name')
    expect(sorted.body.data.map((row: { attributes: { name: string } }) => row.attributes.name)).toEqual([
      'Aalto',
      'Zeta',
      'Ålo',
      'Ämyri',
      'Örebro',
    ])
  })
})
