// https://csv.js.org/parse/options/
import { CsvError, parse } from 'csv-parse/sync'
import { columnsOfHeadings, type KnownHeadings } from '#domain/model/import/import-table.ts'
import { maxColumns, maxLines, tooManyColumns, unreadable } from './limits.ts'

const delimiters = [';', ',', '\t'] as const
// A first line that Excel itself writes and understands.
const excelHint = /^sep=([;,\t])\r?\n/i

/** The cells of CSV text, with the lines that a spreadsheet shows, empty ones included. */
export function readCsv(text: string, headings: KnownHeadings): string[][] {
  const [hint = '', named] = excelHint.exec(text) ?? []
  const rest = text.slice(hint.length)
  return cellsBy(named ?? delimiterOf(rest, headings), rest, { maxLines: maxLines + 1, maxColumns })
}

/** The delimiter that gives the most known headings. */
function delimiterOf(text: string, known: KnownHeadings): string {
  const countOf = (delimiter: string): number => {
    const [headings = []] = cellsBy(delimiter, text.trimStart().slice(0, 100_000), { maxLines: 1 })
    return columnsOfHeadings(known, headings).filter((column) => column >= 0).length
  }
  const counts = delimiters.map((delimiter) => ({ delimiter, count: countOf(delimiter) }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

type Limits = { maxLines: number; maxColumns?: number }

function cellsBy(delimiter: string, text: string, { maxLines, maxColumns = Number.POSITIVE_INFINITY }: Limits): string[][] {
  try {
    return parse(text, {
      delimiter,
      to: maxLines,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a cell that is not quoted: 3" putki.
      relax_quotes: true,
      // Stops before a line of millions of delimiters is in memory.
      cast(cell, { index }) {
        if (index >= maxColumns) throw tooManyColumns()
        return cell
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error ? ` (rivi ${String(error.lines)})` : ''
    throw unreadable(`Tiedostoa ei voi lukea: lainausmerkki jää auki tai on väärässä paikassa${line}.`)
  }
}
