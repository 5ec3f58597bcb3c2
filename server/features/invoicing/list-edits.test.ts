import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { deliveredOrder, groupOrders, type MadeOrder, placeOrder } from '#server/testing/deliveries.ts'
import { deliveredHourlyOrder } from '#server/testing/invoicing/invoices.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

const path = '/api/laskuttamattomat_tilaukset'
let server: SharedServer
let admin: Person
let driver: Person
let customer: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
})
beforeEach(async () => {
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
})

const delivered = (rows?: Record<string, unknown>[]) => deliveredOrder({ admin, customer, driver }, rows)
const act = (body: Record<string, unknown>) => admin.call('POST', path, body)
const only = async (id: string) =>
  uninvoicedOrdersCall.output.parse((await admin.call('GET', `${path}?operation=getTilaukset&tilausIds=${id}`)).body).data[0]
const times = async ({ shipments }: MadeOrder): Promise<number[]> =>
  (
    await server.pool.query('SELECT timestamp_toimitettu::int AS at FROM lahetys WHERE id = ANY($1) ORDER BY drupal_internal__id', [
      shipments,
    ])
  ).rows.map(({ at }) => at)
const refusals = async (body: Record<string, unknown>): Promise<string[]> => {
  const answer = await act(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results.map(({ message }: { message?: string }) => message ?? '')
}

/** Adds delivered hourly jobs to a new order; returns its id. */
const hourlyOrder = (jobs: readonly Record<string, unknown>[]) =>
  deliveredHourlyOrder(
    { admin, customer },
    jobs.map((attributes) => ({ attributes })),
  )

describe('the amount', () => {
  test('of the only job with that charging basis is changed, and its price follows', async () => {
    const id = await hourlyOrder([{ tyyppi: 'aika', aika: 480, tuntituote_hinta: 60 }])
    expect((await only(id))?.tuntityo).toEqual({ tyyppi: 'aika', maara: 480 })
    expect(await refusals({ operation: 'setMaara', tyyppi: 'aika', ids: [id], maara: 525 })).toEqual([''])
    expect((await only(id))?.tuntityo).toEqual({ tyyppi: 'aika', maara: 525 })
  })

  test('of kilometres and pieces has decimals; minutes are whole', async () => {
    const id = await hourlyOrder([{ tyyppi: 'matka', matka: 10 }])
    await refusals({ operation: 'setMaara', tyyppi: 'matka', ids: [id], maara: 12.5 })
    expect((await only(id))?.tuntityo).toEqual({ tyyppi: 'matka', maara: 12.5 })
    expect((await act({ operation: 'setMaara', tyyppi: 'aika', ids: [id], maara: 12.5 })).status).toBe(422)
  })

  test('is refused where it would be ambiguous, or there is nothing to change', async () => {
    const several = await hourlyOrder([{ tyyppi: 'aika' }, { tyyppi: 'aika' }])
    const byDistance = await hourlyOrder([{ tyyppi: 'matka' }])
    const { id: shipped } = await delivered()
    const unknown = randomUUID()
    expect(await refusals({ operation: 'setMaara', tyyppi: 'aika', ids: [several, byDistance, shipped, unknown], maara: 60 })).toEqual([
      'Tilauksella on useita tuntitöitä. Muuta niiden määriä tilauksella.',
      'Tilauksella ei ole tuntityötä, jonka laskutusperuste on aika.',
      'Tilauksella ei ole tuntityötä, jonka laskutusperuste on aika.',
      'Tilausta ei löydy.',
    ])
    expect((await only(several))?.tuntityo).toBeNull()
  })

  test('is locked once the order is invoiced', async () => {
    const id = await hourlyOrder([{ tyyppi: 'maara', maara: 2 }])
    await act({ operation: 'laskuta', ids: [id] })
    const [message] = await refusals({ operation: 'setMaara', tyyppi: 'maara', ids: [id], maara: 3 })
    expect(message).toBe('Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.')
  })
})

describe('the time of delivery', () => {
  test('moves the last delivery; earlier ones are kept, unless they would be later than it', async () => {
    const order = await delivered([{}, {}])
    const { now } = server.clock
    await server.pool.query('UPDATE lahetys SET timestamp_toimitettu = $1 WHERE id = $2', [now - 7200, order.shipments[0]])
    expect(await refusals({ operation: 'setTimestampToimitettu', ids: [order.id], timestamp_toimitettu: now - 3600 })).toEqual([''])
    expect(await times(order)).toEqual([now - 7200, now - 3600])
    expect((await only(order.id))?.timestamp_toimitettu).toBe(now - 3600)
    await act({ operation: 'setTimestampToimitettu', ids: [order.id], timestamp_toimitettu: now - 86_400 })
    expect(await times(order)).toEqual([now - 86_400, now - 86_400])
    const revisions = await server.pool.query(
      `SELECT FROM revisio WHERE rivi = $1 AND muutokset ? 'timestamp_toimitettu' AND kayttaja = $2`,
      [order.id, admin.id],
    )
    expect(revisions.rowCount).toBe(2)
  })

  test('is refused of an order that is not delivered, and of one that is invoiced', async () => {
    const [open, { id: invoiced }] = [await placeOrder(customer), await delivered()]
    await act({ operation: 'laskuta', ids: [invoiced] })
    const at = server.clock.now - 3600
    expect(await refusals({ operation: 'setTimestampToimitettu', ids: [open.id, invoiced], timestamp_toimitettu: at })).toEqual([
      'Tilausta ei ole toimitettu.',
      'Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.',
    ])
  })

  test('cannot be missing, in the future or before 1971', async () => {
    const { id } = await delivered()
    for (const wrong of [undefined, null, 0, -1, 5, 'eilen', 1e15, server.clock.now + 60]) {
      const answer = await act({ operation: 'setTimestampToimitettu', ids: [id], timestamp_toimitettu: wrong })
      expect([answer.status, answer.body.errors?.[0]?.field], String(wrong)).toEqual([422, 'timestamp_toimitettu'])
    }
  })
})

describe('the wished day', () => {
  test('of all lines becomes the midnight of that day; 0 clears it', async () => {
    const order = await delivered([{}, {}])
    const day = addDays(startOfDay(server.clock.now), -1)
    expect(await refusals({ operation: 'setToivottuToimitus', ids: [order.id], toivottu_toimitus: day + 3600 })).toEqual([''])
    expect((await only(order.id))?.toivottu_toimitus).toBe(day)
    await act({ operation: 'setToivottuToimitus', ids: [order.id], toivottu_toimitus: 0 })
    expect((await only(order.id))?.toivottu_toimitus).toBe(0)
    for (const wrong of [undefined, 'huomenna', 5, -1]) {
      const answer = await act({ operation: 'setToivottuToimitus', ids: [order.id], toivottu_toimitus: wrong })
      expect([answer.status, answer.body.errors?.[0]?.field], String(wrong)).toEqual([422, 'toivottu_toimitus'])
    }
  })
})

describe('an edit of a day', () => {
  const setTimes = (order: MadeOrder, values: readonly number[], field: 'timestamp_toimitettu' | 'toivottu_toimitus') =>
    Promise.all(
      values.map((at, index) => server.pool.query(`UPDATE lahetys SET ${field} = $1 WHERE id = $2`, [at, order.shipments[index]])),
    )
  const wishes = async ({ shipments }: MadeOrder): Promise<number[]> =>
    (
      await server.pool.query('SELECT toivottu_toimitus::int AS at FROM lahetys WHERE id = ANY($1) ORDER BY drupal_internal__id', [
        shipments,
      ])
    ).rows.map(({ at }) => at)
  const lines = (answer: Awaited<ReturnType<typeof act>>) => answer.body.results[0].rivit
  const restore = (order: MadeOrder, kentta: string, rivit: unknown) => act({ operation: 'palautaAjat', kentta, ids: [order.id], rivit })

  test('is undone line by line: each delivery has its own time again', async () => {
    const order = await delivered([{}, {}, {}])
    const { now } = server.clock
    const before = [now - 8 * 86_400, now - 5 * 86_400, now - 3600]
    await setTimes(order, before, 'timestamp_toimitettu')
    const at = now - 10 * 86_400
    const edit = await act({ operation: 'setTimestampToimitettu', ids: [order.id], timestamp_toimitettu: at })
    expect(await times(order)).toEqual([at, at, at])
    expect((await restore(order, 'timestamp_toimitettu', lines(edit))).body.results).toMatchObject([{ success: true }])
    expect(await times(order)).toEqual(before)
  })

  test('of wishes is undone the same', async () => {
    const order = await delivered([{}, {}])
    const day = startOfDay(server.clock.now)
    const before = [addDays(day, -3), addDays(day, -2)]
    await setTimes(order, before, 'toivottu_toimitus')
    const edit = await act({ operation: 'setToivottuToimitus', ids: [order.id], toivottu_toimitus: day })
    await restore(order, 'toivottu_toimitus', lines(edit))
    expect(await wishes(order)).toEqual(before)
  })

  test('is not undone over what somebody has stored since, nor by lines of other orders', async () => {
    const [order, other] = [await delivered([{}, {}]), await delivered()]
    const { now } = server.clock
    const edit = await act({ operation: 'setTimestampToimitettu', ids: [order.id], timestamp_toimitettu: now - 7200 })
    const changed = 'Aikoja on muutettu sen jälkeen, joten niitä ei voi palauttaa.'
    expect((await restore(other, 'timestamp_toimitettu', lines(edit))).body.results).toMatchObject([{ success: false, message: changed }])
    await act({ operation: 'setTimestampToimitettu', ids: [order.id], timestamp_toimitettu: now - 5400 })
    expect((await restore(order, 'timestamp_toimitettu', lines(edit))).body.results).toMatchObject([{ success: false, message: changed }])
    expect(await times(order)).toEqual([now - 5400, now - 5400])
    for (const wrong of [undefined, [], [{ id: 'x', aika: 1, nyt: 2 }], [{ id: order.shipments[0], aika: -1, nyt: 0 }]])
      expect((await restore(order, 'timestamp_toimitettu', wrong)).status).toBe(422)
    expect((await restore(order, 'hinta', lines(edit))).status).toBe(422)
  })
})

test('of two administrators who edit the same value, the second learns of the first', async () => {
  const { id } = await delivered()
  await act({ operation: 'setHinta', ids: [id], hinta: 100 })
  const changed = 'Joku muu ehti muuttaa arvoa. Katso uusi arvo ja yritä uudelleen.'
  expect(await refusals({ operation: 'setHinta', ids: [id], hinta: 130, ennen: 100 })).toEqual([''])
  expect(await refusals({ operation: 'setHinta', ids: [id], hinta: 120, ennen: 100 })).toEqual([changed])
  expect((await only(id))?.hinta).toBe(130)
  const { now } = server.clock
  const at = { operation: 'setTimestampToimitettu', ids: [id], timestamp_toimitettu: now - 60 }
  expect(await refusals({ ...at, ennen: now - 9 })).toEqual([changed])
  expect(await refusals({ ...at, ennen: (await only(id))?.timestamp_toimitettu })).toEqual([''])
  const wish = { operation: 'setToivottuToimitus', ids: [id], toivottu_toimitus: startOfDay(now) }
  expect(await refusals({ ...wish, ennen: 5 })).toEqual([changed])
  const hourly = await hourlyOrder([{ tyyppi: 'maara', maara: 2 }])
  const amount = { operation: 'setMaara', tyyppi: 'maara', ids: [hourly], maara: 3 }
  expect(await refusals({ ...amount, ennen: 1 })).toEqual([changed])
  expect(await refusals({ ...amount, ennen: 2 })).toEqual([''])
})

describe('orders of a group', () => {
  test('are edited by themselves', async () => {
    const [first, second] = [await delivered(), await delivered()]
    await groupOrders(admin, String(customer.asiakasId), [first.id, second.id])
    const at = server.clock.now - 3600
    expect(await refusals({ operation: 'setTimestampToimitettu', ids: [first.id], timestamp_toimitettu: at })).toEqual([''])
    expect([(await only(first.id))?.timestamp_toimitettu, (await only(second.id))?.timestamp_toimitettu]).toEqual([at, server.clock.now])
  })
})

test.each([
  [{ operation: 'setMaara', ids: [randomUUID()], maara: 1 }, 'tyyppi'],
  [{ operation: 'setMaara', tyyppi: 'hylly', ids: [randomUUID()], maara: 1 }, 'tyyppi'],
  [{ operation: 'setMaara', tyyppi: 'aika', ids: [randomUUID()] }, 'maara'],
  [{ operation: 'setMaara', tyyppi: 'aika', ids: [randomUUID()], maara: -1 }, 'maara'],
  [{ operation: 'setMaara', tyyppi: 'aika', ids: [randomUUID()], maara: '5' }, 'maara'],
  [{ operation: 'setMaara', tyyppi: 'matka', ids: [randomUUID()], maara: 1e9 }, 'maara'],
  [{ operation: 'setMaara', tyyppi: 'aika', ids: [], maara: 1 }, 'ids'],
  [{ operation: 'setTimestampToimitettu', timestamp_toimitettu: 1_790_000_000 }, 'ids'],
  [{ operation: 'setToivottuToimitus', ids: [randomUUID()], toivottu_toimitus: 0, syy: 'x' }, 'syy'],
])('refuses %j, naming %s', async (body, field) => {
  const answer = await act(body)
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors[0].field).toBe(field)
  expect(answer.body.errors[0].message).toMatch(/^[A-ZÅÄÖ].*[.)]$|tuntematon/i)
})
