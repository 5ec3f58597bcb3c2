import type { Content, ContentText, CustomTableLayout, TableCell } from 'pdfmake/interfaces'
import { invoiceEmissions } from '#domain/features/invoicing/invoice-emissions.ts'
import type { InvoiceParty, OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { groupedReference } from '#domain/features/invoicing/payment/virtual-barcode.ts'
import type { PdfLayout } from '#server/platform/documents/draw-pdf.ts'
import { colours, line, linesOf } from '#server/platform/documents/drawing/text.ts'
import { printable } from '#server/platform/documents/drawing/wrap-text.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { dayText, euros, percentText } from './invoice-format.ts'
import { rowsOf } from './invoice-rows.ts'
import { paymentOf } from './payment-slip.ts'

const millimetre = 72 / 25.4
/** Points. A4; the left margin is that of the address in the window of an envelope. */
export const page = { width: 595.28, left: 20 * millimetre, right: 15 * millimetre, top: 78, bottom: 48 } as const
export const contentWidth = page.width - page.left - page.right
/** Where the windows of C5 and E65 envelopes show the receiver: 20 mm from the left edge and 50–72 mm from the top. */
const address = { top: 50 * millimetre, width: 85 * millimetre, lines: 5 } as const
const factsLeft = 115 * millimetre
const rowsTop = 92 * millimetre
const logoSize: [width: number, height: number] = [150, 46]
const logoName = 'logo'

export const caption = { fontSize: 7, color: colours.quiet }

export const isCredit = ({ kind }: OutgoingInvoice): boolean => kind === 'hyvitys'
const nameOf = (invoice: OutgoingInvoice): string => (isCredit(invoice) ? 'Hyvityslasku' : 'Lasku')

/** An invoice for post and e-mail: rows over as many pages as they need, the payment below them. */
export function invoiceLayout({ invoice, logo }: InvoiceDocument): PdfLayout {
  return {
    pageSize: 'A4',
    pageMargins: [page.left, page.top, page.right, page.bottom],
    images: logo === '' ? {} : { [logoName]: logo },
    header: (number, of) => (number === 1 ? { text: '' } : headingOf(invoice, `Sivu ${number}/${of}`)),
    footer: (number, of) => footOf(invoice, `Sivu ${number}/${of}`),
    content: [
      ...senderOf(invoice, logo),
      ...receiverOf(invoice),
      ...factsOf(invoice),
      // The first page's own blocks stand at fixed places; the rows begin below them.
      { text: '', fontSize: 1, margin: [0, rowsTop - page.top - 1, 0, 0] },
      ...messageOf(invoice),
      rowsOf(invoice),
      { unbreakable: true, stack: [sumsOf(invoice), ...emissionsOf(invoice), ...paymentOf(invoice)] },
    ],
  }
}

const at = (x: number, y: number): { absolutePosition: { x: number; y: number } } => ({ absolutePosition: { x, y } })

/** The postal line in capitals, as Posti reads it; a foreign country below it. */
export function postalLines({ street, street2, postalCode, town, country }: InvoiceParty): string[] {
  const abroad = country !== '' && country !== 'FI'
  return [street, street2, `${postalCode} ${town.toLocaleUpperCase('fi')}`.trim(), abroad ? countryName(country) : ''].filter(
    (text) => text !== '',
  )
}

function countryName(code: string): string {
  return (new Intl.DisplayNames('fi', { type: 'region', fallback: 'code' }).of(code) ?? code).toLocaleUpperCase('fi')
}

function senderOf({ seller }: OutgoingInvoice, logo: string): Content[] {
  const lines = [seller.name, ...postalLines(seller)]
  const top = 12 * millimetre
  const [name = '', ...rest] = lines
  const left = page.left
  return [
    ...(logo === '' ? [] : [{ image: logoName, fit: logoSize, ...at(left, top) }]),
    {
      stack: [
        ...linesOf(name, { width: address.width, limit: 1, bold: true }),
        ...rest.flatMap((text) => linesOf(text, { width: address.width, limit: 1, ...caption })),
      ],
      ...at(left, logo === '' ? top : top + logoSize[1] + 4),
    },
  ]
}

function receiverOf({ buyer }: OutgoingInvoice): Content[] {
  const size = { width: address.width, fontSize: 10 }
  const name = linesOf(buyer.name, { ...size, limit: 2 })
  const rest = postalLines(buyer).flatMap((text) => linesOf(text, { ...size, limit: 1 }))
  return [{ stack: [...name, ...rest].slice(0, address.lines).map((one) => ({ ...one, lineHeight: 1.15 })), ...at(page.left, address.top) }]
}

function factsOf(invoice: OutgoingInvoice): Content[] {
  const { seller, buyer } = invoice
  const facts: [string, string][] = [
    ['Laskun numero', invoice.number],
    ...(isCredit(invoice) ? [['Hyvitetty lasku', invoice.credits] satisfies [string, string]] : []),
    ['Laskun päivä', dayText(invoice.invoiceDay)],
    ...(isCredit(invoice)
      ? []
      : ([
          ['Eräpäivä', dayText(invoice.dueDay)],
          ['Maksuehto', `${invoice.paymentTermDays} päivää netto`],
          ['Viitenumero', groupedReference(invoice.reference)],
        ] satisfies [string, string][])),
    ['Asiakkaan Y-tunnus', buyer.businessId],
    ['Myyjän Y-tunnus', seller.businessId],
  ]
  const shown = facts.filter(([, value]) => value !== '')
  return [
    { ...line(nameOf(invoice), { bold: true, fontSize: 20, color: colours.brand }), ...at(factsLeft, 12 * millimetre) },
    {
      layout: 'noBorders',
      table: {
        widths: [92, page.width - page.right - factsLeft - 108],
        body: shown.map(([label, value]): TableCell[] => [
          line(label, { color: colours.quiet }),
          line(value, { bold: label === 'Eräpäivä' }),
        ]),
      },
      ...at(factsLeft, 24 * millimetre),
    },
  ]
}

const messageOf = ({ message }: OutgoingInvoice): Content[] =>
  linesOf(message, { width: contentWidth, limit: 8 }).map(
    (one, index, all): Content => ({ ...one, margin: [0, 0, 0, index === all.length - 1 ? 8 : 0] }),
  )

const sumsLayout: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row === 1 || row === table.body.length - 1 ? 0.5 : 0),
  hLineColor: () => colours.rule,
  vLineWidth: () => 0,
  paddingLeft: () => 6,
  paddingRight: () => 6,
  paddingTop: () => 3,
  paddingBottom: () => 3,
}

