// The addresses of a row's relations: the related rows, the linkage, and changes of the linkage.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import { type Answer, insert, type Person } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'
const customers = '/jsonapi/asiakas_entity/asiakas_entity'
const addressType = 'osoite_entity--postiosoite'

let server: SharedServer
let admin: Person
let customer: Person
let manager: Person
let other: Person
let driver: Person
beforeAll(async () => {
  server = await sharedServer()
  const customerId = await server.customer('Pirkan Putki Oy')
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], customerId)
  manager = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  other = await server.person(['asiakas'], await server.customer())
  driver = await server.person(['kuljettaja'])
})

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id)
const addressOf = async (values: Record<string, unknown> = {}): Promise<string> => {
  const id = randomUUID()
  await insert(server.pool, 'postiosoite', { id, name: 'Varasto', asiakas_id: customer.asiakasId, ...values })
  return id
}
const addresses = (ids: readonly string[]) => ({ data: ids.map((id) => ({ type: addressType, id })) })
const versions = async (id: string): Promise<{ vids: number[]; last: Record<string, unknown> }> => {
  const { rows } = await server.pool.query('SELECT vid::int, muutokset FROM revisio WHERE rivi = $1 ORDER BY vid', [id])
  return { vids: rows.map(({ vid }) => vid), last: rows.at(-1)?.muutokset }
}

