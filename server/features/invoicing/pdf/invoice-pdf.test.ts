import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { virtualBarcode } from '#domain/features/invoicing/payment/virtual-barcode.ts'
import { sampleInvoice, sampleLine } from '#domain/testing/sample-invoice.ts'
import { drawPdf } from '#server/platform/documents/draw-pdf.ts'
import { readPdfRects, readPdfText } from '#server/testing/read-pdf.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { invoiceLayout } from './invoice-layout.ts'
import { invoiceFilename } from './invoice-pdf.ts'

beforeAll(async () => {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})

const documentOf = (change: Partial<OutgoingInvoice> = {}): InvoiceDocument => ({ invoice: sampleInvoice(change), logo: '' })
async function pdfOf(change: Partial<OutgoingInvoice> = {}): Promise<Buffer> {
  const facts = { title: 'Lasku 10001', author: 'Testikuljetus Oy', created: sampleInvoice().invoiceDay }
  return (await drawPdf(invoiceLayout(documentOf(change)), facts)).bytes
}
const textsOf = (pdf: Buffer): string[] => readPdfText(pdf).map((runs) => runs.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('\n'))

/** The bar codes of a page, as a scanner reads them from its print at 300 dots an inch. */
async function scan(pdf: Buffer, page: number) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const { width, height, data } = await document.getPage(page).render({ scale: 300 / 72, render: 'bitmap' })
  document.destroy()
  library.destroy()
  return readBarcodes({ width, height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' }, { formats: ['Code128'] })
}

describe('the PDF of an invoice', () => {
  test('shows hourly work with its hours and unit price', async () => {
    const hours = { ...sampleLine, name: 'Tuntityö T-1042', unit: 'h' as const, unitPrice: 65 }
    const lines = [
      { ...hours, quantity: 7.5, netCents: 48_750 },
      { ...hours, quantity: 7.33333, netCents: 47_667 },
    ]
    const [page = ''] = textsOf(await pdfOf({ lines }))
    for (const text of ['À, €', '7,5\nh\n65,00', '7 h 20 min', '487,50', '476,67']) expect(page).toContain(text)
  })
  test('shows what the law requires and what a payer needs', async () => {
    const [page = '', ...more] = textsOf(await pdfOf({ message: 'Kiitos tilauksesta!' }))
    expect(more).toEqual([])
    for (const text of [
      ...['Lasku', '10001', '23.11.2026', '7.12.2026', '14 päivää netto', 'Testikuljetus Oy', 'Y-tunnus 1234567-1', '0116297-6'],
      ...['Åbo Bröd & Öljy Oy', 'Teollisuuskatu 12', 'Ovi 4', '20520 TURKU', 'Kiitos tilauksesta!', 'Kuljetus Turku–Tampere', '20.11.2026'],
      ...['Tilaus T-1042', 'Viite PO-4410', 'Rahtikirja 000000010016', '25,5 %', '123,45', '31,48', '154,93 €', '1 00010', 'Sivu 1/1'],
      ...['FI21 1234 5600 0007 85', 'NDEAFIHH', '421123456000007850001549300000000000000000100010261207'],
    ])
      expect(page).toContain(text)
  })

  test('shows the estimated emissions of each row, and their sum only where every row has one', async () => {
    const lines = [
      { ...sampleLine, emissionGrams: 12_300 },
      { ...sampleLine, emissionGrams: 4000 },
    ]
    const emissionSources = ['GLEC 3.1']
    const [page = ''] = textsOf(await pdfOf({ lines, emissionSources }))
    const text = page.replaceAll(/\s+/g, ' ')
    for (const shown of ['12,3 kg CO₂e', '4,0 kg CO₂e', 'Päästöarvio 16,3 kg CO₂e', 'GLEC 3.1']) expect(text).toContain(shown)
    const [part = ''] = textsOf(await pdfOf({ lines: [...lines, sampleLine], emissionSources }))
    expect(part).toContain('12,3 kg CO₂e')
    expect(part).not.toContain('Päästöarvio')
    expect(textsOf(await pdfOf()).join()).not.toContain('CO₂e')
  })

  test('carries the virtual barcode, which a scanner reads', async () => {
    const code = virtualBarcode(sampleInvoice())
    const found = await scan(await pdfOf(), 0)
    expect(found.map(({ text }) => text)).toEqual([code])
  })

  test('has bars of the size that the guide of the banks allows', async () => {
    const [rects = []] = readPdfRects(await pdfOf())
    const bars = rects.filter(({ height, width }) => height > 25 && width < 5)
    const left = Math.min(...bars.map(({ x }) => x))
    const width = (Math.max(...bars.map((bar) => bar.x + bar.width)) - left) / (72 / 25.4)
    expect(width).toBeGreaterThan(70)
    expect(width).toBeLessThanOrEqual(105)
    const height = (bars[0]?.height ?? 0) / (72 / 25.4)
    expect(height).toBeGreaterThanOrEqual(10)
    expect(height).toBeLessThanOrEqual(12.7)
  })

  test('has the address where the window of an envelope shows it, alone', async () => {
    const { buyer } = sampleInvoice()
    const [runs = []] = readPdfText(
      await pdfOf({ buyer: { ...buyer, name: 'Pohjois-Pohjanmaan Elintarvikekuljetusten Osuuskunta Oy Ab' } }),
    )
    const millimetres = (points: number): number => points / (72 / 25.4)
    const inWindow = runs.filter(({ x, y }) => millimetres(x) < 110 && millimetres(y) > 45 && millimetres(y) < 80).map(({ text }) => text)
    expect(inWindow[0]).toMatch(/^Pohjois/)
    expect(inWindow.slice(-3)).toEqual(['Teollisuuskatu 12', 'Ovi 4', '20520 TURKU'])
    expect(inWindow).toHaveLength(5)
  })

  test('continues many rows on further pages with their headings, and the payment at the end', async () => {
    const lines = Array.from({ length: 70 }, (_, index) => ({
      ...sampleLine,
      name: `Ajo ${index + 1}`,
      netCents: 100 * (index + 1),
      vatPercent: index % 2 ? 25.5 : 13.5,
    }))
    const pdf = await pdfOf({ lines })
    const pages = textsOf(pdf)
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Kuvaus')
      expect(page).toContain(`Sivu ${index + 1}/${pages.length}`)
    }
    const names = pages.flatMap((page) => page.split('\n')).filter((text) => /^Ajo \d+$/.test(text))
    expect(names).toEqual(lines.map(({ name }) => name))
    expect(pages.filter((page) => page.includes('Virtuaaliviivakoodi'))).toEqual([pages.at(-1)])
    expect(pages.at(-1)).toContain('13,5 %')
    expect((await scan(pdf, pages.length - 1)).map(({ text }) => text)).toEqual([virtualBarcode(sampleInvoice({ lines }))])
  })

  test('of a credit note names it and the credited invoice, and asks for no payment', async () => {
    const lines = [{ ...sampleLine, netCents: -5001 }]
    const [page = ''] = textsOf(await pdfOf({ kind: 'hyvitys', number: '10002', credits: '10001', lines }))
    expect(page).toContain('Hyvityslasku')
    expect(page).toContain('Hyvitetty lasku\n10001')
    expect(page).toContain('−62,76')
    expect(page).toContain('Hyvityslasku laskulle 10001. Tätä laskua ei makseta.')
    expect(page).not.toMatch(/Eräpäivä|Virtuaaliviivakoodi|Tilinumero/)
    expect(invoiceFilename(documentOf({ kind: 'hyvitys', number: '10002' }))).toBe('hyvityslasku-10002.pdf')
  })

  test('is the same bytes for the same invoice, and survives long and hostile texts', async () => {
    const [one, other] = await Promise.all([pdfOf(), pdfOf()])
    expect(one.equals(other)).toBe(true)
    const long = `${'pitkäsana'.repeat(40)} ]]> \u0000\u001b 👩‍🚒 `.repeat(5)
    const { buyer } = sampleInvoice()
    const line = {
      ...sampleLine,
      name: long,
      orders: Array.from({ length: 200 }, (_, index) => `T-${index}`),
      references: [long],
      waybill: long,
    }
    const pages = textsOf(
      await pdfOf({ message: long, buyer: { ...buyer, name: long, street: long, town: long }, lines: [line, sampleLine] }),
    )
    expect(pages.join('\n')).toContain('Kuljetus Turku–Tampere')
  })
})
