// A test for each sentence about the dialect of lists (rules/http-api.md#jsonapi-dialect).
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { filterParameters } from '#domain/model/query/drupal-query.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { assignDriver, orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type Answer, insert, type Person, startServerWithUsers } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'
const products = '/jsonapi/tuote_entity/tuote_entity'
const productType = 'tuote_entity--tuote_entity'

const { server, admin, customer, driver } = await startServerWithUsers('Pirkan Putki Oy')
afterAll(() => server.close())

const namesOf = ({ body, text }: Answer): string[] => {
  if (!Array.isArray(body.data)) throw new Error(text)
  return body.data.map((row: { attributes: { name: string } }) => row.attributes.name)
}
/** Makes products by name and weight, with a unique description to filter by. */
async function makeProducts(rows: readonly (readonly [name: string, paino: number])[]): Promise<string> {
  const mark = randomUUID()
  await Promise.all(rows.map(([name, paino]) => insert(server.pool, 'tuote', { id: randomUUID(), name, paino, kuvaus: mark })))
  return mark
}
const list = (path: string, query: string, who: Person = admin) => who.call('GET', encodeURI(`${path}?${query}`))

describe('filters', () => {
  const rows = [
    ['Aalto', 1],
    ['Ahti', 2],
    ['Kaari', 3],
    ['', 0],
  ] as const
  const condition = (path: string, operator: string, ...values: string[]) =>
    `filter[x][condition][path]=${path}&filter[x][condition][operator]=${operator}${values.map((value, index) => `&filter[x][condition][value]${values.length > 1 ? `[${index}]` : ''}=${value}`).join('')}`

  test.each([
    [condition('paino', '=', '2'), ['Ahti']],
    [condition('paino', '<>', '2'), ['', 'Aalto', 'Kaari']],
    [condition('paino', '>', '2'), ['Kaari']],
    [condition('paino', '>=', '2'), ['Ahti', 'Kaari']],
    [condition('paino', '<', '1'), ['']],
    [condition('paino', '<=', '1'), ['', 'Aalto']],
    [condition('name', 'STARTS_WITH', 'a'), ['Aalto', 'Ahti']],
    [condition('name', 'CONTAINS', 'AA'), ['Aalto', 'Kaari']],
    [condition('name', 'ENDS_WITH', 'i'), ['Ahti', 'Kaari']],
    [condition('name', 'IN', 'Aalto', 'Kaari'), ['Aalto', 'Kaari']],
    [condition('name', 'NOT IN', 'Aalto', 'Kaari'), ['', 'Ahti']],
    [condition('paino', 'BETWEEN', '1', '2'), ['Aalto', 'Ahti']],
    [condition('paino', 'NOT BETWEEN', '1', '2'), ['', 'Kaari']],
    [condition('name', 'IS NULL'), ['']],
    [condition('name', 'IS NOT NULL'), ['Aalto', 'Ahti', 'Kaari']],
    ['filter[name]=Ahti', ['Ahti']],
    ['filter[name][value]=Ahti', ['Ahti']],
    ['filter[name][value]=Ah&filter[name][operator]=STARTS_WITH', ['Ahti']],
    ['filter[x][path]=name&filter[x][value]=Ahti', ['Ahti']],
    ['filter[paino][value][]=1&filter[paino][value][]=3&filter[paino][operator]=IN', ['Aalto', 'Kaari']],
    ['filter[paino][operator]=BETWEEN&filter[paino][value]=2&filter[paino][value]=3', ['Ahti', 'Kaari']],
  ])('%s', async (query, expected) => {
    const mark = await makeProducts(rows)
    const found = await list(products, `filter[kuvaus]=${mark}&sort=name&${query}`)
    expect(namesOf(found)).toEqual(expected)
    expect(found.body.meta.count).toBe(expected.length)
  })

  test('groups can be nested, and a group may contain only groups', async () => {
    const mark = await makeProducts(rows)
    const member = (name: string, path: string, value: string, of: string) =>
      `filter[${name}][condition][path]=${path}&filter[${name}][condition][value]=${value}&filter[${name}][condition][memberOf]=${of}`
    const query = [
      `filter[kuvaus]=${mark}`,
      'filter[any][group][conjunction]=OR',
      'filter[both][group][conjunction]=AND&filter[both][group][memberOf]=any',
      'filter[neither][group][conjunction]=AND&filter[neither][group][memberOf]=any',
      member('a', 'name', 'Aalto', 'both'),
      member('b', 'paino', '1', 'both'),
      member('c', 'name', 'Ahti', 'neither'),
      member('d', 'paino', '3', 'neither'),
      member('e', 'name', 'Kaari', 'any'),
      'sort=name',
    ].join('&')
    expect(namesOf(await list(products, query))).toEqual(['Aalto', 'Kaari'])
  })

  test('an empty OR group matches nothing, and inside another group it does not affect the rest', async () => {
    const mark = await makeProducts(rows)
    const written = (filter: Filter<'tuote'>) => filterParameters(filter).map(([name, value]) => `${name}=${value}`)
    const found = async (filter: Filter<'tuote'>) => {
      const { body } = await list(products, [`filter[kuvaus]=${mark}`, ...written(filter), 'sort=name'].join('&'))
      expect(body.meta.count).toBe(body.data.length)
      return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)
    }
    expect(await found({ any: [] })).toEqual([])
    expect(await found({ any: [{ any: [] }, { name: 'Aalto' }] })).toEqual(['Aalto'])
    expect(await found({ all: [] })).toHaveLength(rows.length)
  })

  test('a path through two relations sees at each step only what the viewer may read', async () => {
    const own = await placeOrder(customer, [{ viite: 'oma' }])
    const other = await server.person(['asiakas'], await server.customer('Äänekosken Ässä Oy'))
    const foreign = await placeOrder(other, [{ viite: 'vieras' }])
    await assignDriver(admin, driver, own.shipments)
    const byCustomer = (name: string, who: Person) => list(shipments, `filter[tilaus.asiakas.name]=${name}`, who)
    expect((await byCustomer('Pirkan Putki Oy', driver)).body.meta.count).toBe(1)
    expect((await byCustomer('Äänekosken Ässä Oy', driver)).body.meta.count).toBe(0)
    expect((await byCustomer('Äänekosken Ässä Oy', admin)).body.meta.count).toBe(1)
    // From a shipment to its order and back to the shipments: the order's other lines are not this driver's.
    await server.pool.query('UPDATE lahetys SET tilaus_id = $2 WHERE id = $1', [foreign.shipments[0], own.id])
    const lines = (viite: string, who: Person) => list(orders, `filter[lahetykset.viite]=${viite}&filter[id]=${own.id}`, who)
    expect((await lines('oma', driver)).body.meta.count).toBe(1)
    expect((await lines('vieras', driver)).body.meta.count).toBe(0)
    expect((await lines('vieras', admin)).body.meta.count).toBe(1)
  })

  test.each([
    ['filter[name][operator]=LIKE&filter[name][value]=a', 'filter[name]', "The 'LIKE' operator is not allowed in a filter parameter."],
    ['filter[eiole.name]=a', 'filter[eiole.name]', 'Tuntematon polku: eiole.name.'],
    ['filter[name][operator]=IS NULL&filter[name][value]=a', 'filter[name]', 'Ehto IS NULL ei ota arvoa: name.'],
    ['page[number]=2', 'page[number]', 'Tuntematon sivutuksen osa: page[number].'],
    ['include=eiole', 'include', 'Tuntematon mukaan otettava suhde: eiole.'],
    ['sort=eiole', 'sort', 'Tuntematon polku: eiole.'],
  ])('%s is refused by name', async (query, parameter, detail) => {
    const answer = await list(products, query)
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ title: 'Virheellinen pyyntö', status: '400', detail, source: { parameter } }],
    ])
  })
})

