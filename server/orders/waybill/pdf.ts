import { setImmediate as breathe } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { WaybillDocument } from '#domain/waybill/document.ts'
import type { LabelDocument } from '#domain/waybill/labels.ts'
import { drawLabel, labelSheet } from './draw-label.ts'
import { type DrawPicture, drawPage, planHead } from './draw-page.ts'
import type { WaybillFonts } from './fonts.ts'
import { planPages, sheet } from './page-plan.ts'
import { signaturePicture } from './signature-picture.ts'
import { measureOf } from './write.ts'

/** What is drawn next: waybills, each from a page of its own, or labels, one a page or four on an A4. */
export type PrintPart =
  | { readonly form: 'rahtikirjat'; readonly documents: readonly WaybillDocument[] }
  | { readonly form: 'tarrat'; readonly sheet: 'a6' | 'a4'; readonly documents: readonly LabelDocument[] }

export type PrintFacts = {
  readonly title: string
  readonly author: string
  /** The file's creation time, unix seconds: the same input gives the same bytes. */
  readonly created: number
}

export type Pdf = {
  add: (part: PrintPart) => void
  /** Pages so far. */
  pages: () => number
  /** Hands on what is written so far, so that nothing of it stays in memory. */
  flush: () => Promise<void>
  end: () => Promise<void>
}

/** A PDF that is handed on piece by piece while it grows. */
export function startPdf(facts: PrintFacts, fonts: WaybillFonts, handOn: (bytes: Buffer) => Promise<void>): Pdf {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // No default font: pdfkit's Helvetica would be read and never used.
    font: '',
    lang: 'fi',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: facts.title, Author: facts.author, Creator: 'Kuorma', CreationDate: new Date(facts.created * 1000) },
  })
  let written: Buffer[] = []
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => written.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  doc.registerFont('text', fonts.text)
  doc.registerFont('strong', fonts.strong)
  let pages = 0
  doc.on('pageAdded', () => {
    pages++
  })
  const addLabel = labelPlacer(doc)
  forgetWords(doc)

  async function flush(): Promise<void> {
    await breathe()
    const bytes = Buffer.concat(written)
    written = []
    if (bytes.length > 0) await handOn(bytes)
  }
  return {
    add(part) {
      if (part.form === 'tarrat') for (const label of part.documents) addLabel(label, part.sheet)
      else {
        const drawPicture = pictureDrawer(doc)
        for (const document of part.documents) addWaybill(doc, document, drawPicture)
      }
    },
    pages: () => pages,
    flush,
    async end() {
      doc.end()
      await finished
      await flush()
    },
  }
}

function addWaybill(doc: PDFKit.PDFDocument, document: WaybillDocument, drawPicture: DrawPicture): void {
  doc.addPage()
  const head = planHead(doc, document)
  const pages = planPages(document, head.bottom, measureOf(doc, 'text'))
  for (const [index, page] of pages.entries()) {
    if (index > 0) doc.addPage()
    drawPage(doc, document, head, page, { page: index + 1, of: pages.length }, drawPicture)
  }
}

/** Characters of words whose layout is remembered, about two kilobytes each. */
const mostRemembered = 12_000

/**
 * pdfkit keeps the layout of every word for the whole file: quick for words that come again, but names and long texts would
 * fill the memory. Given another memory, it forgets them all now and then, in the middle of a long text too.
 */
function forgetWords(doc: PDFKit.PDFDocument): void {
  const fonts = ['text', 'strong'].map((name): unknown => Reflect.get(doc.font(name), '_font'))
  const words = fonts.map(() => new Map<PropertyKey, unknown>())
  let remembered = 0
  for (const [index, known] of words.entries()) {
    const font = fonts[index]
    if (typeof font !== 'object' || font === null) continue
    const memory = new Proxy(Object.create(null), {
      get: (_, word) => known.get(word),
      set(_, word, layout: unknown) {
        remembered += String(word).length
        if (remembered > mostRemembered) {
          remembered = 0
          for (const each of words) each.clear()
        }
        known.set(word, layout)
        return true
      },
    })
    Reflect.set(font, 'layoutCache', memory)
  }
}

const perSheet = 4

function labelPlacer(doc: PDFKit.PDFDocument): (label: LabelDocument, paper: 'a6' | 'a4') => void {
  let placed = 0
  return (label, paper) => {
    const place = paper === 'a6' ? 0 : placed++ % perSheet
    if (place === 0) doc.addPage({ size: paper === 'a6' ? 'A6' : 'A4', margin: 0 })
    drawLabel(doc, label, (place % 2) * labelSheet.width, Math.floor(place / 2) * labelSheet.height)
    if (paper === 'a4' && place === 0) drawCuts(doc)
  }
}

/** Where the sheet is cut into four. */
function drawCuts(doc: PDFKit.PDFDocument): void {
  const { width, height } = sheet
  doc.save().dash(2, { space: 3 }).lineWidth(0.4)
  doc.moveTo(labelSheet.width, 0).lineTo(labelSheet.width, height).moveTo(0, labelSheet.height).lineTo(width, labelSheet.height)
  doc.stroke('#9aa5a6').restore()
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
