import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces'
import type { WaybillDocument, WaybillRow } from '#domain/features/waybills/document.ts'
import { colours, line, numberLine } from '#server/platform/documents/drawing/text.ts'
import { printable } from '#server/platform/documents/drawing/wrap-text.ts'
import { countText, sizeText, volumeText, weightWriter } from './format.ts'
import { signaturesHeight } from './signatures.ts'

/** Points, padding included. Text wraps, a number does not. */
const columns = [
  { title: 'Merkit', width: 82, kind: 'text' },
  { title: 'Kolliluku', width: 46, kind: 'number' },
  { title: 'Laji', width: 68, kind: 'text' },
  { title: 'Sisältö', width: 135.28, kind: 'text' },
  { title: 'Mitat, cm', width: 86, kind: 'number' },
  { title: 'Brutto, kg', width: 58, kind: 'number' },
  { title: 'm³', width: 48, kind: 'number' },
] as const
const padding = 6
const rowLine = { lineHeight: 1.056 }
const caption = { fontSize: 7, color: colours.quiet }

/**
 * Rows of goods, their totals, the remarks, and space for the signatures (which the page footer draws). The last row, the
 * totals, short remarks and the signatures stay together on a page, so that a signed page shows goods.
 */
export function goodsOf(document: WaybillDocument): Content[] {
  const weight = weightWriter(document.rows.map((row) => row.grossWeight))
  const rows = document.rows.map((row) => cellsOf(row, weight))
  const { packages, grossWeight, volume } = document.totals
  const totals = ['Yhteensä', countText(packages), '', '', '', weight(grossWeight), volumeText(volume)]
  const emissions = emissionsOf(document.emissions)
  const remarks = remarksOf(document.remarks)
  const isShort = document.rows.every(isShortRow)
  const isTogether = isShort && isShortText(document.remarks)
  const last: ContentTable = {
    table: { widths: [...widths], body: [rows.at(-1) ?? [], totals.map((text, index) => totalCell(text, index))] },
    layout: lastLayout,
    margin: [-padding, 0, -padding, 0],
  }
  // A block that is kept together must not be higher than a page: pdfmake would leave it out.
  const together: Content[] = [last, ...emissions, ...(isTogether ? [...remarks, spaceForSignatures()] : [])]
  const body = [head(), ...rows.slice(0, -1), [{ colSpan: columns.length, stack: together }, ...columns.slice(1).map(() => '')]]
  const below: Content[] = isTogether ? [] : [{ stack: remarks, margin: [padding, 0, padding, 0] }, spaceForSignatures()]
  return [{ table: { widths: [...widths], headerRows: 1, dontBreakRows: isShort, body }, layout: tableLayout }, ...below]
}

const widths = columns.map(({ width }) => width - 2 * padding)

const head = (): TableCell[] =>
  columns.map(({ title, kind }) => ({
    ...line(title, caption),
    alignment: kind === 'number' ? 'right' : 'left',
    margin: [0, 1, 0, 1.5],
  }))

function cellsOf(row: WaybillRow, weight: (kg: number | null) => string): TableCell[] {
  const size = row.size === null ? '' : sizeText(row.size)
  const texts = [row.marks, countText(row.packages), row.kind, row.contents, size, weight(row.grossWeight), volumeText(row.volume)]
  return texts.map((text, index) => {
    const column = columns[index]
    if (column?.kind === 'number') return { ...numberLine(text, column.width - padding), ...rowLine, alignment: 'right' }
    return { text: printable(text), ...rowLine }
  })
}

const totalCell = (text: string, index: number): TableCell => {
  const column = columns[index]
  if (column?.kind === 'number') return { ...numberLine(text, column.width - padding, { bold: true }), alignment: 'right' }
  return line(text, { bold: true })
}

const cellPadding = { paddingLeft: () => padding, paddingRight: () => padding, paddingTop: () => 4, paddingBottom: () => 4 }
const tableLayout: CustomTableLayout = {
  ...cellPadding,
  hLineWidth: (row, { table }) => (row === 0 || row === table.body.length ? 0 : 0.5),
  hLineColor: (row) => (row === 1 ? colours.ink : colours.rule),
  vLineWidth: () => 0,
  paddingTop: (row, { table }) => (row === table.body.length - 1 ? 0 : 4),
  paddingBottom: (row, { table }) => (row === table.body.length - 1 ? 0 : 4),
}
/** The last row and the totals. */
const lastLayout: CustomTableLayout = {
  ...cellPadding,
  hLineWidth: (row) => (row === 0 ? 0 : 0.5),
  hLineColor: (row) => (row === 2 ? colours.ink : colours.rule),
  vLineWidth: () => 0,
}

/** Below the totals. */
const emissionsOf = (text: string): Content[] => (text === '' ? [] : [{ text: printable(text), ...caption, margin: [0, 6, 0, 0] }])

const remarkLine = { type: 'line' as const, x1: 0, y1: 0, x2: columns.reduce((sum, { width }) => sum + width, 0), y2: 0 }

const remarksOf = (text: string): Content[] =>
  printable(text).trim() === ''
    ? []
    : [
        { ...line('Huomautukset ja ohjeet', caption), margin: [0, 12, 0, 2] },
        { text: printable(text), ...rowLine, margin: [0, 0, 0, 6] },
        { canvas: [{ ...remarkLine, lineWidth: 0.5, lineColor: colours.rule }], margin: [-padding, 0, 0, 0] },
      ]

/** Reserves space for the signatures; where it does not fit, a new page begins. */
const spaceForSignatures = (): Content => ({ text: '', fontSize: 1, margin: [0, signaturesHeight + 8, 0, 0] })

/** Characters and line breaks of texts that leave enough space on a page for the blocks that are kept together with them. */
const maxRowText = 170
const maxRemarks = 350
const maxBreaks = 4

const isShortText = (text: string): boolean => text.length <= maxRemarks && text.split('\n').length <= maxBreaks
const isShortRow = ({ marks, kind, contents }: WaybillRow): boolean =>
  [marks, kind, contents].every((text) => text.length <= maxRowText && text.split('\n').length <= maxBreaks)