describe('order and pages', () => {
  test('names are sorted by the Finnish alphabet: å ä ö last, and v and w as separate letters', async () => {
    const names = ['Örö', 'Åbo', 'Ähtäri', 'äiti', 'Zeta', 'Vaasa', 'Wasa', 'Vantaa', 'Wiik', 'Vuori', 'aalto', 'Aarne']
    const mark = await makeProducts(names.map((name) => [name, 1]))
    const sorted = [...names].sort(new Intl.Collator('fi').compare)
    expect(sorted.slice(-5)).toEqual(['Zeta', 'Åbo', 'Ähtäri', 'äiti', 'Örö'])
    expect(namesOf(await list(products, `filter[kuvaus]=${mark}&sort=name`))).toEqual(sorted)
    expect(namesOf(await list(products, `filter[kuvaus]=${mark}&sort=-name`))).toEqual(sorted.toReversed())
  })

  test('rows without a date come last, in both directions and through a relation', async () => {
    const customerId = await server.customer()
    const lines = []
    for (const toivottu_toimitus of [0, 1_795_471_200, 1_795_298_400]) {
      const tilaus_id = randomUUID()
      await insert(server.pool, 'tilaus', { id: tilaus_id, asiakas_id: customerId, toivottu_toimitus, tilausnro: 9_000_000 + lines.length })
      lines.push(tilaus_id)
      await insert(server.pool, 'lahetys', { id: randomUUID(), tilaus_id, asiakas_id: customerId, toivottu_toimitus })
    }
    const [none, later, sooner] = lines
    const ids = async (sort: string) => {
      const { body } = await list(orders, `filter[asiakas.id]=${customerId}&sort=${sort}`)
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await ids('toivottu_toimitus')).toEqual([sooner, later, none])
    expect(await ids('-toivottu_toimitus')).toEqual([later, sooner, none])
    const through = await list(shipments, `filter[asiakas.id]=${customerId}&sort=tilaus.toivottu_toimitus`)
    const ofOrders = through.body.data.map(
      (row: { relationships: { tilaus: { data: { id: string } } } }) => row.relationships.tilaus.data.id,
    )
    expect(ofOrders).toEqual([sooner, later, none])
  })

  test('several sorts each have their own direction', async () => {
    const mark = await makeProducts([
      ['B', 1],
      ['A', 2],
      ['C', 1],
      ['D', 2],
    ])
    expect(namesOf(await list(products, `filter[kuvaus]=${mark}&sort=-paino,name`))).toEqual(['A', 'D', 'B', 'C'])
    expect(namesOf(await list(products, `filter[kuvaus]=${mark}&sort=paino,-name`))).toEqual(['C', 'B', 'D', 'A'])
  })

  test('a page of one row has the count of all rows and links to the other pages', async () => {
    const mark = await makeProducts([
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 1],
      ['e', 1],
    ])
    const page = (query: string) => list(products, `filter[kuvaus]=${mark}&sort=name&${query}`)
    const offsets = ({ body }: Answer) =>
      Object.fromEntries(
        Object.entries<{ href: string }>(body.links)
          .filter(([name]) => name !== 'self')
          .map(([name, { href }]) => [name, new URL(href, 'http://here').searchParams.get('page[offset]')]),
      )
    const one = await page('page[limit]=1')
    expect([namesOf(one), one.body.meta.count]).toEqual([['a'], 5])
    expect(offsets(await page('page[limit]=2'))).toEqual({ next: '2', last: '4' })
    expect(offsets(await page('page[limit]=2&page[offset]=2'))).toEqual({ first: '0', prev: '0', next: '4', last: '4' })
    expect(offsets(await page('page[limit]=2&page[offset]=4'))).toEqual({ first: '0', prev: '2' })
    expect(offsets(await page('page[limit]=2&page[offset]=3'))).toEqual({ first: '0', prev: '1' })
    expect(offsets(await page('page[limit]=5'))).toEqual({})
    const beyond = await page('page[limit]=2&page[offset]=10')
    expect([beyond.body.data, beyond.body.meta.count, offsets(beyond)]).toEqual([[], 5, { first: '0', prev: '8' }])
  })

  test('a limit above 250 is silently lowered to 250, and the default is 50', async () => {
    const mark = await makeProducts(Array.from({ length: 260 }, (_, index) => [`Tuote ${index}`, 1] as const))
    const sizeOf = async (query: string) => (await list(products, `filter[kuvaus]=${mark}${query}`)).body.data.length
    expect([await sizeOf(''), await sizeOf('&page[limit]=1000'), await sizeOf('&page[limit]=250')]).toEqual([50, 250, 250])
  })
})

