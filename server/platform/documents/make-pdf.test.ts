import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeWaybills } from '#domain/features/waybills/document.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { noon, sampleOrder, sampleShipment } from '#server/testing/sample-order.ts'
import { openWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import { openPdfMaker, type PdfMaker } from './make-pdf.ts'

const options = {
  program: new URL('../../features/waybills/pdf/draw-waybills.worker.ts', import.meta.url),
  form: 'lahetys',
  facts: { title: 'Rahtikirjat', author: 'Kuljetus Oy', created: noon },
  fairKey: 'user 1',
}
const waybills = (...references: string[]) =>
  composeWaybills(sampleOrder(references.map((viite) => sampleShipment({ viite }))), { multipage: true })

/** Draws as the real program does, except that it never ends, or ends its process, when a document says so. */
const faulty = `import draw from '${options.program.href}'
  export default async (drawing) => {
    const text = JSON.stringify(drawing.documents)
    while (text.includes('HANG'));
    if (text.includes('CRASH')) process.abort()
    return draw(drawing)
  }`

let folder: string
let programs: string
let workers: WorkerPool
let maker: PdfMaker
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kuorma-pdf-'))
  programs = await mkdtemp(join(tmpdir(), 'kuorma-pdf-'))
  await writeFile(join(programs, 'faulty.mjs'), faulty)
  workers = openWorkerPool({ warn: () => undefined })
  maker = openPdfMaker(workers, folder)
})
afterAll(async () => {
  await workers.close()
  for (const path of [folder, programs]) await rm(path, { recursive: true })
})

test('concurrent PDFs are drawn in parts and joined without mixing, and leave no files behind', async () => {
  const make = () =>
    Promise.all(
      ['EKA', 'TOKA'].map((name) =>
        maker.makePdf({ ...options, fairKey: name }, async (pdf) => {
          const references = Array.from({ length: 30 }, (_, index) => `${name}-${index}`)
          for (const part of [references.slice(0, 10), references.slice(10)]) await pdf.add(waybills(...part))
          const made = await pdf.end()
          const bytes = await readFile(made?.path ?? '')
          const tarkiste = createHash('sha256').update(bytes).digest('hex')
          expect(made).toMatchObject({ size: bytes.length, tarkiste, pages: 30 })
          expect(readPdfText(bytes).map((runs) => runs.find(({ text }) => text.startsWith(`${name}-`))?.text)).toEqual(references)
          const text = bytes.toString('latin1')
          expect([/\/Lang \(fi\)/, /\(D:20261121100000Z\)/, /\/DisplayDocTitle true/].every((part) => part.test(text))).toBe(true)
          return tarkiste
        }),
      ),
    )
  const first = await make()
  expect(await make()).toEqual(first)
  expect(await readdir(folder)).toEqual([])
})

test('without documents there is no file', async () => {
  expect(await maker.makePdf(options, (pdf) => pdf.end())).toBeNull()
})

describe('a part that cannot be drawn', () => {
  const made = (name: string, fairKey: string, timeoutSeconds = 60) =>
    openPdfMaker(workers, folder, timeoutSeconds).makePdf(
      { ...options, fairKey, program: pathToFileURL(join(programs, 'faulty.mjs')) },
      async (pdf) => {
        await pdf.add(waybills(name))
        return (await pdf.end())?.pages
      },
    )

  test.each([
    ['HANG', 422, 'Tulosteen piirtäminen kesti liian kauan, ja se keskeytettiin. Tulosta pienempi osa kerralla.'],
    ['CRASH', 503, 'Tulosteen piirtäminen keskeytyi. Yritä uudelleen.'],
  ])('%s: its own PDF is refused with %i in Finnish, and others are drawn', async (name, status, message) => {
    const failing = made(name, 'user 1', name === 'HANG' ? 2 : 60)
    const other = made('X', 'user 2')
    await expect(failing).rejects.toMatchObject({ status, message })
    expect(await other).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  test('an error of the program or of the callback is passed on unchanged', async () => {
    const broken = maker.makePdf(options, async (pdf) => {
      await pdf.add([{}])
      await pdf.end()
    })
    await expect(broken).rejects.toMatchObject({ name: 'TypeError' })
    await expect(maker.makePdf(options, () => Promise.reject(new Error('Peruttu')))).rejects.toThrow('Peruttu')
    expect(await readdir(folder)).toEqual([])
  })
})

test('one user’s PDFs wait for each other, and an eleventh is refused', async () => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  const made = Array.from({ length: 10 }, () => maker.makePdf(options, () => isOpen))
  await expect(maker.makePdf(options, () => isOpen)).rejects.toMatchObject({
    status: 429,
    message: 'Sinulla on jo 10 tulostetta tekeillä. Odota, että jokin niistä valmistuu.',
  })
  open()
  await Promise.all(made)
})
