import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { insert, type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'
import { postalCodePoints, replacePostalCodes } from './postal-codes.ts'
import { loadShippedPostalCodes, packedFile } from './shipped-postal-codes.ts'

let server: TestServer
let admin: Person
let customer: Person
beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
})
afterAll(() => server.close())

const count = async () => (await server.pool.query('SELECT count(*)::int AS count FROM postinumero')).rows[0].count

test('a fresh database prices a draft between two postal codes once there is a price list', async () => {
  await Promise.all([loadShippedPostalCodes(server.pool), loadShippedPostalCodes(server.pool)])
  expect(await count()).toBe(3576)
  await insert(server.pool, 'hinnasto', { id: randomUUID(), name: 'Perushinnasto', perusmaksu: 20, hinta_km: 1 })
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
  await replacePostalCodes(server.pool, own)
  await loadShippedPostalCodes(server.pool)
  expect(await count()).toBe(1)
})

test('an installation that imported before the table shipped keeps its codes and gets those that it lacks', async () => {
  await server.pool.query('DELETE FROM postinumeromaa')
  await loadShippedPostalCodes(server.pool)
  expect(await count()).toBe(3576)
  expect(await postalCodePoints(server.pool, ['FI-33100'])).toMatchObject([{ paikka: 'Oma', lat: 61 }])
})

test('the table is small', async () => {
  expect((await stat(packedFile)).size).toBeLessThan(60_000)
})
