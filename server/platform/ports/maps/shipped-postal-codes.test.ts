import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { type House, insert, type Person, peopledHouse } from '#server/testing/house.ts'
import { postalCodePoints, replacePostalCodes } from './postal-codes.ts'
import { loadShippedPostalCodes, packedFile } from './shipped-postal-codes.ts'

let house: House
let admin: Person
let customer: Person
beforeAll(async () => {
  ;({ house, admin, customer } = await peopledHouse())
})
afterAll(() => house.close())

const count = async () => (await house.pool.query('SELECT count(*)::int AS count FROM postinumero')).rows[0].count

test('a fresh database prices a draft between two postal codes once there is a price list', async () => {
  await Promise.all([loadShippedPostalCodes(house.pool), loadShippedPostalCodes(house.pool)])
  expect(await count()).toBe(3576)
  await insert(house.pool, 'hinnasto', { id: randomUUID(), name: 'Perushinnasto', perusmaksu: 20, hinta_km: 1 })
  const body = {
    asiakas_id: customer.asiakasId,
    lahetykset: [{ nouto_postinro: '99950', toimitus_postinro: '10900', maara: 1, paino: 10 }],
  }
  const answer = await admin.call(priceDraftCall.method, priceDraftCall.path, body)
  expect(answer.status, answer.text).toBe(200)
  // Karigasniemi to Hanko: as the crow flies over a thousand kilometres, and 30 % on top.
  expect(answer.body.hinta).toBeGreaterThan(1300)
})

test("an operator's own import stays as it is at the next start", async () => {
  const own = [{ maa: 'FI', postinumero: '33100', paikka: 'Oma', lat: 61, lng: 23 }]
  await replacePostalCodes(house.pool, own)
  await loadShippedPostalCodes(house.pool)
  expect(await count()).toBe(1)
})

test('an installation that imported before the table shipped keeps its codes and gets those that it lacks', async () => {
  await house.pool.query('DELETE FROM postinumeromaa')
  await loadShippedPostalCodes(house.pool)
  expect(await count()).toBe(3576)
  expect(await postalCodePoints(house.pool, ['FI-33100'])).toMatchObject([{ paikka: 'Oma', lat: 61 }])
})

test('the table is small', async () => {
  expect((await stat(packedFile)).size).toBeLessThan(60_000)
})
