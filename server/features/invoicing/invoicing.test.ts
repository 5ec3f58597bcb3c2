import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { deliveredOrder, groupOrders, groupType, operations, orderType, placeOrder } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const path = '/api/laskuttamattomat_tilaukset'
let server: TestServer
let admin: Person
let colleague: Person
let driver: Person
let customer: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  colleague = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
})
beforeEach(async () => {
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
})
afterAll(() => server.close())

const delivered = (rows?: Record<string, unknown>[], order?: Record<string, unknown>) =>
  deliveredOrder({ admin, customer, driver }, rows, order)
const list = async (query = '') => uninvoicedOrdersCall.output.parse((await admin.call('GET', `${path}?_format=json${query}`)).body)
const only = async (id: string) => (await list(`&operation=getTilaukset&tilausIds=${id}`)).data[0]
const act = (who: Person, body: Record<string, unknown>, headers?: Record<string, string>) => who.call('POST', path, body, headers)
const revisions = async (id: string) =>
  (
    await server.pool.query('SELECT syy, kayttaja, muutokset FROM revisio WHERE rivi = $1 AND muutokset ? $2 ORDER BY vid', [
      id,
      'tilauksen_tila',
    ])
  ).rows
const stateOf = async (id: string) => (await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${id}`)).body.data.attributes

describe('the list', () => {
  test('contains the data that the screen shows of each delivered order', async () => {
    const order = await delivered(
      [
        { viite: 'PO-2', maara: 3, yksikkopaino: 10.5 },
        { viite: 'PO-1', maara: 2, yksikkopaino: 4 },
      ],
      { laskutus_email: 'laskut@esimerkki.fi' },
    )
    expect(await only(order.id)).toEqual({
      id: order.id,
      vid: expect.any(Number),
      tunniste: order.tunniste,
      tilausnro: Number(order.tunniste.slice(2)),
      tyyppi: 'lahetys',
      asiakas: { id: customer.asiakasId, name: 'Pirkan Putki Oy', y_tunnus: '' },
      timestamp_toimitettu: server.clock.now,
      toivottu_toimitus: 0,
      hinta: 0,
      hinta_kasin: false,
      ryhma: null,
      laskutustapa: 'email',
      puuttuu: ['hinta', 'y_tunnus'],
      lahetyksia: 2,
      tuntitoita: 0,
      kolli: 5,
      paino: 39.5,
      viitteet: ['PO-1', 'PO-2'],
      nouto: '',
      toimitus: '',
      tuntityo: null,
      lasku: null,
      laskutettavissa: 0,
    })
  })

  test('contains only delivered orders, grouped by customer, in pages with a count', async () => {
    const first = await delivered()
    const open = await placeOrder(customer)
    customer = await server.person(['asiakas'], await server.customer('Aavan Autot Oy'))
    const [second, third] = [await delivered(), await delivered()]
    const all = await list()
    const ids = all.data.map(({ id }) => id)
    expect(all.meta.count).toBe(ids.length)
    expect(ids).not.toContain(open.id)
    const at = ids.indexOf(second.id)
    expect(Math.abs(ids.indexOf(third.id) - at)).toBe(1)
    expect(at).toBeLessThan(ids.indexOf(first.id))
    const page = await list('&page[offset]=1&page[limit]=2')
    expect(page).toEqual({ data: all.data.slice(1, 3), meta: all.meta })
    expect((await only(first.id))?.laskutustapa).toBeNull()
    expect((await only(first.id))?.puuttuu).toEqual(['hinta', 'laskutusosoite', 'y_tunnus'])
    expect(await only(open.id)).toBeUndefined()
  })

  test('shows a group’s joint price, and that it waits for its open orders', async () => {
    const billed = { laskutus_email: 'laskut@esimerkki.fi' }
    const [first, open] = [await delivered([{}], billed), await placeOrder(customer)]
    const group = await groupOrders(admin, String(customer.asiakasId), [first.id, open.id])
    const row = await only(first.id)
    expect(row).toMatchObject({
      hinta: 0,
      ryhma: { id: group, hinta: 500.5, tunniste: expect.stringMatching(/^TR-\d+$/), jarjestys: 1, tilauksia: 1 },
    })
    expect(row?.puuttuu).toEqual(['y_tunnus', 'ryhma'])
    await operations(admin, [{ op: 'update', data: { type: orderType, id: open.id, relationships: { tilaus_ryhma: { data: null } } } }])
    expect((await only(first.id))?.puuttuu).toEqual(['y_tunnus'])
    await operations(admin, [
      { op: 'update', data: { type: orderType, id: first.id, relationships: { tilaus_ryhma: { data: null } } } },
      { op: 'remove', ref: { type: groupType, id: group } },
    ])
    expect(await only(first.id)).toMatchObject({ ryhma: null, puuttuu: ['hinta', 'y_tunnus'] })
  })

  test.each([
    ['tuntematon=1', 'tuntematon'],
    ['page[limit]=0', 'page[limit]'],
    ['page[offset]=x', 'page[offset]'],
    ['operation=getTilaukset', 'tilausIds'],
    ['operation=poista', 'operation'],
    ['operation=getTilaukset&tilausIds=1', 'tilausIds.0'],
  ])('refuses %s by name', async (query, field) => {
    const answer = await admin.call('GET', `${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
  })
})

