// Photos contain the location where they were taken. It must not be stored or sent to customers.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { assignDriver, placeOrder, uploadFile } from '#server/testing/deliveries.ts'
import { jpegWithMetadata, noisePicture, phonePhoto, phoneVideo, secrets, withPngChunk } from '#server/testing/sample-pictures.ts'
import { type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'
import { stripGif } from './metadata/gif.ts'

const photos = 'lahetys_entity/lahetys/kuvat'

let server: TestServer
let driver: Person
let customer: Person
let admin: Person
beforeAll(async () => {
  ;({ server, driver, customer, admin } = await startServerWithUsers())
})
afterAll(() => server.close())

const secretsIn = (bytes: Buffer): string[] => secrets.filter((secret) => bytes.includes(secret))
const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()

/** Uploads, and fetches what is stored. */
async function stored(bytes: Buffer, name: string): Promise<Buffer> {
  const answer = await uploadFile(driver, bytes, name, {}, photos)
  expect(answer.status, answer.text).toBe(201)
  const { id, attributes } = answer.body.data
  const fetched = await driver.call('GET', `/file/${id}`)
  expect(fetched.raw.length).toBe(attributes.filesize)
  expect(fetched.headers['content-length']).toBe(String(attributes.filesize))
  return fetched.raw
}

test('an upright JPEG loses everything but its picture and colour profile, bit for bit', async () => {
  const photo = await jpegWithMetadata()
  expect(secretsIn(photo)).toEqual([...secrets])
  const clean = await stored(photo, 'kuva.jpg')
  expect(secretsIn(clean)).toEqual([])
  expect((await pixels(clean)).equals(await pixels(photo))).toBe(true)
  const [before, after] = await Promise.all([sharp(photo).metadata(), sharp(clean).metadata()])
  expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(true)
  expect(after).toMatchObject({ width: 60, height: 40, format: 'jpeg' })
  expect([after.exif, after.xmp, after.iptc]).toEqual([undefined, undefined, undefined])
})

test('a JPEG of a camera that was held sideways is stored upright', async () => {
  const photo = await phonePhoto()
  expect(photo.includes('Exif')).toBe(true)
  const clean = await stored(photo, 'kuva.jpg')
  expect(secretsIn(clean)).toEqual([])
  const { width, height, orientation, exif } = await sharp(clean).metadata()
  expect({ width, height, orientation, exif }).toEqual({ width: 400, height: 800, orientation: undefined, exif: undefined })
  // Red above, blue below, as the person saw it.
  const [top, bottom] = await Promise.all(
    [100, 700].map(async (y) => [...(await sharp(clean).extract({ left: 200, top: y, width: 1, height: 1 }).raw().toBuffer())]),
  )
  for (const [found, expected] of [
    [top, [0xd0, 0x20, 0x20]],
    [bottom, [0x20, 0x30, 0xd0]],
  ] as const)
    for (const [index, value] of expected.entries()) expect(Math.abs((found?.[index] ?? 0) - value)).toBeLessThan(8)
})

test('a picture that is rotated keeps its colours and their profile', async () => {
  const wide = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#20d020' } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withIccProfile('p3')
    .toBuffer()
  const photo = await sharp(wide).keepIccProfile().withMetadata({ orientation: 6 }).toBuffer()
  const clean = await stored(photo, 'kuva.jpg')
  const shown = async (bytes: Buffer) => [...(await sharp(bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer())]
  const [before, after] = await Promise.all([shown(photo), shown(clean)])
  for (const [index, value] of before.entries()) expect(Math.abs((after[index] ?? 0) - value)).toBeLessThan(6)
})

test('a PNG, a WebP and a GIF lose their metadata, and keep their picture bit for bit', async () => {
  const png = withPngChunk(withPngChunk(await noisePicture('png'), 'tEXt', 'Comment\0Salainen'), 'eXIf', 'MM\0*GPS Salainen')
  const webp = await sharp(await noisePicture('webp'))
    .webp({ lossless: true })
    .withExif({ IFD0: { Make: 'Salainen' }, IFD3: { GPSMapDatum: 'GPS' } })
    .toBuffer()
  const gif = await noisePicture('gif')
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 12]), Buffer.from('Salainen GPS'), Buffer.from([0])])
  const files = { 'kuva.png': png, 'kuva.webp': webp, 'kuva.gif': Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]) }
  for (const [name, file] of Object.entries(files)) {
    expect(secretsIn(file), name).toContain('GPS')
    const clean = await stored(file, name)
    expect(secretsIn(clean), name).toEqual([])
    expect((await pixels(clean)).equals(await pixels(file)), name).toBe(true)
  }
})

