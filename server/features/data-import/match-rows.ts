import { randomUUID } from 'node:crypto'
import type { ImportKindName } from '#domain/features/data-import/import-kinds.ts'
import type { DataRow } from '#domain/features/data-import/read-data-row.ts'
import { type RowKey, soughtKeys, storedKeys } from '#domain/features/data-import/row-keys.ts'
import type { CellFault } from '#domain/model/import/import-table.ts'
import { registry } from '#domain/model/registry.ts'
import { businessId } from '#domain/values/checks.ts'
import { type CustomerCandidate, customersNamed, type Looking, type StoredCandidate, storedCandidates } from './queries.ts'

/** A row of the file with the customer that it names and the stored row that it is. */
export type MatchedRow = DataRow & {
  /** The stored row's id, or the new one's. */
  id: string
  existing: { id: string; label: string } | null
  customerId: string | null
  /** Whether its customer is unknown: then nothing can be said of the row yet. */
  isLost: boolean
}

type Found = { id: string } | { fault: string }

const { prefix } = registry.asiakas.tunniste
const numberForm = new RegExp(`^${prefix}-?(\\d{1,15})$`, 'i')
const numberIn = (text: string): number[] => {
  const [, digits] = numberForm.exec(text) ?? []
  return digits === undefined ? [] : [Number(digits)]
}
const businessIdIn = (text: string): string[] => {
  const read = businessId(text)
  return 'value' in read ? [read.value] : []
}

const maxNamed = 4
const list = new Intl.ListFormat('fi', { type: 'conjunction' })

function namedFault(text: string, candidates: readonly CustomerCandidate[]): string {
  if (candidates.length === 0) return `Asiakasta ${text} ei löydy. Tuo asiakkaat ensin, tai tarkista nimi tai Y-tunnus.`
  const shown = candidates
    .slice(0, maxNamed)
    .map(({ tunniste, name, y_tunnus }) => `${tunniste} ${name}${y_tunnus ? ` (${y_tunnus})` : ''}`)
  const more = candidates.length > maxNamed ? [`${candidates.length - maxNamed} muuta`] : []
  return `Asiakkaita ${text} on ${candidates.length}: ${list.format([...shown, ...more])}. Kirjoita asiakasnumero.`
}

/** Finds each customer by Y-tunnus, else by running number, else by exact name. */
async function findCustomers(looking: Looking, texts: readonly string[]): Promise<Map<string, Found>> {
  if (texts.length === 0) return new Map()
  const names = texts.map((text) => text.toLowerCase())
  const candidates = await customersNamed(looking, { names, businessIds: texts.flatMap(businessIdIn), numbers: texts.flatMap(numberIn) })
  const byBusinessId = Map.groupBy(candidates, ({ y_tunnus }) => y_tunnus)
  const byNumber = Map.groupBy(candidates, ({ tunniste }) => tunniste)
  const byName = Map.groupBy(candidates, ({ name }) => name.toLowerCase())
  return new Map(
    texts.map((text): [string, Found] => {
      const [id] = businessIdIn(text)
      const [number] = numberIn(text)
      const alike =
        (id === undefined ? undefined : byBusinessId.get(id)) ??
        (number === undefined ? undefined : byNumber.get(`${prefix}-${number}`)) ??
        byName.get(text.toLowerCase()) ??
        []
      const [only] = alike
      return [text, only && alike.length === 1 ? { id: only.id } : { fault: namedFault(text, alike) }]
    }),
  )
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The stored rows by their keys. */
async function candidatesByKey(
  looking: Looking,
  kind: ImportKindName,
  rows: readonly MatchedRow[],
): Promise<Map<string, StoredCandidate[]>> {
  const valuesOf = (field: string): string[] =>
    unique(rows.flatMap(({ parts }) => (typeof parts.rivi?.[field] === 'string' ? [parts.rivi[field].trim().toLowerCase()] : []))).filter(
      (value) => value !== '',
    )
  const customers = unique(rows.flatMap(({ customerId }) => customerId ?? []))
  const candidates = await storedCandidates[kind](looking, { customers, valuesOf })
  const keyed = candidates.flatMap((candidate) => storedKeys(kind, candidate.values, candidate.customer).map((key) => ({ key, candidate })))
  return new Map([...Map.groupBy(keyed, ({ key }) => key)].map(([key, some]) => [key, some.map(({ candidate }) => candidate)]))
}

/** Rows of the file that are the same as an earlier one. */
function repeatedFault(keys: readonly RowKey[], row: number, firstRows: Map<string, number>): CellFault | null {
  const again = keys.find(({ key }) => firstRows.has(key))
  for (const { key } of keys) if (!firstRows.has(key)) firstRows.set(key, row)
  return again ? { row, column: again.column, message: `Sama on jo rivillä ${firstRows.get(again.key)}.` } : null
}

const businessIdOf = (values: Readonly<Record<string, unknown>> = {}): string =>
  typeof values.y_tunnus === 'string' ? values.y_tunnus : ''

/** Why a row that seems to exist cannot be told apart; null when it can. */
function matchFault(kind: ImportKindName, row: DataRow, found: readonly StoredCandidate[]): string | null {
  const [first, second] = found
  if (first && second) return `Rivi vastaa useampaa: ${list.format(found.slice(0, maxNamed).map(({ label }) => label))}.`
  if (kind !== 'asiakkaat' || !first) return null
  const [own, stored] = [businessIdOf(row.parts.rivi), businessIdOf(first.values)]
  return own !== '' && stored !== '' && own !== stored ? `Asiakkaalla ${first.label} on sama nimi mutta Y-tunnus ${stored}.` : null
}

/** Finds the customers that rows name and the rows that exist already, of all rows at once. */
export async function matchRows(
  looking: Looking,
  kind: ImportKindName,
  rows: readonly DataRow[],
): Promise<{ matched: MatchedRow[]; faults: CellFault[] }> {
  const customers = await findCustomers(looking, unique(rows.flatMap(({ customer }) => customer || [])))
  const faults: CellFault[] = []
  const named = rows.map((row): MatchedRow => {
    const found = customers.get(row.customer)
    if (found && 'fault' in found) faults.push({ row: row.row, column: 'asiakas', message: found.fault })
    const customerId = found && 'id' in found ? found.id : null
    return { ...row, id: randomUUID(), existing: null, customerId, isLost: row.customer !== '' && customerId === null }
  })
  const byKey = await candidatesByKey(looking, kind, named)
  const firstRows = new Map<string, number>()
  const matched = named.map((row) => {
    if (row.isLost) return row
    const keys = soughtKeys(kind, row, row.customerId)
    const repeated = repeatedFault(keys, row.row, firstRows)
    if (repeated) faults.push(repeated)
    const found = unique(keys.flatMap(({ key }) => byKey.get(key) ?? []))
    const message = matchFault(kind, row, found)
    if (message !== null) faults.push({ row: row.row, column: keys[0]?.column ?? '', message })
    const [only] = found
    if (!only) faults.push(...row.faultsOfNew)
    return only ? { ...row, id: only.id, existing: { id: only.id, label: only.label } } : row
  })
  return { matched, faults }
}
