import type { WaybillDocument, WaybillRow } from '#domain/waybill/document.ts'
import { countText, sizeText, volumeText, weightWriter } from './format.ts'
import { type Measure, wrapText } from './wrap-text.ts'

/** Points. The paper is A4. */
export const sheet = { width: 595.28, height: 841.89, left: 36, right: 559.28, top: 36, bottom: 800 } as const
export const contentWidth = sheet.right - sheet.left
export const rowLeading = 11.5
export const rowPadding = 4
export const tableHeadHeight = 20
export const totalsHeight = 20
export const remarksLabelHeight = 15
export const remarksLeading = 11.5
export const remarksPadding = 6
export const signaturesHeight = 118
export const continuationHeadHeight = 58
const gap = 8

/** Text wraps. A number stays whole on one line, and is written smaller where it is too wide for its column. */
export type Column = { readonly title: string; readonly width: number; readonly kind: 'text' | 'number' }

export const columns: readonly Column[] = [
  { title: 'Merkit', width: 82, kind: 'text' },
  { title: 'Kolliluku', width: 46, kind: 'number' },
  { title: 'Laji', width: 68, kind: 'text' },
  { title: 'Sisältö', width: 135.28, kind: 'text' },
  { title: 'Mitat, cm', width: 86, kind: 'number' },
  { title: 'Brutto, kg', width: 58, kind: 'number' },
  { title: 'm³', width: 48, kind: 'number' },
]
export const cellPadding = 6

/** Cells in the order of the columns. */
function cellsOf(row: WaybillRow, weight: (kg: number | null) => string): string[] {
  const size = row.size === null ? '' : sizeText(row.size)
  return [row.marks, countText(row.packages), row.kind, row.contents, size, weight(row.grossWeight), volumeText(row.volume)]
}

/** The totals under the columns that have one. */
export function totalCells(document: WaybillDocument): string[] {
  const { packages, grossWeight, volume } = document.totals
  return ['', countText(packages), '', '', '', weightOf(document)(grossWeight), volumeText(volume)]
}

function weightOf(document: WaybillDocument): (kg: number | null) => string {
  return weightWriter(document.rows.map((row) => row.grossWeight))
}

/** A table row as lines, a list a column; a row higher than its page goes on as another one. */
export type PlannedRow = { readonly cells: readonly (readonly string[])[]; readonly height: number }

export type PlannedPage = {
  readonly rows: readonly PlannedRow[]
  readonly totals: boolean
  readonly remarks: readonly string[]
  readonly signatures: boolean
}

/**
 * What stands on each page. Goods first, then the totals (never alone on a page without a row), the remarks, which may
 * go on over pages, and the signatures at the foot of the last page.
 * @param firstTop where the table may begin on the first page, below the boxes of the parties
 */
export function planPages(document: WaybillDocument, firstTop: number, measure: Measure): PlannedPage[] {
  const pages: { rows: PlannedRow[]; totals: boolean; remarks: string[]; signatures: boolean }[] = []
  let page = { rows: [] as PlannedRow[], totals: false, remarks: [] as string[], signatures: false }
  let room = sheet.bottom - firstTop - tableHeadHeight
  const fullRoom = sheet.bottom - sheet.top - continuationHeadHeight - tableHeadHeight
  const turn = (): void => {
    pages.push(page)
    page = { rows: [], totals: false, remarks: [], signatures: false }
    room = fullRoom
  }

  let remarks = wrapText(document.remarks, contentWidth - 2 * cellPadding, measure)
  // The signatures stand on a page with goods, unless long remarks come between.
  const tail = totalsHeight + (remarks.length > 12 ? 0 : remarksHeight(remarks.length) + gap + signaturesHeight)
  const weight = weightOf(document)
  const queue = document.rows.map((row) => {
    const texts = cellsOf(row, weight)
    return columns.map(({ kind, width }, index) => {
      const text = texts[index] ?? ''
      return kind === 'number' ? [text] : wrapText(text, width - 2 * cellPadding, measure)
    })
  })
  const last = queue.length - 1
  for (const [index, whole] of queue.entries()) {
    let cells = whole
    const reserve = index === last ? tail : 0
    while (heightOf(cells) + reserve > room) {
      const lines = Math.floor((room - 2 * rowPadding) / rowLeading)
      // Only a row that no page could hold is cut; others move on whole.
      if (heightOf(cells) + reserve > fullRoom && lines >= 4) {
        const cut = Math.min(lines, lineCount(cells) - 1)
        page.rows.push(planned(cells.map((cell) => cell.slice(0, cut))))
        cells = cells.map((cell) => cell.slice(cut))
      }
      turn()
    }
    page.rows.push(planned(cells))
    room -= heightOf(cells)
  }
  page.totals = true
  room -= totalsHeight

  while (remarks.length > 0) {
    const lines = Math.floor((room - gap - remarksLabelHeight - remarksPadding) / remarksLeading)
    // At least two lines together.
    if (lines < Math.min(2, remarks.length)) {
      turn()
      continue
    }
    page.remarks = remarks.slice(0, lines)
    remarks = remarks.slice(lines)
    room -= remarksHeight(page.remarks.length)
    if (remarks.length > 0) turn()
  }

  if (room < signaturesHeight + gap) turn()
  page.signatures = true
  pages.push(page)
  return pages
}

/** The height of the remarks with the gap above them. */
export function remarksHeight(lines: number): number {
  return lines === 0 ? 0 : gap + remarksLabelHeight + lines * remarksLeading + remarksPadding
}

function planned(cells: readonly (readonly string[])[]): PlannedRow {
  return { cells, height: heightOf(cells) }
}

function heightOf(cells: readonly (readonly string[])[]): number {
  return lineCount(cells) * rowLeading + 2 * rowPadding
}

function lineCount(cells: readonly (readonly string[])[]): number {
  return Math.max(1, ...cells.map((cell) => cell.length))
}
