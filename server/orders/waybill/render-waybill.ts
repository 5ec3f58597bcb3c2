import { setImmediate as breathe } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { WaybillDocument } from '#domain/waybill/document.ts'
import { type DrawPicture, drawPage, measureOf, planHead } from './draw-page.ts'
import { type WaybillFonts, waybillFonts } from './fonts.ts'
import { planPages } from './page-plan.ts'
import { signaturePicture } from './signature-picture.ts'

export type WaybillOptions = {
  /** The file's creation time: the same input gives the same bytes. */
  readonly created: Date
  /** Told after each waybill, for a progress bar. */
  readonly onProgress?: (done: number, of: number) => void
  /** Stops the work between two waybills; the promise is refused with the signal's reason. */
  readonly signal?: AbortSignal
  readonly fonts?: WaybillFonts
}

/** Waybills as one A4 PDF, each from a page of its own. */
export async function renderWaybill(documents: readonly WaybillDocument[], options: WaybillOptions): Promise<Buffer> {
  const [first] = documents
  if (first === undefined) throw new RangeError('A waybill PDF needs at least one waybill')
  const fonts = options.fonts ?? (await waybillFonts())
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // No default font: pdfkit's Helvetica would be read and never used.
    font: '',
    lang: 'fi',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: documents.length === 1 ? `Rahtikirja ${first.numero}, ${first.tunniste}` : titleOf(documents),
      Author: first.carrier.nimi,
      Creator: 'Kuorma',
      CreationDate: options.created,
    },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  doc.registerFont('text', fonts.text)
  doc.registerFont('strong', fonts.strong)
  const drawPicture = pictureDrawer(doc)
  const measure = measureOf(doc, 'text')
  for (const [index, document] of documents.entries()) {
    options.signal?.throwIfAborted()
    doc.addPage()
    const head = planHead(doc, document)
    const pages = planPages(document, head.bottom, measure)
    for (const [pageIndex, page] of pages.entries()) {
      if (pageIndex > 0) doc.addPage()
      drawPage(doc, document, head, page, { page: pageIndex + 1, of: pages.length }, drawPicture)
    }
    options.onProgress?.(index + 1, documents.length)
    // A long print must not hold up the server's other answers.
    await breathe()
  }
  doc.end()
  await finished
  return Buffer.concat(chunks)
}

function titleOf(documents: readonly WaybillDocument[]): string {
  const orders = [...new Set(documents.map((document) => document.tunniste))]
  return orders.length === 1 ? `Rahtikirjat ${orders[0]}` : `Rahtikirjat, ${documents.length} kpl`
}

/** One signature often covers many shipments: pdfkit embeds a data URL that it has seen only once. */
function pictureDrawer(doc: PDFKit.PDFDocument): DrawPicture {
  const pictures = new Map<Uint8Array, string | null>()
  return (bytes, x, y, width, height) => {
    const picture = pictures.get(bytes) ?? signaturePicture(bytes)
    pictures.set(bytes, picture)
    if (picture === null) return false
    doc.image(picture, x, y, { fit: [width, height], align: 'center', valign: 'bottom' })
    return true
  }
}
