import { isDeepStrictEqual } from 'node:util'
import type { Change } from '#domain/define-entity.ts'
import { quote, type Resource } from './model.ts'
import { keptRow } from './repeats.ts'
import { type StoredRow, toRecord } from './rows.ts'
import type { Saving } from './saving.ts'

export type RowChange = Change<StoredRow> & { resource: Resource }

/**
 * Writes all rows, their revisions and the kept answer in one statement. Rows travel as JSON, so that any number of them is the same
 * statement; running numbers are taken last, to hold their lock for the shortest time.
 */
export async function writeChanges({ runner, viewer, now, repeat }: Saving, changes: readonly RowChange[], answer: string): Promise<void> {
  if (changes.length === 0 && !repeat) return
  const groups = new Map<string, { resource: Resource; insert: boolean; rows: StoredRow[] }>()
  for (const { resource, before, after } of changes) {
    const key = `${before === null ? '+' : '='}${resource.name}`
    const group = groups.get(key) ?? { resource, insert: before === null, rows: [] }
    group.rows.push(after)
    groups.set(key, group)
  }
  const values: unknown[] = [JSON.stringify(changes.map((change) => revisionOf(change))), now, viewer?.userId ?? null]
  const parts = [...groups.values()].map((group, index) => {
    values.push(JSON.stringify(group.rows.map((row) => toRecord(group.resource, row))))
    return group.insert ? insertOf(group.resource, index, values.length, group.rows.length) : updateOf(group.resource, index, values.length)
  })
  if (repeat) {
    values.push(JSON.stringify(keptRow(repeat, answer, now)))
    parts.push(`avain AS (INSERT INTO toistoavain SELECT k.* FROM jsonb_populate_record(NULL::toistoavain, $${values.length}::jsonb) k)`)
  }
  const revisions = `INSERT INTO revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset)
    SELECT entiteetti, rivi, vid, $2::bigint, $3::uuid, syy, muutokset
    FROM jsonb_to_recordset($1::jsonb) AS r(entiteetti text, rivi uuid, vid bigint, syy text, muutokset jsonb)`
  const key = [...groups.keys(), repeat ? 'avain' : ''].join(' ')
  await runner.query({
    ...(groups.size <= 3 && plural(groups) ? { name: preparedName(key) } : {}),
    text: `WITH ${parts.join(', ')} ${revisions}`,
    values,
  })
}

const preparedNames = new Map<string, string>()

/** PostgreSQL cuts names at 63 bytes, and two that are cut alike would be one. */
function preparedName(key: string): string {
  const known = preparedNames.get(key) ?? `save${preparedNames.size}`
  preparedNames.set(key, known)
  return known
}

/** Statements of a single shape are few enough to be kept prepared; a running number's count is part of the shape. */
const plural = (groups: ReadonlyMap<string, { resource: Resource; insert: boolean; rows: StoredRow[] }>): boolean =>
  [...groups.values()].every(({ resource, insert, rows }) => !insert || sequenceOf(resource) === null || rows.length === 1)

const sequenceOf = (resource: Resource): string | null => resource.columns.find((column) => column.kind === 'sequence')?.key ?? null

function insertOf(resource: Resource, index: number, parameter: number, count: number): string {
  const columns = resource.columns.filter((column) => column.name !== 'drupal_internal__id')
  const sequence = sequenceOf(resource)
  const names = columns.map((column) => quote(column.name))
  const taken = columns.map((column) =>
    column.key === sequence ? `(SELECT alku FROM numero${index}) + row_number() OVER () - 1` : `j.${quote(column.name)}`,
  )
  const number = sequence
    ? `numero${index} AS (UPDATE numerosarja SET seuraava = seuraava + ${count} WHERE nimi = '${resource.name}.${sequence}' RETURNING seuraava - ${count} AS alku), `
    : ''
  return `${number}lisays${index} AS (INSERT INTO ${resource.table} (${names.join(', ')}) SELECT ${taken.join(', ')} FROM jsonb_populate_recordset(NULL::${resource.table}, $${parameter}::jsonb) j)`
}

const neverUpdated = new Set(['id', 'drupal_internal__id', 'created'])

function updateOf(resource: Resource, index: number, parameter: number): string {
  const columns = resource.columns.filter((column) => !neverUpdated.has(column.name) && column.kind !== 'sequence')
  const set = columns.map((column) => `${quote(column.name)} = j.${quote(column.name)}`)
  return `muutos${index} AS (UPDATE ${resource.table} t SET ${set.join(', ')} FROM jsonb_populate_recordset(NULL::${resource.table}, $${parameter}::jsonb) j WHERE t.id = j.id)`
}

const unrevised = new Set(['id', 'drupal_internal__id', 'vid', 'created', 'changed', 'revision_created', 'revision_log_message'])

/** Which fields went from what to what; a new row's empty fields are left out. */
function revisionOf({ resource, before, after }: RowChange) {
  const changed: Record<string, [unknown, unknown]> = {}
  for (const { key, kind } of resource.columns) {
    if (unrevised.has(key) || kind === 'sequence') continue
    const from = before ? before[key] : null
    const to = after[key]
    const empty = to === '' || to === 0 || to === null || to === false || (Array.isArray(to) && to.length === 0)
    if (before === null ? !empty : !isDeepStrictEqual(from, to)) changed[key] = [from, to]
  }
  return { entiteetti: resource.name, rivi: after.id, vid: after.vid, syy: after.revision_log_message, muutokset: changed }
}
