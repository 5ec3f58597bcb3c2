import { sheetText } from '#domain/features/exports/sheet-text.ts'
import { columnNames } from '#domain/features/order-import/order-columns.ts'
import { faultsHeading } from '#domain/features/order-import/order-table.ts'
import { exampleTemplate, fieldTemplate } from '#domain/features/order-import/order-templates.ts'
import { nowSeconds } from '../../session/clock.ts'

/** A row of the file. `rivi` is its line number there, which identifies it while it is corrected. */
export type TableRow = { rivi: number; solut: string[] }

/** The table with its corrections as a file (decision 19). */
export async function fileOf(rows: readonly TableRow[]): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  return new Blob([stringify([[...columnNames], ...rows.map(({ solut }) => solut)], { delimiter: ';' })])
}

type Sheet = readonly (readonly string[])[]

/** Saves an .xlsx file in which every cell is text: numbers keep their leading zeros, and nothing is a formula. */
async function saveSheet(name: string, sheet: Sheet): Promise<void> {
  const { default: writeExcel } = await import('write-excel-file/browser')
  const [headings = [], ...rows] = sheet
  const widest = (column: number): number => Math.max(...sheet.slice(0, 50).map((cells) => cells[column]?.length ?? 0))
  await writeExcel(
    [
      headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
      ...rows.map((cells) => cells.map((cell) => ({ value: sheetText(cell), type: String }))),
    ],
    { columns: headings.map((_, column) => ({ width: Math.min(Math.max(widest(column) + 2, 8), 60) })), stickyRowsCount: 1 },
  ).toFile(name)
}

export const saveExample = (): Promise<void> => saveSheet('tilausten-tuonti-esimerkki.xlsx', exampleTemplate(nowSeconds()))
export const saveFieldDescriptions = (): Promise<void> => saveSheet('tilausten-tuonti-kentat.xlsx', fieldTemplate(nowSeconds()))

/** The faulty rows with their faults; the file can be corrected and imported as it is. */
export const saveFaultyRows = (rows: readonly (TableRow & { faults: readonly string[] })[]): Promise<void> =>
  saveSheet('virheelliset-rivit.xlsx', [[...columnNames, faultsHeading], ...rows.map(({ solut, faults }) => [...solut, faults.join(' ')])])
