import { postalLine, type WaybillDocument, type WaybillParty } from '#domain/waybill/document.ts'
import { drawQr } from './draw-codes.ts'
import { dateText, momentText, numberText } from './format.ts'
import {
  cellPadding,
  columns,
  contentWidth,
  continuationHeadHeight,
  type PlannedPage,
  type PlannedRow,
  remarksHeight,
  remarksLabelHeight,
  remarksLeading,
  rowLeading,
  rowPadding,
  sheet,
  signaturesHeight,
  tableHeadHeight,
  totalCells,
  totalsHeight,
} from './page-plan.ts'
import { wrapText } from './wrap-text.ts'
import { brand, featuresOf, ink, line, measureOf, quiet, rule, textSize, write, writeRight } from './write.ts'

type Doc = PDFKit.PDFDocument
/** Draws a signature into a box; the caller keeps the pictures so that each is embedded once. */
export type DrawPicture = (bytes: Uint8Array, x: number, y: number, width: number, height: number) => boolean

const boxLeading = 12
const half = contentWidth / 2
const middle = sheet.left + half
const boxPadding = 6
const labelHeight = 17
const qrSide = 70

type Line = { readonly text: string; readonly strong?: boolean }
type Box = { readonly label: string; readonly lines: readonly Line[] }

/** The boxes above the table, measured: which lines they hold and how high each row of boxes is. */
export type Head = {
  readonly titleHeight: number
  readonly boxes: readonly { readonly pair: readonly [Box, Box]; readonly height: number }[]
  readonly bottom: number
}

export function planHead(doc: Doc, document: WaybillDocument): Head {
  const measures = { text: measureOf(doc, 'text'), strong: measureOf(doc, 'strong') }
  // Each field may take three lines, so that one long text never drives out the next field.
  const field = (text: string, strong = false): Line[] =>
    wrapText(text, half - 2 * boxPadding, strong ? measures.strong : measures.text, 3).map((line) => ({ text: line, strong }))
  const party = (of: WaybillParty): Line[] => [
    ...field(of.nimi, true),
    ...field(of.osoite1),
    ...field(of.osoite2),
    ...field(postalLine(of)),
    ...field([of.yhteyshenkilo, of.puhelin].filter((part) => part !== '').join(', ')),
  ]
  const { carrier, takingOver, wishedDelivery } = document
  const sender = { label: 'Lähettäjä', lines: party(document.sender) }
  const titleHeight = Math.max(102, boxHeight(sender))
  const pairs: [Box, Box][] = [
    [
      { label: 'Vastaanottaja', lines: party(document.consignee) },
      {
        label: 'Rahdinkuljettaja',
        lines: [
          ...field(carrier.nimi, true),
          ...field(carrier.osoite),
          ...field(labelled('Y-tunnus', carrier.y_tunnus)),
          ...field(labelled('Puh.', carrier.puhelin)),
        ],
      },
    ],
    [
      {
        label: 'Noutopaikka ja -päivä',
        lines: [
          ...field(takingOver.place),
          { text: takingOver.day === null ? 'Noudettu ____.____.________' : `Noudettu ${dateText(takingOver.day)}` },
        ],
      },
      {
        label: 'Määräpaikka',
        lines: [
          ...field(document.destination),
          ...(wishedDelivery === null ? [] : [{ text: `Toivottu toimitus ${dateText(wishedDelivery)}` }]),
        ],
      },
    ],
    [
      {
        label: 'Viitteet',
        lines: [...field(document.references.join(', ')), ...field(labelled('Rahdin maksaja:', document.payer))],
      },
      {
        label: 'Kuljettaja ja ajoneuvo',
        lines: [...field(document.driver), ...field(document.plate)],
      },
    ],
  ]
  const boxes = pairs.map((pair) => ({ pair, height: Math.max(50, boxHeight(pair[0]), boxHeight(pair[1])) }))
  const bottom = boxes.reduce((y, row) => y + row.height, sheet.top + titleHeight)
  return { titleHeight, boxes: [{ pair: [sender, { label: '', lines: [] }], height: titleHeight }, ...boxes], bottom: bottom + 10 }
}

