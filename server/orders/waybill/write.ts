import type { Measure } from './wrap-text.ts'

type Doc = PDFKit.PDFDocument
type Font = 'text' | 'strong'
type Style = { readonly font?: Font; readonly size?: number; readonly colour?: string }

export const ink = '#000000'
export const quiet = '#4a5354'
export const rule = '#9aa5a6'
export const brand = '#0f6664'
export const textSize = 9

const tabular: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: ['tnum'] }

/**
 * Figures of one width, so that columns stand in line and the points of a date keep their room. Only where there are such
 * figures: a text with features is laid out anew each time, others come from pdfkit's cache of words.
 */
export const featuresOf = (text: string): typeof tabular | Record<string, never> => (/^[\d\s.,]+$|\d[.,]\d/.test(text) ? tabular : {})

export function measureOf(doc: Doc, font: Font, size = textSize): Measure {
  return (text) => {
    doc.font(font).fontSize(size)
    return doc.widthOfString(text, featuresOf(text))
  }
}

export function write(doc: Doc, text: string, x: number, y: number, style: Style): void {
  if (text === '') return
  doc
    .font(style.font ?? 'text')
    .fontSize(style.size ?? textSize)
    .fillColor(style.colour ?? ink)
    .text(text, x, y, { lineBreak: false, ...featuresOf(text) })
}

export function writeRight(doc: Doc, text: string, right: number, y: number, style: Style): void {
  const width = measureOf(doc, style.font ?? 'text', style.size)(text)
  write(doc, text, right - width, y, style)
}

export function line(doc: Doc, x1: number, y1: number, x2: number, y2: number, colour = rule): void {
  doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.5).stroke(colour)
}
