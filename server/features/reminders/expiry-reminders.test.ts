import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { remindOfExpiry } from './expiry-reminders.ts'

let server: TestServer
let administrator: Person
beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.person(['yllapito'])
})
afterAll(() => server.close())

const remind = () => remindOfExpiry(openContext({ pool: server.pool, clock: () => server.clock.now }))
const daysAhead = (days: number) => addDays(startOfDay(server.clock.now), days)
const setPapers = (driver: Person, values: object) =>
  server.pool.query(
    'UPDATE profile_kuljettaja SET field_ammattipatevyys_voimassa = $2, field_digipiirturikortti_voimass = $3 WHERE uid_id = $1',
    [driver.id, ...['field_ammattipatevyys_voimassa', 'field_digipiirturikortti_voimass'].map((field) => Reflect.get(values, field) ?? 0)],
  )
/** The notifications shown now to the person, or to administrators. */
async function shownTo(whom: Person | 'yllapito'): Promise<string[]> {
  const { rows } = await server.pool.query<{ message: string }>(
    `SELECT message FROM notification WHERE status = 1 AND NOT disabled AND start <= $1 AND "end" > $1
       AND (tyyppi = 'PERSONAL' AND henkilot_ids @> $2 OR tyyppi = 'GLOBAL' AND roles && $3) ORDER BY message`,
    [server.clock.now, whom === 'yllapito' ? [randomUUID()] : [whom.id], whom === 'yllapito' ? [whom] : []],
  )
  return rows.map(({ message }) => message)
}

test('drivers are reminded of their own papers and administrators of all, once for each reminder day', async () => {
  const [driver, colleague] = [await server.person(['kuljettaja']), await server.person(['kuljettaja'])]
  await setPapers(driver, { field_ammattipatevyys_voimassa: daysAhead(60), field_digipiirturikortti_voimass: daysAhead(200) })
  // One of two concurrent runs may fail; the background job retries it.
  await Promise.allSettled([remind(), remind()])
  await remind()
  await remind()
  expect(await shownTo(driver)).toEqual([expect.stringMatching(/^Ammattipätevyytesi on voimassa .* asti\. Uusi se ajoissa\.$/)])
  expect(await shownTo(colleague)).toEqual([])
  expect(await shownTo('yllapito')).toEqual([expect.stringContaining('ammattipätevyys on voimassa')])
  const read = await driver.call('GET', '/jsonapi/notification_entity/notification_entity')
  expect(read.body.data).toMatchObject([{ attributes: { tyyppi: 'PERSONAL' } }])
  expect((await colleague.call('GET', '/jsonapi/notification_entity/notification_entity')).body.data).toEqual([])

  // The next reminder is created 30 days ahead and replaces the first one.
  server.clock.now = daysAhead(29)
  await remind()
  expect((await server.pool.query('SELECT FROM notification')).rowCount).toBe(2)
  server.clock.now = daysAhead(1)
  await remind()
  expect((await server.pool.query('SELECT FROM notification')).rowCount).toBe(4)
  expect([await shownTo(driver), await shownTo('yllapito')]).toEqual([[expect.any(String)], [expect.any(String)]])
})

test('a reminder is hidden after a renewal, and a removed one is not created again', async () => {
  administrator = await server.person(['yllapito'])
  const driver = await server.person(['kuljettaja'])
  await setPapers(driver, { field_digipiirturikortti_voimass: daysAhead(5) })
  await remind()
  expect(await shownTo(driver)).toHaveLength(1)
  await setPapers(driver, { field_digipiirturikortti_voimass: daysAhead(1800) })
  await remind()
  expect(await shownTo(driver)).toEqual([])

  await setPapers(driver, { field_digipiirturikortti_voimass: daysAhead(6) })
  await remind()
  const { rows } = await server.pool.query('SELECT id FROM notification WHERE henkilot_ids @> $1 AND NOT disabled', [[driver.id]])
  expect((await administrator.call('DELETE', `/jsonapi/notification_entity/notification_entity/${rows[0].id}`)).status).toBe(204)
  await remind()
  expect(await shownTo(driver)).toEqual([])
})

