import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { importOrdersCall } from '#domain/features/order-import/import-orders.ts'
import { columnNames, importColumns } from '#domain/features/order-import/order-columns.ts'
import { maxImportBytes } from '#domain/features/order-import/order-table.ts'
import { base64Of } from '#web/data/files/base64.ts'
import { callApi } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { rereadAfterChange } from '../../data/queries.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { plural } from '../../kit/format.ts'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'
import { fileOf, type TableRow } from './import-files.ts'

type Answer = z.output<typeof importOrdersCall.output>
type DryRun = Extract<Answer, { rivit: unknown }>
type Asking = Extract<Answer, { kysyttavat: unknown }>
export type ImportResult = Exclude<Answer, DryRun | Asking>
/** Unknown headings of the chosen file; the rows are parsed once the person has said what the headings mean. */
export type Headings = { file: File; unknown: Asking['kysyttavat']; fileHeadings: Asking['sarakkeet'] }
/** What is wrong with a row, by column; '' is the row as a whole. */
export type RowFaults = ReadonlyMap<string, string>

export type Table = {
  name: string
  rows: readonly TableRow[]
  faults: ReadonlyMap<number, RowFaults>
  /** Cells of the file without a heading: the table does not hold them, so their fault stays until the row is reviewed. */
  lost: ReadonlyMap<number, string>
  /** Rows that have had a fault: they stay visible while they are corrected. */
  checkedRows: ReadonlySet<number>
  /** Columns that have had a fault: they keep their width. */
  wide: ReadonlySet<string>
  /** Columns to show: those with a text, a fault or a required value. */
  columns: readonly string[]
  unknown: readonly string[]
  orders: number
  /** When the same rows were imported before (unix seconds); 0 for never. */
  importedAt: number
  edited: boolean
  /** Whether the rows are unchanged since the last check. */
  isChecked: boolean
}
/** `isUnchecked`: the rows could not be checked, and stay unchanged until the check is retried. */
type Fault = { message: string; isUnchecked: boolean }
export type Work = 'reading' | 'checking' | 'storing'

const checkDelay = 700
// These statuses are reported on the page.
const quiet = [404, 409, 413, 422]

const refusal = (message: string): Fault => ({ message, isUnchecked: false })
const faultOf = (failure: unknown): Fault =>
  refusal(failure instanceof CallFault ? failure.message : 'Tiedostoa ei voi lukea. Valitse se uudelleen.')

export const importedTitle = ({ tilauksia }: ImportResult): string => `${plural(tilauksia, 'tilaus', 'tilausta')} tuotu`
export const importedText = ({ lahetyksia, ensimmainen, viimeinen }: ImportResult): string =>
  `${plural(lahetyksia, 'lähetys', 'lähetystä')}, ${ensimmainen === viimeinen ? ensimmainen : `${ensimmainen}–${viimeinen}`}.`

function faultsOf(answer: DryRun, numberOf: (row: number) => number): Map<number, Map<string, string>> {
  const faults = new Map<number, Map<string, string>>()
  for (const { rivi, sarake, viesti } of answer.virheet) {
    const row = numberOf(rivi)
    faults.set(row, (faults.get(row) ?? new Map<string, string>()).set(sarake, viesti))
  }
  return faults
}

const faultyColumns = (faults: ReadonlyMap<number, RowFaults>): Set<string> =>
  new Set([...faults.values()].flatMap((row) => [...row.keys()]))

function columnsOf(rows: readonly TableRow[], faults: ReadonlyMap<number, RowFaults>, before: readonly string[]): string[] {
  const faulty = faultyColumns(faults)
  return importColumns
    .filter(
      ({ name, needed }, index) => needed || before.includes(name) || faulty.has(name) || rows.some(({ solut }) => solut[index] !== ''),
    )
    .map(({ name }) => name)
}

function withLost(faults: Table['faults'], lost: Table['lost'], rows: readonly TableRow[]): Table['faults'] {
  const all = new Map(faults)
  const there = new Set(rows.map(({ rivi }) => rivi))
  for (const [row, fault] of lost) if (there.has(row)) all.set(row, new Map([['', fault], ...(all.get(row) ?? [])]))
  return all
}

const without = <V>(map: ReadonlyMap<number, V>, row: number): ReadonlyMap<number, V> => new Map([...map].filter(([key]) => key !== row))

/** A changed cell loses its fault until it is checked again. */
function withoutFault(faults: Table['faults'], row: number, column: string): Table['faults'] {
  const rest = new Map(faults.get(row))
  rest.delete(column)
  const others = new Map(faults)
  if (rest.size > 0) others.set(row, rest)
  else others.delete(row)
  return others
}

