import type { Content, ContentCanvas, ContentStack, ContentTable, ContentText, CustomTableLayout, TableCell } from 'pdfmake/interfaces'
import { postalLine, type WaybillDocument, type WaybillParty } from '#domain/features/waybills/document.ts'
import type { PdfLayout } from '#server/platform/documents/draw-pdf.ts'
import { qrPicture } from '#server/platform/documents/drawing/draw-codes.ts'
import { colours, line, linesOf } from '#server/platform/documents/drawing/text.ts'
import { dateText, numberText } from './format.ts'
import { goodsOf } from './goods-table.ts'
import { signaturePicture } from './signature-picture.ts'
import { type PictureName, signatures } from './signatures.ts'

/** Points. The paper is A4. */
export const sheet = { width: 595.28, height: 841.89, left: 36, right: 559.28, top: 36, bottom: 800 } as const
const contentWidth = sheet.right - sheet.left
const half = contentWidth / 2
const boxPadding = 6
const boxLine = { lineHeight: 1.1 }
const caption = { fontSize: 7, color: colours.quiet }
const qrSide = 70
/** The height of the heading of pages after the first, which has boxes there instead. */
const headingHeight = 58

const logoName = 'logo'
/** Points. */
const logoSize: [width: number, height: number] = [90, 34]

/** All waybills of a layout are of one carrier. */
function logoOf([first]: readonly WaybillDocument[]): Record<string, string> {
  return first && first.carrier.logo !== '' ? { [logoName]: first.carrier.logo } : {}
}

/** A waybill in the layout of them all. `start` is its first text, by which its first page is found. */
type LaidOutDocument = { readonly document: WaybillDocument; readonly start: ContentText; readonly content: Content[] }

/** Waybills one after another, each starting on a new page. */
export function waybillsLayout(documents: readonly WaybillDocument[]): PdfLayout {
  const laidOut = documents.map((document, index) => layOut(document, index > 0))
  const pictures = picturesOf(documents)
  return {
    pageSize: 'A4',
    pageMargins: [sheet.left, sheet.top + headingHeight, sheet.width - sheet.right, sheet.height - sheet.bottom],
    content: laidOut.flatMap(({ content }) => content),
    images: {
      ...logoOf(documents),
      ...Object.fromEntries([...pictures.values()].flatMap((picture) => (picture === null ? [] : [[picture.name, picture.url]]))),
    },
    header: (page, pageCount) => {
      const place = placeOf(laidOut, page, pageCount)
      return place && (place.number === 1 ? pageNumber(place) : headingOf(place))
    },
    footer: (page, pageCount) => {
      const place = placeOf(laidOut, page, pageCount)
      return place && footOf(place, pictures)
    },
  }
}

type Place = { readonly document: WaybillDocument; readonly number: number; readonly of: number }

/** The waybill that a page belongs to, and which of its pages it is. */
function placeOf(laidOut: readonly LaidOutDocument[], page: number, pageCount: number): Place | null {
  const starts = laidOut.map(({ start }) => firstPageOf(start))
  const index = starts.findLastIndex((start) => start <= page)
  const [current, start = 1, next = pageCount + 1] = [laidOut[index], starts[index], starts[index + 1]]
  return current ? { document: current.document, number: page - start + 1, of: next - start } : null
}

/** pdfmake stores the position of each text in it; headers and footers are made after that. */
function firstPageOf(text: ContentText & { positions?: readonly { pageNumber: number }[] }): number {
  return text.positions?.[0]?.pageNumber ?? 1
}

type Pictures = ReadonlyMap<Uint8Array, ({ url: string } & PictureName) | null>

/** One signature often covers many shipments: it is read and embedded once. */
function picturesOf(documents: readonly WaybillDocument[]): Pictures {
  const signed = new Set(documents.flatMap(({ acknowledgement }) => acknowledgement?.signature ?? []))
  return new Map(
    [...signed].map((bytes, index) => {
      const picture = signaturePicture(bytes)
      return [bytes, picture && { ...picture, name: `signature${index}` }]
    }),
  )
}

function layOut(document: WaybillDocument, isLater: boolean): LaidOutDocument {
  const start: ContentText = { ...line('Rahtikirja', { bold: true, fontSize: 15, color: colours.brand }), margin: [0, 3, 0, 3] }
  const boxes: ContentTable = {
    table: {
      widths: ['*', '*'],
      heights: [88, 38, 38, 38],
      body: [[box('Lähettäjä', partyLines(document.sender)), titleBox(document, start)], ...lowerBoxes(document)],
    },
    layout: boxLayout,
    margin: [0, 0, 0, 10],
  }
  const top: Content = { ...bar(), margin: [0, -headingHeight, 0, 0], ...(isLater && { pageBreak: 'before' }) }
  return { document, start, content: [top, boxes, ...goodsOf(document)] }
}

/** A new object for each page, as pdfmake changes the drawing's position in place. */
const bar = (): ContentCanvas => ({ canvas: [{ type: 'rect', x: 0, y: 0, w: contentWidth, h: 2, color: colours.brand }] })

const boxLayout: CustomTableLayout = {
  hLineWidth: (row) => (row === 0 ? 0 : 0.5),
  hLineColor: () => colours.rule,
  vLineWidth: () => 0.5,
  vLineColor: () => colours.rule,
  paddingLeft: () => boxPadding,
  paddingRight: () => boxPadding,
  paddingTop: () => 4.5,
  paddingBottom: () => 5,
}

