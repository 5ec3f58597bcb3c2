import { useEffect, useRef, useState } from 'react'
import type { DryRun, UnmappedHeadings } from '#domain/model/import/import-call.ts'
import { maxImportBytes } from '#domain/model/import/import-table.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { base64Of } from '#web/data/files/base64.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { useIsMounted } from '../page/use-is-mounted.ts'
import { type ImportDraft, useImportDraft } from './import-draft.ts'
import { fileOf } from './import-files.ts'
import type { ImportShape } from './import-shape.ts'
import {
  type Check,
  changeCell,
  checkedTable,
  fillColumn,
  newTable,
  type ReviewTable,
  removeTableRow,
  restoredTable,
  restoreTableRow,
  type TableRow,
} from './review-table.ts'

/** Unknown headings of the chosen file; the rows are parsed once the person has said what the headings mean. */
export type Headings = { file: File; unmapped: UnmappedHeadings }
/** `isUnchecked`: the rows could not be checked, and stay unchanged until the check is retried. */
type ImportFault = { message: string; isUnchecked: boolean }
export type ImportWork = 'reading' | 'checking' | 'storing'

const checkDelay = 700

const refusal = (message: string): ImportFault => ({ message, isUnchecked: false })
const faultOf = (failure: unknown): ImportFault =>
  refusal(failure instanceof CallFault ? failure.message : 'Tiedostoa ei voi lukea. Valitse se uudelleen.')
const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'AbortError'

type Choices = Readonly<Record<string, string>>

/** One dry run at a time: a new one aborts the one under way, which then answers null. */
function useDryRun<D extends DryRun, R>(shape: ImportShape<D, R>) {
  const running = useRef<AbortController | null>(null)
  const abort = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  const dryRun = async (file: Blob, otsikot: Choices = {}): Promise<{ unmapped: UnmappedHeadings } | { check: Check<D> } | null> => {
    abort()
    const controller = new AbortController()
    running.current = controller
    const { key, notesOf } = shape
    const answer = await shape.dryRun({ base64: await base64Of(file), otsikot: { ...otsikot } }, controller.signal)
    if (controller.signal.aborted || answer === null) return null
    if ('unmapped' in answer) return answer
    return { check: { answer: answer.checked, notes: notesOf?.(answer.checked) ?? [], key } }
  }
  return { dryRun, abort }
}

/** Checks rows that have changed since their last check once the typing pauses. */
function useDelayedCheck(waits: boolean, rows: readonly TableRow[] | undefined, check: (rows: readonly TableRow[]) => Promise<void>): void {
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    if (!waits || !rows || rows.length === 0) return
    const timer = setTimeout(() => void latest.current(rows), checkDelay)
    return () => clearTimeout(timer)
  }, [waits, rows])
}

type SetTable<D extends DryRun> = (change: (now: ReviewTable<D> | null) => ReviewTable<D> | null) => void

/** The corrections that a person makes to the rows. */
function correctionsOf<D extends DryRun, R>({ columns }: ImportShape<D, R>, setTable: SetTable<D>) {
  const change = (changed: (before: ReviewTable<D>) => Partial<ReviewTable<D>>) =>
    setTable((now) => now && { ...now, ...changed(now), edited: true, isChecked: false })
  const columnNamed = (name: string) => ({ name, index: columns.findIndex((column) => column.name === name) })
  return {
    edit: (row: number, column: string, text: string) => change(changeCell(row, columnNamed(column), text)),
    fill: (column: string, text: string) => change(fillColumn(columnNamed(column), text)),
    remove: (row: number) => change(removeTableRow(row)),
    restore: (row: TableRow) => change(restoreTableRow(row)),
  }
}

