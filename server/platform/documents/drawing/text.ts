import { type Font, openSync } from 'fontkit'
import type { ContentText } from 'pdfmake/interfaces'
import { fontFiles } from '#server/platform/documents/draw-pdf.ts'
import { type Measure, wrapText } from './wrap-text.ts'

export const colours = { ink: '#000000', quiet: '#4a5354', rule: '#9aa5a6', brand: '#0f6664' } as const
export const textSize = 9

type Style = { readonly bold?: boolean; readonly fontSize?: number; readonly color?: string }

function fontOf(path: string): Font {
  const font = openSync(path)
  if (!('layout' in font)) throw new Error(`${path} is no single font`)
  return font
}
const fonts = { normal: fontOf(fontFiles.normal), bold: fontOf(fontFiles.bold) }

/**
 * Tabular figures, so that columns align and the dots of a date or the spaces of an account number have enough room. Without the contextual
 * alternates of Inter, which raise a hyphen between figures: they would take a third of the time of 500 waybills.
 */
const tabular = { tnum: true, calt: false }

/** For texts with figures beside each other. pdfmake passes the features on to fontkit; its type knows lists alone. */
export const featuresOf = (text: string): Pick<ContentText, 'fontFeatures'> =>
  /^[\d\s.,]+$|\d[.,\s]\d/.test(text) ? { fontFeatures: tabular as unknown as NonNullable<ContentText['fontFeatures']> } : {}

/** A cache of text widths at a size of 1, as most words occur again on the next waybill. */
const widths = { normal: new Map<string, number>(), bold: new Map<string, number>() }
const maxCached = 5000

export const measureOf =
  ({ bold = false, fontSize = textSize }: Style): Measure =>
  (text) => {
    const weight = bold ? 'bold' : 'normal'
    const known = widths[weight].get(text)
    if (known !== undefined) return known * fontSize
    const font = fonts[weight]
    const width = font.layout(text, featuresOf(text).fontFeatures).advanceWidth / font.unitsPerEm
    if (widths[weight].size >= maxCached) widths[weight].clear()
    widths[weight].set(text, width)
    return width * fontSize
  }

/** Text that is not wrapped. */
export const line = (text: string, style: Style = {}): ContentText => ({ text, noWrap: true, ...style, ...featuresOf(text) })

/** Wraps a text to a width, at most `limit` lines. */
export const linesOf = (text: string, { width, limit, ...style }: Style & { width: number; limit: number }): ContentText[] =>
  wrapText(text, width, measureOf(style), limit).map((one) => line(one, style))

/** Keeps a number on one line, in a smaller size where it is too wide. */
export function numberLine(text: string, width: number, style: Style = {}): ContentText {
  const natural = measureOf(style)(text)
  return line(text, { ...style, fontSize: natural <= width ? textSize : (textSize * width) / natural })
}
