import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#server/testing/deliveries.ts'
import { type PushServer, startPushServer } from '#server/testing/providers/push-devices.ts'
import { insert, type TestServer } from '#server/testing/test-server.ts'
import { peopleWithNewEntries } from '../queries.ts'

let push: PushServer
let server: TestServer
beforeAll(async () => {
  push = await startPushServer()
  ;({ server } = push)
})
afterAll(() => push.close())

test('what is new is looked for only in the bells of people for whom something waits', async () => {
  const [driver, admin, quiet] = [
    await server.person(['kuljettaja']),
    await server.person(['yllapito']),
    await server.person(['kuljettaja']),
  ]
  for (const who of [driver, admin, quiet]) await push.browserOf(who)
  const { now } = server.clock
  const waiting = (more: object = {}) => {
    const people = [driver.id, admin.id, quiet.id]
    return peopleWithNewEntries(server.pool, { people, since: people.map(() => now - 60), now, quiet: false, limit: 500, ...more })
  }
  const document = (values: object) =>
    insert(server.pool, 'dokumentti', { id: randomUUID(), name: 'Ohje', roolit: ['huolto'], versio: 1, ...values }, now)
  const customer = await server.customer()
  // None of these appears in anybody's bell.
  await document({ kuitattava: false, henkilot_ids: [driver.id] })
  await document({ kuitattava: true })
  await insert(server.pool, 'tilaus', { id: randomUUID(), asiakas_id: customer, tilausnro: 80_000 }, now)
  await insert(server.pool, 'toimituspoikkeama', { id: randomUUID() }, now)
  await push.notify({ tyyppi: 'PERSONAL', henkilot_ids: [quiet.id], ohittaneet_ids: [quiet.id] })
  expect(await waiting()).toEqual([])
  await document({ kuitattava: true, henkilot_ids: [driver.id] })
  await placeOrder(await server.person(['asiakas'], customer), [{}])
  expect((await waiting()).toSorted()).toEqual([driver.id, admin.id].toSorted())
  expect(await waiting({ limit: 1 })).toHaveLength(1)
  expect(await waiting({ quiet: true })).toEqual([])
  await push.ring()
  expect(await waiting()).toEqual([])
  await push.settled()
})
