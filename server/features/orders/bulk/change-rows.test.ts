import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Role, roles } from '#domain/access/roles.ts'
import { type ChangeRowsResult, changeRowsCall, maxChangedRows, maxChanges } from '#domain/features/orders/change-rows.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { accessMatrix } from '#server/testing/access-matrix/access-matrix.ts'
import { assignDriver, deliveredOrder, placeOrder } from '#server/testing/deliveries.ts'
import { type Answer, insert, type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let customer: Person
beforeAll(async () => {
  ;({ server, admin, driver, customer } = await startServerWithUsers())
})
afterAll(() => server.close())

type RowInput = { entityType?: string; id: string; vid: number; values: Record<string, unknown> }
type ChangeInput = { id: string; rows: RowInput[] }

const send = (who: Person, changes: readonly ChangeInput[], { key, syy }: { key?: string; syy?: string } = {}): Promise<Answer> =>
  who.call(
    'POST',
    changeRowsCall.path,
    {
      changes: changes.map(({ id, rows }) => ({ id, rows: rows.map((row) => ({ entityType: 'lahetys', ...row })) })),
      ...(syy === undefined ? {} : { syy }),
    },
    key === undefined ? {} : { 'idempotency-key': key },
  )
async function results(...sent: Parameters<typeof send>): Promise<ChangeRowsResult[]> {
  const answer = await send(...sent)
  expect(answer.status, answer.text).toBe(200)
  const { results: found } = changeRowsCall.output.parse(answer.body)
  expect(found.map(({ id }) => id)).toEqual(sent[1].map(({ id }) => id))
  return found
}
const said = (found: readonly ChangeRowsResult[]) => found.map((result) => (result.success ? '' : `${result.code}: ${result.message}`))

type Line = { id: string; vid: number; tila: string; kuljettaja_id: string | null; viite: string }
async function linesOf(...orders: readonly { id: string }[]): Promise<Line[]> {
  const ids = orders.map(({ id }) => id)
  const { rows } = await server.pool.query<Line>(
    `SELECT id, vid::int AS vid, tila, kuljettaja_id, viite FROM lahetys WHERE tilaus_id = ANY($1)
     ORDER BY array_position($1, tilaus_id), drupal_internal__id`,
    [ids],
  )
  return rows
}
const lineOf = async (order: { id: string }): Promise<Line> => {
  const [line] = await linesOf(order)
  if (!line) throw new Error('The order has no line')
  return line
}
async function changeOf(order: { id: string }, values: Record<string, unknown>): Promise<ChangeInput> {
  return { id: order.id, rows: (await linesOf(order)).map(({ id, vid }) => ({ id, vid, values })) }
}
const revisions = async (): Promise<number> => (await server.pool.query('SELECT count(*)::int AS n FROM revisio')).rows[0].n

describe('changes of many orders', () => {
  test('are stored with their versions, reason and one revision for each row', async () => {
    const orders = [await placeOrder(customer, [{}, {}]), await placeOrder(customer)]
    const input = await Promise.all(orders.map((order) => changeOf(order, { kuljettaja: driver.id, viite: 'Kiire' })))
    const before = await revisions()
    const found = await results(admin, input, { syy: 'Sairastapaus' })
    expect(said(found)).toEqual(['', ''])
    const stored = await linesOf(...orders)
    expect(stored.map(({ kuljettaja_id, viite }) => [kuljettaja_id, viite])).toEqual(Array(3).fill([driver.id, 'Kiire']))
    expect(found.flatMap(({ rows }) => rows)).toEqual(stored.map(({ id, vid }) => ({ id, vid })))
    expect(await revisions()).toBe(before + 3)
    const { rows } = await server.pool.query('SELECT syy, kayttaja FROM revisio WHERE rivi = ANY($1) AND vid = 2', [
      stored.map(({ id }) => id),
    ])
    expect(rows).toEqual(Array(3).fill({ syy: 'Sairastapaus', kayttaja: admin.id }))
  })

  test('may be of shipments and hourly jobs together', async () => {
    const order = await placeOrder(customer)
    const job = randomUUID()
    await insert(server.pool, 'tuntituote', { id: job, tilaus_id: order.id, asiakas_id: customer.asiakasId })
    const change = await changeOf(order, { kuljettaja: driver.id })
    change.rows.push({ entityType: registry.tuntituote.type, id: job, vid: 1, values: { kuljettaja: driver.id } })
    expect(said(await results(admin, [change]))).toEqual([''])
    const { rows } = await server.pool.query('SELECT kuljettaja_id FROM tuntituote WHERE id = $1', [job])
    expect(rows).toEqual([{ kuljettaja_id: driver.id }])
  })

  test('a row that has been changed since is a conflict with the stored version, and does not block the others', async () => {
    const [first, second] = [await placeOrder(customer, [{}, {}]), await placeOrder(customer)]
    const input = [await changeOf(first, { viite: 'A' }), await changeOf(second, { viite: 'B' })]
    await assignDriver(admin, driver, first.shipments.slice(1))
    const found = await results(admin, input)
    expect(said(found)).toEqual(['conflict: Muokattava sisältö ei ole ajan tasalla. Päivitä sivu ja yritä uudestaan.', ''])
    // The order is changed as a whole or not at all.
    expect((await linesOf(first, second)).map(({ viite, vid }) => [viite, vid])).toEqual([
      ['', 1],
      ['', 2],
      ['B', 2],
    ])
    expect(found[0]?.rows.map(({ vid }) => vid)).toEqual([1, 2])
  })

  test('each is refused for its own reason', async () => {
    const [invoiced, fine, missing] = [await deliveredOrder({ admin, customer, driver }), await placeOrder(customer), randomUUID()]
    await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [invoiced.id] })
    const found = await results(admin, [
      await changeOf(invoiced, { tila: 'kuljetuksessa' }),
      { id: missing, rows: [{ id: missing, vid: 1, values: { viite: 'X' } }] },
      await changeOf(fine, { tila: 'kuljetuksessa' }),
      { id: randomUUID(), rows: [{ id: (await lineOf(await placeOrder(customer))).id, vid: 1, values: { eiole: 1 } }] },
      { id: randomUUID(), rows: [{ id: (await lineOf(await placeOrder(customer))).id, vid: 1, values: { kuvat: [] } }] },
      { id: randomUUID(), rows: [{ id: (await lineOf(await placeOrder(customer))).id, vid: 1, values: { kuljettaja: randomUUID() } }] },
    ])
    expect(said(found)).toEqual([
      'invalid: Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.',
      'not_found: Pyydettyä entiteettiä ei löydy',
      '',
      'invalid: Tuntematon kenttä: eiole.',
      'invalid: Suhdetta ei voi muuttaa tässä: kuvat.',
      'invalid: Viitattua riviä ei löydy.',
    ])
    expect((await lineOf(fine)).tila).toBe('kuljetuksessa')
  })

  test('an unexpected error in one change is logged and reported, and does not stop the others', async () => {
    const [broken, fine] = [await placeOrder(customer), await placeOrder(customer)]
    const line = await lineOf(broken)
    await server.pool.query(`ALTER TABLE lahetys ADD CONSTRAINT koe CHECK (viite <> 'RIKKI')`)
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      const change = { id: broken.id, rows: [{ id: line.id, vid: line.vid, values: { viite: 'RIKKI' } }] }
      const found = await results(admin, [change, await changeOf(fine, { viite: 'EHJÄ' })])
      expect(said(found)).toEqual(['internal: Tapahtui virhe', ''])
      expect(silent).toHaveBeenCalledOnce()
    } finally {
      silent.mockRestore()
      await server.pool.query('ALTER TABLE lahetys DROP CONSTRAINT koe')
    }
    expect((await linesOf(broken, fine)).map(({ viite }) => viite)).toEqual(['', 'EHJÄ'])
  })

  test('are sent to followers of the order, as a single save is', async () => {
    const order = await placeOrder(customer)
    await results(admin, [await changeOf(order, { viite: 'Tapahtuma' })])
    const { rows } = await server.pool.query('SELECT entiteetti, muutokset FROM revisio WHERE rivi = $1 ORDER BY vid DESC LIMIT 1', [
      order.shipments[0],
    ])
    expect(rows).toEqual([{ entiteetti: 'lahetys', muutokset: { viite: ['', 'Tapahtuma'] } }])
  })
})

