import type { Content, ContentSvg, ContentText } from 'pdfmake/interfaces'
import { postalLine, type WaybillParty } from '#domain/features/waybills/document.ts'
import type { LabelSheet } from '#domain/features/waybills/forms.ts'
import type { LabelDocument } from '#domain/features/waybills/labels.ts'
import type { PdfLayout } from '#server/platform/documents/draw-pdf.ts'
import { barCode, qrPicture } from '#server/platform/documents/drawing/draw-codes.ts'
import { colours, line, linesOf, measureOf } from '#server/platform/documents/drawing/text.ts'
import { dateText, numberText, sizeText, weightWriter } from './format.ts'

/** Points. An A6 sheet, a quarter of an A4. */
export const labelSheet = { width: 297.64, height: 420.94 } as const

const margin = 16
const inner = labelSheet.width - 2 * margin
const right = margin + inner
const codesTop = 340
const codes = { qrSide: 62, barsHeight: 44, module: 1.35, quietModules: 10 }
const small = { fontSize: 8.5 }
const caption = { fontSize: 7, color: colours.quiet }

type Placed = { node: ContentText | ContentSvg; x: number; y: number } | { lineAt: number; color: string }

/** Labels, one on a page or four on an A4 with cutting lines. */
export function labelsLayout(documents: readonly LabelDocument[], sheet: LabelSheet): PdfLayout {
  const perPage = sheet === 'a6' ? 1 : 4
  const content = documents.flatMap((label, index): Content[] => {
    const place = index % perPage
    const [left, top] = [(place % 2) * labelSheet.width, Math.floor(place / 2) * labelSheet.height]
    const nodes = placedOn(label).map((placed) => contentOf(placed, left, top))
    const isNewPage = place === 0 && index > 0
    return [
      ...(isNewPage ? [{ text: '', pageBreak: 'before' as const }] : []),
      ...(sheet === 'a4' && place === 0 ? [cuts()] : []),
      ...nodes,
    ]
  })
  return { pageSize: sheet === 'a6' ? { ...labelSheet } : 'A4', pageMargins: 0, content }
}

function contentOf(placed: Placed, left: number, top: number): Content {
  if ('node' in placed) return { ...placed.node, absolutePosition: { x: left + placed.x, y: top + placed.y } }
  const { lineAt, color } = placed
  const vector = { type: 'line' as const, x1: 0, y1: 0, x2: inner, y2: 0, lineWidth: 0.5, lineColor: color }
  return { canvas: [vector], absolutePosition: { x: left + margin, y: top + lineAt } }
}

function cuts(): Content {
  const [width, height] = [2 * labelSheet.width, 2 * labelSheet.height]
  const style = { type: 'line' as const, lineWidth: 0.4, lineColor: colours.rule, dash: { length: 2, space: 3 } }
  return {
    canvas: [
      { ...style, x1: labelSheet.width, y1: 0, x2: labelSheet.width, y2: height },
      { ...style, x1: 0, y1: labelSheet.height, x2: width, y2: labelSheet.height },
    ],
    absolutePosition: { x: 0, y: 0 },
  }
}

function placedOn(label: LabelDocument): Placed[] {
  const consignee = consigneeLines(label.consignee, 54)
  const sender = senderLines(label, consignee.bottom)
  return [...topOf(label), ...consignee.placed, ...sender.placed, ...detailsOf(label, sender.bottom), ...codesOf(label)]
}

const atRight = (text: string, y: number, style: { bold?: boolean; fontSize: number; color?: string }): Placed => ({
  node: line(text, style),
  x: right - measureOf(style)(text),
  y,
})

function topOf(label: LabelDocument): Placed[] {
  const shipment = label.shipment ? `Lähetys ${label.shipment.number}/${label.shipment.of}, kolli` : 'Kolli'
  return [
    { node: line(label.tunniste, { bold: true, fontSize: 18, color: colours.brand }), x: margin, y: 12 },
    atRight(`${label.piece.number}/${label.piece.of}`, 12, { bold: true, fontSize: 18 }),
    ...linesOf(label.carrier, { width: inner - 96, limit: 1, ...caption }).map((node) => ({ node, x: margin, y: 35 })),
    atRight(shipment, 35, caption),
    { lineAt: 48, color: colours.ink },
  ]
}

