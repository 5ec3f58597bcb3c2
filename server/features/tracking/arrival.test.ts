// When the goods arrive, on the tracking page: from the stop of the shift, the promise and a reported delay (rules/tracking.md#window-of-arrival).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followOrderCall } from '#domain/features/tracking/order-tracking.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { assignDriver, placeOrder, setState } from '#server/testing/deliveries.ts'
import { makeShift } from '#server/testing/planning/board.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let rival: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
  rival = await server.person(['asiakas'], await server.customer('Salainen Naapuri Oy'))
})
afterAll(() => server.close())

const stranger = async (tunnus: string) => {
  const answer = await server.call('POST', '/api/seuranta', { tunnus })
  expect(answer.status, answer.text).toBe(200)
  return { text: answer.text, ...followOrderCall.output.parse(answer.body) }
}
async function followed(driver: Person, toimitus_nimi: string, who = customer) {
  const today = startOfDay(server.clock.now)
  const place = { toimitus_nimi, toimitus_osoite1: `${toimitus_nimi}ntie 1`, toimitus_postitmp: 'Kerava', toimitus_postinro: '04200' }
  const goods = { ...place, nouto_nimi: 'Terminaali', nouto_osoite1: 'Satamatie 1', nouto_postinro: '48100', toivottu_toimitus: today }
  const order = await placeOrder(who, [goods])
  await assignDriver(admin, driver, order.shipments)
  expect((await who.call('POST', '/api/tilaus/seurantalinkki', { operation: 'kayttoon', id: order.id })).status).toBe(200)
  const links = await who.call('GET', `/api/tilaus/seurantalinkki?id=${order.id}`)
  return { ...order, tunnus: String(links.body.data[0].tunnus) }
}
const arrivalOf = async (shipment: string): Promise<number> =>
  Number(
    (
      await server.pool.query(
        `select arvioitu_saapuminen from ajo_pysahdys where tyyppi = 'toimitus' and status = 1 and lahetykset_ids @> array[$1::uuid]`,
        [shipment],
      )
    ).rows[0]?.arvioitu_saapuminen ?? 0,
  )

test('the consignee sees the window around the estimate and how many stops come before, and nothing of them', async () => {
  const driver = await server.person(['kuljettaja'])
  await makeShift(admin, driver.id, { paiva: startOfDay(server.clock.now), alkuaika: 14 * 60 })
  const neighbour = await followed(driver, 'Naapurila', rival)
  const own = await followed(driver, 'Hotelli')
  const before = await stranger(own.tunnus)
  const at = await arrivalOf(own.shipments[0] ?? '')
  expect(at).toBeGreaterThan(0)
  expect(before.lahetykset).toMatchObject([
    { saapuminen: { loppu: Math.ceil((at + 1800) / 300) * 300 }, pysahdyksia_ennen: null, myohastyminen: 0 },
  ])
  await setState(driver, [...neighbour.shipments, ...own.shipments], 'kuljetuksessa')
  const [neighbours, owns] = await Promise.all([stranger(neighbour.tunnus), stranger(own.tunnus)])
  const counts = [neighbours, owns].map(({ lahetykset }) => lahetykset[0]?.pysahdyksia_ennen)
  expect(counts.toSorted()).toEqual([0, 1])
  for (const secret of ['Naapuri', 'Satamatie', 'Terminaali', driver.id, neighbour.id, neighbour.tunniste])
    expect(owns.text).not.toContain(secret)
  await setState(driver, neighbour.shipments, 'toimitettu')
  expect((await stranger(own.tunnus)).lahetykset).toMatchObject([{ pysahdyksia_ennen: 0 }])
  await setState(driver, own.shipments, 'toimitettu')
  expect((await stranger(own.tunnus)).lahetykset).toMatchObject([{ tila: 'toimitettu', saapuminen: null, pysahdyksia_ennen: null }])
})

test('an unpublished shift says nothing', async () => {
  const driver = await server.person(['kuljettaja'])
  await makeShift(admin, driver.id, { paiva: startOfDay(server.clock.now), tila: 'UNPUBLISHED' })
  const { tunnus } = await followed(driver, 'Koulu')
  expect((await stranger(tunnus)).lahetykset).toMatchObject([{ saapuminen: null, pysahdyksia_ennen: null }])
})

test('a reported delay is shown at once, and keeps the goods on their way', async () => {
  const driver = await server.person(['kuljettaja'])
  const own = await followed(driver, 'Kauppa')
  await setState(driver, own.shipments, 'kuljetuksessa')
  expect((await stranger(own.tunnus)).lahetykset).toMatchObject([{ tila: 'kuljetuksessa', saapuminen: null }])
  const { now } = server.clock
  const report = { id: randomUUID(), lahetykset: own.shipments, minuutit: 90, arvio: 0, laitteen_aika: now }
  expect((await driver.call('POST', '/api/myohastyminen', report)).status).toBe(200)
  const { vaihe, lahetykset } = await stranger(own.tunnus)
  expect(vaihe).toBe(2)
  const promised = Math.ceil((now + 5400) / 300) * 300
  expect(lahetykset).toMatchObject([{ tila: 'myohassa', myohastyminen: 90, saapuminen: { alku: promised - 1800, loppu: promised + 1800 } }])
})

test('the driver’s number is shown only where the company allows it, while the goods are on the car', async () => {
  const driver = await server.person(['kuljettaja'])
  await server.pool.query(`update profile_kuljettaja set field_puhelinnumero = '+358401234567' where uid_id = $1`, [driver.id])
  await makeShift(admin, driver.id, { paiva: startOfDay(server.clock.now) })
  const own = await followed(driver, 'Kirjasto')
  await setState(driver, own.shipments, 'kuljetuksessa')
  expect((await stranger(own.tunnus)).puhelin).toBe('')
  await saveSetting(server.pool, 'seuranta_kuljettajan_puhelin', true, { now: server.clock.now, kayttaja: null })
  server.clock.now += 60
  expect((await stranger(own.tunnus)).puhelin).toBe('+358401234567')
  await setState(driver, own.shipments, 'toimitettu')
  expect((await stranger(own.tunnus)).puhelin).toBe('')
})
