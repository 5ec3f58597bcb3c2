import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#domain/access/roles.ts'
import { bytesOfMegabytes, fileMegabytes, refusedType } from '#domain/entities/file/file.types.ts'
import { assignDriver, placeOrder, signatureField, uploadFile } from '#server/testing/deliveries.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { claimsToBe, noisePicture } from '#server/testing/sample-pictures.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { saveSetting } from '../settings/settings.ts'

let server: TestServer
let people: Record<(typeof roles)[number], Person>

const photos = 'lahetys_entity/lahetys/kuvat'
const png = sampleSignature()

beforeAll(async () => {
  server = await startTestServer()
  const customerId = await server.customer()
  people = {
    yllapito: await server.person(['yllapito']),
    kuljettaja: await server.person(['kuljettaja']),
    asiakas: await server.person(['asiakas'], customerId),
    asiakas_yllapito: await server.person(['asiakas', 'asiakas_yllapito'], customerId),
    huolto: await server.person(['huolto']),
  }
})
afterAll(() => server.close())

describe('an upload', () => {
  test('is stored with its type, size and checksum, and returned as a file--file', async () => {
    const answer = await uploadFile(people.kuljettaja, png, 'kuittaus.png')
    expect(answer.status, answer.text).toBe(201)
    const { type, id, attributes, relationships } = answer.body.data
    expect(type).toBe('file--file')
    expect(answer.headers.location).toBe(`/jsonapi/file/file/${id}`)
    expect(attributes).toMatchObject({
      filemime: 'image/png',
      filename: 'kuittaus.png',
      filesize: png.length,
      uri: `/file/${id}`,
      vid: 1,
      asiakas_id: null,
    })
    expect(attributes.fid).toBe(attributes.drupal_internal__id)
    expect(relationships.lisaaja.data.id).toBe(people.kuljettaja.id)
    const { rows } = await server.pool.query('SELECT entiteetti, kayttaja FROM revisio WHERE rivi = $1', [id])
    expect(rows).toEqual([{ entiteetti: 'file', kayttaja: people.kuljettaja.id }])

    const fetched = await people.kuljettaja.call('GET', `/file/${id}`)
    expect(fetched.raw.equals(Buffer.from(png))).toBe(true)
    expect(fetched.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': 'inline; filename=kuittaus.png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
    const again = await people.kuljettaja.call('GET', `/file/${id}`, undefined, { 'if-none-match': String(fetched.headers.etag) })
    expect(again.status).toBe(304)
  })

  test('is allowed to those who may write the field', async () => {
    const may = async (field: string) =>
      Object.fromEntries(
        await Promise.all(roles.map(async (role) => [role, (await uploadFile(people[role], png, 'a.png', {}, field)).status] as const)),
      )
    const staff = { yllapito: 201, kuljettaja: 201, asiakas: 403, asiakas_yllapito: 403, huolto: 403 }
    expect(await may(signatureField)).toEqual(staff)
    expect(await may(photos)).toEqual(staff)
    // Fields that only the server writes, that hold no files, or that do not exist.
    for (const [field, status] of [
      ['tilaus_entity/tilaus_entity/rahtikirja', 403],
      ['lahetys_entity/lahetys/kuljettaja', 404],
      ['lahetys_entity/lahetys/viite', 404],
      ['lahetys_entity/lahetys/__proto__', 404],
      ['file/file/lahetykset', 404],
      ['ei/ole/kuva', 404],
    ] as const)
      expect((await uploadFile(people.yllapito, png, 'a.png', {}, field)).status, field).toBe(status)
    const nobody = await server.call('POST', `/file/upload/${photos}`, Buffer.from(png), { 'content-type': 'application/octet-stream' })
    expect(nobody.status).toBe(401)
  })

  test.each([
    ['HTML called a picture', '<!doctype html><script>alert(1)</script>'],
    ['SVG called a picture', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a program', 'MZ\u0090\u0000'],
    ['nothing', ''],
  ])('of %s is refused', async (_what, content) => {
    const before = await server.pool.query('SELECT count(*)::int AS count FROM file')
    const answer = await uploadFile(people.kuljettaja, Buffer.from(content), 'kuva.png')
    expect(answer.status, answer.text).toBe(415)
    expect(answer.body.errors[0].detail).toBe(refusedType)
    expect((await server.pool.query('SELECT count(*)::int AS count FROM file')).rows).toEqual(before.rows)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('of a truncated %s is refused, of a complete one is accepted', async (format) => {
    const whole = await noisePicture(format)
    const cut = await uploadFile(people.kuljettaja, whole.subarray(0, whole.length * 0.6), 'katkennut.png')
    expect(cut.status, cut.text).toBe(422)
    expect(cut.body.errors[0].detail).toBe('Kuva on rikki tai kesken. Lähetä se uudestaan.')
    expect((await server.pool.query("SELECT count(*)::int AS count FROM file WHERE filename LIKE 'katkennut%'")).rows).toEqual([
      { count: 0 },
    ])
    const taken = await uploadFile(people.kuljettaja, whole, 'kuva.png')
    expect(taken.status, taken.text).toBe(201)
    expect(taken.body.data.attributes.filemime).toBe(`image/${format}`)
    const refused = await Array.fromAsync(server.files.list())
    const { rows } = await server.pool.query('SELECT id FROM file')
    expect(refused.map(({ name }) => name).sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  test.each([
    ['more pixels than any camera', claimsToBe(20_000, 20_000)],
    ['more pixels than are decoded at once', claimsToBe(5000, 5000, { interlaced: true })],
  ])('of a picture of %s is refused without decoding', async (_what, bomb) => {
    const answer = await uploadFile(people.kuljettaja, bomb, 'kuva.png')
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.errors[0].detail).toContain('liikaa kuvapisteitä')
  })

  test.each([
    [
      'nauhoite.mp3',
      'audio/mpeg',
      'inline',
      Buffer.concat([Buffer.from('49443304000000000000', 'hex'), Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]),
    ],
    [
      'video.mp4',
      'video/mp4',
      'inline',
      Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom\0\0\0\0isommp42'), Buffer.alloc(64)]),
    ],
    ['ohje.pdf', 'application/pdf', 'inline', Buffer.from('%PDF-1.7\n%%EOF')],
  ])('of %s is a file of %s', async (name, mime, disposition, bytes) => {
    const answer = await uploadFile(people.yllapito, bytes, name)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.attributes).toMatchObject({ filemime: mime, filename: name })
    const { headers } = await people.yllapito.call('GET', answer.body.data.attributes.uri)
    expect(headers).toMatchObject({ 'content-type': mime, 'content-disposition': `${disposition}; filename=${name}` })
  })

  test.each([
    ['../../../etc/passwd', 'passwd.png'],
    ['..\\\\..\\\\win.ini', 'win.ini.png'],
    ['a/b/kuva.PNG', 'kuva.PNG'],
    ['.htaccess', 'htaccess.png'],
    ['sivu.html', 'sivu.html.png'],
    ['..', 'tiedosto.png'],
    ['kuva\u202egpj.exe', 'kuvagpj.exe.png'],
    ['a<b>:c|d?e*.png', 'a-b--c-d-e-.png'],
    [`${'x'.repeat(400)}.png`, `${'x'.repeat(251)}.png`],
  ])('named %s is stored as %s', async (name, stored) => {
    const plain = /^[\x20-\x7e]*$/.test(name)
    const disposition = plain ? `file; filename="${name}"` : `file; filename*=UTF-8''${encodeURIComponent(name)}`
    const answer = await uploadFile(people.kuljettaja, png, '', { 'content-disposition': disposition })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.attributes.filename).toBe(stored)
  })

  test('keeps Finnish letters, and needs a name', async () => {
    const named = (disposition: string) => uploadFile(people.kuljettaja, png, '', { 'content-disposition': disposition })
    const answer = await named('file; filename="a.png"; filename*=UTF-8\'\'%C3%A4iti%20%C3%B6ljy.png')
    expect(answer.body.data.attributes.filename).toBe('äiti öljy.png')
    const fetched = await people.kuljettaja.call('GET', answer.body.data.attributes.uri)
    expect(fetched.headers['content-disposition']).toContain("filename*=UTF-8''%C3%A4iti%20%C3%B6ljy.png")
    for (const disposition of ['file', 'file; filename=""', 'file; filename="', ''])
      expect((await named(disposition)).status, disposition).toBe(400)
  })

  test('may be as large as the company has set', async () => {
    const other = await startTestServer()
    try {
      const driver = await other.person(['kuljettaja'])
      const set = (input: unknown) => saveSetting(other.pool, 'tiedoston_enimmaiskoko', input, { now: other.clock.now, kayttaja: null })
      await set(1)
      // Signing in has read the settings, which the server keeps for a few seconds.
      other.clock.now += 10
      const answer = await uploadFile(driver, Buffer.concat([png, Buffer.alloc(1024 * 1024)]), 'a.png')
      expect(answer.status).toBe(413)
      expect(answer.body.errors[0].detail).toBe('Tiedosto on liian suuri. Enimmäiskoko on 1 Mt.')
      for (const bad of [0, 101, Number.NaN, '40', null]) await expect(set(bad)).rejects.toThrow()
    } finally {
      await other.close()
    }
  })

  test('of more than 25 MB is refused, with or without a Content-Length', async () => {
    const large = Buffer.alloc(bytesOfMegabytes(fileMegabytes.usual) + 1)
    large.set(png.subarray(0, 16))
    const refused = await uploadFile(people.kuljettaja, large, 'iso.png')
    expect(refused.status).toBe(413)
    expect(refused.body.errors[0].detail).toBe('Tiedosto on liian suuri. Enimmäiskoko on 25 Mt.')
    // Without a Content-Length: the connection stays open for the response, and nothing is stored.
    const signed = await people.kuljettaja.call('GET', '/jsonapi')
    expect(signed.status).toBe(200)
    const answer = await sendInChunks(large)
    expect(answer).toContain('413')
    expect((await server.pool.query("SELECT count(*)::int AS count FROM file WHERE filename = 'iso.png'")).rows).toEqual([{ count: 0 }])
  })

  test('with another content type is refused', async () => {
    const answer = await uploadFile(people.kuljettaja, Buffer.from('{}'), 'a.png', { 'content-type': 'application/json' })
    expect(answer.status).toBe(415)
  })

  test('with the same Idempotency-Key is one file', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [one, two] = await Promise.all([
      uploadFile(people.kuljettaja, png, 'kerran.png', key),
      uploadFile(people.kuljettaja, png, 'kerran.png', key),
    ])
    expect(one.status, one.text).toBe(201)
    expect(two.text).toBe(one.text)
    expect((await people.kuljettaja.call('GET', one.body.data.attributes.uri)).status).toBe(200)
    expect((await uploadFile(people.kuljettaja, png, 'toinen.png', key)).status).toBe(422)
    expect((await server.pool.query("SELECT count(*)::int AS count FROM file WHERE filename = 'kerran.png'")).rows).toEqual([{ count: 1 }])
  })

  /** Over a socket, because `inject` always sends the length. */
  async function sendInChunks(bytes: Buffer): Promise<string> {
    const login = await server.person(['kuljettaja'])
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const token = login.authorization
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
        if (answer.includes('\r\n\r\n')) {
          socket.destroy()
          resolve(answer)
        }
      })
      socket.on('error', reject)
      socket.write(
        `POST /file/upload/${photos} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: application/octet-stream\r\ncontent-disposition: file; filename="iso.png"\r\ntransfer-encoding: chunked\r\n\r\n`,
      )
      socket.write(`${bytes.length.toString(16)}\r\n`)
      socket.write(bytes)
      socket.write('\r\n0\r\n\r\n')
    })
  }
})

