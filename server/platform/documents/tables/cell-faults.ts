import { RequestFault } from '#domain/errors.ts'
import type { CellFault } from '#domain/model/import/import-table.ts'

// The most faults reported of a refused file; the dry run reports all.
const maxReportedFaults = 100

/** Keeps the first fault of each cell, in the order of rows and columns. */
export function oncePerCell(faults: readonly CellFault[], columns: readonly string[]): CellFault[] {
  const byCell = new Map<string, CellFault>()
  for (const fault of faults) {
    const cell = `${fault.row} ${fault.column}`
    if (!byCell.has(cell)) byCell.set(cell, fault)
  }
  const place = ({ column }: CellFault): number => columns.indexOf(column)
  return [...byCell.values()].sort((a, b) => a.row - b.row || place(a) - place(b))
}

/** Refuses a file with faulty cells; the sentences name the columns by `headingOf`. */
export function refuseFaulty(
  found: readonly CellFault[],
  columns: readonly string[],
  headingOf = (column: string): string => column,
): void {
  if (found.length === 0) return
  throw new RequestFault(
    oncePerCell(found, columns)
      .slice(0, maxReportedFaults)
      .map(({ row, column, message }) => ({
        kind: 'invalid' as const,
        pointer: `/rivit/${row}/${column}`,
        detail: column === '' ? `Rivi ${row}: ${message}` : `Rivi ${row}, ${headingOf(column)}: ${message}`,
      })),
  )
}
