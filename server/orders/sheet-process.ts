// A process of its own: a sheet of thousands of rows is made in memory, in a second in which it answers nobody else.
import writeExcel, { type CellObject } from 'write-excel-file/node'
import type { CellKind } from '#domain/csv/order-export.ts'
import { sheetText } from '#domain/csv/sheet-text.ts'
import { dayOf } from '#domain/values/time.ts'

export type SheetColumn = { header: string; width: number; kind: CellKind }
export type SheetCell = string | number
/** The columns, then pages of rows one after another; the end's answer is the file. */
export type SheetMessage = { columns: readonly SheetColumn[] } | { rows: readonly (readonly SheetCell[])[] } | 'end'

const formats = { count: '0', kilos: '#,##0.###', money: '#,##0.00' } as const

function cellOf(kind: CellKind, cell: SheetCell): CellObject | null {
  if (typeof cell === 'string') return cell === '' ? null : { value: sheetText(cell), type: String }
  if (kind === 'day') return cell === 0 ? null : { value: new Date(`${dayOf(cell)}T00:00:00Z`), type: Date, format: 'd.m.yyyy' }
  if (kind === 'text' || (kind === 'money' && cell === 0)) return null
  return { value: cell, type: Number, format: formats[kind] }
}

let columns: readonly SheetColumn[] = []
const sheet: (CellObject | null)[][] = []

process.on('message', async (message: SheetMessage) => {
  if (message === 'end') {
    const file = writeExcel(sheet, { columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 })
    process.send?.(await file.toBuffer())
  } else if ('columns' in message) {
    columns = message.columns
    sheet.push(columns.map(({ header }) => ({ value: header, type: String, fontWeight: 'bold' })))
  } else for (const row of message.rows) sheet.push(row.map((cell, index) => cellOf(columns[index]?.kind ?? 'text', cell)))
})
// The server is gone: nobody waits for the file.
process.on('disconnect', () => process.exit())
