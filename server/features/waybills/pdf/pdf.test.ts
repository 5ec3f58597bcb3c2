import { code128 } from 'bwip-js/node'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import QRCode from 'qrcode'
import { describe, expect, it } from 'vitest'
import { composeWaybills, type WaybillDocument, type WaybillShipment } from '#domain/features/waybills/document.ts'
import { composeLabels } from '#domain/features/waybills/labels.ts'
import { waybillNumber } from '#domain/features/waybills/number.ts'
import { drawPdf, type PdfLayout } from '#server/platform/documents/draw-pdf.ts'
import { type Rect, readPdfRects, readPdfText } from '#server/testing/read-pdf.ts'
import { noon, sampleOrder, sampleShipment, sampleSignature } from '#server/testing/sample-order.ts'
import { labelsLayout } from './label-layout.ts'
import { sheet, waybillsLayout } from './waybill-layout.ts'

const pdfOf = async (layout: PdfLayout) =>
  (await drawPdf(layout, { title: 'Rahtikirja T-1042', author: 'Kuljetus Oy', created: noon })).bytes
const renderWaybill = (documents: readonly WaybillDocument[]) => pdfOf(waybillsLayout(documents))

const summary = { multipage: false }
const apart = { multipage: true }

async function textOf(documents: readonly WaybillDocument[]): Promise<string[]> {
  const pages = readPdfText(await renderWaybill(documents))
  for (const { x, y } of pages.flat()) {
    expect(x).toBeGreaterThanOrEqual(sheet.left)
    expect(x).toBeLessThan(sheet.right)
    expect(y).toBeGreaterThan(sheet.top)
    expect(y).toBeLessThan(sheet.bottom + 20)
  }
  return pages.map((runs) => runs.map((run) => run.text).join('\n'))
}

function imagesIn(pdf: Buffer): number {
  return pdf.toString('latin1').split('/Subtype /Image').length - 1
}