describe('includes and fields', () => {
  test('includes reach three levels, and contain each row once', async () => {
    const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
    const address = randomUUID()
    await insert(server.pool, 'postiosoite', { id: address, name: 'Piha', asiakas_id: customer.asiakasId })
    await server.pool.query('UPDATE asiakas SET kayntiosoite_id = $2 WHERE id = $1', [customer.asiakasId, address])
    const answer = await list(shipments, `filter[tilaus.id]=${id}&include=tilaus.asiakas.kayntiosoite,asiakas`, customer)
    expect(answer.body.data).toHaveLength(lines.length)
    expect(answer.body.included.map((row: { id: string }) => row.id).sort()).toEqual([id, customer.asiakasId, address].sort())
  })

  test('fields can be chosen for every type; an empty list leaves type, id and link', async () => {
    const { id, shipments: lines } = await placeOrder(customer, [{ viite: 'A' }])
    const answer = await customer.call(
      'GET',
      `${orders}/${id}?include=lahetykset&fields[${orderType}]=&fields[${shipmentType}]=viite,tilaus`,
    )
    expect(answer.body.data).toEqual({ type: orderType, id, links: { self: { href: `${orders}/${id}` } }, attributes: {} })
    expect(answer.body.included).toEqual([
      {
        type: shipmentType,
        id: lines[0],
        links: { self: { href: `${shipments}/${lines[0]}` } },
        attributes: { viite: 'A' },
        relationships: { tilaus: { data: { type: orderType, id } } },
      },
    ])
  })
})

