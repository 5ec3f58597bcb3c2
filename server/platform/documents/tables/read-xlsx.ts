// https://github.com/101arrowz/fflate
import { strFromU8, zipSync } from 'fflate'
// https://gitlab.com/catamphetamine/read-excel-file
import { readSheet } from 'read-excel-file/universal'
import { notReadable, unreadable } from './limits.ts'
import { type FailedCell, measureSheet } from './measure-sheet.ts'
import { parseXml } from './parse-xml.ts'
import { unpackXlsx } from './unpack-xlsx.ts'

type Parts = ReadonlyMap<string, Uint8Array>

/** The cells of the first sheet as text, row by row. A formula gives its last calculated result, as spreadsheets show it. */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  const parts = unpackXlsx(bytes)
  const failed = measureSheet(xmlOf(parts, firstSheetPath(parts)))
  // Packed again, as the library would unpack the original without limits.
  const measured = zipSync(Object.fromEntries(parts), { level: 0 })
  const rows = await readSheet(measured.slice().buffer).catch((error: unknown) => {
    const [, row, column] = /row (\d+), col (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const place = row === undefined ? '' : ` (rivi ${row}, sarake ${column})`
    throw unreadable(`Taulukon solua ei voi lukea${place}. Avaa tiedosto taulukkolaskennassa ja tallenna uudelleen.`)
  })
  return withErrors(
    rows.map((row) => row.map(textOf)),
    failed,
  )
}

function xmlOf(parts: Parts, path: string): string {
  const part = parts.get(path)
  if (!part) throw notReadable()
  return strFromU8(part)
}

const sheetTypes = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet',
]

/** The sheet that the library reads: the first one of the workbook. */
function firstSheetPath(parts: Parts): string {
  if (!parts.has('xl/workbook.xml')) throw unreadable('Tiedosto ei ole .xlsx-taulukko. Tallenna taulukko muodossa .xlsx tai CSV.')
  const sheets: (string | undefined)[] = []
  parseXml(xmlOf(parts, 'xl/workbook.xml'), {
    open(element, { name, id }) {
      if (element === 'sheet' && name) sheets.push(id)
    },
  })
  let target: string | undefined
  parseXml(xmlOf(parts, 'xl/_rels/workbook.xml.rels'), {
    open(element, { Id, Type = '', Target }) {
      if (element === 'Relationship' && Id === sheets[0] && sheetTypes.includes(Type)) target = Target
    },
  })
  if (!target) throw unreadable('Työkirjan ensimmäinen välilehti ei ole taulukko. Siirrä tuotava välilehti ensimmäiseksi.')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function withErrors(rows: string[][], failed: readonly FailedCell[]): string[][] {
  for (const { row, column, error } of failed) {
    while (rows.length < row) rows.push([])
    const cells = rows[row - 1] ?? []
    while (cells.length < column) cells.push('')
    cells[column - 1] = error
  }
  return rows
}

/** A cell in a date format may contain a number that is too large for a date. */
const isDay = (value: Date): boolean => value.getUTCFullYear() >= 0 && value.getUTCFullYear() <= 9999

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  // A day of a spreadsheet is midnight UTC.
  if (value instanceof Date) return isDay(value) ? value.toISOString().slice(0, 10) : '#VALUE!'
  // Twelve digits, so that 0.1 + 0.2 is 0.3 as in a spreadsheet.
  if (typeof value === 'number') return String(Number(value.toPrecision(12)))
  return String(value)
}