describe('a call with an idempotency key', () => {
  test('that is repeated gets the same results and stores nothing more', async () => {
    const orders = [await placeOrder(customer), await placeOrder(customer)]
    const input = await Promise.all(orders.map((order) => changeOf(order, { viite: 'Kerran' })))
    const key = randomUUID()
    const first = await send(admin, input, { key })
    const before = await revisions()
    const second = await send(admin, input, { key })
    expect(second.text).toBe(first.text)
    expect(said(changeRowsCall.output.parse(first.body).results)).toEqual(['', ''])
    expect(await revisions()).toBe(before)
    expect((await send(admin, input, { key, syy: 'muu' })).status).toBe(422)
  })

  test('sent twice at once is done once', async () => {
    const input = [await changeOf(await placeOrder(customer), { viite: 'Yhtä aikaa' })]
    const key = randomUUID()
    const [first, second] = await Promise.all([send(admin, input, { key }), send(admin, input, { key })])
    expect(second.text).toBe(first.text)
    expect(said(changeRowsCall.output.parse(first.body).results)).toEqual([''])
  })

  test('that was interrupted between two chunks is continued: stored changes are reported as done, the rest are made', async () => {
    const orders = [await placeOrder(customer, Array(200).fill({})), await placeOrder(customer, Array(100).fill({}))]
    const input = await Promise.all(orders.map((order) => changeOf(order, { viite: 'Jatkuu' })))
    const key = randomUUID()
    await server.pool.query(
      `CREATE FUNCTION katkaise() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'katkos' USING ERRCODE = '57P01'; END $$`,
    )
    await server.pool.query(
      `CREATE TRIGGER katkaise BEFORE INSERT ON toistoavain FOR EACH ROW WHEN (NEW.avain LIKE '% 1') EXECUTE FUNCTION katkaise()`,
    )
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const brokenOff = await send(admin, input, { key })
    silent.mockRestore()
    expect(brokenOff.status).toBe(503)
    await server.pool.query('DROP TRIGGER katkaise ON toistoavain')
    await server.pool.query('DROP FUNCTION katkaise')
    const stored = async () => (await Promise.all(orders.map(lineOf))).map(({ viite, vid }) => [viite, vid])
    expect(await stored()).toEqual([
      ['Jatkuu', 2],
      ['', 1],
    ])
    const found = await results(admin, input, { key })
    expect(said(found)).toEqual(['', ''])
    expect(await stored()).toEqual([
      ['Jatkuu', 2],
      ['Jatkuu', 2],
    ])
  })
})