describe('a file', () => {
  test('is found by those who may read the delivery that it belongs to', async () => {
    const other = await server.person(['asiakas'], await server.customer())
    const otherDriver = await server.person(['kuljettaja'])
    const { shipments } = await placeOrder(people.asiakas)
    await assignDriver(people.yllapito, people.kuljettaja, shipments)
    const { id } = (await uploadFile(people.kuljettaja, png, 'kuva.png', {}, photos)).body.data
    const readers = () =>
      Promise.all(
        [people.yllapito, people.kuljettaja, people.asiakas, people.asiakas_yllapito, other, otherDriver, people.huolto].map(
          async (who) => (await who.call('GET', `/file/${id}`)).status,
        ),
      )
    expect(await readers()).toEqual([200, 200, 404, 404, 404, 404, 404])
    const hung = await people.kuljettaja.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`, {
      data: { type: 'lahetys_entity--lahetys', id: shipments[0], relationships: { kuvat: { data: [{ type: 'file--file', id }] } } },
    })
    expect(hung.status, hung.text).toBe(200)
    expect(await readers()).toEqual([200, 200, 200, 200, 404, 404, 404])
    const removed = await people.yllapito.call('DELETE', `/jsonapi/file/file/${id}`)
    expect(removed.status).toBe(204)
    expect(await readers()).toEqual([200, 404, 404, 404, 404, 404, 404])
  })

  test('of a type that is not displayed is sent as a download', async () => {
    const id = randomUUID()
    const fields = { id, filename: 'sivu.html', filemime: 'text/html', filesize: 4, uri: `/file/${id}`, tarkiste: 'x' }
    await insert(server.pool, 'file', fields)
    await server.files.save(id, Buffer.from('<b/>'))
    const { headers } = await people.yllapito.call('GET', `/file/${id}`)
    expect(headers['content-disposition']).toBe('attachment; filename=sivu.html')
  })

  test.each(['x', '../../etc/passwd', '..%2f..%2fetc%2fpasswd', '%00', randomUUID()])('%s is not found', async (id) => {
    expect((await people.yllapito.call('GET', `/file/${id}`)).status).toBe(404)
  })

  test('cannot be created or changed by a plain POST or PATCH', async () => {
    const { id } = (await uploadFile(people.yllapito, png, 'kuva.png')).body.data
    const made = await people.kuljettaja.call('POST', '/jsonapi/file/file', {
      data: { type: 'file--file', attributes: { filename: 'a.png' } },
    })
    expect(made.status).toBe(403)
    const patched = await people.yllapito.call('PATCH', `/jsonapi/file/file/${id}`, {
      data: { type: 'file--file', id, attributes: { uri: '/file/x' } },
    })
    expect(patched.status).toBe(422)
  })
})
