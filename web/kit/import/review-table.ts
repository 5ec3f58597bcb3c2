import type { DryRun } from '#domain/model/import/import-call.ts'
import type { ImportColumnShape } from '#domain/model/import/import-column.ts'

/** A column as the table of rows shows it. */
export type ReviewColumn = ImportColumnShape & {
  heading: string
  /** In pixels. */
  width: number
  /** Whether its texts have line breaks. */
  lines?: boolean
}

/** A row of the file. `rivi` is its line number there, which identifies it while it is corrected. */
export type TableRow = { rivi: number; solut: string[] }
/** What is wrong with a row, by column; '' is the row as a whole. */
export type RowFaults = ReadonlyMap<string, string>
type Faults = ReadonlyMap<number, RowFaults>

/** The rows under review, with their corrections. */
export type ReviewTable<D extends DryRun> = {
  /** The name of the file. */
  name: string
  rows: readonly TableRow[]
  faults: Faults
  /** Cells of the file without a heading: the table does not hold them, so their fault stays until the row is reviewed. */
  lost: ReadonlyMap<number, string>
  /** Sentences about rows that are no faults. */
  notes: ReadonlyMap<number, string>
  /** Rows that have had a fault: they stay visible while they are corrected. */
  checkedRows: ReadonlySet<number>
  /** Columns that have had a fault: they keep their width. */
  wide: ReadonlySet<string>
  /** Columns to show: those with a text, a fault or a required value. */
  columns: readonly string[]
  /** The headings that were left out. */
  leftOut: readonly string[]
  /** The answer of the last check. */
  answer: D
  edited: boolean
  /** Whether the rows are unchanged since the last check, and the key of the import then. */
  isChecked: boolean
  checkedFor: string
}

/** What a check found; its row numbers are those of the file that was sent. */
export type Check<D extends DryRun> = { answer: D; notes: readonly { rivi: number; text: string }[]; key: string }

function faultsOf({ virheet }: DryRun, numberOf: (row: number) => number): Map<number, Map<string, string>> {
  const faults = new Map<number, Map<string, string>>()
  for (const { rivi, sarake, viesti } of virheet) {
    const row = numberOf(rivi)
    faults.set(row, (faults.get(row) ?? new Map<string, string>()).set(sarake, viesti))
  }
  return faults
}

const faultyColumns = (faults: Faults): Set<string> => new Set([...faults.values()].flatMap((row) => [...row.keys()]))

type Shown = { rows: readonly TableRow[]; faults: Faults; before: readonly string[] }

function shownColumns(columns: readonly ReviewColumn[], { rows, faults, before }: Shown): string[] {
  const faulty = faultyColumns(faults)
  return columns
    .filter(
      ({ name, needed }, index) => needed || before.includes(name) || faulty.has(name) || rows.some(({ solut }) => solut[index] !== ''),
    )
    .map(({ name }) => name)
}

function withLost(faults: Faults, lost: ReadonlyMap<number, string>, rows: readonly TableRow[]): Faults {
  const all = new Map(faults)
  const there = new Set(rows.map(({ rivi }) => rivi))
  for (const [row, fault] of lost) if (there.has(row)) all.set(row, new Map([['', fault], ...(all.get(row) ?? [])]))
  return all
}

const without = <V>(map: ReadonlyMap<number, V>, row: number): ReadonlyMap<number, V> => new Map([...map].filter(([key]) => key !== row))

/** A changed cell loses its fault until it is checked again. */
function withoutFault(faults: Faults, row: number, column: string): Faults {
  const rest = new Map(faults.get(row))
  rest.delete(column)
  const others = new Map(faults)
  if (rest.size > 0) others.set(row, rest)
  else others.delete(row)
  return others
}

/** The table of a file that has just been read. */
export function newTable<D extends DryRun>(
  columns: readonly ReviewColumn[],
  name: string,
  { answer, notes, key }: Check<D>,
): ReviewTable<D> {
  const rows = answer.rivit
  const faults = faultsOf(answer, (row) => row)
  return {
    name,
    rows,
    faults,
    lost: new Map([...faults].flatMap(([row, found]) => (found.has('') ? [[row, found.get('') ?? ''] as const] : []))),
    notes: new Map(notes.map(({ rivi, text }) => [rivi, text])),
    checkedRows: new Set(faults.keys()),
    wide: faultyColumns(faults),
    columns: shownColumns(columns, { rows, faults, before: [] }),
    leftOut: answer.tuntemattomat,
    answer,
    edited: false,
    isChecked: true,
    checkedFor: key,
  }
}

/** The table after a check of `rows`, which may have been changed since. */
export function checkedTable<D extends DryRun>(
  table: ReviewTable<D>,
  columns: readonly ReviewColumn[],
  { rows, answer, notes, key }: Check<D> & { rows: readonly TableRow[] },
): ReviewTable<D> {
  // The file built from the table has no empty lines: its second line is the table's first row.
  const numberOf = (row: number): number => rows[row - 2]?.rivi ?? 0
  const faults = faultsOf(answer, numberOf)
  return {
    ...table,
    faults: withLost(faults, table.lost, table.rows),
    notes: new Map(notes.map(({ rivi, text }) => [numberOf(rivi), text])),
    checkedRows: new Set([...table.checkedRows, ...faults.keys()]),
    wide: new Set([...table.wide, ...faultyColumns(faults)]),
    columns: shownColumns(columns, { rows, faults, before: table.columns }),
    answer,
    isChecked: table.rows === rows,
    checkedFor: key,
  }
}

/** The table of rows that the device has stored, with their corrections, after a new check. */
export function restoredTable<D extends DryRun>(
  columns: readonly ReviewColumn[],
  {
    file,
    rows,
    lost,
    leftOut,
  }: { file: string; rows: readonly TableRow[]; lost: readonly (readonly [number, string])[]; leftOut: readonly string[] },
  check: Check<D>,
): ReviewTable<D> {
  const unchecked = { ...newTable(columns, file, check), rows, lost: new Map(lost), leftOut, checkedRows: new Set<number>(), edited: true }
  return checkedTable(unchecked, columns, { ...check, rows })
}

/** A correction: what it changes of the table. */
type Change = <D extends DryRun>(table: ReviewTable<D>) => Partial<ReviewTable<D>>

export const changeCell =
  (row: number, column: { name: string; index: number }, text: string): Change =>
  ({ rows, faults, lost }) => ({
    rows: rows.map((one) => (one.rivi === row ? { ...one, solut: one.solut.with(column.index, text) } : one)),
    faults: withoutFault(withoutFault(faults, row, column.name), row, ''),
    lost: without(lost, row),
  })

export const fillColumn =
  (column: { name: string; index: number }, text: string): Change =>
  ({ rows, faults }) => {
    const mended = rows.filter(({ rivi, solut }) => solut[column.index] === '' && faults.get(rivi)?.has(column.name))
    const ids = new Set(mended.map(({ rivi }) => rivi))
    return {
      rows: rows.map((row) => (ids.has(row.rivi) ? { ...row, solut: row.solut.with(column.index, text) } : row)),
      faults: [...ids].reduce((left, row) => withoutFault(left, row, column.name), faults),
    }
  }

export const removeTableRow =
  (row: number): Change =>
  ({ rows, faults }) => ({ rows: rows.filter(({ rivi }) => rivi !== row), faults: without(faults, row) })

export const restoreTableRow =
  (row: TableRow): Change =>
  ({ rows }) => ({ rows: [...rows, row].sort((a, b) => a.rivi - b.rivi) })
