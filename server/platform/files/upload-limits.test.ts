import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SettingName } from '#domain/features/settings/settings.ts'
import { placeOrder, uploadFile } from '#server/testing/deliveries.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { saveSetting } from '../settings/settings.ts'

let server: TestServer
const png = sampleSignature()
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function set(name: SettingName, value: number): Promise<void> {
  await saveSetting(server.pool, name, value, { now: server.clock.now, kayttaja: null })
  // After this, every server has read the new setting.
  server.clock.now += 10
}

const store = (who: Person, filesize: number) =>
  insert(
    server.pool,
    'file',
    { id: randomUUID(), filename: 'a.png', filemime: 'image/png', filesize, lisaaja_id: who.id },
    server.clock.now,
  )

function expectRefusal({ status, text, headers }: Awaited<ReturnType<typeof uploadFile>>, sentence: string): void {
  expect(status, text).toBe(429)
  expect(text).toContain(sentence)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

describe('within 24 hours a user may send', () => {
  test('a limited number of files, also when they arrive at once; more on the next day', async () => {
    await set('latauksia_paivassa', 3)
    const driver = await server.person(['kuljettaja'])
    const colleague = await server.person(['kuljettaja'])
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => uploadFile(driver, png, `${index}.png`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429])
    expectRefusal(await uploadFile(driver, png, 'a.png'), 'Vuorokaudessa voi lähettää enintään 3 tiedostoa.')
    expect((await uploadFile(colleague, png, 'a.png')).status).toBe(201)
    server.clock.now += 24 * 60 * 60 + 1
    const again = await server.signIn(driver.name, ['kuljettaja'])
    const headers = { authorization: `Bearer ${again.json<{ access_token: string }>().access_token}` }
    expect((await uploadFile(driver, png, 'a.png', headers)).status).toBe(201)
    await set('latauksia_paivassa', 1000)
  })

  test('a limited number of megabytes', async () => {
    await set('latauksia_paivassa_mt', 10)
    const driver = await server.person(['kuljettaja'])
    await store(driver, 10 * 1024 * 1024 - 2000)
    expect((await uploadFile(driver, png, 'a.png')).status).toBe(201)
    expectRefusal(await uploadFile(driver, png, 'b.png'), 'Vuorokaudessa voi lähettää tiedostoja enintään 10 Mt.')
    await set('latauksia_paivassa_mt', 2000)
  })

  test('the last allowed file again: a retry gets the first response', async () => {
    await set('latauksia_paivassa', 1)
    const driver = await server.person(['kuljettaja'])
    const key = { 'idempotency-key': randomUUID() }
    const first = await uploadFile(driver, png, 'a.png', key)
    expect(first.status).toBe(201)
    expect((await uploadFile(driver, png, 'a.png', key)).body.data.id).toBe(first.body.data.id)
    await set('latauksia_paivassa', 1000)
  })

  test('pictures as base64 within the same limits', async () => {
    const admin = await server.person(['yllapito'])
    const { shipments } = await placeOrder(await server.person(['asiakas'], await server.customer()))
    await set('latauksia_paivassa', 1)
    const add = () => admin.call('POST', '/api/kuva', { lahetys: shipments[0], kuva: Buffer.from(png).toString('base64'), kuvaus: '' })
    expect((await add()).status).toBe(200)
    expectRefusal(await add(), 'Vuorokaudessa voi lähettää enintään 1 tiedostoa.')
  })
})
