// Downloads: ranges, ETags and smaller pictures, from a folder and from an S3 store, over a real connection.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { uploadFile } from '#server/testing/deliveries.ts'
import { type S3Server, s3Keys, startS3Server } from '#server/testing/s3-server.ts'
import { phonePhoto } from '#server/testing/sample-pictures.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { openFileStore } from './store/open-file-store.ts'

const pdf = Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(10)}\n%%EOF`)
const photos = 'lahetys_entity/lahetys/kuvat'

// https://nodejs.org/api/v8.html#v8setflagsfromstringflags
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3.close()
})

describe.each(['a folder', 'an S3 store'])('files in %s', (place) => {
  let server: TestServer
  let driver: Person
  let port: number
  beforeAll(async () => {
    const inBucket = () => openFileStore(readConfig({ FILES: `s3://${s3.bucket}/${randomUUID()}?endpoint=${s3.endpoint}` }))
    server = await startTestServer(place === 'a folder' ? {} : { store: await inBucket() })
    driver = await server.person(['kuljettaja'])
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  const stored = async (bytes: Buffer, name: string): Promise<{ id: string; uri: string }> => {
    const answer = await uploadFile(driver, bytes, name, {}, photos)
    expect(answer.status, answer.text).toBe(201)
    return { id: answer.body.data.id, uri: answer.body.data.attributes.uri }
  }
  const connect = (method: string, path: string, headers: Record<string, string | number> = {}): ClientRequest =>
    request({ host: '127.0.0.1', port, method, path, headers: { authorization: driver.authorization, ...headers } })
  const answerTo = async (request: ClientRequest) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject))
    return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
  }
  const fetched = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const request = connect(method, path, headers)
    request.end()
    return answerTo(request)
  }
  const names = async () => (await Array.fromAsync(server.files.list())).map(({ name }) => name)

  test('are served in ranges', async () => {
    const { uri } = await stored(pdf, 'ohje.pdf')
    const whole = await fetched(uri)
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(pdf.length) })
    expect(whole.bytes.equals(pdf)).toBe(true)
    const ranges: [string, number, number][] = [
      ['bytes=0-3', 0, 3],
      ['bytes=9-', 9, pdf.length - 1],
      ['bytes=-5', pdf.length - 5, pdf.length - 1],
      ['bytes=100-9999', 100, pdf.length - 1],
    ]
    for (const [range, first, last] of ranges) {
      const part = await fetched(uri, { range })
      expect(part.status, range).toBe(206)
      expect(part.headers).toMatchObject({
        'content-range': `bytes ${first}-${last}/${pdf.length}`,
        'content-length': String(last - first + 1),
        'content-type': 'application/pdf',
        etag: whole.headers.etag,
      })
      expect(part.bytes.equals(pdf.subarray(first, last + 1)), range).toBe(true)
    }
    for (const range of ['bytes=0-1,3-4', 'rows=1-2']) expect((await fetched(uri, { range })).status).toBe(200)
    const beyond = await fetched(uri, { range: `bytes=${pdf.length}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${pdf.length}`)
  })

  test('are served in ranges only when If-Range names the same bytes', async () => {
    const { uri } = await stored(pdf, 'ohje.pdf')
    const { headers } = await fetched(uri)
    const range = 'bytes=0-3'
    expect((await fetched(uri, { range, 'if-range': String(headers.etag) })).status).toBe(206)
    for (const other of ['"toinen"', `W/${headers.etag}`, 'Sat, 21 Nov 2026 12:00:00 GMT'])
      expect((await fetched(uri, { range, 'if-range': other })).status, other).toBe(200)
  })

  test('are not sent when If-None-Match names them, nor for HEAD', async () => {
    const { uri } = await stored(pdf, 'ohje.pdf')
    const head = await fetched(uri, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers).toMatchObject({
      'content-length': String(pdf.length),
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
    })
    for (const tag of [String(head.headers.etag), `"x", W/${head.headers.etag}`, '*']) {
      const again = await fetched(uri, { 'if-none-match': tag })
      expect([again.status, again.bytes.length], tag).toEqual([304, 0])
    }
    expect((await fetched(uri, { 'if-none-match': '"x"' })).status).toBe(200)
  })

  test('pictures are served in smaller sizes, upright and without their location', async () => {
    const photo = await phonePhoto()
    expect((await sharp(photo).metadata()).exif?.includes('Puhelin')).toBe(true)
    const { id, uri } = await stored(photo, 'kuva.jpg')
    const small = await fetched(`${uri}?koko=pieni&_format=json`)
    expect(small.status).toBe(200)
    expect(small.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    })
    const { width, height, exif, orientation } = await sharp(small.bytes).metadata()
    expect({ width, height, exif, orientation }).toEqual({ width: 160, height: 320, exif: undefined, orientation: undefined })
    // Rotated clockwise: what was at the left is at the top.
    const { data } = await sharp(small.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([data[0] ?? 0, data[2] ?? 0].map((colour) => colour > 128)).toEqual([true, false])
    const large = await fetched(`${uri}?koko=suuri`)
    expect((await sharp(large.bytes).metadata()).height).toBe(800)
    expect((await names()).filter((name) => name.startsWith(id)).sort()).toEqual([id, `${id}.pieni`, `${id}.suuri`])

    expect((await fetched(`${uri}?koko=pieni`, { 'if-none-match': String(small.headers.etag) })).status).toBe(304)
    expect(small.headers.etag).not.toBe(large.headers.etag)
    // Created once: the second request gets the stored copy.
    await server.files.save(`${id}.pieni`, Buffer.from('kept'))
    expect((await fetched(`${uri}?koko=pieni`)).bytes.toString()).toBe('kept')
    expect((await fetched(`${uri}?koko=pieni`, {}, 'HEAD')).headers['content-length']).toBe('4')
    const stranger = await server.person(['kuljettaja'])
    expect((await stranger.call('GET', `${uri}?koko=pieni`)).status).toBe(404)
  })

  test('at most two whole pictures are on the disk, however many are requested at once', async () => {
    const pictures = await Promise.all(Array.from({ length: 6 }, async () => stored(await phonePhoto(), 'kuva.jpg')))
    const whole = new Set(pictures.map(({ id }) => id))
    const { open, save } = server.files
    let [held, highest] = [0, 0]
    const both = Promise.withResolvers<void>()
    const opened = vi.spyOn(server.files, 'open').mockImplementation((name, range) => {
      if (whole.has(name)) highest = Math.max(highest, ++held)
      if (held === 2) both.resolve()
      return open(name, range)
    })
    const saved = vi.spyOn(server.files, 'save').mockImplementation(async (...file) => {
      // However slow the machine is, the first picture is held until there is a second one.
      await both.promise
      held--
      return save(...file)
    })
    const answers = await Promise.all(pictures.map(({ uri }) => fetched(`${uri}?koko=pieni`)))
    for (const spy of [opened, saved]) spy.mockRestore()
    expect(answers.map(({ status }) => status)).toEqual(pictures.map(() => 200))
    expect({ held, most: highest }).toEqual({ held: 0, most: 2 })
  })

  test.each([
    ['kuva.png', 'koko=jattilainen', 'koko'],
    ['kuva.png', 'koko=', 'koko'],
    ['kuva.png', 'koko=pieni&koko=suuri', 'koko'],
    ['kuva.png', 'koko=constructor', 'koko'],
    ['kuva.png', 'leveys=100', 'leveys'],
    ['ohje.pdf', 'koko=pieni', 'koko'],
  ])('%s?%s is refused by name', async (name, query, parameter) => {
    const { uri } = await stored(name.endsWith('pdf') ? pdf : await phonePhoto(20, 10), name)
    const answer = await driver.call('GET', `${uri}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source).toEqual({ parameter })
  })

  test('a file without bytes is not found, and a picture that cannot be decoded has no smaller size', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { id, uri } = await stored(await phonePhoto(20, 10), 'kuva.jpg')
    await server.files.save(id, Buffer.from('not a picture'))
    expect((await driver.call('GET', `${uri}?koko=pieni`)).status).toBe(422)
    await server.files.remove(id)
    expect((await driver.call('GET', uri)).status).toBe(404)
    expect((await driver.call('GET', `${uri}?koko=pieni`)).status).toBe(404)
    expect(logged).toHaveBeenCalledTimes(2)
    logged.mockRestore()
  })

  test('a file that a browser could run is downloaded, never displayed', async () => {
    for (const [filename, filemime] of [
      ['sivu.html', 'text/html'],
      ['piirros.svg', 'image/svg+xml'],
    ]) {
      const id = randomUUID()
      await insert(server.pool, 'file', { id, filename, filemime, filesize: 4, uri: `/file/${id}`, lisaaja_id: driver.id })
      await server.files.save(id, Buffer.from('<b/>'))
      expect((await fetched(`/file/${id}`)).headers).toMatchObject({
        'content-disposition': `attachment; filename=${filename}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      })
    }
  })

  test('an upload whose connection breaks leaves nothing behind', async () => {
    const before = (await names()).length
    const request = connect('POST', `/file/upload/${photos}`, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'file; filename="katki.pdf"',
      'content-length': 1_000_000,
    })
    const broken = new Promise((resolve) => request.on('error', resolve))
    request.write(pdf)
    await expect.poll(() => readdir(join(server.folder, 'kesken'))).toHaveLength(1)
    request.destroy()
    await broken
    await expect.poll(() => readdir(join(server.folder, 'kesken'))).toEqual([])
    expect((await names()).length).toBe(before)
    expect((await server.pool.query("SELECT id FROM file WHERE filename = 'katki.pdf'")).rows).toEqual([])
  })

  test('24 MB are streamed without being held in memory', async () => {
    const chunk = Buffer.alloc(64 * 1024, '0123456789abcdef')
    const size = 24 * 1024 * 1024
    const samples: number[] = []
    const start = process.memoryUsage().arrayBuffers
    let passed = 0
    const sample = (bytes: number): void => {
      passed += bytes
      if (passed < 8 * 1024 * 1024) return
      passed = 0
      collectGarbage()
      samples.push((process.memoryUsage().arrayBuffers - start) / 1024 / 1024)
    }
    const send = async () => {
      const request = connect('POST', `/file/upload/${photos}`, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'file; filename="iso.pdf"',
        'content-length': size,
      })
      const answer = answerTo(request)
      request.write(pdf)
      for (let sent = pdf.length; sent < size; sent += chunk.length) {
        sample(chunk.length)
        if (!request.write(chunk.subarray(0, Math.min(chunk.length, size - sent)))) await new Promise((done) => request.once('drain', done))
      }
      request.end()
      return answer
    }
    const sent = await Promise.all([send(), send()])
    for (const { status, bytes } of sent) expect(status, bytes.toString()).toBe(201)
    for (const { bytes } of sent) {
      const request = connect('GET', JSON.parse(bytes.toString()).data.attributes.uri)
      request.end()
      const answer = await new Promise<IncomingMessage>((resolve) => request.on('response', resolve))
      let got = 0
      for await (const part of answer) {
        got += part.length
        sample(part.length)
      }
      expect(got).toBe(size)
    }
    // The median: a single sample may include buffers that are about to be freed. Files held in memory would give 24 or more.
    expect(samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)]).toBeLessThan(12)
  })
})