export function drawPage(
  doc: Doc,
  document: WaybillDocument,
  head: Head,
  page: PlannedPage,
  number: { readonly page: number; readonly of: number },
  drawPicture: DrawPicture,
): void {
  const tableTop = number.page === 1 ? head.bottom : sheet.top + continuationHeadHeight
  if (number.page === 1) drawHead(doc, document, head, number)
  else drawContinuationHead(doc, document, number)
  let y = tableTop
  if (page.rows.length > 0) {
    drawTableHead(doc, y)
    y += tableHeadHeight
    for (const row of page.rows) {
      drawRow(doc, row, y)
      y += row.height
    }
  }
  if (page.totals) {
    drawTotals(doc, document, y)
    y += totalsHeight
  }
  if (page.remarks.length > 0) drawRemarks(doc, page.remarks, y + 8)
  if (page.signatures) drawSignatures(doc, document, sheet.bottom - signaturesHeight, drawPicture)
  drawFoot(doc, document)
}

function drawHead(doc: Doc, document: WaybillDocument, head: Head, number: { readonly page: number; readonly of: number }): void {
  doc.rect(sheet.left, sheet.top, contentWidth, 2).fill(brand)
  let y = sheet.top + 2
  for (const [index, row] of head.boxes.entries()) {
    const height = index === 0 ? row.height - 2 : row.height
    drawBox(doc, row.pair[0], sheet.left, y)
    drawBox(doc, row.pair[1], middle, y)
    line(doc, sheet.left, y + height, sheet.right, y + height)
    y += height
  }
  line(doc, middle, sheet.top + 2, middle, y)
  line(doc, sheet.left, sheet.top + 2, sheet.left, y)
  line(doc, sheet.right, sheet.top + 2, sheet.right, y)

  const x = middle + boxPadding
  write(doc, 'Rahtikirja', x, sheet.top + 10, { font: 'strong', size: 15, colour: brand })
  write(doc, `Nro ${numberText(document.numero)}`, x, sheet.top + 32, { font: 'strong', size: 11 })
  const made = [dateText(document.date), document.place].filter((part) => part !== '').join(', ')
  const facts = [
    `Tilaus ${document.tunniste}${document.shipment ? `, lähetys ${document.shipment.number}/${document.shipment.of}` : ''}`,
    made,
    `Sivu ${number.page}/${number.of}`,
  ]
  const room = half - 3 * boxPadding - qrSide
  const lines = facts.flatMap((fact) => wrapText(fact, room, measureOf(doc, 'text'), 2))
  for (const [index, text] of lines.entries()) write(doc, text, x, sheet.top + 50 + index * boxLeading, {})
  const qrLeft = sheet.right - boxPadding - qrSide
  drawQr(doc, document.qrTarget, { left: qrLeft, top: sheet.top + 10, side: qrSide })
  const caption = 'Kuittaa toimitus'
  const captionWidth = measureOf(doc, 'text', 7)(caption)
  write(doc, caption, qrLeft + (qrSide - captionWidth) / 2, sheet.top + 84, { size: 7, colour: quiet })
}

function drawContinuationHead(doc: Doc, document: WaybillDocument, number: { readonly page: number; readonly of: number }): void {
  doc.rect(sheet.left, sheet.top, contentWidth, 2).fill(brand)
  const measure = measureOf(doc, 'text')
  write(doc, 'Rahtikirja', sheet.left, sheet.top + 9, { font: 'strong', size: 11, colour: brand })
  write(doc, `Nro ${numberText(document.numero)}`, sheet.left + 66, sheet.top + 10.5, { font: 'strong', size: 9.5 })
  const order = `Tilaus ${document.tunniste}`
  writeRight(doc, `${order}  ·  Sivu ${number.page}/${number.of}`, sheet.right, sheet.top + 11, {})
  const ends = [document.sender.nimi, document.consignee.nimi].filter((name) => name !== '').join(' – ')
  const [route = ''] = wrapText(ends, contentWidth, measure, 1)
  write(doc, route, sheet.left, sheet.top + 30, { colour: quiet })
}

function drawBox(doc: Doc, box: Box, x: number, y: number): void {
  if (box.label !== '') write(doc, box.label, x + boxPadding, y + 5, { size: 7, colour: quiet })
  for (const [index, { text, strong }] of box.lines.entries()) {
    write(doc, text, x + boxPadding, y + labelHeight + index * boxLeading, { font: strong ? 'strong' : 'text' })
  }
}

function drawTableHead(doc: Doc, y: number): void {
  let x = sheet.left
  for (const column of columns) {
    if (column.kind === 'number') writeRight(doc, column.title, x + column.width - cellPadding, y + 6, { size: 7, colour: quiet })
    else write(doc, column.title, x + cellPadding, y + 6, { size: 7, colour: quiet })
    x += column.width
  }
  line(doc, sheet.left, y + tableHeadHeight, sheet.right, y + tableHeadHeight, ink)
}