test('a reminder that was hidden is shown again when it is due again, except by an administrator', async () => {
  administrator = await server.person(['yllapito'])
  const driver = await server.person(['kuljettaja'])
  const isShown = async () => {
    await remind()
    return (await shownTo(driver)).length > 0
  }
  const setCard = (days: number) => setPapers(driver, { field_digipiirturikortti_voimass: daysAhead(days) })
  const setDays = async (muistutuspaivat: readonly number[]) => {
    const { versio } = (await administrator.call('GET', '/api/asetukset')).body
    const saved = await administrator.call('PATCH', '/api/asetukset', { values: { muistutuspaivat }, versio })
    expect(saved.status, saved.text).toBe(200)
  }
  await setCard(20)
  expect(await isShown()).toBe(true)
  // A wrong date, corrected back.
  await setCard(1800)
  expect(await isShown()).toBe(false)
  await setCard(20)
  expect(await isShown()).toBe(true)
  // The driver is disabled for a while.
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [driver.id])
  expect(await isShown()).toBe(false)
  await server.pool.query('UPDATE "user" SET status = 1 WHERE id = $1', [driver.id])
  expect(await isShown()).toBe(true)
  // The setting changes for a while.
  await setDays([7])
  expect(await isShown()).toBe(false)
  await setDays([7, 30, 60])
  expect(await isShown()).toBe(true)
  const { rows } = await server.pool.query(
    `SELECT n.id, array_agg(DISTINCT r.syy) AS reasons FROM notification n JOIN revisio r ON r.rivi = n.id WHERE n.henkilot_ids @> $1 GROUP BY n.id`,
    [[driver.id]],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].reasons.toSorted()).toEqual(['', 'Muistutus ei ole enää ajankohtainen.', 'Muistutus on taas ajankohtainen.'])

  const path = '/jsonapi/notification_entity/notification_entity'
  const data = { type: 'notification_entity--notification_entity', id: rows[0].id, attributes: { disabled: true } }
  expect((await administrator.call('PATCH', `${path}/${rows[0].id}`, { data })).status).toBe(200)
  expect(await isShown()).toBe(false)
})

test('administrators and drivers with a published shift are reminded of a car, and nobody of a disabled driver’s papers', async () => {
  const [driver, unpublished, former] = [
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
  ]
  await setPapers(former, { field_digipiirturikortti_voimass: daysAhead(6) })
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [former.id])
  const car = randomUUID()
  await insert(server.pool, 'auto', { id: car, rekisterinumero: 'KAT-777', seuraava_katsastus: daysAhead(20) })
  const shift = (kuljettaja_id: string, tila: string) =>
    insert(server.pool, 'tyovuoro', { id: randomUUID(), auto_id: car, kuljettaja_id, tila, paiva: daysAhead(2), tyyppi: 'TYOVUORO' })
  await shift(driver.id, 'PUBLISHED')
  await shift(unpublished.id, 'UNPUBLISHED')
  await remind()
  expect(await shownTo(driver)).toEqual([expect.stringMatching(/^Autosi KAT-777 on katsastettava viimeistään /)])
  expect([await shownTo(unpublished), await shownTo(former)]).toEqual([[], []])
  expect(await shownTo('yllapito')).toContainEqual(expect.stringMatching(/^Auto KAT-777 on katsastettava viimeistään /))
  const { rows } = await server.pool.query("SELECT roles FROM notification WHERE message LIKE 'Auto KAT-777%'")
  expect(rows).toEqual([{ roles: ['yllapito', 'huolto'] }])

  // A driver who gets the car after the reminder was created.
  const later = await server.person(['kuljettaja'])
  await shift(later.id, 'PUBLISHED')
  await server.pool.query('UPDATE auto SET status = 0 WHERE id = $1', [car])
  await remind()
  expect([await shownTo(driver), await shownTo(later)]).toEqual([[], []])
  await server.pool.query('UPDATE auto SET status = 1 WHERE id = $1', [car])
  await remind()
  for (const one of [driver, later]) expect(await shownTo(one)).toEqual([expect.stringMatching(/^Autosi KAT-777/)])
})
