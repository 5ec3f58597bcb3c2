import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeWaybills } from '#domain/waybill/document.ts'
import { slowness } from '../../../tools/machine-pace.ts'
import type { PrintPart } from './pdf.ts'
import { openPrintRoom, type PrintRoom } from './print-room.ts'
import { readPdfText } from './read-pdf.ts'
import { noon, sampleOrder, sampleShipment } from './sample-order.ts'

const facts = { title: 'Rahtikirjat', author: 'Kuljetus Oy', created: noon }
const partOf = (viite: string): PrintPart => ({
  form: 'rahtikirjat',
  documents: composeWaybills(sampleOrder([sampleShipment({ viite })]), { multipage: true }),
})

let folder: string
let room: PrintRoom
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kuorma-tuloste-'))
  room = openPrintRoom(folder)
})
afterAll(async () => {
  await room.close()
  await rm(folder, { recursive: true })
})

test('prints grow side by side without mixing, and leave nothing behind', async () => {
  const printed = ['EKA', 'TOKA'].map((viite) =>
    room.print('a', facts, async (print) => {
      expect(await print.add(partOf(`${viite}-1`))).toBe(1)
      expect(await print.add(partOf(`${viite}-2`))).toBe(2)
      const { path, size, tarkiste, pages } = await print.end()
      const bytes = await readFile(path)
      expect({ size, tarkiste, pages }).toEqual({
        size: bytes.length,
        tarkiste: createHash('sha256').update(bytes).digest('hex'),
        pages: 2,
      })
      return readPdfText(bytes).map((runs) => runs.find(({ text }) => /-[12]$/.test(text) && text.includes(viite))?.text)
    }),
  )
  expect(await Promise.all(printed)).toEqual([
    ['EKA-1', 'EKA-2'],
    ['TOKA-1', 'TOKA-2'],
  ])
  expect(await readdir(folder)).toEqual([])
})

test('what cannot be drawn refuses its own print alone', async () => {
  const broken = { form: 'rahtikirjat', documents: [{}] } as unknown as PrintPart
  const refused = room.print('a', facts, async (print) => {
    await print.add(partOf('X'))
    await print.add(broken)
  })
  const other = room.print('a', facts, async (print) => {
    await print.add(partOf('Y'))
    return (await print.end()).pages
  })
  await expect(refused).rejects.toThrow(/TypeError/)
  expect(await other).toBe(1)
  await expect(room.print('a', facts, () => Promise.reject(new Error('Peruttu')))).rejects.toThrow('Peruttu')
  expect(await readdir(folder)).toEqual([])
})

test('a print under way is refused when the drawing process ends, and the next one starts another', async () => {
  const stopped = room.print('a', facts, async (print) => {
    await print.add(partOf('X'))
    await room.close()
    await print.add(partOf('Y'))
  })
  await expect(stopped).rejects.toThrow()
  expect(
    await room.print('a', facts, async (print) => {
      await print.add(partOf('Z'))
      return (await print.end()).pages
    }),
  ).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

describe('a drawing process that hangs', () => {
  let impatient: PrintRoom
  beforeAll(() => {
    // Long enough for a process to start in, on whatever machine.
    const patienceMs = 3000 * slowness()
    impatient = openPrintRoom(folder, { program: new URL('./hanging-process.ts', import.meta.url), patienceMs })
  })
  afterAll(() => impatient.close())
  const pagesOf = (whose: string, ...references: string[]) =>
    impatient.print(whose, facts, async (print) => {
      for (const viite of references) await print.add(partOf(viite))
      return (await print.end()).pages
    })

  test('is killed: its print is refused in words, the others may try again, and the next ones are drawn', async () => {
    const hanging = pagesOf('a', 'X', 'JUMI')
    const beside = pagesOf('b', ...Array.from({ length: 1000 }, () => 'Y'))
    const waiting = Array.from({ length: 9 }, () => pagesOf('a', 'Z'))
    const eleventh = pagesOf('a', 'Z')
    expect(await Promise.allSettled([eleventh, hanging, beside])).toMatchObject([
      { reason: { status: 429, message: 'Sinulla on jo 10 tulostetta tekeillä. Odota, että jokin niistä valmistuu.' } },
      { reason: { status: 422, message: 'Tulosteen piirtäminen kesti liian kauan, ja se keskeytettiin. Tulosta pienempi osa kerralla.' } },
      { reason: { status: 503, message: 'Tulosteen piirtäminen keskeytyi. Yritä uudelleen.' } },
    ])
    expect(await Promise.all([pagesOf('b', 'X'), ...waiting])).toEqual(Array.from({ length: 10 }, () => 1))
    expect(await readdir(folder)).toEqual([])
  })
})

test('a long text of words that never come again takes no more memory than there is', async () => {
  const viesti = Array.from({ length: 1200 }, (_, index) => `sana${index}`).join(' ')
  const documents = Array.from({ length: 16 }, (_, index) =>
    composeWaybills(sampleOrder([sampleShipment({ viesti: viesti.replaceAll('sana', `s${index}a`) })]), { multipage: true }),
  ).flat()
  const pages = await room.print('a', facts, (print) => print.add({ form: 'rahtikirjat', documents }))
  expect(pages).toBeGreaterThan(16)
})