describe('waybill PDF', () => {
  it('prints everything that the law requires', async () => {
    const [page = '', ...more] = await textOf(composeWaybills(sampleOrder([sampleShipment()]), apart))
    expect(more).toEqual([])
    for (const text of [
      ...['Rahtikirja', 'Nro 0000 0001 0016', '21.11.2026, Pirkkala', 'Tilaus T-1042', 'Sivu 1/1'],
      ...['Lähettäjä', 'Åbo Bröd & Öljy Oy', 'Teollisuuskatu 12', 'Ovi 4', '20520 Turku', 'Åsa Öhman, 040 123 4567'],
      ...['Vastaanottaja', 'Kahvila Höyry 50 €', 'Hämeenkatu 5', '33100 Tampere', '+358 50 555 1234'],
      ...['Rahdinkuljettaja', 'Kuljetus Oy', 'Rahtitie 3, 33960 Pirkkala', 'Y-tunnus 1234567-1', 'Puh. 03 123 4567'],
      ...['Noutopaikka ja -päivä', 'Teollisuuskatu 12, Ovi 4, 20520 Turku', 'Noudettu ____', 'Määräpaikka', 'Toivottu toimitus 22.11.2026'],
      ...['PO-4410', 'Rahdin maksaja: Bröd Oy', 'Matti Meikäläinen', 'ABC-123', 'Rullakko\nLavapaikka', 'Leipomotuotteet'],
      ...['120 × 80 × 185,5', '546,75', '5,342', 'Yhteensä', 'Soita ennen purkua.', 'Nimenselvennys'],
    ]) {
      expect(page).toContain(text)
    }
  })

  it('follows the order of the Finnish form', async () => {
    const [runs = []] = readPdfText(await renderWaybill(composeWaybills(sampleOrder([sampleShipment()]), apart)))
    const lines = Map.groupBy(runs, ({ y }) => Math.round(y))
    const written = [...lines].sort(([a], [b]) => a - b).map(([, line]) => line.sort((a, b) => a.x - b.x).map(({ text }) => text))
    /** The line that has these texts beside each other, from left to right; -1 if there is none. */
    const lineOf = (...texts: string[]): number =>
      written.findIndex((line) => line.filter((text) => texts.includes(text)).join() === texts.join())
    const order = [
      lineOf('Åbo Bröd & Öljy Oy'),
      lineOf('Vastaanottaja', 'Rahdinkuljettaja'),
      lineOf('Kahvila Höyry 50 €', 'Kuljetus Oy'),
      lineOf('Noutopaikka ja -päivä', 'Määräpaikka'),
      lineOf('Teollisuuskatu 12, Ovi 4, 20520 Turku', 'Hämeenkatu 5, 33100 Tampere'),
      lineOf('Viitteet', 'Kuljettaja ja ajoneuvo'),
      lineOf('PO-4410', 'Matti Meikäläinen'),
      lineOf('Merkit', 'Kolliluku', 'Laji', 'Sisältö', 'Mitat, cm', 'Brutto, kg', 'm³'),
      lineOf('Yhteensä'),
      lineOf('Huomautukset ja ohjeet'),
      lineOf('Soita ennen purkua.'),
      lineOf('Lähettäjä', 'Kuljettaja', 'Vastaanottaja'),
      lineOf('Allekirjoitus', 'Allekirjoitus', 'Allekirjoitus'),
      lineOf('Nimenselvennys', 'Nimenselvennys', 'Nimenselvennys'),
      lineOf('Aika', 'Aika', 'Aika'),
    ]
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order).not.toContain(-1)
  })

  it('carries a QR code that opens the acknowledgement, on the first page of each', async () => {
    const pages = readPdfRects(await renderWaybill(composeWaybills(sampleOrder([sampleShipment(), sampleShipment()]), apart)))
    expect(pages).toHaveLength(2)
    for (const rects of pages) {
      const modules = rects.filter(({ x, height }) => x > sheet.right - 80 && height < 5)
      expect(qrRows(modules)).toEqual(await qrOf('https://kuorma.example.fi/kuittaa/order-1'))
    }
  })

  it('gives the same bytes for the same input, signatures included', async () => {
    const shipments = Array.from({ length: 12 }, (_, index) =>
      sampleShipment({ kuittaus: { nimenselvennys: 'Liisa', aika: noon, kuva: sampleSignature(20 + index) } }),
    )
    const documents = composeWaybills(sampleOrder(shipments), apart)
    const [one, other] = await Promise.all([renderWaybill(documents), renderWaybill(documents)])
    expect(one.equals(other)).toBe(true)
    expect(imagesIn(one)).toBe(12)
    expect(one.toString('latin1')).toContain('(D:20261121100000Z)')
    expect(one.toString('latin1')).toContain('/Lang (fi)')
  })

  it('shows the receiver and the time, and embeds a shared signature once', async () => {
    const kuittaus = { nimenselvennys: 'Liisa Höyry', aika: noon, kuva: sampleSignature() }
    const documents = composeWaybills(sampleOrder([sampleShipment({ kuittaus }), sampleShipment({ kuittaus })]), apart)
    const pages = await textOf(documents)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page).toContain('Liisa Höyry\nNimenselvennys\n21.11.2026 klo 12.00\nAika')
    expect(pages[1]).toContain('Tilaus T-1042, lähetys 2/2')
    expect(imagesIn(await renderWaybill(documents))).toBe(1)
  })

  it('is printed also when a signature file is broken, empty or claims to be huge', async () => {
    const whole = sampleSignature()
    const cut = whole.slice(0, whole.length / 2)
    const garbled = whole.map((byte, index) => (index > 60 && index < 90 ? byte ^ 255 : byte))
    const huge = Buffer.from(whole)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const blank = new PNG({ width: 10, height: 10 })
    blank.data.fill(0)
    for (const kuva of [cut, garbled, new Uint8Array(huge), new Uint8Array(), new Uint8Array(PNG.sync.write(blank))]) {
      const kuittaus = { nimenselvennys: 'Liisa', aika: noon, kuva }
      const [page = ''] = await textOf(composeWaybills(sampleOrder([sampleShipment({ kuittaus })]), apart))
      expect(page.replaceAll('\u00a0', ' '), `${kuva.length}`).toContain('Allekirjoituskuvaa ei voitu näyttää')
    }
  })

  it('continues 40 rows on further pages, each row once, with signatures beside goods at the end', async () => {
    const shipments = Array.from({ length: 40 }, (_, index) => sampleShipment({ viite: `VIITE-${100 + index}`, viesti: null }))
    const pages = await textOf(composeWaybills(sampleOrder(shipments), summary))
    expect(pages.length).toBeGreaterThan(2)
    // The first page's reference box names some of them too.
    for (let index = 0; index < 40; index++) {
      expect(pages.flatMap((page) => page.split('\n')).filter((text) => text === `VIITE-${100 + index}`)).toHaveLength(1)
    }
    for (const [index, page] of pages.entries()) expect(page).toContain(`Sivu ${index + 1}/${pages.length}`)
    expect(pages.filter((page) => page.includes('Nimenselvennys'))).toEqual([pages.at(-1)])
    expect(pages.at(-1)).toContain('VIITE-139')
    expect(pages.at(-1)).toContain('Yhteensä\n120\n21\u00a0870,00')
  })

  it('prints every word of long texts', async () => {
    const words = Array.from({ length: 900 }, (_, index) => `sana${index}`)
    const shipment = sampleShipment({ viesti: words.join(' '), kuvaus: `alku ${words.join(' ')} ${'x'.repeat(500)}` })
    const pages = await textOf(composeWaybills(sampleOrder([shipment]), apart))
    const printed = pages.join('\n').split(/\s/)
    for (const word of words) expect(printed.filter((text) => text === word)).toHaveLength(2)
    expect(pages.join('').match(/x/g)).toHaveLength(500)
  })

  it('leaves nothing out for any length of its texts', async () => {
    const text = (label: string) =>
      fc.tuple(fc.constantFrom('W', 'x', 'sana ', 'W W', 'x\n'), fc.integer({ min: 0, max: 400 })).map(([piece, length]) => {
        const body = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
        return `${label}alku ${body} ${label}loppu`
      })
    const shape = fc.record({
      rows: fc.array(fc.record({ viite: text('viite'), kuvaus: text('kuvaus') }), { minLength: 1, maxLength: 6 }),
      viesti: text('viesti'),
    })
    await fc.assert(
      fc.asyncProperty(shape, async ({ rows, viesti }) => {
        const shipments = rows.map((row) => sampleShipment({ ...row, viesti }))
        const [document] = composeWaybills(sampleOrder(shipments), summary)
        const pages = await textOf(document ? [document] : [])
        // Words are broken where a line ends.
        const printed = pages.join('').replace(/\s/g, '')
        const count = (word: string): number => printed.split(word).length - 1
        // The box of references contains some of the marks again.
        expect(count('viitealku')).toBeGreaterThanOrEqual(rows.length)
        for (const word of ['kuvausalku', 'kuvausloppu']) expect(count(word)).toBe(rows.length)
        expect(count('viestiloppu')).toBeGreaterThanOrEqual(1)
        expect(pages.filter((page) => page.includes('Nimenselvennys'))).toEqual([pages.at(-1)])
      }),
      { numRuns: 15 },
    )
  })

  it('leaves unknown values empty', async () => {
    const shipment = sampleShipment({
      maara: null,
      pituus: null,
      yksikkopaino: null,
      varauma: null,
      tuote: null,
      kuljettaja: null,
      viesti: null,
    })
    const [page = ''] = await textOf(composeWaybills(sampleOrder([shipment]), apart))
    expect(page).not.toMatch(/null|undefined|NaN|Huomautukset/)
    expect(page).toContain('Yhteensä\n')
  })

  it('embeds two fonts for all waybills of a document', async () => {
    const shipments = Array.from({ length: 20 }, () => sampleShipment())
    const pdf = await renderWaybill(composeWaybills(sampleOrder(shipments), apart))
    expect(pdf.toString('latin1').split('/Type /Page\n')).toHaveLength(21)
    expect(pdf.toString('latin1').split('/FontFile2').length - 1).toBeLessThanOrEqual(2)
  })
})