describe('limits', () => {
  const row = () => ({ entityType: 'lahetys', id: randomUUID(), vid: 1, values: {} })
  const change = (count: number) => ({ id: randomUUID(), rows: Array.from({ length: count }, row) })
  const twice = change(1)
  test.each([
    ['nothing', {}, 'changes'],
    ['no changes', { changes: [] }, 'changes'],
    ['too many changes', { changes: Array.from({ length: maxChanges + 1 }, () => change(1)) }, 'changes'],
    ['too many rows', { changes: [change(maxChangedRows), change(1)] }, 'changes'],
    ['a change without rows', { changes: [change(0)] }, 'rows'],
    ['a row without a version', { changes: [{ id: randomUUID(), rows: [{ ...row(), vid: undefined }] }] }, 'vid'],
    ['an unknown entity', { changes: [{ id: randomUUID(), rows: [{ ...row(), entityType: 'salaisuus' }] }] }, 'entityType'],
    ['an unknown member', { changes: [{ ...change(1), op: 'add' }] }, 'op'],
    ['a row twice', { changes: [{ ...change(1), rows: [twice.rows[0], twice.rows[0]] }] }, 'id'],
    ['a change twice', { changes: [twice, { ...change(1), id: twice.id }] }, 'id'],
    ['a reason that is too long', { changes: [change(1)], syy: 'x'.repeat(1001) }, 'syy'],
  ])('refuses %s', async (_name, body, field) => {
    const answer = await admin.call('POST', changeRowsCall.path, body)
    expect(answer.status, answer.text.slice(0, 300)).toBe(422)
    expect(answer.body.errors[0].field).toBe(field)
  })

  test('the maximum number of rows is accepted', async () => {
    const answer = await admin.call('POST', changeRowsCall.path, { changes: Array.from({ length: maxChanges }, () => change(5)) })
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    expect(new Set(answer.body.results.map(({ code }: { code: string }) => code))).toEqual(new Set(['not_found']))
  })
})

describe('the same change by PATCH and by this call', () => {
  /** The HTTP status for the code of a row's fault. */
  const statuses: Readonly<Record<string, number>> = { forbidden: 403, not_found: 404, conflict: 409, invalid: 422 }
  test.each(roles)(
    '%s: every entity, own and another’s',
    async (role: Role) => {
      const fixture = await makeAccessFixture(server, role)
      const { viewer, rows } = fixture
      const vidOf = async (name: EntityName, id: string) =>
        (await server.pool.query(`SELECT vid::int AS vid FROM "${name}" WHERE id = $1`, [id])).rows[0].vid
      for (const name of entityNames)
        for (const which of ['own', 'other'] as const) {
          const id = rows[name][which]
          const { attributes, relationships = {} } = accessMatrix[name].change(fixture, which)
          const linked = Object.entries(relationships).map(([relation, value]) => [relation, dataIn(value)] as const)
          // Relations to many rows are left out here.
          if (linked.some(([, data]) => Array.isArray(data))) continue
          const values = { ...attributes, ...Object.fromEntries(linked.map(([relation, data]) => [relation, idIn(data)])) }
          const [result] = await results(viewer, [{ id, rows: [{ entityType: name, id, vid: await vidOf(name, id), values }] }])
          const data = { type: registry[name].type, id, attributes, relationships }
          const patched = await viewer.call('PATCH', `/jsonapi/${registry[name].group}/${registry[name].bundle}/${id}`, { data })
          const status = result?.success ? 200 : statuses[result?.code ?? '']
          expect([name, which, status, result && !result.success ? result.message : ''], patched.text).toEqual([
            name,
            which,
            patched.status,
            patched.body.errors?.[0].detail ?? '',
          ])
        }
    },
    60_000,
  )
})

const memberOf = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).find(([name]) => name === member)?.[1]
    : undefined
const dataIn = (relationship: unknown): unknown => memberOf(relationship, 'data')
const idIn = (data: unknown): unknown => memberOf(data, 'id') ?? null
