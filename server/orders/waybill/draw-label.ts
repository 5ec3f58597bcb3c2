import { postalLine, type WaybillParty } from '#domain/waybill/document.ts'
import type { LabelDocument } from '#domain/waybill/labels.ts'
import { drawCode128, drawQr } from './draw-codes.ts'
import { dateText, sizeText, weightWriter } from './format.ts'
import { wrapText } from './wrap-text.ts'
import { brand, ink, line, measureOf, quiet, write, writeRight } from './write.ts'

type Doc = PDFKit.PDFDocument

/** Points. An A6 sheet, a quarter of an A4. */
export const labelSheet = { width: 297.64, height: 420.94 } as const

const margin = 16
const inner = labelSheet.width - 2 * margin
const codesTop = 340
const codes = { qrSide: 62, barsHeight: 44, module: 1.35, quietModules: 10 }

/** A label with its upper left corner at the given place. */
export function drawLabel(doc: Doc, label: LabelDocument, left: number, top: number): void {
  doc.save().translate(left, top)
  let y = drawTop(doc, label)
  y = drawConsignee(doc, label.consignee, y)
  y = drawSender(doc, label, y)
  drawDetails(doc, label, y)
  drawCodes(doc, label)
  doc.restore()
}

function drawTop(doc: Doc, label: LabelDocument): number {
  const right = margin + inner
  write(doc, label.tunniste, margin, 12, { font: 'strong', size: 18, colour: brand })
  writeRight(doc, `${label.piece.number}/${label.piece.of}`, right, 12, { font: 'strong', size: 18 })
  const [carrier = ''] = wrapText(label.carrier, inner - 96, measureOf(doc, 'text', 7), 1)
  write(doc, carrier, margin, 35, { size: 7, colour: quiet })
  const shipment = label.shipment ? `Lähetys ${label.shipment.number}/${label.shipment.of}, kolli` : 'Kolli'
  writeRight(doc, shipment, right, 35, { size: 7, colour: quiet })
  line(doc, margin, 48, right, 48, ink)
  return 54
}

/** Read from some metres away: the name and the town are the largest on the label. */
function drawConsignee(doc: Doc, party: WaybillParty, top: number): number {
  let y = caption(doc, 'Vastaanottaja', top)
  const lines = [
    ...sized(doc, party.nimi, 'strong', 16, 2),
    ...sized(doc, party.osoite1, 'text', 12, 2),
    ...sized(doc, party.osoite2, 'text', 12, 1),
    ...sized(doc, postalLine(party), 'strong', 18, 2),
    ...sized(doc, [party.yhteyshenkilo, party.puhelin].filter((part) => part !== '').join(', '), 'text', 9, 1),
  ]
  for (const { text, font, size } of lines) {
    write(doc, text, margin, y, { font, size })
    y += size * 1.25
  }
  return y + 5
}

function drawSender(doc: Doc, { sender }: LabelDocument, top: number): number {
  line(doc, margin, top, margin + inner, top)
  let y = caption(doc, 'Lähettäjä', top + 5)
  const place = [sender.osoite1, sender.osoite2, postalLine(sender)].filter((part) => part !== '').join(', ')
  for (const { text, font } of [...sized(doc, sender.nimi, 'strong', 8.5, 1), ...sized(doc, place, 'text', 8.5, 2)]) {
    write(doc, text, margin, y, { font, size: 8.5 })
    y += 11
  }
  return y + 3
}

/** As much as there is room for above the codes; a message that is cut says so. */
function drawDetails(doc: Doc, label: LabelDocument, top: number): void {
  line(doc, margin, top, margin + inner, top)
  const measure = measureOf(doc, 'text', 8.5)
  const weight = label.weight === null ? '' : `${weightWriter([label.weight])(label.weight)} kg`
  const size = label.size ? `${sizeText(label.size)} cm` : ''
  const wished = label.wishedDelivery === null ? '' : `Toivottu toimitus ${dateText(label.wishedDelivery)}`
  const facts = [
    ...wrapText(label.reference === '' ? '' : `Viite ${label.reference}`, inner, measure, 1),
    ...wrapText(label.contents, inner, measure, 2),
    ...wrapText([weight, size, wished].filter((part) => part !== '').join('  ·  '), inner, measure, 1),
  ]
  let y = top + 6
  const room = (): number => Math.floor((codesTop - 4 - y) / 11)
  for (const text of facts.slice(0, room())) {
    write(doc, text, margin, y, { size: 8.5 })
    y += 11
  }
  for (const text of wrapText(label.message, inner, measureOf(doc, 'strong', 8.5), Math.max(1, room())).slice(0, Math.max(0, room()))) {
    write(doc, text, margin, y, { font: 'strong', size: 8.5 })
    y += 11
  }
}

function drawCodes(doc: Doc, label: LabelDocument): void {
  const { qrSide, barsHeight, module, quietModules } = codes
  const left = margin + quietModules * module - margin / 2
  drawCode128(doc, label.code, { left, top: codesTop, module, height: barsHeight })
  write(doc, label.code.replace(/(\d{4})(?=\d)/g, '$1 '), left, codesTop + barsHeight + 4, { size: 8.5 })
  drawQr(doc, label.qrTarget, { left: margin + inner - qrSide, top: codesTop - 4, side: qrSide })
}

function caption(doc: Doc, text: string, y: number): number {
  write(doc, text, margin, y, { size: 7, colour: quiet })
  return y + 10
}

type Sized = { readonly text: string; readonly font: 'text' | 'strong'; readonly size: number }

const sized = (doc: Doc, text: string, font: Sized['font'], size: number, lines: number): Sized[] =>
  wrapText(text, inner, measureOf(doc, font, size), lines).map((one) => ({ text: one, font, size }))