test('an animation stays animated', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const animated = await sharp([await frame('#d02020'), await frame('#2030d0')], { join: { animated: true } })
    .gif({ loop: 0 })
    .toBuffer()
  const clean = await stored(animated, 'kuva.gif')
  expect(clean.equals(Buffer.concat(stripGif(animated) ?? [animated]))).toBe(true)
  expect((await sharp(clean).metadata()).pages).toBe(2)
})

test('a picture without metadata is stored as it came', async () => {
  for (const [name, file] of [
    ['kuva.jpg', await noisePicture('jpeg')],
    ['kuva.png', await noisePicture('png')],
    ['kuva.webp', await noisePicture('webp')],
    ['kuva.gif', await noisePicture('gif')],
  ] as const)
    expect((await stored(file, name)).equals(file), name).toBe(true)
})

test('a video loses its location, and no other bytes move', async () => {
  const video = phoneVideo()
  const clean = await stored(video, 'video.mp4')
  expect(secretsIn(video)).not.toEqual([])
  expect(secretsIn(clean)).toEqual([])
  expect(clean.length).toBe(video.length)
  expect(clean.indexOf('kuvaa ja aanta')).toBe(video.indexOf('kuvaa ja aanta'))
})

test('a picture sent as base64 has no location when the customer fetches it', async () => {
  const { shipments } = await placeOrder(customer)
  await assignDriver(admin, driver, shipments)
  const photo = await jpegWithMetadata()
  const answer = await driver.call('POST', '/api/kuva', { lahetys: shipments[0], kuva: photo.toString('base64') })
  expect(answer.status, answer.text).toBe(200)
  const { raw } = await customer.call('GET', answer.body.file.uri)
  expect(secretsIn(raw)).toEqual([])
  expect(raw.length).toBe(answer.body.file.filesize)
})

test('files stored before are cleaned once, and cleaning again changes nothing', async () => {
  const photo = await jpegWithMetadata()
  const answer = await uploadFile(driver, await noisePicture('jpeg'), 'vanha.jpg', {}, photos)
  const { id } = answer.body.data
  // As an earlier version stored it.
  await server.files.save(id, photo)
  await server.pool.query('UPDATE file SET filesize = $2, tarkiste = $3 WHERE id = $1', [id, photo.length, 'ennen'])
  const row = async () => (await server.pool.query('SELECT vid, filesize::int, tarkiste FROM file WHERE id = $1', [id])).rows[0]
  const clean = async () => {
    const kind = { name: 'tiedostojen-puhdistus', input: z.strictObject({}) } as const
    const job = await server.app.jobs.enqueue(server.pool, { ...kind, run: () => Promise.reject() }, { tekija: null, input: {} })
    await expect
      .poll(async () => (await server.pool.query('SELECT tila, virhe FROM taustatyo WHERE id = $1', [job])).rows[0])
      .toEqual({ tila: 'valmis', virhe: '' })
  }
  await clean()
  const { raw } = await driver.call('GET', `/file/${id}`)
  expect(secretsIn(raw)).toEqual([])
  const after = await row()
  expect(after).toMatchObject({ vid: '2', filesize: raw.length })
  await clean()
  expect(await row()).toEqual(after)
})