const box = (label: string, lines: readonly ContentText[]): ContentStack => ({
  stack: [{ ...line(label, caption), margin: [0, 0, 0, 3.5] }, ...lines.map((one) => ({ ...one, ...boxLine }))],
})

/** Each field has at most three lines, so that one long text leaves space for the next field. */
const field = (text: string, bold = false): ContentText[] => linesOf(text, { width: half - 2 * boxPadding - 1, limit: 3, bold })
const labelled = (label: string, text: string): string => (text === '' ? '' : `${label} ${text}`)

const partyLines = (party: WaybillParty): ContentText[] => [
  ...field(party.nimi, true),
  ...field(party.osoite1),
  ...field(party.osoite2),
  ...field(postalLine(party)),
  ...field([party.yhteyshenkilo, party.puhelin].filter((part) => part !== '').join(', ')),
]

function titleBox(document: WaybillDocument, start: ContentText): TableCell {
  const { shipment } = document
  const width = half - 3 * boxPadding - qrSide - 1
  const facts = [
    `Tilaus ${document.tunniste}${shipment ? `, lähetys ${shipment.number}/${shipment.of}` : ''}`,
    [dateText(document.date), document.place].filter((part) => part !== '').join(', '),
  ]
  const texts: Content[] = [
    start,
    { ...line(`Nro ${numberText(document.numero)}`, { bold: true, fontSize: 11 }), margin: [0, 0, 0, 5] },
    ...facts.flatMap((fact) => linesOf(fact, { width, limit: 2 })).map((one) => ({ ...one, ...boxLine })),
  ]
  return {
    columns: [
      { width: '*', stack: texts },
      {
        width: qrSide,
        stack: [
          { ...qrPicture(document.qrTarget, qrSide), margin: [0, 3.5, 0, 3] },
          { ...line('Kuittaa toimitus', caption), alignment: 'center' },
        ],
      },
    ],
  }
}

function lowerBoxes(document: WaybillDocument): TableCell[][] {
  const { carrier, takingOver, wishedDelivery } = document
  const takenOver = takingOver.day === null ? 'Noudettu ____.____.________' : `Noudettu ${dateText(takingOver.day)}`
  const wished = wishedDelivery === null ? [] : field(`Toivottu toimitus ${dateText(wishedDelivery)}`)
  return [
    [box('Vastaanottaja', partyLines(document.consignee)), carrierBox(carrier)],
    [
      box('Noutopaikka ja -päivä', [...field(takingOver.place), line(takenOver)]),
      box('Määräpaikka', [...field(document.destination), ...wished]),
    ],
    [
      box('Viitteet', [...field(document.references.join(', ')), ...field(labelled('Rahdin maksaja:', document.payer))]),
      box('Kuljettaja ja ajoneuvo', [...field(document.driver), ...field(document.plate)]),
    ],
  ]
}

/** The logo stands beside the heading and the name, which wrap before it. */
function carrierBox(carrier: WaybillDocument['carrier']): TableCell {
  const texts = box('Rahdinkuljettaja', [
    ...field(carrier.nimi, true),
    ...field(carrier.osoite),
    ...field(labelled('Y-tunnus', carrier.y_tunnus)),
    ...field(labelled('Puh.', carrier.puhelin)),
  ])
  if (carrier.logo === '') return texts
  return {
    columns: [
      { width: '*', ...texts },
      { width: logoSize[0], image: logoName, fit: logoSize, alignment: 'right' },
    ],
  }
}

/** On the first page, beside the QR code. */
const pageNumber = ({ number, of }: Place): Content => ({
  ...line(`Sivu ${number}/${of}`),
  alignment: 'right',
  margin: [0, 51, sheet.width - sheet.right + qrSide + 2 * boxPadding, 0],
})

function headingOf({ document, number, of }: Place): Content {
  const ends = [document.sender.nimi, document.consignee.nimi].filter((name) => name !== '').join(' – ')
  return {
    margin: [sheet.left, sheet.top, sheet.width - sheet.right, 0],
    stack: [
      { ...bar(), margin: [0, 0, 0, 7] },
      {
        columns: [
          { ...line('Rahtikirja', { bold: true, fontSize: 11, color: colours.brand }), width: 66 },
          { ...line(`Nro ${numberText(document.numero)}`, { bold: true, fontSize: 9.5 }), width: '*', margin: [0, 1.5, 0, 0] },
          { ...line(`Tilaus ${document.tunniste}  ·  Sivu ${number}/${of}`), width: '*', alignment: 'right', margin: [0, 2, 0, 0] },
        ],
        margin: [0, 0, 0, 6],
      },
      ...linesOf(ends, { width: contentWidth, limit: 1, color: colours.quiet }),
    ],
  }
}

/** The footer: the carrier on each page, the signatures on the last. */
function footOf({ document, number, of }: Place, pictures: Pictures): Content {
  const { nimi, y_tunnus, puhelin } = document.carrier
  const carrier = [nimi, y_tunnus, puhelin].filter((part) => part !== '').join('  ·  ')
  const signature = document.acknowledgement?.signature ?? null
  const picture = signature === null ? undefined : (pictures.get(signature) ?? null)
  return [
    ...(number === of ? signatures(document, picture, { x: sheet.left, width: contentWidth }) : []),
    ...linesOf(carrier, { width: contentWidth, limit: 1, ...caption }).map(
      (one): Content => ({ ...one, margin: [sheet.left, 8, sheet.left, 0] }),
    ),
  ]
}
