// https://gitlab.com/catamphetamine/read-excel-file
import { readSheet } from 'read-excel-file/universal'
import { unreadable } from './limits.ts'
import { measuredXlsx } from './unpack-xlsx.ts'

/** The cells of the first sheet as text, row by row. Of a formula the result that was last counted is taken, as people see it. */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  const measured = measuredXlsx(bytes)
  const { buffer, byteOffset, byteLength } = measured
  const rows = await readSheet(buffer.slice(byteOffset, byteOffset + byteLength)).catch((error: unknown) => {
    const [, row, column] = /row (\d+), col (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const place = row === undefined ? '' : ` (rivi ${row}, sarake ${column})`
    throw unreadable(`Taulukon solua ei voi lukea${place}. Avaa tiedosto taulukkolaskennassa ja tallenna uudelleen.`)
  })
  return rows.map((row) => row.map(textOf))
}

/** A number too large for a day may stand in a cell that shows days. */
const isDay = (value: Date): boolean => value.getUTCFullYear() >= 0 && value.getUTCFullYear() <= 9999

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  // A day of a spreadsheet is midnight UTC.
  if (value instanceof Date) return isDay(value) ? value.toISOString().slice(0, 10) : '#VALUE!'
  // Twelve digits are what a spreadsheet means by 0.1 + 0.2.
  if (typeof value === 'number') return String(Number(value.toPrecision(12)))
  return String(value)
}
