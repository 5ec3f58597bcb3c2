import type { ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces'
import { emissionText } from '#domain/features/emissions/emission-text.ts'
import { quantityAndPrice, quantityDecimals } from '#domain/features/invoicing/charged-work.ts'
import type { InvoiceLine, OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { toCents } from '#domain/values/money.ts'
import { colours, featuresOf, line } from '#server/platform/documents/drawing/text.ts'
import { printable } from '#server/platform/documents/drawing/wrap-text.ts'
import { dayText, euros, percentText, quantityTexts } from './invoice-format.ts'

const quiet = { fontSize: 7.5, color: colours.quiet }
type Column = { head: string; width: number | '*'; isNumber?: boolean }
const description: Column = { head: 'Kuvaus', width: '*' }
const unitPriceColumn: Column = { head: 'À, €', width: 40, isNumber: true }
const columnsBefore: readonly Column[] = [
  { head: 'Toimitettu', width: 54 },
  { head: 'Määrä', width: 44, isNumber: true },
  { head: '', width: 22 },
]
const columnsAfter: readonly Column[] = [
  { head: 'Alv', width: 40, isNumber: true },
  { head: 'Veroton, €', width: 66, isNumber: true },
]

/** Texts longer than this are cut: a row must stay on a page. */
const maxDetails = 900

const layout: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row === 0 ? 0 : row === 1 || row === table.body.length ? 0.7 : 0.3),
  hLineColor: (row, { table }) => (row === 1 || row === table.body.length ? colours.ink : colours.rule),
  vLineWidth: () => 0,
  paddingLeft: (column) => (column === 0 ? 0 : 4),
  paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 6 : 4),
  paddingTop: () => 4,
  paddingBottom: () => 4,
}

/** The rows of an invoice; their headings are repeated on each page. Only invoices of hourly work have a column of unit prices. */
export function rowsOf({ lines }: OutgoingInvoice): ContentTable {
  const hasUnitPrices = lines.some(({ unitPrice }) => unitPrice > 0)
  const columns = [...columnsBefore, ...(hasUnitPrices ? [unitPriceColumn] : []), ...columnsAfter]
  const cell = (text: string, { isNumber }: Column, size = {}): TableCell => ({
    ...line(text, size),
    alignment: isNumber ? 'right' : 'left',
  })
  const head = [description, ...columns].map((column) => cell(column.head, column, quiet))
  const body = lines.map((row) => {
    const texts = textsOf(row, hasUnitPrices)
    return [describedIn(row), ...columns.map((column, index) => cell(texts[index] ?? '', column))]
  })
  const widths = [description, ...columns].map(({ width }) => width)
  return { table: { headerRows: 1, dontBreakRows: true, widths, body: [head, ...body] }, layout }
}

function textsOf(row: InvoiceLine, withUnitPrice: boolean): string[] {
  const { quantity } = quantityAndPrice(row, { quantity: quantityDecimals, price: 2 })
  return [
    dayText(row.deliveredAt),
    ...quantityTexts(quantity, row.unit),
    ...(withUnitPrice ? [row.unitPrice > 0 ? euros(toCents(row.unitPrice)) : ''] : []),
    percentText(row.vatPercent),
    euros(row.netCents),
  ]
}

function describedIn(row: InvoiceLine): TableCell {
  const details = detailsOf(row)
  const name = printable(row.name).trim() || 'Kuljetus'
  return {
    stack: [
      { text: name, ...featuresOf(name) },
      ...(details === '' ? [] : [{ text: details, ...quiet, margin: [0, 1.5, 0, 0] as [number, number, number, number] }]),
    ],
  }
}

function detailsOf({ orders, references, waybill, emissionGrams }: InvoiceLine): string {
  const parts = [
    orders.length === 0 ? '' : `Tilaus ${orders.join(', ')}`,
    references.length === 0 ? '' : `Viite ${references.join(', ')}`,
    waybill === '' ? '' : `Rahtikirja ${waybill}`,
    emissionGrams === undefined ? '' : emissionText(emissionGrams),
  ]
  const text = printable(parts.filter((part) => part !== '').join('  ·  ')).replace(/\s*\n\s*/g, ' ')
  return text.length > maxDetails ? `${text.slice(0, maxDetails)}…` : text
}