const right = (text: ContentText): TableCell => ({ ...text, alignment: 'right' })

function emissionsOf(invoice: OutgoingInvoice): Content[] {
  const note = invoiceEmissions(invoice)
  return note === '' ? [] : [{ text: printable(note), ...caption, margin: [0, 8, 0, 0] }]
}

/** The VAT of each rate and the total (arvonlisäverolaki 209 e §). */
function sumsOf(invoice: OutgoingInvoice): Content {
  const heads = ['Verokanta', 'Veroton, €', 'Arvonlisävero, €', 'Yhteensä, €']
  const shares = invoice.vat.map(({ percent, netCents, vatCents }): TableCell[] => [
    right(line(percentText(percent))),
    ...[netCents, vatCents, netCents + vatCents].map((cents) => right(line(euros(cents)))),
  ])
  const total = [
    line('Yhteensä', { bold: true }),
    ...[invoice.netCents, invoice.vatCents, invoice.totalCents].map((cents) => line(euros(cents), { bold: true })),
  ]
  const isReverseCharge = invoice.vat.some(({ percent }) => percent === 0) && invoice.buyer.country !== '' && invoice.buyer.country !== 'FI'
  return {
    stack: [
      {
        margin: [contentWidth - 324, 10, 0, 0],
        layout: sumsLayout,
        table: { widths: [54, 70, 78, 74], body: [heads.map((head) => right(line(head, caption))), ...shares, total.map(right)] },
      },
      ...(isReverseCharge
        ? [
            {
              ...line('Käännetty verovelvollisuus (Reverse charge)'),
              alignment: 'right' as const,
              margin: [0, 2, 6, 0] as [number, number, number, number],
            },
          ]
        : []),
    ],
  }
}

function headingOf(invoice: OutgoingInvoice, pageNumber: string): Content {
  return {
    margin: [page.left, 36, page.right, 0],
    columns: [
      { ...line(`${nameOf(invoice)} ${invoice.number}`, { bold: true, fontSize: 11, color: colours.brand }), width: 'auto' },
      { ...line(`${dayText(invoice.invoiceDay)}  ·  ${pageNumber}`), alignment: 'right', width: '*', margin: [0, 2, 0, 0] },
    ],
  }
}

function footOf({ seller }: OutgoingInvoice, pageNumber: string): Content {
  const who = [seller.name, seller.businessId === '' ? '' : `Y-tunnus ${seller.businessId}`, seller.phone, seller.email].filter(
    (text) => text !== '',
  )
  return {
    margin: [page.left, 14, page.right, 0],
    columns: [
      { stack: linesOf(who.join('  ·  '), { width: contentWidth - 70, limit: 1, ...caption }), width: '*' },
      { ...line(pageNumber, caption), alignment: 'right', width: 60 },
    ],
  }
}