function drawRow(doc: Doc, row: PlannedRow, y: number): void {
  let x = sheet.left
  for (const [index, column] of columns.entries()) {
    for (const [lineIndex, text] of (row.cells[index] ?? []).entries()) {
      const top = y + rowPadding + lineIndex * rowLeading
      if (column.kind === 'number') writeNumber(doc, text, x, column.width, top, 'text')
      else write(doc, text, x + cellPadding, top, {})
    }
    x += column.width
  }
  line(doc, sheet.left, y + row.height, sheet.right, y + row.height)
}

function drawTotals(doc: Doc, document: WaybillDocument, y: number): void {
  const cells = totalCells(document)
  write(doc, 'Yhteensä', sheet.left + cellPadding, y + 5, { font: 'strong' })
  let x = sheet.left
  for (const [index, column] of columns.entries()) {
    writeNumber(doc, cells[index] ?? '', x, column.width, y + 5, 'strong')
    x += column.width
  }
  line(doc, sheet.left, y + totalsHeight, sheet.right, y + totalsHeight, ink)
}

function drawRemarks(doc: Doc, remarks: readonly string[], y: number): void {
  write(doc, 'Huomautukset ja ohjeet', sheet.left + cellPadding, y + 4, { size: 7, colour: quiet })
  for (const [index, text] of remarks.entries()) {
    write(doc, text, sheet.left + cellPadding, y + remarksLabelHeight + index * remarksLeading, {})
  }
  const bottom = y + remarksHeight(remarks.length) - 8
  line(doc, sheet.left, bottom, sheet.right, bottom)
}

function drawSignatures(doc: Doc, document: WaybillDocument, y: number, drawPicture: DrawPicture): void {
  const width = contentWidth / 3
  const { acknowledgement } = document
  const boxes = [
    { label: 'Lähettäjä', name: '', when: '', signature: null },
    { label: 'Kuljettaja', name: document.driver, when: '', signature: null },
    {
      label: 'Vastaanottaja',
      name: acknowledgement?.name ?? '',
      when: acknowledgement ? momentText(acknowledgement.when) : '',
      signature: acknowledgement?.signature ?? null,
    },
  ]
  doc.rect(sheet.left, y, contentWidth, signaturesHeight).lineWidth(0.5).stroke(rule)
  for (const [index, box] of boxes.entries()) {
    const x = sheet.left + index * width
    if (index > 0) line(doc, x, y, x, y + signaturesHeight)
    write(doc, box.label, x + boxPadding, y + 5, { font: 'strong', size: 8 })
    const inner = width - 2 * boxPadding
    const drawn = box.signature !== null && drawPicture(box.signature, x + boxPadding, y + 17, inner, 36)
    if (box.signature !== null && !drawn)
      write(doc, 'Allekirjoituskuvaa ei voitu näyttää', x + boxPadding, y + 40, { size: 7, colour: quiet })
    const rules = [
      { label: 'Allekirjoitus', text: '', y: y + 55 },
      { label: 'Nimenselvennys', text: box.name, y: y + 81 },
      { label: 'Aika', text: box.when, y: y + 106 },
    ]
    for (const field of rules) {
      const [text = ''] = wrapText(field.text, inner, measureOf(doc, 'text'), 1)
      write(doc, text, x + boxPadding, field.y - 12, {})
      line(doc, x + boxPadding, field.y, x + width - boxPadding, field.y)
      write(doc, field.label, x + boxPadding, field.y + 2, { size: 6.5, colour: quiet })
    }
  }
}

function drawFoot(doc: Doc, document: WaybillDocument): void {
  const { nimi, y_tunnus, puhelin } = document.carrier
  const text = [nimi, y_tunnus, puhelin].filter((part) => part !== '').join('  ·  ')
  const [fitted = ''] = wrapText(text, contentWidth, measureOf(doc, 'text', 7), 1)
  write(doc, fitted, sheet.left, sheet.bottom + 8, { size: 7, colour: quiet })
}

/** A number at the right of its column, smaller where it would not fit. */
function writeNumber(doc: Doc, text: string, x: number, columnWidth: number, y: number, font: 'text' | 'strong'): void {
  if (text === '') return
  const room = columnWidth - cellPadding
  doc.font(font).fontSize(textSize)
  const width = doc.widthOfString(text, featuresOf(text))
  const size = width <= room ? textSize : (textSize * room) / width
  writeRight(doc, text, x + columnWidth - cellPadding, y + (textSize - size), { font, size })
}

function boxHeight(box: Box): number {
  return labelHeight + box.lines.length * boxLeading + boxPadding
}

function labelled(label: string, text: string): string {
  return text === '' ? '' : `${label} ${text}`
}