describe('refusals of writes', () => {
  test('an id that exists is 409 with a pointer to it; another id than the address’s is 400; another type 409', async () => {
    const id = randomUUID()
    const data = { type: productType, id, attributes: { name: 'Laatikko' } }
    expect((await admin.call('POST', products, { data })).headers.location).toBe(`${products}/${id}`)
    const again = await admin.call('POST', products, { data })
    expect([again.status, again.body.errors[0].source.pointer]).toEqual([409, '/data/id'])
    const atomic = await admin.call('POST', '/jsonapi/operations', {
      'atomic:operations': [
        { op: 'add', data: { type: productType, attributes: { name: 'Toinen' } } },
        { op: 'add', data },
      ],
    })
    expect([atomic.status, atomic.body.errors[0].source.pointer]).toEqual([409, '/atomic:operations/1/data/id'])
    expect((await list(products, 'filter[name]=Toinen')).body.meta.count).toBe(0)
    const mismatch = await admin.call('PATCH', `${products}/${id}`, { data: { ...data, id: randomUUID() } })
    expect([mismatch.status, mismatch.body.errors[0].source.pointer]).toEqual([400, '/data/id'])
    const typed = await admin.call('PATCH', `${products}/${id}`, { data: { ...data, type: orderType } })
    expect([typed.status, typed.body.errors[0].source.pointer]).toEqual([409, '/data/type'])
  })

  test('every fault has its own entry', async () => {
    const attributes = { name: 'Laatikko', tyyppi: 'astia', paino: 'raskas', eiole: 1 }
    const { status, body } = await admin.call('POST', products, { data: { type: productType, attributes } })
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { title: 'Virheellinen entiteetti', status: '422', detail: 'Valitse jokin: Rullakko, Paketti, Muu.', source: at('tyyppi') },
      { title: 'Virheellinen entiteetti', status: '422', detail: 'Anna luku.', source: at('paino') },
      { title: 'Virheellinen entiteetti', status: '422', detail: 'Tuntematon kenttä: eiole.', source: at('eiole') },
    ])
  })
  const at = (name: string) => ({ pointer: `/data/attributes/${name}` })
})
