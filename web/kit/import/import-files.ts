import { faultsHeading } from '#domain/model/import/import-table.ts'
import { sheetText } from '#domain/values/sheet-text.ts'
import type { ReviewColumn, TableRow } from './review-table.ts'

type Columns = readonly Pick<ReviewColumn, 'heading'>[]
const headingsOf = (columns: Columns): string[] => columns.map(({ heading }) => heading)

/** The table with its corrections as a file (decision 19). Empty lines stand for the rows that were left out, so that the others keep their numbers. */
export async function fileOf(columns: Columns, rows: readonly TableRow[]): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const lines: (readonly string[])[] = [headingsOf(columns)]
  for (const { rivi, solut } of rows) {
    while (lines.length < rivi - 1) lines.push([''])
    lines.push(solut)
  }
  return new Blob([stringify(lines, { delimiter: ';' })])
}

type Cells = readonly (readonly string[])[]

function sheetOf(cells: Cells) {
  const [headings = [], ...rows] = cells
  const widest = (column: number): number => Math.max(...cells.slice(0, 50).map((row) => row[column]?.length ?? 0))
  return {
    data: [
      headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map((cell) => ({ value: sheetText(cell), type: String }))),
    ],
    columns: headings.map((_, column) => ({ width: Math.min(Math.max(widest(column) + 2, 8), 60) })),
    stickyRowsCount: 1,
  }
}

/** Saves an .xlsx file in which every cell is text: numbers keep their leading zeros, and nothing is a formula. */
export async function saveSheet(name: string, cells: Cells): Promise<void> {
  const { default: writeExcel } = await import('write-excel-file/browser')
  const { data, ...options } = sheetOf(cells)
  await writeExcel(data, options).toFile(name)
}

/** Saves an .xlsx file of several sheets, by their names. */
export async function saveSheets(name: string, sheets: Readonly<Record<string, Cells>>): Promise<void> {
  const { default: writeExcel } = await import('write-excel-file/browser')
  await writeExcel(Object.entries(sheets).map(([sheet, cells]) => ({ ...sheetOf(cells), sheet }))).toFile(name)
}

/** The faulty rows with their faults; the file can be corrected and imported as it is. */
export const saveFaultyRows = (columns: Columns, rows: readonly (TableRow & { faults: readonly string[] })[]): Promise<void> =>
  saveSheet('virheelliset-rivit.xlsx', [
    [...headingsOf(columns), faultsHeading],
    ...rows.map(({ solut, faults }) => [...solut, faults.join(' ')]),
  ])
