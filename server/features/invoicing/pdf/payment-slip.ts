import type { Content, TableCell } from 'pdfmake/interfaces'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { groupedIban, groupedReference, virtualBarcode } from '#domain/features/invoicing/payment/virtual-barcode.ts'
import { barCode } from '#server/platform/documents/drawing/draw-codes.ts'
import { colours, line } from '#server/platform/documents/drawing/text.ts'
import { dayText, euros } from './invoice-format.ts'

const millimetre = 72 / 25.4
const width = 495.28
/** Pankkiviivakoodi-opas: 70–105 mm wide, 10–12.7 mm high, at least 5 mm of white on each side and below. 332 modules are 99.6 mm. */
const bars = { module: 0.3 * millimetre, height: 11 * millimetre, quiet: 5 * millimetre }
const quiet = { fontSize: 7, color: colours.quiet }

/** What a payer needs: the account, the reference, the due day, the sum, and the virtual barcode to copy or to read. */
export function paymentOf(invoice: OutgoingInvoice): Content[] {
  if (invoice.kind === 'hyvitys')
    return [{ text: `Hyvityslasku laskulle ${invoice.credits}. Tätä laskua ei makseta.`, margin: [0, 16, 0, 0] }]
  const { seller } = invoice
  const facts: [string, string][][] = [
    [
      ['Saaja', seller.name],
      ['Tilinumero (IBAN)', groupedIban(seller.iban)],
      ['BIC', seller.bic],
    ],
    [
      ['Viitenumero', groupedReference(invoice.reference)],
      ['Eräpäivä', dayText(invoice.dueDay)],
      ['Maksettavaa', `${euros(invoice.totalCents)} €`],
    ],
  ]
  const cell = (rows: readonly [string, string][]): TableCell => ({
    stack: rows
      .filter(([, value]) => value !== '')
      .map(([label, value]) => ({
        columns: [
          { ...line(label, { color: colours.quiet }), width: 88 },
          label === 'Saaja' ? { text: value, bold: true, width: '*' } : { ...line(value, { bold: true }), width: '*' },
        ],
        margin: [0, 1.5, 0, 1.5],
      })),
  })
  const code = virtualBarcode(invoice)
  return [
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.7, lineColor: colours.ink }], margin: [0, 18, 0, 6] },
    { layout: 'noBorders', table: { widths: ['*', '*'], body: [facts.map(cell)] } },
    ...(code === null ? [] : barcodeOf(code)),
  ]
}

const barcodeOf = (code: string): Content[] => [
  { ...line('Virtuaaliviivakoodi', quiet), margin: [0, 8, 0, 1] },
  { ...line(code, { fontSize: 9.5 }), margin: [0, 0, 0, bars.quiet] },
  { ...barCode(code, bars), margin: [bars.quiet, 0, 0, bars.quiet] },
]
