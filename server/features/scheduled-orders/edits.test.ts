import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScheduledChange } from '#domain/features/scheduled-orders/order-changes.ts'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { seededRandom } from '#server/demo/random.ts'
import { openContext } from '#server/open-context.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeRecurringOrders } from '../recurring-hourly-jobs/make-orders.ts'
import { makeRouteOrders } from '../standing-routes/make-orders.ts'

let server: TestServer
let admin: Person
const today = midnightOf('2026-12-16')
beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = today + 7200
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const random = seededRandom(20_261_216)
const edits = 25
const types = { reitti: 'reitti_entity--reitti_entity', tuntituote_toisto: 'tuntituote_toisto_entity--tuntituote_toisto_entity' } as const
type Kind = keyof typeof types

type State = { id: string; vid: number; status: number; paiva: number; asiakas: string; koskematon: boolean; whole: string }
/** The orders ahead with everything that a change could reach. */
async function stateOf(kind: Kind, id: string): Promise<Map<string, State>> {
  const { rows } = await server.pool.query<State>(
    `SELECT t.id, t.vid::int, t.status, t.ajopaiva::int AS paiva, t.koskematon, a.name AS asiakas,
       to_jsonb(t)::text || coalesce((SELECT string_agg(to_jsonb(l)::text, '' ORDER BY l.id) FROM lahetys l WHERE l.tilaus_id = t.id), '')
         || coalesce((SELECT string_agg(to_jsonb(h)::text, '' ORDER BY h.id) FROM tuntituote h WHERE h.tilaus_id = t.id), '') AS whole
     FROM tilaus t JOIN asiakas a ON a.id = t.asiakas_id WHERE t.${kind}_id = $1`,
    [id],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a save did, in the words of the preview. */
function effectOf(before: Map<string, State>, after: Map<string, State>): string[] {
  return [...after.values()].flatMap(({ id, whole, status, paiva, asiakas }) => {
    const earlier = before.get(id)
    if (earlier?.whole === whole) return []
    const kind = earlier?.status === 1 ? (status === 0 ? 'poistuu' : 'muuttuu') : 'tehdaan'
    return [`${kind} ${paiva} ${asiakas}`]
  })
}

const vidOf = async (kind: Kind, id: string): Promise<number> =>
  (await server.pool.query<{ vid: number }>(`SELECT vid::int FROM ${kind} WHERE id = $1`, [id])).rows[0]?.vid ?? 0

async function save(kind: Kind, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const path = `/jsonapi/${types[kind].replace('--', '/')}/${id}`
  const { osoitteet, ...fields } = values
  const link = (one: unknown) => ({ type: 'osoite_entity--postiosoite', id: one })
  const relationships = Array.isArray(osoitteet) ? { osoitteet: { data: osoitteet.map(link) } } : {}
  const attributes = { ...fields, vid: await vidOf(kind, id) }
  const saved = await admin.call('PATCH', path, { data: { type: types[kind], id, attributes, relationships } })
  expect(saved.status, saved.text).toBe(200)
}

async function edit(kind: Kind, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const before = await stateOf(kind, id)
  const preview = await admin.call('POST', `/api/${kind}`, { operation: 'OPERATION_PREVIEW', id, vid: await vidOf(kind, id), ...values })
  expect(preview.status, preview.text).toBe(200)
  expect(await stateOf(kind, id)).toEqual(before)
  await save(kind, id, values)
  const after = await stateOf(kind, id)
  const shown: ScheduledChange[] = preview.body.data
  const announced = shown
    .filter(({ muutos }) => muutos !== 'sailyy')
    .map(({ muutos, ajopaiva, asiakas }) => `${muutos} ${ajopaiva} ${asiakas}`)
  expect(announced.sort(), JSON.stringify(values)).toEqual(effectOf(before, after).sort())
  for (const { id: order, koskematon, whole } of before.values()) if (!koskematon) expect(after.get(order)?.whole).toBe(whole)
}

/** A person changes a random order, or removes it. */
async function touchOne(kind: Kind, id: string): Promise<void> {
  const orders = [...(await stateOf(kind, id)).values()].filter(({ koskematon, status }) => koskematon && status === 1)
  if (orders.length === 0) return
  const { id: order, vid } = random.pick(orders)
  const path = `/jsonapi/tilaus_entity/tilaus_entity/${order}`
  const data = { type: 'tilaus_entity--tilaus_entity', id: order, attributes: { name: 'Muutettu', vid } }
  const answer = random.between(0, 2) === 0 ? await admin.call('DELETE', path) : await admin.call('PATCH', path, { data })
  expect(answer.status, answer.text).toBeLessThan(300)
}

const someWeekdays = () => [1, 2, 3, 4, 5, 6, 7].filter(() => random.between(0, 2) === 0)
const someDays = () => Array.from({ length: random.between(0, 3) }, () => addDays(today, random.between(0, 14)))

async function play(kind: Kind, id: string, makeValues: () => Record<string, unknown>, run: () => Promise<void>): Promise<void> {
  for (let round = 0; round < edits; round++) {
    await edit(kind, id, makeValues())
    if (random.between(0, 2) === 0) await touchOne(kind, id)
    const before = await stateOf(kind, id)
    await run()
    // The run finds nothing to make or to restore after a save.
    expect(await stateOf(kind, id)).toEqual(before)
  }
}

test('a preview of a recurring job says exactly what the save does, and orders that people changed never change', async () => {
  const id = randomUUID()
  await insert(server.pool, 'tuntituote_toisto', { id, asiakas_id: await server.customer(), viikonpaivat: [1], aktivointipaiva: today })
  const run = () => makeRecurringOrders(openContext({ pool: server.pool, clock: () => server.clock.now }))
  await run()
  const fields = {
    viikonpaivat: someWeekdays,
    ohitetut_paivat: someDays,
    selite: () => random.pick(['a', 'b']),
    tila: () => random.pick(['aktiivinen', 'aktiivinen', 'odottaa', 'arkistoitu']),
    ajetaan_pyhapaivat: () => random.between(0, 1) === 1,
    tuntituote_hinta: () => random.between(0, 90),
    nouto_nimi: () => random.pick(['Varasto', 'Satama']),
    aktivointipaiva: () => addDays(today, random.between(-5, 8)),
  }
  const makeValues = () =>
    Object.fromEntries(Object.entries(fields).flatMap(([name, make]) => (random.between(0, 2) === 0 ? [[name, make()]] : [])))
  await play('tuntituote_toisto', id, makeValues, run)
})

test('a preview of a route says exactly what the save does, and orders that people changed never change', async () => {
  const id = randomUUID()
  const asiakkaat_ids = [await server.customer(), await server.customer()]
  const stops: string[] = []
  for (let index = 0; index < 6; index++) {
    const stop = randomUUID()
    stops.push(stop)
    await insert(server.pool, 'postiosoite', { id: stop, asiakas_id: asiakkaat_ids[index % 2], field_osoite_1: `Katu ${index}` })
  }
  await insert(server.pool, 'reitti', { id, asiakkaat_ids, osoitteet_ids: stops, viikonpaivat: [1, 4], aktivointipaiva: today, hinta: 50 })
  const run = () => makeRouteOrders(openContext({ pool: server.pool, clock: () => server.clock.now }))
  await run()
  const fields = {
    viikonpaivat: someWeekdays,
    ohitetut_paivat: someDays,
    reittinro: () => random.pick(['1', '2']),
    tila: () => random.pick(['aktiivinen', 'aktiivinen', 'arkistoitu']),
    hinta: () => random.between(0, 90),
    hinnat: () => (random.between(0, 1) === 0 ? {} : { [asiakkaat_ids[0] ?? '']: random.between(1, 50) }),
    osoitteet: () => stops.filter(() => random.between(0, 1) === 0).sort(() => random.between(-1, 1)),
  }
  const makeValues = () =>
    Object.fromEntries(Object.entries(fields).flatMap(([name, make]) => (random.between(0, 2) === 0 ? [[name, make()]] : [])))
  await play('reitti', id, makeValues, run)
})