/** The import: a file is parsed and checked, corrected and checked again, and stored. */
export function useImport(asiakas: string) {
  const [table, setTable] = useState<Table | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [stored, setStored] = useState<ImportResult | null>(null)
  const [headings, setHeadings] = useState<Headings | null>(null)
  const running = useRef<AbortController | null>(null)

  const dryRun = async (file: Blob, otsikot: Readonly<Record<string, string>> = {}): Promise<DryRun | Asking | null> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const base64 = await base64Of(file)
    const input = { asiakas_id: asiakas, base64, tarkista: true, otsikot: { ...otsikot } }
    const answer = await callApi(importOrdersCall, input, { signal: controller.signal, quiet })
    return controller.signal.aborted || 'lahetyksia' in answer ? null : answer
  }

  const read = async (file: File, choices?: Readonly<Record<string, string>>) => {
    setStored(null)
    setTable(null)
    setFault(null)
    if (file.size > maxImportBytes) {
      setFault(refusal('Tiedosto on liian suuri: enintään 5 Mt.'))
      return
    }
    setWork('reading')
    try {
      const answer = await dryRun(file, choices)
      if (!answer) return
      if ('kysyttavat' in answer) {
        setHeadings({ file, unknown: answer.kysyttavat, fileHeadings: answer.sarakkeet })
        setWork(null)
        return
      }
      setHeadings(null)
      const faults = faultsOf(answer, (row) => row)
      setTable({
        name: file.name,
        rows: answer.rivit,
        faults,
        lost: new Map([...faults].flatMap(([row, found]) => (found.has('') ? [[row, found.get('') ?? ''] as const] : []))),
        checkedRows: new Set(faults.keys()),
        wide: faultyColumns(faults),
        columns: columnsOf(answer.rivit, faults, []),
        unknown: answer.tuntemattomat,
        orders: answer.tilauksia,
        importedAt: answer.tuotu,
        edited: false,
        isChecked: true,
      })
      setWork(null)
    } catch (failure) {
      if (isAbort(failure)) return
      setFault(faultOf(failure))
      setWork(null)
    }
  }

  const check = async (rows: readonly TableRow[]) => {
    setWork('checking')
    setFault(null)
    try {
      const answer = await dryRun(await fileOf(rows))
      if (!answer || 'kysyttavat' in answer) return
      // The file built from the table has no empty lines: its second line is the table's first row.
      const faults = faultsOf(answer, (row) => rows[row - 2]?.rivi ?? 0)
      setTable(
        (now) =>
          now && {
            ...now,
            faults: withLost(faults, now.lost, now.rows),
            checkedRows: new Set([...now.checkedRows, ...faults.keys()]),
            wide: new Set([...now.wide, ...faultyColumns(faults)]),
            columns: columnsOf(rows, faults, now.columns),
            orders: answer.tilauksia,
            importedAt: answer.tuotu,
            isChecked: now.rows === rows,
          },
      )
      setWork(null)
    } catch (failure) {
      if (isAbort(failure)) return
      setFault({ ...faultOf(failure), isUnchecked: true })
      setWork(null)
    }
  }

  // Corrections are checked automatically once the typing pauses.
  const latestCheck = useRef(check)
  useEffect(() => {
    latestCheck.current = check
  })
  const rows = table?.rows
  const waits = table !== null && !table.isChecked
  useEffect(() => {
    if (!waits || !rows || rows.length === 0) return
    const timer = setTimeout(() => void latestCheck.current(rows), checkDelay)
    return () => clearTimeout(timer)
  }, [waits, rows])
  useEffect(() => () => running.current?.abort(), [])
  // Storing continues when the person leaves the page: a toast then reports the result on any page.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const change = (changed: (before: Table) => Partial<Table>) =>
    setTable((now) => now && { ...now, ...changed(now), edited: true, isChecked: false })

  return {
    table,
    work,
    fault,
    stored,
    headings,
    read,
    recheck: () => {
      if (table) void check(table.rows)
    },
    edit: (row: number, column: string, text: string) =>
      change(({ rows, faults, lost }) => ({
        rows: rows.map((one) => (one.rivi === row ? { ...one, solut: one.solut.with(columnNames.indexOf(column), text) } : one)),
        faults: withoutFault(withoutFault(faults, row, column), row, ''),
        lost: without(lost, row),
      })),
    /** The same kind of goods for every row that has none. */
    fillType: (type: string) => {
      const column = columnNames.indexOf('tyyppi')
      change(({ rows, faults }) => {
        const mended = rows.filter(({ rivi, solut }) => solut[column] === '' && faults.get(rivi)?.has('tyyppi'))
        const ids = new Set(mended.map(({ rivi }) => rivi))
        return {
          rows: rows.map((row) => (ids.has(row.rivi) ? { ...row, solut: row.solut.with(column, type) } : row)),
          faults: [...ids].reduce((left, row) => withoutFault(left, row, 'tyyppi'), faults),
        }
      })
    },
    remove: (row: number) =>
      change(({ rows, faults }) => ({ rows: rows.filter(({ rivi }) => rivi !== row), faults: without(faults, row) })),
    restore: (row: TableRow) => change(({ rows }) => ({ rows: [...rows, row].sort((a, b) => a.rivi - b.rivi) })),
    discard: () => {
      running.current?.abort()
      setTable(null)
      setHeadings(null)
      setWork(null)
      setFault(null)
      // The table is not restored when another file has been chosen since.
      if (table?.edited) showUndo('Taulukko suljettiin.', () => setTable((now) => now ?? { ...table, isChecked: false }))
    },
    store: async (again: boolean) => {
      if (!table) return
      setWork('storing')
      setFault(null)
      try {
        const base64 = await base64Of(await fileOf(table.rows))
        // Importing the same rows again on purpose is another import, with another key.
        const idempotencyKey = saveKeyOf('tuonti', [asiakas, table.rows, again, table.importedAt])
        const answer = await callApi(importOrdersCall, { asiakas_id: asiakas, base64, uudelleen: again }, { idempotencyKey, quiet })
        if (!('lahetyksia' in answer)) return
        if (!isHere.current) showDone(`${importedTitle(answer)}: ${importedText(answer)}`)
        setStored(answer)
        setTable(null)
        await rereadAfterChange('tilaus', 'lahetys')
      } catch (failure) {
        if (!isHere.current) showFault(`Tuonti ei onnistunut: ${faultOf(failure).message}`)
        setFault(faultOf(failure))
        // A new check finds what has changed meanwhile (a product, another import of the same rows).
        if (failure instanceof CallFault && (failure.status === 409 || failure.status === 422))
          setTable((now) => now && { ...now, isChecked: false })
      } finally {
        setWork(null)
      }
    },
  }
}

const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'AbortError'
