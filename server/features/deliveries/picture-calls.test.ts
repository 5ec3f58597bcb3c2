// POST and DELETE /api/kuva: a shipment's pictures (rules/deliveries.md#pictures).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxPictureBytes } from '#domain/entities/file/file.types.ts'
import { assignDriver, type MadeOrder, placeOrder, uploadFile } from '#server/testing/deliveries.ts'
import { noisePicture } from '#server/testing/sample-pictures.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let customer: Person
let order: MadeOrder
let photo: Buffer

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await server.customer())
  order = await placeOrder(customer, [{}, {}])
  await assignDriver(admin, driver, order.shipments)
  photo = await noisePicture('jpeg')
})
afterAll(() => server.close())

const shipmentOf = async (id = order.shipments[0]) => {
  const { rows } = await server.pool.query<{ vid: string; kuvat_ids: string[]; asiakas_id: string }>(
    'SELECT * FROM lahetys WHERE id = $1',
    [id],
  )
  const [row] = rows
  if (!row) throw new Error('No such shipment')
  return { vid: Number(row.vid), kuvat: row.kuvat_ids, asiakas: row.asiakas_id }
}
const add = (who: Person, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  who.call('POST', '/api/kuva', { lahetys: order.shipments[0], kuva: photo.toString('base64'), ...more }, headers)
const counts = async () =>
  (await server.pool.query('SELECT (SELECT count(*)::int FROM file) AS files, (SELECT count(*)::int FROM revisio) AS revisions')).rows[0]
const stored = async () => (await Array.fromAsync(server.files.list())).length

describe('a picture', () => {
  test('is added to its shipment, which gets a revision', async () => {
    const before = await shipmentOf()
    const answer = await add(driver, { tilaus: order.id, asiakas: before.asiakas, extension: 'jpg', kuvaus: ' Kolhu kyljessä ' })
    expect(answer.status, answer.text).toBe(200)
    const { file, lahetys } = answer.body
    const after = await shipmentOf()
    expect(after).toMatchObject({ vid: before.vid + 1, kuvat: [...before.kuvat, file.id] })
    expect(lahetys).toEqual({ id: order.shipments[0], vid: after.vid })
    expect(file).toMatchObject({ filemime: 'image/jpeg', filesize: photo.length, kuvaus: 'Kolhu kyljessä', uri: `/file/${file.id}` })
    expect(file.filename).toMatch(/^L-\d+\.jpg$/)
    const { rows } = await server.pool.query('SELECT kayttaja, muutokset FROM revisio WHERE rivi = $1 AND vid = $2', [
      lahetys.id,
      after.vid,
    ])
    expect(rows).toEqual([{ kayttaja: driver.id, muutokset: { kuvat: [before.kuvat, after.kuvat] } }])
    for (const who of [driver, admin, customer]) expect((await who.call('GET', file.uri)).raw.equals(photo)).toBe(true)
    const read = await customer.call('GET', `/jsonapi/file/file/${file.id}`)
    expect(read.body.data.attributes).toMatchObject({ kuvaus: 'Kolhu kyljessä', asiakas_id: customer.asiakasId })
  })

  test('may be sent as a data URL; its media type and extension are ignored', async () => {
    const png = await noisePicture('png')
    const answer = await add(admin, { kuva: `data:image/jpeg;base64,${png.toString('base64')}`, extension: 'exe' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.file).toMatchObject({ filemime: 'image/png', filename: expect.stringMatching(/^L-\d+\.png$/), kuvaus: '' })
  })

  test('of up to 25 MB is accepted here; other calls accept less', async () => {
    const large = Buffer.concat([photo, Buffer.alloc(maxPictureBytes - photo.length)])
    expect((await add(driver, { kuva: large.toString('base64') })).status).toBe(200)
    const larger = Buffer.concat([large, Buffer.alloc(1)])
    const answer = await add(driver, { kuva: larger.toString('base64') })
    expect(answer.status).toBe(413)
    expect(answer.body.message).toBe('Tiedosto on liian suuri. Enimmäiskoko on 25 Mt.')
    const elsewhere = await admin.call('POST', '/api/tilaus/rahtikirja', { tilaus_id: 'x'.repeat(3 * 1024 * 1024) })
    expect(elsewhere.status).toBe(413)
  })

  test('is added once for an Idempotency-Key, and of many at once none is lost', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const before = await shipmentOf()
    const [first, ...repeats] = await Promise.all([add(driver, {}, key), add(driver, {}, key), add(driver, {}, key)])
    for (const retry of repeats) expect(retry.text).toBe(first?.text)
    expect((await shipmentOf()).kuvat).toHaveLength(before.kuvat.length + 1)
    const many = await Promise.all(Array.from({ length: 5 }, () => add(driver)))
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { kuvat, vid } = await shipmentOf()
    expect(new Set(kuvat).size).toBe(before.kuvat.length + 6)
    expect(vid).toBe(before.vid + 6)
    expect(await stored()).toBe((await server.pool.query('SELECT id FROM file')).rows.length)
  })

  test.each([
    ['no picture', () => ({ kuva: '' }), 422, 'kuva'],
    ['invalid base64', () => ({ kuva: 'ei kuva!' }), 422, 'kuva'],
    ['a truncated base64', () => ({ kuva: photo.toString('base64').slice(0, 41) }), 422, 'kuva'],
    ['a truncated picture', () => ({ kuva: photo.subarray(0, 300).toString('base64') }), 422, ''],
    ['a document', () => ({ kuva: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') }), 415, 'kuva'],
    ['a page', () => ({ kuva: Buffer.from('<!doctype html><script>').toString('base64'), extension: 'png' }), 415, ''],
    ['another order', () => ({ tilaus: randomUUID() }), 422, 'tilaus'],
    ['another customer', () => ({ asiakas: randomUUID() }), 422, 'asiakas'],
    ['no shipment', () => ({ lahetys: undefined }), 422, 'lahetys'],
    ['a description that is too long', () => ({ kuvaus: 'x'.repeat(256) }), 422, 'kuvaus'],
    ['a path for an extension', () => ({ extension: '../a' }), 422, 'extension'],
    ['an unknown field', () => ({ leveys: 3 }), 422, 'leveys'],
    ['a missing shipment', () => ({ lahetys: randomUUID() }), 404, ''],
  ])('with %s is refused, and nothing is stored', async (_what, more, status, field) => {
    const [before, bytes] = [await counts(), await stored()]
    const answer = await add(driver, more())
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body.errors[0].field).toBe(field)
    expect([await counts(), await stored()]).toEqual([before, bytes])
  })
})

describe('removing a picture', () => {
  test.each(['the body', 'the query'])('with its id in %s removes it from the shipment; the bytes and the history stay', async (where) => {
    const { id } = (await add(driver)).body.file
    const before = await shipmentOf()
    const gone = await (where === 'the body'
      ? driver.call('DELETE', '/api/kuva', { id })
      : driver.call('DELETE', `/api/kuva?id=${id}&_format=json`))
    expect(gone.status, gone.text).toBe(200)
    expect(gone.body).toEqual({ success: true })
    expect(await shipmentOf()).toMatchObject({ vid: before.vid + 1, kuvat: before.kuvat.filter((picture) => picture !== id) })
    expect((await driver.call('GET', `/file/${id}`)).status).toBe(404)
    expect((await admin.call('GET', `/file/${id}`)).status).toBe(200)
    expect((await driver.call('DELETE', '/api/kuva', { id })).status).toBe(404)
  })

  test('leaves it on another shipment that has it too', async () => {
    const { id } = (await add(driver)).body.file
    const other = await server.person(['kuljettaja'])
    const { shipments } = await placeOrder(customer)
    await assignDriver(admin, other, shipments)
    await server.pool.query('UPDATE lahetys SET kuvat_ids = $2 WHERE id = $1', [shipments[0], [id]])
    expect((await driver.call('DELETE', '/api/kuva', { id })).status).toBe(200)
    expect((await other.call('GET', `/file/${id}`)).status).toBe(200)
    expect((await driver.call('GET', `/file/${id}`)).status).toBe(200)
    expect((await other.call('DELETE', '/api/kuva', { id })).status).toBe(200)
    expect((await driver.call('GET', `/file/${id}`)).status).toBe(404)
  })

  test('is allowed only for pictures on own shipments', async () => {
    const { id } = (await uploadFile(driver, photo, 'irto.jpg')).body.data
    for (const which of [id, randomUUID()]) expect((await driver.call('DELETE', '/api/kuva', { id: which })).status).toBe(404)
    expect((await driver.call('DELETE', '/api/kuva', { id: 'x' })).status).toBe(422)
    expect((await driver.call('DELETE', '/api/kuva')).status).toBe(400)
  })
})