describe('marking as invoiced', () => {
  test('is done once for a repeated id, with its reason in the history; a second call is told that it has been done', async () => {
    const { id } = await delivered()
    const answer = await act(admin, { operation: 'laskuta', ids: [id, id.toUpperCase()], syy: ' Laskutettu käsin ' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ success: true, results: [{ id, success: true }] })
    expect(await stateOf(id)).toMatchObject({ tilauksen_tila: 'laskutettu', timestamp_toimitettu: server.clock.now })
    expect(await only(id)).toBeUndefined()
    const again = await act(colleague, { operation: 'laskuta', ids: [id] })
    expect(again.body.results).toEqual([{ id, success: false, message: 'Tilaus on jo laskutettu.' }])
    const invoiced = (await revisions(id)).filter(({ muutokset }) => muutokset.tilauksen_tila[1] === 'laskutettu')
    expect(invoiced).toEqual([expect.objectContaining({ syy: 'Laskutettu käsin', kayttaja: admin.id })])
  })

  test('invoices a group as a whole, and undoes it as a whole', async () => {
    const ids = [(await delivered()).id, (await delivered()).id]
    const [one = '', other = ''] = ids
    const group = await groupOrders(admin, String(customer.asiakasId), ids)
    const states = async () => [(await stateOf(one)).tilauksen_tila, (await stateOf(other)).tilauksen_tila]
    const alone = { data: { type: orderType, id: one, attributes: { tilauksen_tila: 'laskutettu' } } }
    const patched = await admin.call('PATCH', `/jsonapi/tilaus_entity/tilaus_entity/${one}`, alone)
    expect([patched.status, patched.body.errors?.[0].detail]).toEqual([
      422,
      'Ryhmän tilaukset laskutetaan yhdessä, kun ne kaikki on toimitettu.',
    ])
    const answers = await Promise.all([
      act(admin, { operation: 'laskuta', ids: [one] }),
      act(colleague, { operation: 'laskuta', ids: [other] }),
    ])
    expect(answers.map(({ body }) => body.results[0].success).filter(Boolean)).toHaveLength(1)
    expect(await states()).toEqual(['laskutettu', 'laskutettu'])
    expect((await revisions(other)).filter(({ muutokset }) => muutokset.tilauksen_tila[1] === 'laskutettu')).toHaveLength(1)

    const late = await delivered()
    const joining = { data: { type: orderType, id: late.id, relationships: { tilaus_ryhma: { data: { type: groupType, id: group } } } } }
    const joined = await admin.call('PATCH', `/jsonapi/tilaus_entity/tilaus_entity/${late.id}`, joining)
    expect([joined.status, joined.body.errors?.[0].detail]).toEqual([422, 'Ryhmä on jo laskutettu.'])
    expect(joined.body.errors[0].source.pointer).toMatch(/\/relationships\/tilaus_ryhma$/)
    expect((await act(admin, { operation: 'peru_laskutus', ids, syy: 'Väärä hinta' })).body.results).toEqual(
      ids.map((id) => ({ id, success: true })),
    )
    expect(await states()).toEqual(['toimitettu', 'toimitettu'])
  })

  test('waits until all of a group is delivered', async () => {
    const [first, open] = [await delivered(), await placeOrder(customer)]
    await groupOrders(admin, String(customer.asiakasId), [first.id, open.id])
    const [result] = (await act(admin, { operation: 'laskuta', ids: [first.id] })).body.results
    expect(result).toMatchObject({ success: false, message: 'Ryhmän tilaukset laskutetaan yhdessä, kun ne kaikki on toimitettu.' })
    expect((await stateOf(first.id)).tilauksen_tila).toBe('toimitettu')
  })

  test('by two administrators at once succeeds for one', async () => {
    const { id } = await delivered()
    const answers = await Promise.all([admin, colleague, admin, colleague].map((who) => act(who, { operation: 'laskuta', ids: [id] })))
    expect(answers.map(({ body }) => body.results[0].success).filter(Boolean)).toHaveLength(1)
    expect((await revisions(id)).filter(({ muutokset }) => muutokset.tilauksen_tila[1] === 'laskutettu')).toHaveLength(1)
  })

  test('of many orders in opposite order by two administrators at once changes each order once', async () => {
    const ids = [(await delivered()).id, (await delivered()).id, (await delivered()).id]
    const answers = await Promise.all([
      act(admin, { operation: 'laskuta', ids }),
      act(colleague, { operation: 'laskuta', ids: ids.toReversed() }),
    ])
    const done = answers.flatMap(({ body }) => body.results).filter(({ success }: { success: boolean }) => success)
    expect(done.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort())
  })

  test('gives the first response again to a double click with the same key', async () => {
    const { id } = await delivered()
    const key = { 'idempotency-key': randomUUID() }
    const body = { operation: 'laskuta', ids: [id] }
    const first = await act(admin, body, key)
    const second = await act(admin, body, key)
    expect(first.body.results).toEqual([{ id, success: true }])
    expect(second.text).toBe(first.text)
    expect((await act(admin, { ...body, syy: 'toinen' }, key)).status).toBe(422)
  })

  test('reports the result of each order, and one that fails does not stop the others', async () => {
    const [open, unknown, ready] = [(await placeOrder(customer)).id, randomUUID(), (await delivered()).id]
    const { body } = await act(admin, { operation: 'laskuta', ids: [open, unknown, ready] })
    expect(body.results).toEqual([
      { id: open, success: false, message: 'Tilaa ei voi vaihtaa: Odottaa noutoa → Laskutettu' },
      { id: unknown, success: false, message: 'Tilausta ei löydy.' },
      { id: ready, success: true },
    ])
  })

  test('is undone with a reason, and can be done again', async () => {
    const { id } = await delivered()
    const undo = (syy?: string) => act(admin, { operation: 'peru_laskutus', ids: [id], ...(syy === undefined ? {} : { syy }) })
    expect((await undo('Liian aikaisin')).body.results).toEqual([{ id, success: false, message: 'Tilausta ei ole laskutettu.' }])
    await act(admin, { operation: 'laskuta', ids: [id] })
    for (const missing of [undefined, '', '  ']) expect((await undo(missing)).status).toBe(422)
    expect((await undo('Väärä asiakas')).body.results).toEqual([{ id, success: true }])
    expect((await stateOf(id)).tilauksen_tila).toBe('toimitettu')
    expect((await revisions(id)).at(-1)).toMatchObject({
      syy: 'Väärä asiakas',
      muutokset: { tilauksen_tila: ['laskutettu', 'toimitettu'] },
    })
    expect((await act(admin, { operation: 'laskuta', ids: [id] })).body.results[0].success).toBe(true)
  })
})

