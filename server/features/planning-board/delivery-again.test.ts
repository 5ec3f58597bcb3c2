import { beforeAll, expect, test } from 'vitest'
import { deliveryAgainCall } from '#domain/features/planning-board/delivery-again.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { failDelivery, placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeShift, readBoardOf } from '#server/testing/planning/board.ts'
import { type SharedServer, sharedServerWithUsers } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let customer: Person
let today: number

beforeAll(async () => {
  ;({ server, admin, customer } = await sharedServerWithUsers())
  today = startOfDay(server.clock.now)
  const points = { '15110': [60.984, 25.656], '15140': [60.99, 25.66], '45100': [60.868, 26.704], '48600': [60.49, 26.9] } as const
  const codes = Object.entries(points).map(([postinumero, [lat, lng]]) => ({ maa: 'FI', postinumero, paikka: 'Paikka', lat, lng }))
  await addPostalCodes(server.pool, codes)
})

const reason = { syy: 'ei_tavoitettu' }

async function proposed(lahetys: string) {
  const answer = await admin.call('GET', `/api/ajot/uusi-toimitus?lahetys=${lahetys}`)
  expect(answer.status, answer.text).toBe(200)
  return deliveryAgainCall.output.parse(answer.body).data
}

const lahti = {
  toimitus_nimi: 'Lahden Kauppa',
  toimitus_osoite1: 'Aleksanterinkatu 1',
  toimitus_postinro: '15110',
  toimitus_postitmp: 'LAHTI',
}
const kouvola = {
  toimitus_nimi: 'Kouvolan Kaluste',
  toimitus_osoite1: 'Kauppalankatu 14',
  toimitus_postinro: '45100',
  toimitus_postitmp: 'KOUVOLA',
}
const kotka = {
  toimitus_nimi: 'Kotkan Sisustus',
  toimitus_osoite1: 'Kyminlinnantie 6',
  toimitus_postinro: '48600',
  toimitus_postitmp: 'KOTKA',
}

/** A driver whose shift lasts the whole day, with picked-up goods for the doors, in their order. */
async function onTheRoad(
  doors: readonly Record<string, string>[],
  { paiva = today, ...hours }: { paiva?: number; alkuaika: number; kesto: number } = { alkuaika: 0, kesto: 1440 },
) {
  const driver = await server.person(['kuljettaja'])
  const shift = await makeShift(admin, driver.id, { paiva, ...hours })
  const pickup = { toivottu_toimitus: today, nouto_osoite1: 'Kasarmikatu 21', nouto_postinro: '15140', nouto_postitmp: 'LAHTI' }
  const { shipments } = await placeOrder(
    customer,
    doors.map((door) => ({ ...pickup, ...door })),
  )
  for (const id of shipments) await changeBoardAs(admin, { operation: 'assign', ids: [id], kuljettaja: driver.id, paiva, ennen: null })
  await setState(driver, shipments, 'kuljetuksessa')
  return { driver, shift, shipments }
}

async function stopsOf(shift: string) {
  return (await readBoardOf(admin, today)).reitit.find(({ id }) => id === shift)?.pysahdykset ?? []
}

test('a failed delivery comes again behind a stop that is left, where the route grows least, and nothing is planned yet', async () => {
  const { driver, shift, shipments } = await onTheRoad([kouvola, kotka, lahti])
  const [failed = ''] = shipments
  expect((await failDelivery(driver, [failed], reason)).status).toBe(200)
  const before = await stopsOf(shift)
  const found = await proposed(failed)
  // Kouvola lies between Kotka and Lahti.
  expect(found?.edellinen).toBe('KOTKA')
  const toKotka = before.find(({ postitmp }) => postitmp === 'KOTKA')
  expect(found?.aika).toBeGreaterThan(toKotka?.lahto ?? Number.POSITIVE_INFINITY)
  expect(found?.metrit).toBeLessThan(30_000)
  expect((await stopsOf(shift)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('a door that was tried before earlier ones on the route comes again behind one of those', async () => {
  const { driver, shipments } = await onTheRoad([lahti, kotka, kouvola])
  const failed = shipments[2] ?? ''
  await failDelivery(driver, [failed], reason)
  // On the way from Lahti to Kotka.
  expect((await proposed(failed))?.edellinen).toBe('LAHTI')
})

test('in a shift that began yesterday and lasts past midnight, a failed delivery comes again today', async () => {
  const yesterday = addDays(today, -1)
  const night = await onTheRoad([kouvola, kotka], { paiva: yesterday, alkuaika: 1080, kesto: 1800 })
  await failDelivery(night.driver, night.shipments.slice(0, 1), reason)
  expect((await proposed(night.shipments[0] ?? ''))?.aika).toBeGreaterThan(server.clock.now)

  const over = await onTheRoad([kouvola, kotka], { paiva: yesterday, alkuaika: 1080, kesto: 300 })
  await failDelivery(over.driver, over.shipments.slice(0, 1), reason)
  expect(await proposed(over.shipments[0] ?? '')).toBeNull()
})

test('there is nothing to propose without another stop, on a locked route, after the shift, or for what has not failed', async () => {
  const alone = await onTheRoad([kouvola])
  await failDelivery(alone.driver, alone.shipments, reason)
  expect(await proposed(alone.shipments[0] ?? '')).toBeNull()

  const locked = await onTheRoad([kouvola, kotka])
  await failDelivery(locked.driver, locked.shipments.slice(0, 1), reason)
  expect(await proposed(locked.shipments[0] ?? '')).not.toBeNull()
  await changeBoardAs(admin, { operation: 'lockRoute', tyovuoro: locked.shift, lukittu: true })
  expect(await proposed(locked.shipments[0] ?? '')).toBeNull()
  expect(await proposed(locked.shipments[1] ?? '')).toBeNull()

  const short = await onTheRoad([kouvola, kotka], { alkuaika: 0, kesto: 1 })
  await failDelivery(short.driver, short.shipments.slice(0, 1), reason)
  expect(await proposed(short.shipments[0] ?? '')).toBeNull()

  expect(await proposed(crypto.randomUUID())).toBeNull()
})

test('a shipment that is not named by its id is refused', async () => {
  expect((await admin.call('GET', '/api/ajot/uusi-toimitus?lahetys=kaikki')).status).toBe(400)
})
