// Runs in a worker process: parsing a malicious file of 5 MB takes seconds and much memory.
import { createHash } from 'node:crypto'
import { RequestFault } from '#domain/errors.ts'
import {
  type CellFault,
  type HeadingChoices,
  type ImportRow,
  type ImportTable,
  type KnownHeadings,
  readTable,
} from '#domain/model/import/import-table.ts'
import { readFileCells } from './read-file.ts'

export type ParsedFile = {
  /** Several JSON texts of ImportRow[], so that no single JSON.parse blocks the server for long. */
  rowChunks: string[]
  found: ImportTable['found']
  unknown: ImportTable['unknown']
  leftOut: ImportTable['leftOut']
  faults: CellFault[]
  /** SHA-256 of the cells: the same rows in another file format have the same digest. */
  digest: string
}

const rowsPerChunk = 500

/** The rows of a CSV or .xlsx file, or a Finnish sentence with the reason why there are none. */
export default async function parseFile({
  bytes,
  known,
  choices,
}: {
  bytes: Uint8Array
  known: KnownHeadings
  choices: HeadingChoices
}): Promise<ParsedFile | { fault: string }> {
  try {
    const lines = await readFileCells(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known)
    const table = readTable(known, lines, choices)
    if ('fault' in table) return table
    const { rows, ...rest } = table
    return { ...rest, rowChunks: [...jsonChunks(rows)], digest: digestOf(rows) }
  } catch (error) {
    if (error instanceof RequestFault) return { fault: error.message }
    throw error
  }
}

function* jsonChunks(rows: readonly ImportRow[]): Generator<string> {
  for (let from = 0; from < rows.length; from += rowsPerChunk) yield JSON.stringify(rows.slice(from, from + rowsPerChunk))
}

const digestOf = (rows: readonly ImportRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ cells }) => cells)))
    .digest('base64url')
