// Files of registers as people make them, and what the import answers to them.
import { stringify } from 'csv-stringify/sync'
import { expect } from 'vitest'
import { type ImportKind, type ImportKindName, importKinds } from '#domain/features/data-import/import-kinds.ts'
import type { Person } from '../test-server.ts'

type DataFile = { laji: string; bytes: string | Buffer }
type Cells = Readonly<Record<string, string | undefined>>

/** CSV text of rows by the names of the columns, under the headings of the template. */
export function dataFile(laji: ImportKindName, rows: readonly Cells[]): DataFile {
  const { columns }: ImportKind = importKinds[laji]
  const used = columns.filter(({ name }) => rows.some((row) => name in row))
  const lines = rows.map((row) => used.map(({ name }) => row[name] ?? ''))
  return { laji, bytes: stringify([used.map(({ heading }) => heading), ...lines], { delimiter: ';' }) }
}

type More = Record<string, unknown> & { headers?: Record<string, string> }

export const sendData = (who: Pick<Person, 'call'>, { laji, bytes }: DataFile, { headers = {}, ...more }: More = {}) =>
  who.call('POST', '/api/tuo-tiedot', { laji, base64: Buffer.from(bytes).toString('base64'), ...more }, headers)

/** The dry run of a file, its faults as sentences. */
export async function checkData(who: Person, file: DataFile, more: More = {}) {
  const answer = await sendData(who, file, { tarkista: true, ...more })
  expect(answer.status, answer.text).toBe(200)
  const { virheet = [], ...rest } = answer.body
  return { ...rest, faults: virheet.map(({ rivi, sarake, viesti }: Record<string, unknown>) => `${rivi} ${sarake}: ${viesti}`) }
}

/** Imports a file that has no faults. */
export async function importedData(who: Person, file: DataFile, more: More = {}) {
  const answer = await sendData(who, file, more)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

let businessIds = 0
/** A valid business id, another one at each call. */
export function newBusinessId(): string {
  for (;;) {
    const digits = String(2_000_000 + ++businessIds)
    const sum = [7, 9, 10, 5, 8, 4, 2].reduce((all, weight, index) => all + weight * Number(digits[index]), 0) % 11
    if (sum !== 1) return `${digits}-${sum === 0 ? 0 : 11 - sum}`
  }
}
