// A thread of its own: making a sheet of thousands of rows takes a second, in which its thread answers nobody else.
import { parentPort, workerData } from 'node:worker_threads'
import writeExcel, { type CellObject } from 'write-excel-file/node'
import type { CellKind } from '#domain/csv/order-export.ts'
import { sheetText } from '#domain/csv/sheet-text.ts'
import { dayOf } from '#domain/values/time.ts'

export type SheetColumn = { header: string; width: number; kind: CellKind }
export type SheetCell = string | number
/** Pages of rows one after another; null ends them, and the file is the answer. */
export type SheetMessage = readonly (readonly SheetCell[])[] | null

const formats = { count: '0', kilos: '#,##0.###', money: '#,##0.00' } as const

function cellOf(kind: CellKind, cell: SheetCell): CellObject | null {
  if (typeof cell === 'string') return cell === '' ? null : { value: sheetText(cell), type: String }
  if (kind === 'day') return cell === 0 ? null : { value: new Date(`${dayOf(cell)}T00:00:00Z`), type: Date, format: 'd.m.yyyy' }
  if (kind === 'text' || (kind === 'money' && cell === 0)) return null
  return { value: cell, type: Number, format: formats[kind] }
}

const columns: readonly SheetColumn[] = workerData
const sheet: (CellObject | null)[][] = [columns.map(({ header }) => ({ value: header, type: String, fontWeight: 'bold' }))]

parentPort?.on('message', async (rows: SheetMessage) => {
  if (rows) for (const row of rows) sheet.push(row.map((cell, index) => cellOf(columns[index]?.kind ?? 'text', cell)))
  else {
    const file = writeExcel(sheet, { columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 })
    parentPort?.postMessage(await file.toBuffer())
  }
})
