import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { sharedServerWithUsers } from '#server/testing/shared-server.ts'

const { server, admin, customer, driver } = await sharedServerWithUsers('Varasto Oy')

const path = '/api/vuokrattavat'
const save = (values: Record<string, unknown>, who = admin) => who.call('POST', path, values)
const listed = async (id: string, who = admin) =>
  (await who.call('GET', `${path}?page[limit]=250`)).body.data.find((row: { id: string }) => row.id === id)
await server.pool.query('UPDATE asiakas SET vuokrattava_hyllypaikka_fin_hinta = 11, vuokrattava_tila_hinta = 4 WHERE id = $1', [
  customer.asiakasId,
])
const rented = { asiakas_id: customer.asiakasId, tyyppi: 'hyllypaikka_fin', maara: 3, laskutuspaiva: '15', laskutuskausi: 'Y-m-15' }

test('an administrator saves a rental, whose price comes from the customer, and lists it with its next dates', async () => {
  const made = await save({ operation: 'save', id: 'new', ...rented, ohitetut_paivat: [midnightOf('2027-01-15')] })
  expect(made.status, made.text).toBe(200)
  expect(made.body).toEqual({ success: true, results: [{ id: expect.any(String), success: true }] })
  const [{ id }] = made.body.results
  const row = await listed(id)
  expect(row).toMatchObject({
    hinta: 11,
    hinta_total: 33,
    tila: 'aktiivinen',
    aktivointipaiva: midnightOf('2026-11-18'),
    asiakas: { name: 'Varasto Oy' },
  })
  expect(row.seuraavat).toHaveLength(5)
  expect(row.seuraavat.slice(0, 2)).toEqual([
    {
      paiva: midnightOf('2026-12-15'),
      kausi_alkaa: midnightOf('2026-11-16'),
      kausi_paattyy: midnightOf('2026-12-15'),
      summa: 33,
      ohitettu: false,
    },
    expect.objectContaining({ paiva: midnightOf('2027-01-15'), summa: 0, ohitettu: true }),
  ])
  const changed = await save({ id, vid: row.vid, maara: 2.5, hinta: 12, tila: 'arkistoitu' })
  expect(changed.status, changed.text).toBe(200)
  expect(await listed(id)).toMatchObject({ vid: row.vid + 1, hinta_total: 30, seuraavat: [] })
  expect((await admin.call('GET', `${path}?tila=arkistoitu`)).body).toMatchObject({ meta: { count: 1 }, data: [{ id }] })
  expect((await save({ id, vid: row.vid, maara: 1 })).status).toBe(409)
  expect((await save({ id, maara: 1 })).body.errors).toEqual([{ field: 'vid', message: 'Muokattu versio (vid) puuttuu.' }])
})

test('faults name their fields, and nothing is stored', async () => {
  const before = (await admin.call('GET', path)).body.meta.count
  const faults: [Record<string, unknown>, string][] = [
    [{ ...rented, asiakas_id: undefined }, 'asiakas'],
    [{ ...rented, asiakas_id: randomUUID() }, 'asiakas'],
    [{ ...rented, maara: -1 }, 'maara'],
    [{ ...rented, maara: 'kaksi' }, 'maara'],
    [{ ...rented, maara: 100_000, hinta: 9_999_999 }, 'maara'],
    [{ ...rented, tyyppi: 'kellari' }, 'tyyppi'],
    [{ ...rented, laskutuspaiva: '16' }, 'laskutuspaiva'],
    [{ ...rented, aktivointipaiva: midnightOf('2024-01-01') }, 'aktivointipaiva'],
    [{ ...rented, ohitetut_paivat: 'huomenna' }, 'ohitetut_paivat'],
    [{ ...rented, hinta_total: 5 }, 'hinta_total'],
    [{ ...rented, operation: 'poista' }, 'operation'],
    [{ ...rented, id: 'eka' }, 'id'],
  ]
  for (const [values, field] of faults) {
    const answer = await save(values)
    expect(answer.status, JSON.stringify(values)).toBe(422)
    expect(answer.body.errors.map((error: { field: string }) => error.field).join(), answer.text).toContain(field)
  }
  expect((await save({ ...rented, id: randomUUID(), vid: 1 })).status).toBe(404)
  expect((await admin.call('GET', path)).body.meta.count).toBe(before)
  for (const query of ['tila=poissa', 'asiakas_id=x', 'jokin=1'])
    expect((await admin.call('GET', `${path}?${query}`)).status, query).toBe(400)
})

test('a customer reads own rentals and saves none; a driver does neither', async () => {
  const other = await server.customer()
  const own = (await save(rented)).body.results[0].id
  const foreign = (await save({ ...rented, asiakas_id: other, tyyppi: 'tila' })).body.results[0].id
  expect(await listed(own, customer)).toMatchObject({ hinta: 11, hinta_total: 33 })
  expect(await listed(foreign, customer)).toBeUndefined()
  expect((await customer.call('GET', `${path}?asiakas_id=${other}`)).status).toBe(403)
  expect((await save(rented, customer)).status).toBe(403)
  expect([(await driver.call('GET', path)).status, (await save(rented, driver)).status]).toEqual([403, 403])
})

test('the same idempotency key saves once', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const answers = [await admin.call('POST', path, rented, headers), await admin.call('POST', path, rented, headers)]
  expect(answers[0]?.body).toEqual(answers[1]?.body)
})