describe('labels', () => {
  const labels = (changes: Partial<WaybillShipment>[], sheet: 'a6' | 'a4' = 'a6') =>
    pdfOf(labelsLayout(composeLabels(sampleOrder(changes.map((change) => sampleShipment(change)))), sheet))
  const texts = (pdf: Buffer): string[] => readPdfText(pdf).map((runs) => runs.map(({ text }) => text).join('\n'))

  it('are one for each package, with the data that carriers need', async () => {
    const pages = texts(await labels([{ maara: 2 }, { maara: 1, rahtikirjanro: waybillNumber(1002) }]))
    expect(pages).toHaveLength(3)
    for (const text of [
      ...['T-1042', '2/2', 'Lähetys 1/2, kolli', 'Kuljetus Oy'],
      ...['Vastaanottaja', 'Kahvila Höyry 50 €', 'Hämeenkatu 5', '33100 Tampere', 'Liisa Žukova, +358 50 555 1234'],
      ...['Lähettäjä', 'Åbo Bröd & Öljy Oy', 'Teollisuuskatu 12, Ovi 4, 20520 Turku'],
      ...['Viite PO-4410', 'Leipomotuotteet, Suojattava sateelta', '182,25 kg', '120 × 80 × 185,5 cm', 'Toivottu toimitus 22.11.2026'],
      ...['Soita ennen purkua.', '0000 0001 0016 0002'],
    ])
      expect(pages[1]).toContain(text)
    expect(pages[2]).toContain('1/1')
    expect(pages[2]).toContain('0000 0001 0029 0001')
  })

  it('have a bar code and a QR code that can be read', async () => {
    const pdf = await labels([{ maara: 2 }])
    const [, second = []] = readPdfRects(pdf)
    const bars = second.filter(({ height }) => height > 40)
    const start = Math.min(...bars.map(({ x }) => x))
    const modules = bars.map(({ x, width }) => ({ from: Math.round((x - start) / 1.35), count: Math.round(width / 1.35) }))
    const barCode = PNG.sync.read(
      await code128({ bcid: 'code128', text: '0000000100160002', scale: 1, height: 4, backgroundcolor: 'FFFFFF' }),
    )
    expect(darkRow(modules, barCode.width)).toBe(rowsOf(barCode)[0])

    expect(qrRows(second.filter(({ height }) => height < 5))).toEqual(await qrOf('https://kuorma.example.fi/kuittaa/order-1'))
  })

  it('are four on an A4', async () => {
    const pages = texts(await labels([{ maara: 3 }, { maara: 3 }], 'a4'))
    expect(pages.map((page) => page.match(/T-1042/g)?.length)).toEqual([4, 2])
  })

  it('keep everything on the sheet for any texts', async () => {
    const long = 'Pitkänimisen Yhtiön Kuljetus- ja Varastopalvelut Oy Ab '.repeat(5)
    const fields = [
      'nouto_nimi',
      'nouto_osoite1',
      'nouto_osoite2',
      'toimitus_nimi',
      'toimitus_osoite1',
      'toimitus_osoite2',
      'toimitus_postitmp',
    ]
    const everything = {
      ...Object.fromEntries(fields.map((field) => [field, long])),
      viite: long,
      viesti: `${long}\n${long}`,
      kuvaus: long,
    }
    const nothing = Object.fromEntries(
      [...fields, 'viite', 'viesti', 'kuvaus', 'maara', 'pituus', 'yksikkopaino', 'tuote'].map((field) => [field, null]),
    )
    for (const changes of [everything, nothing, { viesti: 'x'.repeat(9000) }, { viesti: '\u0007\t\u200b', toimitus_nimi: '\u0000' }]) {
      const [runs = []] = readPdfText(await labels([{ ...changes, maara: 1 }]))
      for (const { x, y, text } of runs) {
        expect(x, text).toBeGreaterThanOrEqual(15)
        expect(x).toBeLessThan(283)
        expect(y, text).toBeLessThan(841.89)
        expect(y).toBeGreaterThan(841.89 - 419)
      }
      expect(runs.map(({ text }) => text).join()).not.toMatch(/null|undefined|NaN/)
    }
  })
})

