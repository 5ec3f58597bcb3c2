// Runs in a worker process: making a sheet of thousands of rows would block the event loop for a second.
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
// https://csv.js.org/stringify
import { stringify } from 'csv-stringify'
// https://gitlab.com/catamphetamine/write-excel-file
import writeExcel, { type CellObject } from 'write-excel-file/node'
import { sheetText } from '#domain/values/sheet-text.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { CsvOptions, TableCell, TableColumn, TableFormat } from './table.ts'

type Table = {
  format: TableFormat
  columns: readonly TableColumn[]
  /** A file with a JSON array of cells on each line. */
  rows: string
  /** The file to write. */
  to: string
  csv?: CsvOptions
}

export default async function writeTable({ format, columns, rows, to, csv = { headings: true, bom: true } }: Table): Promise<void> {
  if (format === 'csv') await writeCsv({ columns, rows: rowsIn(rows), to }, csv)
  else await writeXlsx(columns, rowsIn(rows), to)
}

async function* rowsIn(path: string): AsyncGenerator<TableCell[], void, undefined> {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line)
}

/** No formula, although it begins like one. */
const negativeNumber = /^-\d+(,\d+)?$/
/** csv-stringify takes `escape_formulas` for a single value, but its types do not say so. */
const unescaped = (value: string) => ({ value, escape_formulas: false })

/** As Excel in Finnish opens it; a text that it would take for a formula gets a `'` before it. */
async function writeCsv(
  { columns, rows, to }: { columns: readonly TableColumn[]; rows: AsyncIterable<TableCell[]>; to: string },
  { headings, bom }: CsvOptions,
): Promise<void> {
  const written = (number: number, index: number): string => {
    const kind = columns[index]?.kind
    if (kind === 'day') return formatDate(number)
    if (kind === 'money') return number === 0 ? '' : number.toFixed(2).replace('.', ',')
    return String(number).replace('.', ',')
  }
  const lines = stringify({
    bom,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    header: headings,
    columns: columns.map(({ header }) => ({ key: header })),
    cast: {
      number: (number, { index }) => written(number, index),
      string: (text) => (negativeNumber.test(text) ? unescaped(text) : text),
    },
  })
  await pipeline(rows, lines, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}

const formats = { count: '0', kilos: '#,##0.###', money: '#,##0.00' } as const

async function writeXlsx(columns: readonly TableColumn[], rows: AsyncIterable<TableCell[]>, to: string): Promise<void> {
  const sheet: (CellObject | null)[][] = [columns.map(({ header }) => ({ value: header, type: String, fontWeight: 'bold' }))]
  for await (const row of rows) sheet.push(row.map((cell, index) => cellOf(columns[index]?.kind ?? 'text', cell)))
  const file = await writeExcel(sheet, { columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 }).toBuffer()
  await writeFile(to, file, { flag: 'wx', mode: 0o600 })
}

function cellOf(kind: TableColumn['kind'], cell: TableCell): CellObject | null {
  if (typeof cell === 'string') return cell === '' ? null : { value: sheetText(cell), type: String }
  if (kind === 'day') return cell === 0 ? null : { value: new Date(`${dayOf(cell)}T00:00:00Z`), type: Date, format: 'd.m.yyyy' }
  if (kind === 'text' || (kind === 'money' && cell === 0)) return null
  return { value: cell, type: Number, format: formats[kind] }
}