type Column = { placed: Placed[]; bottom: number }

/** Lines below each other. */
function column(nodes: readonly { node: ContentText; height: number }[], top: number): Column {
  let y = top
  const placed = nodes.map(({ node, height }) => {
    const one = { node, x: margin, y }
    y += height
    return one
  })
  return { placed, bottom: y }
}

/** The name and the town are the largest texts, as they are read from some metres away. */
function consigneeLines(party: WaybillParty, top: number): Column {
  const sized = (text: string, fontSize: number, { limit = 1, bold = false }) =>
    linesOf(text, { width: inner, limit, fontSize, bold }).map((node) => ({ node, height: fontSize * 1.25 }))
  const { placed, bottom } = column(
    [
      { node: line('Vastaanottaja', caption), height: 10 },
      ...sized(party.nimi, 16, { limit: 2, bold: true }),
      ...sized(party.osoite1, 12, { limit: 2 }),
      ...sized(party.osoite2, 12, {}),
      ...sized(postalLine(party), 18, { limit: 2, bold: true }),
      ...sized([party.yhteyshenkilo, party.puhelin].filter((part) => part !== '').join(', '), 9, {}),
    ],
    top,
  )
  return { placed, bottom: bottom + 5 }
}

function senderLines({ sender }: LabelDocument, top: number): Column {
  const place = [sender.osoite1, sender.osoite2, postalLine(sender)].filter((part) => part !== '').join(', ')
  const lines = [
    ...linesOf(sender.nimi, { width: inner, limit: 1, ...small, bold: true }),
    ...linesOf(place, { width: inner, limit: 2, ...small }),
  ]
  const { placed, bottom } = column(
    [{ node: line('Lähettäjä', caption), height: 10 }, ...lines.map((node) => ({ node, height: 11 }))],
    top + 5,
  )
  return { placed: [{ lineAt: top, color: colours.rule }, ...placed], bottom: bottom + 3 }
}

/** As many lines as fit above the codes; a shortened message ends in an ellipsis. */
function detailsOf(label: LabelDocument, top: number): Placed[] {
  const weight = label.weight === null ? '' : `${weightWriter([label.weight])(label.weight)} kg`
  const size = label.size ? `${sizeText(label.size)} cm` : ''
  const wished = label.wishedDelivery === null ? '' : `Toivottu toimitus ${dateText(label.wishedDelivery)}`
  const maxLines = Math.max(0, Math.floor((codesTop - 4 - (top + 6)) / 11))
  const facts = [
    ...linesOf(label.reference === '' ? '' : `Viite ${label.reference}`, { width: inner, limit: 1, ...small }),
    ...linesOf(label.contents, { width: inner, limit: 2, ...small }),
    ...linesOf([weight, size, wished].filter((part) => part !== '').join('  ·  '), { width: inner, limit: 1, ...small }),
  ].slice(0, maxLines)
  const messageLines = maxLines - facts.length
  const message = messageLines === 0 ? [] : linesOf(label.message, { width: inner, limit: messageLines, ...small, bold: true })
  const { placed } = column(
    [...facts, ...message].map((node) => ({ node, height: 11 })),
    top + 6,
  )
  return [{ lineAt: top, color: colours.rule }, ...placed]
}

function codesOf(label: LabelDocument): Placed[] {
  const { qrSide, barsHeight, module, quietModules } = codes
  const left = margin + quietModules * module - margin / 2
  return [
    { node: barCode(label.code, { module, height: barsHeight }), x: left, y: codesTop },
    { node: line(numberText(label.code), small), x: left, y: codesTop + barsHeight + 4 },
    { node: qrPicture(label.qrTarget, qrSide), x: right - qrSide, y: codesTop - 4 },
  ]
}