describe('pricing', () => {
  test('prices whole orders until they are invoiced', async () => {
    const { id } = await delivered()
    const price = (hinta: unknown) => act(admin, { operation: 'setHinta', ids: [id], hinta })
    expect((await price(120.5)).body.results).toEqual([{ id, success: true }])
    expect(await only(id)).toMatchObject({ hinta: 120.5, puuttuu: ['laskutusosoite', 'y_tunnus'] })
    for (const wrong of [-1, 1.005, 10_000_000, '5', null]) expect((await price(wrong)).status, String(wrong)).toBe(422)
    await act(admin, { operation: 'laskuta', ids: [id] })
    expect((await price(1)).body.results).toEqual([
      { id, success: false, message: 'Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.' },
    ])
    expect((await stateOf(id)).hinta).toBe(120.5)
  })
})

describe('the call', () => {
  test('is only for administrators', async () => {
    const { id } = await delivered()
    const others = [
      driver,
      customer,
      await server.person(['asiakas', 'asiakas_yllapito'], String(customer.asiakasId)),
      await server.person(['huolto']),
    ]
    for (const who of others) {
      const answers = [await who.call('GET', path), await act(who, { operation: 'laskuta', ids: [id] }), await act(who, { nonsense: true })]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
      expect(answers[0]?.body.message).toBe('Sinulla ei ole oikeuksia operaatioon')
    }
    expect((await server.call('GET', path)).status).toBe(401)
    expect((await stateOf(id)).tilauksen_tila).toBe('toimitettu')
  })

  test.each([
    [{}, 'operation'],
    [{ operation: 'poista', ids: [randomUUID()] }, 'operation'],
    [{ operation: 'laskuta' }, 'ids'],
    [{ operation: 'laskuta', ids: [] }, 'ids'],
    [{ operation: 'laskuta', ids: ["1'; DROP TABLE tilaus"] }, '0'],
    [{ operation: 'laskuta', ids: Array.from({ length: 501 }, () => randomUUID()) }, 'ids'],
    [{ operation: 'laskuta', ids: [randomUUID()], hinta: 5 }, 'hinta'],
    [{ operation: 'laskuta', ids: [randomUUID()], syy: 'x'.repeat(1001) }, 'syy'],
  ])('refuses %j, naming %s', async (body, field) => {
    const answer = await act(admin, body)
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.errors[0].field).toBe(field)
    expect(answer.body.message).not.toBe('')
  })

  test('refuses a body that is no JSON object', async () => {
    for (const [body, status] of [
      ['[]', 422],
      ['null', 422],
      ['"x"', 422],
      ['{', 400],
    ] as const)
      expect((await admin.call('POST', path, body)).status, body).toBe(status)
  })
})