/** The import: a file is parsed and checked, corrected and checked again, and stored. */
export function useImport<D extends DryRun, R>(shape: ImportShape<D, R>) {
  const [reviewed, setTable] = useState<ReviewTable<D> | null>(null)
  const [work, setWork] = useState<ImportWork | null>(null)
  const [fault, setFault] = useState<ImportFault | null>(null)
  const [stored, setStored] = useState<R | null>(null)
  const [headings, setHeadings] = useState<Headings | null>(null)
  const { dryRun, abort } = useDryRun(shape)
  // Storing continues when the person leaves the page: a toast then reports the result on any page.
  const isHere = useIsMounted()
  const table = reviewed && { ...reviewed, isChecked: reviewed.isChecked && reviewed.checkedFor === shape.key }

  const restore = async (draft: ImportDraft) => {
    setWork('reading')
    try {
      const answer = await dryRun(await fileOf(shape.columns, draft.rows))
      if (!answer) return
      if ('check' in answer) setTable((now) => now ?? restoredTable(shape.columns, draft, answer.check))
    } catch (failure) {
      if (isAbort(failure)) return
      setFault(faultOf(failure))
    }
    setWork(null)
  }
  const draftAt = useImportDraft({ name: shape.draft, table: reviewed, restore: (draft) => void restore(draft) })

  const read = async (file: File, choices?: Choices) => {
    setStored(null)
    setTable(null)
    setFault(null)
    if (file.size > maxImportBytes) return setFault(refusal('Tiedosto on liian suuri: enintään 5 Mt.'))
    setWork('reading')
    try {
      const answer = await dryRun(file, choices)
      if (!answer) return
      setHeadings('unmapped' in answer ? { file, unmapped: answer.unmapped } : null)
      if ('check' in answer) setTable(newTable(shape.columns, file.name, answer.check))
    } catch (failure) {
      if (isAbort(failure)) return
      setFault(faultOf(failure))
    }
    setWork(null)
  }

  const check = async (rows: readonly TableRow[]) => {
    setWork('checking')
    setFault(null)
    try {
      const answer = await dryRun(await fileOf(shape.columns, rows))
      if (!answer || 'unmapped' in answer) return
      setTable((now) => now && checkedTable(now, shape.columns, { ...answer.check, rows }))
    } catch (failure) {
      if (isAbort(failure)) return
      setFault({ ...faultOf(failure), isUnchecked: true })
    }
    setWork(null)
  }
  useDelayedCheck(table !== null && !table.isChecked, table?.rows, check)

  const store = async (again: boolean) => {
    if (!table) return
    setWork('storing')
    setFault(null)
    try {
      const base64 = await base64Of(await fileOf(shape.columns, table.rows))
      // Importing the same rows again on purpose is another import, with another key.
      const idempotencyKey = saveKeyOf('tuonti', [shape.key, table.rows, again, table.answer.tuotu])
      const result = await shape.store({ base64, uudelleen: again, idempotencyKey })
      if (result === null) return
      if (!isHere()) showDone(`${shape.resultTitle(result)}: ${shape.resultText(result)}`)
      setStored(result)
      setTable(null)
      await shape.reread(result)
    } catch (failure) {
      if (!isHere()) showFault(`Tuonti ei onnistunut: ${faultOf(failure).message}`)
      setFault(faultOf(failure))
      // A new check finds what has changed meanwhile (a product, another import of the same rows).
      if (failure instanceof CallFault && (failure.status === 409 || failure.status === 422))
        setTable((now) => now && { ...now, isChecked: false })
    } finally {
      setWork(null)
    }
  }

  const discard = () => {
    abort()
    setTable(null)
    setHeadings(null)
    setWork(null)
    setFault(null)
    // The table is not restored when another file has been chosen since.
    if (table?.edited) showUndo('Taulukko suljettiin.', () => setTable((now) => now ?? { ...table, isChecked: false }))
  }
  const recheck = () => {
    if (table) void check(table.rows)
  }
  return { table, draftAt, work, fault, stored, headings, read, recheck, store, discard, ...correctionsOf(shape, setTable) }
}
