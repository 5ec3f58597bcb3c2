// Photos say where they were taken: what is stored, and answered to customers, does not.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { assignDriver, placeOrder, uploadFile } from '#server/testing/deliveries.ts'
import { type House, type Person, peopledHouse } from '#server/testing/house.ts'
import { gossipingJpeg, noisy, phonePhoto, phoneVideo, secrets, withPngChunk } from '#server/testing/sample-pictures.ts'
import { stripGif } from './metadata/gif.ts'

const photos = 'lahetys_entity/lahetys/kuvat'

let house: House
let driver: Person
let customer: Person
let admin: Person
beforeAll(async () => {
  ;({ house, driver, customer, admin } = await peopledHouse())
})
afterAll(() => house.close())

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
  const photo = await gossipingJpeg()
  expect(secretsIn(photo)).toEqual([...secrets])
  const kept = await stored(photo, 'kuva.jpg')
  expect(secretsIn(kept)).toEqual([])
  expect((await pixels(kept)).equals(await pixels(photo))).toBe(true)
  const [before, after] = await Promise.all([sharp(photo).metadata(), sharp(kept).metadata()])
  expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(true)
  expect(after).toMatchObject({ width: 60, height: 40, format: 'jpeg' })
  expect([after.exif, after.xmp, after.iptc]).toEqual([undefined, undefined, undefined])
})

test('a JPEG of a camera that was held sideways is stored upright', async () => {
  const photo = await phonePhoto()
  expect(photo.includes('Exif')).toBe(true)
  const kept = await stored(photo, 'kuva.jpg')
  expect(secretsIn(kept)).toEqual([])
  const { width, height, orientation, exif } = await sharp(kept).metadata()
  expect({ width, height, orientation, exif }).toEqual({ width: 400, height: 800, orientation: undefined, exif: undefined })
  // Red above, blue below, as the person saw it.
  const [top, bottom] = await Promise.all(
    [100, 700].map(async (y) => [...(await sharp(kept).extract({ left: 200, top: y, width: 1, height: 1 }).raw().toBuffer())]),
  )
  for (const [found, wanted] of [
    [top, [0xd0, 0x20, 0x20]],
    [bottom, [0x20, 0x30, 0xd0]],
  ] as const)
    for (const [index, value] of wanted.entries()) expect(Math.abs((found?.[index] ?? 0) - value)).toBeLessThan(8)
})

test('a picture that is turned keeps its colours and their profile', async () => {
  const wide = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#20d020' } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withIccProfile('p3')
    .toBuffer()
  const photo = await sharp(wide).keepIccProfile().withMetadata({ orientation: 6 }).toBuffer()
  const kept = await stored(photo, 'kuva.jpg')
  const shown = async (bytes: Buffer) => [...(await sharp(bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer())]
  const [before, after] = await Promise.all([shown(photo), shown(kept)])
  for (const [index, value] of before.entries()) expect(Math.abs((after[index] ?? 0) - value)).toBeLessThan(6)
})

test('a PNG, a WebP and a GIF lose their metadata, and keep their picture bit for bit', async () => {
  const png = withPngChunk(withPngChunk(await noisy('png'), 'tEXt', 'Comment\0Salainen'), 'eXIf', 'MM\0*GPS Salainen')
  const webp = await sharp(await noisy('webp'))
    .webp({ lossless: true })
    .withExif({ IFD0: { Make: 'Salainen' }, IFD3: { GPSMapDatum: 'GPS' } })
    .toBuffer()
  const gif = await noisy('gif')
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 12]), Buffer.from('Salainen GPS'), Buffer.from([0])])
  const files = { 'kuva.png': png, 'kuva.webp': webp, 'kuva.gif': Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]) }
  for (const [name, file] of Object.entries(files)) {
    expect(secretsIn(file), name).toContain('GPS')
    const kept = await stored(file, name)
    expect(secretsIn(kept), name).toEqual([])
    expect((await pixels(kept)).equals(await pixels(file)), name).toBe(true)
  }
})

test('an animation stays one', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const animated = await sharp([await frame('#d02020'), await frame('#2030d0')], { join: { animated: true } })
    .gif({ loop: 0 })
    .toBuffer()
  const kept = await stored(animated, 'kuva.gif')
  expect(kept.equals(Buffer.concat(stripGif(animated) ?? [animated]))).toBe(true)
  expect((await sharp(kept).metadata()).pages).toBe(2)
})

test('a picture without metadata is stored as it came', async () => {
  for (const [name, file] of [
    ['kuva.jpg', await noisy('jpeg')],
    ['kuva.png', await noisy('png')],
    ['kuva.webp', await noisy('webp')],
    ['kuva.gif', await noisy('gif')],
  ] as const)
    expect((await stored(file, name)).equals(file), name).toBe(true)
})

test('a video loses its place, and nothing in it moves', async () => {
  const video = phoneVideo()
  const kept = await stored(video, 'video.mp4')
  expect(secretsIn(video)).not.toEqual([])
  expect(secretsIn(kept)).toEqual([])
  expect(kept.length).toBe(video.length)
  expect(kept.indexOf('kuvaa ja aanta')).toBe(video.indexOf('kuvaa ja aanta'))
})

test('a picture as base64 has no place when the customer fetches it', async () => {
  const { shipments } = await placeOrder(customer)
  await assignDriver(admin, driver, shipments)
  const photo = await gossipingJpeg()
  const answer = await driver.call('POST', '/api/kuva', { lahetys: shipments[0], kuva: photo.toString('base64') })
  expect(answer.status, answer.text).toBe(200)
  const { raw } = await customer.call('GET', answer.body.file.uri)
  expect(secretsIn(raw)).toEqual([])
  expect(raw.length).toBe(answer.body.file.filesize)
})

test('files stored before are cleaned once, and cleaning again changes nothing', async () => {
  const photo = await gossipingJpeg()
  const answer = await uploadFile(driver, await noisy('jpeg'), 'vanha.jpg', {}, photos)
  const { id } = answer.body.data
  // As an earlier version stored it.
  await house.files.save(id, photo)
  await house.pool.query('UPDATE file SET filesize = $2, tarkiste = $3 WHERE id = $1', [id, photo.length, 'ennen'])
  const row = async () => (await house.pool.query('SELECT vid, filesize::int, tarkiste FROM file WHERE id = $1', [id])).rows[0]
  const clean = async () => {
    const kind = { name: 'tiedostojen-puhdistus', input: z.strictObject({}) } as const
    const job = await house.app.jobs.enqueue(house.pool, { ...kind, run: () => Promise.reject() }, { tekija: null, input: {} })
    await expect
      .poll(async () => (await house.pool.query('SELECT tila, virhe FROM taustatyo WHERE id = $1', [job])).rows[0])
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
