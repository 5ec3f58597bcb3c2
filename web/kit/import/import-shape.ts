import type { ReactNode } from 'react'
import type { DryRun, UnmappedHeadings } from '#domain/model/import/import-call.ts'
import type { ReviewColumn, ReviewTable } from './review-table.ts'

type SentFile = { base64: string; otsikot: Record<string, string> }
type Storing = { base64: string; uudelleen: boolean; idempotencyKey: string }

/** The .xlsx files that a person may begin with. */
export type Template = { label: string; save: () => Promise<void> }

/** One import: its columns, its call and its words. The screens of `web/kit/import` are made of it. */
export type ImportShape<D extends DryRun, R> = {
  /** Rows that were checked for one key are checked again for another: for whom they are imported, and how. */
  key: string
  /** The name of the draft that the device stores until the rows are imported or discarded; without one, nothing is stored. */
  draft?: string
  columns: readonly ReviewColumn[]
  templates: readonly Template[]
  /** What is imported, in the plural: `tilaukset`. */
  what: string
  dryRun: (file: SentFile, signal: AbortSignal) => Promise<{ unmapped: UnmappedHeadings } | { checked: D } | null>
  store: (file: Storing) => Promise<R | null>
  /** Reads again what the import has changed. */
  reread: (result: R) => Promise<void>
  resultTitle: (result: R) => string
  resultText: (result: R) => string
  /** What the rows make: `2 tilausta`. */
  counted: (answer: D) => string
  /** The button that stores the rows: `Tuo 2 tilausta`. */
  storeLabel: (answer: D) => string
  /** Sentences about rows that are no faults, by the row's number in the file that was sent. */
  notesOf?: (answer: D) => readonly { rivi: number; text: string }[]
  /** Whether the checked rows have anything to store. */
  isWorthStoring?: (answer: D) => boolean
  /** What is said of the headings of the file that the importer does not know. */
  headingsHint?: (taken: ReadonlySet<string>) => string
  /** What stands above the rows: choices that concern them all. */
  above?: (table: ReviewTable<D>, fill: FillColumn) => ReactNode
}

/** Gives the faulty empty cells of a column the same text. */
export type FillColumn = (column: string, text: string) => void
