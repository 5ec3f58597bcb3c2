// https://github.com/sindresorhus/file-type
import { fileTypeFromBuffer } from 'file-type'
import type { KnownHeadings } from '#domain/model/import/import-table.ts'
import { decodeText, markOf } from './decode-text.ts'
import { maxColumns, maxLines, tooManyColumns, tooManyLines, unreadable } from './limits.ts'
import { readCsv } from './read-csv.ts'

const zipStart = Buffer.from('PK\u0003\u0004')

/** The cells of a CSV or .xlsx file as text. The format is detected from the bytes. Throws a RequestFault. */
export async function readFileCells(bytes: Buffer, headings: KnownHeadings): Promise<string[][]> {
  const lines = bytes.subarray(0, 4).equals(zipStart) ? await fromXlsx(bytes) : readCsv(await textOf(bytes), headings)
  if (lines.length > maxLines) throw tooManyLines()
  if (lines.some((cells) => cells.length > maxColumns)) throw tooManyColumns()
  return lines
}

async function fromXlsx(bytes: Buffer): Promise<string[][]> {
  const { readXlsx } = await import('./read-xlsx.ts')
  return readXlsx(bytes)
}

async function textOf(bytes: Buffer): Promise<string> {
  const type = markOf(bytes) ? undefined : await fileTypeFromBuffer(bytes)
  if (type?.ext === 'cfb')
    throw unreadable('Vanhaa Excel-muotoa (.xls) ja salattua taulukkoa ei voi tuoda. Tallenna taulukko muodossa .xlsx tai CSV.')
  const text = type ? '' : decodeText(bytes)
  if (type || text.includes('\0')) throw unreadable('Tiedosto ei ole CSV- eikä .xlsx-taulukko.')
  return text
}
