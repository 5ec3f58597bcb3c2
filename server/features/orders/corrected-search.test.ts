import { beforeAll, expect, test } from 'vitest'
import { correctedSearchCall } from '#domain/features/orders/corrected-search.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let mine: Person
let stranger: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  mine = await server.person(['asiakas'], await server.customer('Oma Oy'))
  stranger = await server.person(['asiakas'], await server.customer('Vieras Oy'))
  await placeOrder(mine, [{ toimitus_nimi: 'Virtanen Kylmäketju', toimitus_postitmp: 'Tampere' }])
})

async function correctionsFor(who: Person, q: string) {
  const answer = await who.call('GET', `${correctedSearchCall.path}?${new URLSearchParams({ q })}`)
  expect(answer.status, answer.text).toBe(200)
  return correctedSearchCall.output.parse(answer.body).data
}

test('a mistyped word is corrected to one that finds orders', async () => {
  expect(await correctionsFor(admin, 'Virtannen')).toContainEqual({ teksti: 'virtanen', osumia: 1 })
  expect((await correctionsFor(mine, 'virtannen tamprere'))[0]).toEqual({ teksti: 'virtanen tampere', osumia: 1 })
})

test('nobody learns words of orders that they may not read', async () => {
  expect(await correctionsFor(stranger, 'virtannen')).toEqual([])
})

test('numbers, short words and what is like nothing have no correction', async () => {
  for (const q of ['T-99999', 'oy', 'qqqqxxxx', '%_\\', "'); DROP TABLE tilaus; --", '🚚🚚🚚🚚'])
    expect(await correctionsFor(admin, q)).toEqual([])
})

test('an empty or too long text is refused with a sentence', async () => {
  for (const q of ['', 'a'.repeat(101)]) {
    const answer = await admin.call('GET', `${correctedSearchCall.path}?${new URLSearchParams({ q })}`)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('(q)')
  }
})