const qrOf = async (target: string): Promise<string[]> => rowsOf(PNG.sync.read(await QRCode.toBuffer(target, { margin: 0, scale: 1 })))

/** The modules of a drawn QR code. */
function qrRows(dots: readonly Rect[]): string[] {
  const side = Math.min(...dots.map(({ height }) => height))
  const left = Math.min(...dots.map(({ x }) => x))
  const top = Math.min(...dots.map(({ y }) => y))
  const modules = Math.round((Math.max(...dots.map(({ x, width }) => x + width)) - left) / side)
  const drawn = Map.groupBy(dots, ({ y }) => Math.round((y - top) / side))
  return Array.from({ length: modules }, (_, row) =>
    darkRow(
      (drawn.get(row) ?? []).map(({ x, width }) => ({ from: Math.round((x - left) / side), count: Math.round(width / side) })),
      modules,
    ),
  )
}

type Run = { from: number; count: number }
const darkRow = (runs: readonly Run[], width: number): string => {
  const row = Array.from({ length: width }, () => ' ')
  for (const { from, count } of runs) row.fill('#', from, from + count)
  return row.join('')
}
const rowsOf = ({ width, height, data }: PNG): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => ((data[(y * width + x) * 4] ?? 255) < 128 ? '#' : ' ')).join(''),
  )
