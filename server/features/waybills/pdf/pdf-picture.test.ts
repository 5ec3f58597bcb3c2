// The documents as people see them: rendered by another program, each text is found as ink at its position.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { describe, expect, test } from 'vitest'
import { composeWaybills } from '#domain/features/waybills/document.ts'
import { composeLabels } from '#domain/features/waybills/labels.ts'
import { drawPdf, type PdfLayout } from '#server/platform/documents/draw-pdf.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { noon, sampleOrder, sampleShipment, sampleSignature } from '#server/testing/sample-order.ts'
import { labelSheet, labelsLayout } from './label-layout.ts'
import { sheet, waybillsLayout } from './waybill-layout.ts'

const pdfOf = async (layout: PdfLayout) => (await drawPdf(layout, { title: 'Rahtikirja', author: 'Kuljetus Oy', created: noon })).bytes

/** The first page at two pixels a point: whether there is ink within a rectangle, in points from the upper left. */
async function measurePicture(pdf: Buffer) {
  const scale = 2
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const size = { width: Math.round(originalWidth * scale), height: Math.round(originalHeight * scale) }
  const { width, height, data } = await page.render({ ...size, render: 'bitmap', colorSpace: 'Gray' })
  document.destroy()
  library.destroy()
  const inkIn = (left: number, top: number, right: number, bottom: number): number => {
    let dark = 0
    for (let y = Math.max(0, Math.floor(top * scale)); y < Math.min(height, bottom * scale); y++)
      for (let x = Math.max(0, Math.floor(left * scale)); x < Math.min(width, right * scale); x++)
        if ((data[y * width + x] ?? 255) < 170) dark++
    return dark / scale ** 2
  }
  return { width: width / scale, height: height / scale, inkIn }
}

const kuittaus = { nimenselvennys: 'Liisa Höyry', aika: noon, kuva: sampleSignature() }
const shipments = [sampleShipment({ kuittaus }), sampleShipment({ kuittaus, viite: 'PO-4411' })]
type Measurements = {
  size: { width: number; height: number }
  margin: number
  foot: number
  qr: { left: number; top: number; side: number }
}
const a4: Measurements = { size: sheet, margin: 34, foot: 20, qr: { left: 483, top: 46, side: 70 } }
const a6: Measurements = { size: labelSheet, margin: 11, foot: 11, qr: { left: 220, top: 336, side: 62 } }
const layouts: [string, PdfLayout, Measurements][] = [
  ['a waybill', waybillsLayout(composeWaybills(sampleOrder(shipments), { multipage: true })), a4],
  ['a summary', waybillsLayout(composeWaybills(sampleOrder(shipments), { multipage: false })), a4],
  ['a label', labelsLayout(composeLabels(sampleOrder(shipments)), 'a6'), a6],
]

describe('drawn by PDFium, as Chromium shows them', () => {
  test.each(layouts)('%s shows all its texts, and nothing in its margins', async (_name, layout, { size, margin, foot, qr }) => {
    const pdf = await pdfOf(layout)
    const { width, height, inkIn } = await measurePicture(pdf)
    expect(Math.max(Math.abs(width - size.width), Math.abs(height - size.height))).toBeLessThanOrEqual(1.5)

    const [runs = []] = readPdfText(pdf)
    expect(runs.length).toBeGreaterThan(15)
    // Positions of texts are counted from the bottom of an A4.
    const lift = sheet.height - size.height
    const unseen = runs.filter((run) => inkIn(run.x, run.y - lift - run.size, run.x + run.size, run.y - lift) < 1)
    expect(unseen).toEqual([])

    const code = inkIn(qr.left, qr.top, qr.left + qr.side, qr.top + qr.side) / qr.side ** 2
    expect(code).toBeGreaterThan(0.35)
    expect(code).toBeLessThan(0.65)

    const margins = {
      top: inkIn(0, 0, width, margin),
      right: inkIn(width - margin, 0, width, height),
      bottom: inkIn(0, height - foot, width, height),
      left: inkIn(0, 0, margin, height),
    }
    expect(margins).toEqual({ top: 0, right: 0, bottom: 0, left: 0 })
  })
})
