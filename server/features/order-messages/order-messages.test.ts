// The conversation about an order between its customer and the dispatchers (rules/orders.md#messages).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationsCall } from '#domain/features/notifications/notifications.ts'
import { operations, placeOrder } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let colleague: Person
let rival: Person
let driver: Person

beforeAll(async () => {
  server = await startTestServer()
  // The bell compares with the database's clock.
  server.clock.now = Math.floor(Date.now() / 1000)
  admin = await server.person(['yllapito'])
  const id = await server.customer('Pirkan Putki Oy')
  customer = await server.person(['asiakas'], id)
  colleague = await server.person(['asiakas'], id)
  rival = await server.person(['asiakas'], await server.customer('Kilpailija Oy'))
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

const type = 'tilausviesti--tilausviesti'
const write = (who: Person, order: string, teksti: unknown, more: Record<string, unknown> = {}) =>
  operations(who, [
    {
      op: 'add',
      data: {
        type,
        id: randomUUID(),
        attributes: { teksti, ...more },
        relationships: { tilaus: { data: { type: 'tilaus_entity--tilaus_entity', id: order } } },
      },
    },
  ])
const read = async (who: Person, order: string) => {
  const answer = await who.call('GET', `/jsonapi/tilausviesti/tilausviesti?filter[tilaus.id]=${order}&sort=drupal_internal__id`)
  return { status: answer.status, texts: (answer.body.data ?? []).map((row: { attributes: { teksti: string } }) => row.attributes.teksti) }
}
const bell = async (who: Person, order: string) =>
  notificationsCall.output
    .parse((await who.call('GET', '/api/notifications')).body)
    .data.filter(({ laji, kohde }) => laji === 'viesti' && kohde === order)
    .map(({ message }) => message)

test('a question rings for the dispatchers, and the answer for the person who asked', async () => {
  const { id, tunniste } = await placeOrder(customer, [{ toimitus_nimi: 'Hotelli Kerava' }])
  expect((await write(customer, id, 'Onko pihalla\ntilaa rekalle?')).status).toBe(200)
  expect(await bell(admin, id)).toEqual([`Viesti tilauksesta ${tunniste}, Pirkan Putki Oy: Onko pihalla tilaa rekalle?`])
  expect(await bell(customer, id)).toEqual([])
  expect((await write(admin, id, 'On, portti on auki.')).status).toBe(200)
  expect(await bell(customer, id)).toEqual([`Vastaus tilaukseen ${tunniste}: On, portti on auki.`])
  expect(await bell(colleague, id)).toEqual([])
  expect(await bell(rival, id)).toEqual([])
  for (const who of [admin, customer, colleague])
    expect(await read(who, id)).toEqual({ status: 200, texts: ['Onko pihalla\ntilaa rekalle?', 'On, portti on auki.'] })
})

test('the writer and the side come from the session, whatever is sent', async () => {
  const { id } = await placeOrder(customer, [{}])
  expect((await write(customer, id, 'Hei', { kirjoittaja: 'Ajojärjestely' })).status).toBe(422)
  expect((await write(customer, id, 'Hei', { asiakkaalta: true })).status).toBe(422)
  expect((await write(customer, id, 'Hei')).status).toBe(200)
  const { rows } = await server.pool.query('select kirjoittaja, asiakkaalta from tilausviesti where tilaus_id = $1', [id])
  expect(rows).toEqual([{ kirjoittaja: 'Maija Meikäläinen', asiakkaalta: true }])
})

test('another customer and a driver neither read nor write it, and nobody changes or removes what was written', async () => {
  const { id } = await placeOrder(customer, [{}])
  expect((await write(customer, id, 'Vain meille')).status).toBe(200)
  expect(await read(rival, id)).toEqual({ status: 200, texts: [] })
  expect((await write(rival, id, 'Moi')).status).toBe(422)
  expect((await read(driver, id)).status).toBe(403)
  expect((await write(driver, id, 'Moi')).status).toBe(403)
  const { rows } = await server.pool.query('select id, vid::int as vid from tilausviesti where tilaus_id = $1', [id])
  for (const who of [admin, customer]) {
    const changed = await operations(who, [
      { op: 'update', data: { type, id: rows[0].id, attributes: { teksti: 'Muutettu', vid: rows[0].vid } } },
    ])
    expect(changed.status).toBe(403)
    expect((await operations(who, [{ op: 'remove', ref: { type, id: rows[0].id } }])).status).toBe(403)
  }
})

test('an empty or too long message is refused at its field', async () => {
  const { id } = await placeOrder(customer, [{}])
  for (const teksti of ['', '   ', 'a'.repeat(2001), 7]) expect((await write(customer, id, teksti)).status).toBe(422)
  expect((await read(customer, id)).texts).toEqual([])
})

test('a note is for administrators alone: it rings for nobody, and a customer can neither read nor write one', async () => {
  const { id } = await placeOrder(customer, [{ toimitus_nimi: 'Hotelli Kerava' }])
  expect((await write(admin, id, 'Luottoraja ylittyy.', { sisainen: true })).status).toBe(200)
  expect((await write(admin, id, 'Hei!')).status).toBe(200)
  expect((await read(admin, id)).texts).toEqual(['Luottoraja ylittyy.', 'Hei!'])
  expect((await read(customer, id)).texts).toEqual(['Hei!'])
  expect((await bell(customer, id)).join()).not.toContain('Luottoraja')
  expect(await bell(admin, id)).toEqual([])
  expect((await write(customer, id, 'Piilo', { sisainen: true })).status).toBeGreaterThanOrEqual(400)
  const filtered = await customer.call('GET', '/jsonapi/tilausviesti/tilausviesti?filter[sisainen]=1')
  expect(filtered.status).toBeGreaterThanOrEqual(400)
})
