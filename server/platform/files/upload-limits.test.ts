import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SettingName } from '#domain/features/settings/settings.ts'
import { placeOrder, uploadFile } from '#server/testing/deliveries.ts'
import { type House, insert, type Person, startHouse } from '#server/testing/house.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { saveSetting } from '../settings/settings.ts'

let house: House
const png = sampleSignature()
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.close())

async function set(name: SettingName, value: number): Promise<void> {
  await saveSetting(house.pool, name, value, { now: house.clock.now, kayttaja: null })
  // Until every server knows it.
  house.clock.now += 10
}

const store = (who: Person, filesize: number) =>
  insert(house.pool, 'file', { id: randomUUID(), filename: 'a.png', filemime: 'image/png', filesize, lisaaja_id: who.id }, house.clock.now)

function expectRefusal({ status, text, headers }: Awaited<ReturnType<typeof uploadFile>>, sentence: string): void {
  expect(status, text).toBe(429)
  expect(text).toContain(sentence)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

describe('within 24 hours a user may send', () => {
  test('so many files, also when they come at once; the next day again', async () => {
    await set('latauksia_paivassa', 3)
    const driver = await house.person(['kuljettaja'])
    const colleague = await house.person(['kuljettaja'])
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => uploadFile(driver, png, `${index}.png`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429])
    expectRefusal(await uploadFile(driver, png, 'a.png'), 'Vuorokaudessa voi lähettää enintään 3 tiedostoa.')
    expect((await uploadFile(colleague, png, 'a.png')).status).toBe(201)
    house.clock.now += 24 * 60 * 60 + 1
    const again = await house.signIn(driver.name, ['kuljettaja'])
    const headers = { authorization: `Bearer ${again.json<{ access_token: string }>().access_token}` }
    expect((await uploadFile(driver, png, 'a.png', headers)).status).toBe(201)
    await set('latauksia_paivassa', 1000)
  })

  test('so many megabytes', async () => {
    await set('latauksia_paivassa_mt', 10)
    const driver = await house.person(['kuljettaja'])
    await store(driver, 10 * 1024 * 1024 - 2000)
    expect((await uploadFile(driver, png, 'a.png')).status).toBe(201)
    expectRefusal(await uploadFile(driver, png, 'b.png'), 'Vuorokaudessa voi lähettää tiedostoja enintään 10 Mt.')
    await set('latauksia_paivassa_mt', 2000)
  })

  test('a repeat of the last file that was allowed is answered as the first', async () => {
    await set('latauksia_paivassa', 1)
    const driver = await house.person(['kuljettaja'])
    const key = { 'idempotency-key': randomUUID() }
    const first = await uploadFile(driver, png, 'a.png', key)
    expect(first.status).toBe(201)
    expect((await uploadFile(driver, png, 'a.png', key)).body.data.id).toBe(first.body.data.id)
    await set('latauksia_paivassa', 1000)
  })

  test('pictures by the call of base64 among them', async () => {
    const admin = await house.person(['yllapito'])
    const { shipments } = await placeOrder(await house.person(['asiakas'], await house.company()))
    await set('latauksia_paivassa', 1)
    const add = () => admin.call('POST', '/api/kuva', { lahetys: shipments[0], kuva: Buffer.from(png).toString('base64'), kuvaus: '' })
    expect((await add()).status).toBe(200)
    expectRefusal(await add(), 'Vuorokaudessa voi lähettää enintään 1 tiedostoa.')
  })
})
