import type { ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces'
import type { InvoiceLine, OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { colours, line } from '#server/platform/documents/drawing/text.ts'
import { printable } from '#server/platform/documents/drawing/wrap-text.ts'
import { dayText, euros, percentText, quantityText } from './invoice-format.ts'

const quiet = { fontSize: 7.5, color: colours.quiet }
const heads = ['Kuvaus', 'Toimitettu', 'Määrä', '', 'Alv', 'Veroton, €'] as const
const widths = ['*', 54, 44, 22, 40, 66]
const isNumber = (column: number): boolean => column === 2 || column > 3

/** Texts longer than this are cut: a row must stay on a page. */
const maxDetails = 900

const layout: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row === 0 ? 0 : row === 1 || row === table.body.length ? 0.7 : 0.3),
  hLineColor: (row, { table }) => (row === 1 || row === table.body.length ? colours.ink : colours.rule),
  vLineWidth: () => 0,
  paddingLeft: (column) => (column === 0 ? 0 : 4),
  paddingRight: (column) => (column === heads.length - 1 ? 6 : 4),
  paddingTop: () => 4,
  paddingBottom: () => 4,
}

/** The rows of an invoice; their headings are repeated on each page. */
export function rowsOf({ lines }: OutgoingInvoice): ContentTable {
  const head = heads.map((text, column): TableCell => ({ ...line(text, quiet), alignment: isNumber(column) ? 'right' : 'left' }))
  return { table: { headerRows: 1, dontBreakRows: true, widths: [...widths], body: [head, ...lines.map(cellsOf)] }, layout }
}

function cellsOf(row: InvoiceLine): TableCell[] {
  const name = printable(row.name).trim() || 'Kuljetus'
  const details = detailsOf(row)
  const quantity = Math.abs(row.quantity) || 1
  const cells = [
    dayText(row.deliveredAt),
    quantityText(row.netCents < 0 ? -quantity : quantity),
    row.unit,
    percentText(row.vatPercent),
    euros(row.netCents),
  ]
  return [
    {
      stack: [
        { text: name },
        ...(details === '' ? [] : [{ text: details, ...quiet, margin: [0, 1.5, 0, 0] as [number, number, number, number] }]),
      ],
    },
    ...cells.map((text, index): TableCell => ({ ...line(text), alignment: isNumber(index + 1) ? 'right' : 'left' })),
  ]
}

function detailsOf({ orders, references, waybill }: InvoiceLine): string {
  const parts = [
    orders.length === 0 ? '' : `Tilaus ${orders.join(', ')}`,
    references.length === 0 ? '' : `Viite ${references.join(', ')}`,
    waybill === '' ? '' : `Rahtikirja ${waybill}`,
  ]
  const text = printable(parts.filter((part) => part !== '').join('  ·  ')).replace(/\s*\n\s*/g, ' ')
  return text.length > maxDetails ? `${text.slice(0, maxDetails)}…` : text
}
