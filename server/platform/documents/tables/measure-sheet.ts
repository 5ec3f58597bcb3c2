import { rowsAtOnce } from '#domain/model/import/import-table.ts'
import { maxColumns, maxLines, notReadable, tooManyColumns, tooManyLines, unreadable } from './limits.ts'
import { parseXml } from './parse-xml.ts'

/** A cell whose formula failed or was never calculated: row and column from 1, and the error as spreadsheets write it. */
export type FailedCell = { row: number; column: number; error: string }

type Address = { row: number; column: number }
type OpenCell = Address & { type: string | undefined; isFormula: boolean; value: string | undefined }

/**
 * Refuses a sheet that is larger than an import may be, and finds the formulas without a result: read-excel-file allocates every
 * cell up to the last one (a single cell may be at XFD1048576), and reads a failed formula as an empty cell.
 */
export function measureSheet(xml: string): FailedCell[] {
  const failed: FailedCell[] = []
  let rows = 0
  let row: number | undefined
  let cell: OpenCell | undefined
  let inValue = false
  const openRow = (r: string | undefined) => {
    if (++rows > maxLines) throw tooManyLines()
    row = r === undefined ? undefined : rowOf(r)
  }
  const openCell = (r: string, type: string | undefined) => {
    const address = addressOf(r)
    // The library assigns all cells of a row to the line of the row or of its first cell.
    row ??= address.row
    if (address.row !== row) throw notReadable()
    if (address.column > maxColumns) throw tooManyColumns()
    cell = { ...address, type, isFormula: false, value: undefined }
  }
  parseXml(xml, {
    open(name, { r, t }) {
      if (name === 'row') openRow(r)
      // The library refuses a cell without an address.
      else if (name === 'c' && r !== undefined) openCell(r, t)
      else if (cell && name === 'f') cell.isFormula = true
      else if (cell && (name === 'v' || name === 'is')) {
        cell.value ??= ''
        inValue = name === 'v'
      }
    },
    text(text) {
      if (cell && inValue) cell.value += text
    },
    close(name) {
      if (name === 'v') inValue = false
      if (name !== 'c' || !cell) return
      const { row, column, type, isFormula, value } = cell
      if (type === 'e' || (isFormula && value === undefined)) failed.push({ row, column, error: value || '#CALC!' })
      cell = undefined
    },
  })
  return failed
}

function addressOf(text: string): Address {
  const [, letters, row] = /^([A-Z]{1,3})(\d+)$/.exec(text) ?? []
  if (letters === undefined || row === undefined) throw notReadable()
  return { row: rowOf(row), column: columnOf(letters) }
}

function rowOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw notReadable()
  if (Number(text) > maxLines) throw unreadable(`Taulukossa on soluja rivillä ${text}. Poista tyhjät rivit lopusta. ${rowsAtOnce}`)
  return Number(text)
}

/** Column A is 1. */
const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