describe('the rows at the end of a relation', () => {
  test('one row, or null without one', async () => {
    const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
    const found = await customer.call('GET', `${orders}/${id}/asiakas?include=nouto_osoite`)
    expect(found.status, found.text).toBe(200)
    expect(found.body.data).toMatchObject({ type: 'asiakas_entity--asiakas_entity', id: customer.asiakasId })
    expect(found.body.links.self.href).toBe(`${orders}/${id}/asiakas?include=nouto_osoite`)
    const none = await admin.call('GET', `${shipments}/${lines[0]}/kuljettaja`)
    expect(none.status).toBe(200)
    expect(none.body.data).toBeNull()
  })

  test('a list that can be filtered, sorted, paged and limited to fields like any other', async () => {
    const { id } = await placeOrder(customer, [{ viite: 'b' }, { viite: 'a' }, { viite: 'c' }])
    await placeOrder(customer, [{ viite: 'a' }])
    const path = `${orders}/${id}/lahetykset`
    const references = async (query: string) => {
      const answer = await customer.call('GET', `${path}?fields[${shipmentType}]=viite&${query}`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.data.every((row: object) => !('relationships' in row))).toBe(true)
      return answer.body.data.map((row: { attributes: { viite: string } }) => row.attributes.viite)
    }
    expect(await references('sort=-viite')).toEqual(['c', 'b', 'a'])
    expect(await references('filter[viite][operator]=<>&filter[viite][value]=c&sort=viite')).toEqual(['a', 'b'])
    const page = await customer.call('GET', `${path}?sort=viite&page[limit]=2&include=tilaus.asiakas`)
    expect(page.body.meta.count).toBe(3)
    expect(page.body.links.next.href).toContain(`${path}?`)
    expect(page.body.included.map((row: { type: string }) => row.type).sort()).toEqual(['asiakas_entity--asiakas_entity', orderType])
    const next = await customer.call('GET', page.body.links.next.href)
    expect(next.body.data.map((row: { attributes: { viite: string } }) => row.attributes.viite)).toEqual(['c'])
    expect(next.body.links).not.toHaveProperty('next')
  })

  test('a list of references that the row stores keeps the row’s order', async () => {
    const ids = [await addressOf(), await addressOf(), await addressOf()].sort().reverse()
    const [first = '', ...rest] = ids
    const turned = [...rest, first]
    await server.pool.query('UPDATE asiakas SET nouto_osoite_ids = $2 WHERE id = $1', [customer.asiakasId, turned])
    expect(idsOf(await customer.call('GET', `${customers}/${customer.asiakasId}/nouto_osoite`))).toEqual(turned)
    const linkage = await customer.call('GET', `${customers}/${customer.asiakasId}/relationships/nouto_osoite`)
    expect(idsOf(linkage)).toEqual(turned)
  })

  test('rows of several types, sorted by type over all pages', async () => {
    const asiakas_id = await server.customer()
    const made: string[] = []
    const add = async (name: 'laskutusosoite_email' | 'laskutusosoite_posti', values: object) => {
      made.push(randomUUID())
      await insert(server.pool, name, { id: made.at(-1), asiakas_id, ...values })
    }
    await add('laskutusosoite_email', { field_sahkopostiosoite: 'a@esimerkki.fi' })
    await add('laskutusosoite_email', { field_sahkopostiosoite: 'b@esimerkki.fi' })
    await add('laskutusosoite_posti', { field_osoite_1: 'Katu 1', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' })
    const path = `${customers}/${asiakas_id}/laskutusosoite`
    const all = await admin.call('GET', `${path}?include=asiakas`)
    expect(all.status, all.text).toBe(200)
    expect(idsOf(all)).toEqual(made)
    expect(all.body.included).toHaveLength(1)
    const second = await admin.call('GET', `${path}?page[limit]=2&page[offset]=2`)
    expect(idsOf(second)).toEqual(made.slice(2))
    expect(second.body.meta.count).toBe(3)
    const filtered = await admin.call('GET', `${path}?filter[oletus]=1`)
    expect(filtered.status).toBe(400)
    expect(filtered.body.errors[0].source.parameter).toBe('filter[oletus]')
  })

  test('the other end of a list of references, and a relation through a third row', async () => {
    const { shipments: lines } = await placeOrder(customer, [{}, {}])
    const id = randomUUID()
    await insert(server.pool, 'v_o_kuittaus', { id, nimenselvennys: 'Aino', asiakas_id: customer.asiakasId, lahetykset_ids: lines })
    expect(idsOf(await customer.call('GET', `${shipments}/${lines[1]}/kuittaukset`))).toEqual([id])
    const people = await admin.call('GET', `${customers}/${customer.asiakasId}/asiakkaan_kayttajat?sort=name`)
    expect(idsOf(people).sort()).toEqual([customer.id, manager.id].sort())
  })

  test('relations that are hidden or unknown, and rows that may not be read, are not found', async () => {
    const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
    for (const path of [`${orders}/${id}/asiakas`, `${orders}/${id}/lahetykset`, `${orders}/${id}/relationships/lahetykset`])
      expect((await other.call('GET', path)).status).toBe(404)
    for (const relation of ['kuljettaja', 'siirto_osoitteet', 'eiole', 'viite', 'asiakas_id', 'constructor']) {
      expect((await customer.call('GET', `${shipments}/${lines[0]}/${relation}`)).status, relation).toBe(404)
      expect((await customer.call('GET', `${shipments}/${lines[0]}/relationships/${relation}`)).status, relation).toBe(404)
    }
    // Hidden relations are used by access rules only.
    expect((await admin.call('GET', `${customers}/${customer.asiakasId}/tilaukset`)).status).toBe(404)
    expect((await admin.call('GET', `${orders}/${randomUUID()}/asiakas`)).status).toBe(404)
    expect((await admin.call('GET', `${orders}/x/asiakas`)).status).toBe(404)
    expect((await customer.call('GET', `${orders}/${id}/lahetykset?filter[kuljettaja.id]=${driver.id}`)).status).toBe(400)
  })
})

describe('the linkage alone', () => {
  test('relations of a single row have links; those of rows in a list do not', async () => {
    const { id } = await placeOrder(customer, [{}])
    const { relationships } = (await customer.call('GET', `${orders}/${id}`)).body.data
    for (const [name, { links }] of Object.entries<{ links: Record<string, { href: string }> }>(relationships)) {
      expect(links).toEqual({ self: { href: `${orders}/${id}/relationships/${name}` }, related: { href: `${orders}/${id}/${name}` } })
      for (const { href } of Object.values(links)) expect((await customer.call('GET', href)).status).toBe(200)
    }
    const [listed] = (await customer.call('GET', `${orders}?filter[id]=${id}`)).body.data
    expect(listed.relationships.asiakas).toEqual({ data: relationships.asiakas.data })
  })

  test('has the identifiers, the version, and the links', async () => {
    const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
    const answer = await customer.call('GET', `${orders}/${id}/relationships/lahetykset`)
    expect(answer.body).toEqual({
      jsonapi: { version: '1.1' },
      data: lines.map((line) => ({ type: shipmentType, id: line })),
      links: { self: { href: `${orders}/${id}/relationships/lahetykset` }, related: { href: `${orders}/${id}/lahetykset` } },
      meta: { vid: 1 },
    })
    const one = await customer.call('GET', `${orders}/${id}/relationships/rahtikirja`)
    expect(one.body.data).toBeNull()
  })

  test('includes the rows by the relation’s own name', async () => {
    const { id } = await placeOrder(customer, [{}, {}])
    const path = `${orders}/${id}/relationships/lahetykset`
    const answer = await customer.call('GET', `${path}?include=lahetykset,lahetykset.asiakas`)
    expect(answer.body.included).toHaveLength(3)
    for (const query of ['include=asiakas', 'filter[viite]=a', 'sort=viite', 'page[limit]=1', 'foo=1']) {
      const refused = await customer.call('GET', `${path}?${query}`)
      expect(refused.status, query).toBe(400)
      expect(refused.body.errors[0].source.parameter).toBe(query.split('=')[0])
    }
  })
})

describe('changes of a relation', () => {
  const driverOf = (id: string | null) => ({ data: id === null ? null : { type: 'user--user', id } })

  test('a row is replaced by another one, and removed', async () => {
    const { shipments: lines } = await placeOrder(customer, [{}, {}])
    const path = `${shipments}/${lines[0]}/relationships/kuljettaja`
    const put = await admin.call('PATCH', path, driverOf(driver.id))
    expect(put.status, put.text).toBe(200)
    expect(put.body).toMatchObject({ ...driverOf(driver.id), meta: { vid: 2 } })
    expect((await driver.call('GET', `${shipments}/${lines[0]}`)).status).toBe(200)
    expect((await admin.call('PATCH', path, driverOf(null))).body).toMatchObject({ data: null, meta: { vid: 3 } })
    expect(await versions(lines[0] ?? '')).toEqual({ vids: [1, 2, 3], last: { kuljettaja: [driver.id, null] } })
    for (const method of ['POST', 'DELETE'] as const) {
      const refused = await admin.call(method, path, driverOf(driver.id))
      expect(refused.status).toBe(405)
      expect(refused.headers.allow).toBe('GET, HEAD, PATCH')
    }
  })

  test('adding rows to a list and removing them makes a version each time; adding a member again changes nothing', async () => {
    const asiakasId = await server.customer()
    const ids = [
      await addressOf({ asiakas_id: asiakasId }),
      await addressOf({ asiakas_id: asiakasId }),
      await addressOf({ asiakas_id: asiakasId }),
    ]
    const [a = '', b = '', c = ''] = ids
    const path = `${customers}/${asiakasId}/relationships/nouto_osoite`
    const steps = [
      ['POST', [a, b], [a, b]],
      ['POST', [b, c, c], [a, b, c]],
      ['POST', [a], [a, b, c]],
      ['DELETE', [b, randomUUID()], [a, c]],
      ['PATCH', [c, b], [c, b]],
      ['PATCH', [], []],
    ] as const
    for (const [method, data, expected] of steps) {
      const answer = await admin.call(method, path, addresses(data))
      expect(answer.status, answer.text).toBe(200)
      expect(idsOf(answer)).toEqual(expected)
      expect(idsOf(await admin.call('GET', path))).toEqual(expected)
    }
    expect((await versions(asiakasId)).vids).toEqual([2, 3, 4, 5, 6])
  })

  test('concurrent additions are all stored', async () => {
    const asiakasId = await server.customer()
    const ids = await Promise.all(Array.from({ length: 10 }, () => addressOf({ asiakas_id: asiakasId })))
    const path = `${customers}/${asiakasId}/relationships/nouto_osoite`
    const answers = await Promise.all(ids.map((id) => admin.call('POST', path, addresses([id]))))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(idsOf(await admin.call('GET', path)).sort()).toEqual(ids.sort())
  })

  test('an old version is refused, and a repeated key gets the first result', async () => {
    const asiakasId = await server.customer()
    const [a, b] = [await addressOf({ asiakas_id: asiakasId }), await addressOf({ asiakas_id: asiakasId })]
    const path = `${customers}/${asiakasId}/relationships/nouto_osoite`
    const key = { 'idempotency-key': randomUUID() }
    const first = await admin.call('POST', path, { ...addresses([a]), meta: { vid: 1, syy: 'Uusi varasto' } }, key)
    expect(first.body.meta.vid).toBe(2)
    expect((await admin.call('POST', path, { ...addresses([a]), meta: { vid: 1, syy: 'Uusi varasto' } }, key)).text).toBe(first.text)
    const stale = await admin.call('PATCH', path, { ...addresses([b]), meta: { vid: 1 } })
    expect(stale.status).toBe(409)
    expect(stale.body.errors[0].meta.current.attributes.vid).toBe(2)
    const { rows } = await server.pool.query('SELECT syy FROM revisio WHERE rivi = $1', [asiakasId])
    expect(rows).toEqual([{ syy: 'Uusi varasto' }])
  })

  test('a change at the other end changes the row with the reference, for those who may change it', async () => {
    const contact = { type: 'yhteyshenkilo_entity--yhteyshenkilo', id: randomUUID() }
    await insert(server.pool, 'yhteyshenkilo', { id: contact.id, etunimi: 'Kalle' })
    const path = `${customers}/${customer.asiakasId}/relationships/yhteyshenkilo`
    const added = await admin.call('POST', path, { data: [contact] })
    expect(added.status, added.text).toBe(200)
    expect(added.body.data).toEqual([contact])
    expect(await versions(contact.id)).toEqual({ vids: [2], last: { asiakas: [null, customer.asiakasId] } })
    // A customer's administrator may not detach a contact from the company.
    expect((await manager.call('DELETE', path, { data: [contact] })).status).toBe(403)
    expect((await customer.call('DELETE', path, { data: [contact] })).status).toBe(403)
    expect((await other.call('DELETE', path, { data: [contact] })).status).toBe(403)
    expect((await admin.call('DELETE', path, { data: [contact] })).body.data).toEqual([])
  })

  test('a line that is taken out of its order is removed, and the order’s state follows from the remaining lines', async () => {
    const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
    const path = `${orders}/${id}/relationships/lahetykset`
    const identifiers = lines.map((line) => ({ type: shipmentType, id: line }))
    const left = await customer.call('DELETE', path, { data: identifiers.slice(0, 1) })
    expect(left.status, left.text).toBe(200)
    expect(left.body.data).toEqual(identifiers.slice(1))
    expect((await customer.call('GET', `${shipments}/${lines[0]}`)).status).toBe(404)
    expect((await customer.call('PATCH', path, { data: [] })).body.data).toEqual([])
    expect((await customer.call('GET', `${orders}/${id}`)).body.data.attributes.avoin).toBe(false)
    const elsewhere = await placeOrder(customer, [{}, {}])
    const taken = await customer.call('POST', path, { data: [{ type: shipmentType, id: elsewhere.shipments[0] }] })
    expect(taken.status).toBe(422)
    expect(taken.body.errors[0].source.pointer).toBe('/data')
  })

  test('relations that may not be read or written and invalid identifiers are refused with a pointer', async () => {
    const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
    const file = { data: { type: 'file--file', id: randomUUID() } }
    const address = await addressOf({ asiakas_id: other.asiakasId })
    const line = `${shipments}/${lines[0]}/relationships`
    const cases: [Person, 'PATCH' | 'POST' | 'DELETE', string, unknown, number, string][] = [
      [admin, 'PATCH', `${orders}/${id}/relationships/rahtikirja`, file, 422, '/data'],
      [customer, 'PATCH', `${line}/nouto_osoite`, { data: { type: addressType, id: address } }, 422, '/data'],
      [customer, 'POST', `${line}/kuvat`, { data: [file.data] }, 403, '/data'],
      [admin, 'POST', `${line}/kuittaukset`, { data: [{ type: 'v_o_kuittaus_entity--v_o_kuittaus_entity', id }] }, 422, '/data'],
      [admin, 'PATCH', `${line}/kuljettaja`, { data: { type: 'file--file', id } }, 422, '/data'],
      [admin, 'POST', `${line}/siirto_osoitteet`, { data: [{ type: addressType, id: 'x' }] }, 422, '/data/0'],
      [admin, 'POST', `${line}/siirto_osoitteet`, { data: { type: addressType, id: address } }, 422, '/data'],
      [admin, 'PATCH', `${line}/kuljettaja`, {}, 400, '/data'],
      [admin, 'PATCH', `${line}/tilaus`, { data: null }, 422, '/data'],
    ]
    for (const [who, method, path, body, status, pointer] of cases) {
      const answer = await who.call(method, path, body)
      expect(answer.status, `${path} ${answer.text}`).toBe(status)
      expect(answer.body.errors[0].source.pointer).toBe(pointer)
    }
    expect((await versions(lines[0] ?? '')).vids).toEqual([1])
  })
})

describe('in an atomic call', () => {
  const operations = (list: unknown[]) => ({ 'atomic:operations': list })

  test('a relation is named by ref or by href, also when the same call makes its row', async () => {
    const { shipments: lines } = await placeOrder(customer, [{}, {}])
    const line = { type: shipmentType, id: lines[0] }
    const answer = await admin.call(
      'POST',
      '/jsonapi/operations',
      operations([
        { op: 'add', data: { type: addressType, lid: 'a', attributes: { name: 'Terminaali' } } },
        { op: 'add', ref: { ...line, relationship: 'siirto_osoitteet' }, data: [{ type: addressType, lid: 'a' }] },
        { op: 'update', href: `${shipments}/${lines[0]}/relationships/kuljettaja`, data: { type: 'user--user', id: driver.id } },
      ]),
    )
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body['atomic:results'].slice(1)).toEqual([{}, {}])
    const stored = await admin.call('GET', `${shipments}/${lines[0]}`)
    expect(stored.body.data.attributes.vid).toBe(2)
    const terminal = answer.body['atomic:results'][0].data.id
    expect(stored.body.data.relationships.siirto_osoitteet.data).toEqual([{ type: addressType, id: terminal }])
    expect(stored.body.data.relationships.kuljettaja.data.id).toBe(driver.id)
    const removed = await admin.call(
      'POST',
      '/jsonapi/operations',
      operations([
        { op: 'remove', ref: { ...line, relationship: 'siirto_osoitteet' }, data: [{ type: addressType, id: terminal }] },
        { op: 'remove', href: `${shipments}/${lines[1]}` },
        { op: 'add', href: orders, data: { type: orderType, attributes: { asiakas_id: customer.asiakasId } } },
        { op: 'update', href: `${shipments}/${lines[0]}`, data: { ...line, attributes: { viite: 'uusi' } } },
      ]),
    )
    expect(removed.status, removed.text).toBe(200)
    expect(removed.body['atomic:results'][3].data.relationships.siirto_osoitteet.data).toEqual([])
    expect((await customer.call('GET', `${shipments}/${lines[1]}`)).status).toBe(404)
  })

  test('two operations on one list are both applied', async () => {
    const asiakasId = await server.customer()
    const [a, b] = [await addressOf({ asiakas_id: asiakasId }), await addressOf({ asiakas_id: asiakasId })]
    const ref = { type: 'asiakas_entity--asiakas_entity', id: asiakasId, relationship: 'nouto_osoite' }
    const add = (id: string) => ({ op: 'add', ref, data: [{ type: addressType, id }] })
    const answer = await admin.call('POST', '/jsonapi/operations', operations([add(a), add(b)]))
    expect(answer.status, answer.text).toBe(200)
    expect(idsOf(await admin.call('GET', `${customers}/${asiakasId}/nouto_osoite`))).toEqual([a, b])
  })

  test.each([
    ['both ref and href', { op: 'remove', ref: { type: shipmentType, id: randomUUID() }, href: `${shipments}/${randomUUID()}` }, '', 400],
    ['an href that leads nowhere', { op: 'remove', href: '/jsonapi/eiole/eiole/1' }, '/href', 400],
    ['an href to another server’s page', { op: 'remove', href: 'http://[' }, '/href', 400],
    ['a ref without an id', { op: 'update', ref: { type: shipmentType }, data: {} }, '/ref', 400],
    ['an unknown relation', { op: 'add', ref: { type: shipmentType, id: randomUUID(), relationship: 'eiole' }, data: [] }, '', 404],
    ['a row that is added where one is', { op: 'add', ref: { type: orderType, id: randomUUID() }, data: { type: orderType } }, '', 400],
    ['another type than the address says', { op: 'add', href: orders, data: { type: shipmentType } }, '/data/type', 409],
  ])('%s is refused', async (_what, operation, where, status) => {
    const answer = await admin.call('POST', '/jsonapi/operations', operations([operation]))
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body.errors[0].source.pointer).toBe(`/atomic:operations/0${where}`)
  })
})
