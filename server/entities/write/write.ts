import { isDeepStrictEqual } from 'node:util'
import type { Change } from '#domain/model/define-entity.ts'
import { storedAnswerRow } from '#server/platform/idempotency-keys.ts'
import { fieldOf, quote, type Resource } from '../model.ts'
import { type StoredRow, toRecord } from './rows.ts'
import type { Saving } from './saving.ts'

export type StoredChange = Change<StoredRow> & { resource: Resource }
type RowToLock = { target: Resource; id: string }

/**
 * Writes all rows, their revisions and the idempotency key's answer in one statement. Rows are passed as JSON, so that the statement is
 * the same for any number of them; running numbers are taken last, to hold their lock for the shortest time.
 *
 * First the rows of `toLock` are locked against removal, in the order of their ids. If one of them has been removed, nothing is stored;
 * the result has the keys (`keyOf`) of those.
 */
export async function writeChanges(
  { runner, viewer, now, idempotent }: Saving,
  changes: readonly StoredChange[],
  toLock: readonly RowToLock[],
  answer: string,
): Promise<ReadonlySet<string>> {
  if (changes.length === 0 && !idempotent) return new Set()
  const groups = new Map<string, { resource: Resource; insert: boolean; rows: StoredRow[] }>()
  for (const { resource, before, after } of changes) {
    const key = `${before === null ? '+' : '='}${resource.name}`
    const group = groups.get(key) ?? { resource, insert: before === null, rows: [] }
    group.rows.push(after)
    groups.set(key, group)
  }
  const revisionsOf = changes.filter(isNewVersion).map((change) => revisionOf(change))
  const values: unknown[] = [JSON.stringify(revisionsOf), now, viewer?.userId ?? null]
  const { locks, removed } = lockedFor(toLock, values)
  const canStore = removed === '' ? 'true' : `NOT EXISTS (${removed})`
  const parts = [...groups.values()].map((group, index) => {
    values.push(JSON.stringify(group.rows.map((row) => toRecord(group.resource, row))))
    const rows = `jsonb_populate_recordset(NULL::${group.resource.table}, $${values.length}::jsonb) j`
    const { resource } = group
    return group.insert ? insertOf({ resource, index, rows, canStore }, group.rows.length) : updateOf({ resource, index, rows, canStore })
  })
  if (idempotent) {
    values.push(JSON.stringify(storedAnswerRow(idempotent, answer, now)))
    const answerRow = `jsonb_populate_record(NULL::toistoavain, $${values.length}::jsonb) k`
    parts.push(`avain AS (INSERT INTO toistoavain SELECT k.* FROM ${answerRow} WHERE ${canStore})`)
  }
  const revisions = `INSERT INTO revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset)
    SELECT entiteetti, rivi, vid, $2::bigint, $3::uuid, syy, muutokset
    FROM jsonb_to_recordset($1::jsonb) AS r(entiteetti text, rivi uuid, vid bigint, syy text, muutokset jsonb) WHERE ${canStore}`
  const key = [...groups.keys(), idempotent ? 'avain' : '', removed].join(' ')
  const { rows } = await runner.query<{ nimi: string; id: string }>({
    ...(groups.size <= 3 && isWorthPreparing(groups) ? { name: preparedName(key) } : {}),
    text:
      removed === ''
        ? `WITH ${parts.join(', ')} ${revisions}`
        : `WITH ${[...locks, ...parts].join(', ')}, revisiot AS (${revisions}) ${removed}`,
    values,
  })
  return new Set(rows.map(({ nimi, id }) => `${nimi}/${id}`))
}

/** The parts of the statement that lock rows, and the select of those that are removed. */
function lockedFor(toLock: readonly RowToLock[], values: unknown[]): { locks: string[]; removed: string } {
  const targets = [...Map.groupBy(toLock, ({ target }) => target)]
  const locks = targets.map(([target, some], index) => {
    values.push([...new Set(some.map(({ id }) => id))])
    // MATERIALIZED: if PostgreSQL moved the condition on `status` into it, rows that are being removed would not be locked.
    return `pidetyt${index} AS MATERIALIZED (SELECT id, status FROM ${target.table} WHERE id = ANY($${values.length}::uuid[]) ORDER BY id FOR KEY SHARE)`
  })
  const removed = targets.map(([target], index) => `SELECT '${target.name}' AS nimi, id FROM pidetyt${index} WHERE status = 0`)
  return { locks, removed: removed.join(' UNION ALL ') }
}

const preparedNames = new Map<string, string>()

/** A short name: PostgreSQL truncates names to 63 bytes, and two names could become equal. */
function preparedName(key: string): string {
  const known = preparedNames.get(key) ?? `save${preparedNames.size}`
  preparedNames.set(key, known)
  return known
}

/** Prepares no statement with several new running numbers: their count is part of its text, so there would be many such statements. */
const isWorthPreparing = (groups: ReadonlyMap<string, { resource: Resource; insert: boolean; rows: StoredRow[] }>): boolean =>
  [...groups.values()].every(({ resource, insert, rows }) => !insert || sequenceOf(resource) === null || rows.length === 1)

const sequenceOf = (resource: Resource): string | null => resource.columns.find((column) => column.kind === 'sequence')?.key ?? null

/** One entity's part of the statement: its rows are read from `rows` as `j`, and stored if the condition `canStore` holds. */
type Part = { resource: Resource; index: number; rows: string; canStore: string }

function insertOf({ resource, index, rows, canStore }: Part, count: number): string {
  const columns = resource.columns.filter((column) => column.name !== 'drupal_internal__id')
  const sequence = sequenceOf(resource)
  const names = columns.map((column) => quote(column.name))
  const taken = columns.map((column) =>
    column.key === sequence ? `(SELECT alku FROM numero${index}) + row_number() OVER () - 1` : `j.${quote(column.name)}`,
  )
  const number = sequence
    ? `numero${index} AS (UPDATE numerosarja SET seuraava = seuraava + ${count} WHERE nimi = '${resource.name}.${sequence}' AND ${canStore} RETURNING seuraava - ${count} AS alku), `
    : ''
  return `${number}lisays${index} AS (INSERT INTO ${resource.table} (${names.join(', ')}) SELECT ${taken.join(', ')} FROM ${rows} WHERE ${canStore})`
}

const neverUpdated = new Set(['id', 'drupal_internal__id', 'created'])

function updateOf({ resource, index, rows, canStore }: Part): string {
  const columns = resource.columns.filter((column) => !neverUpdated.has(column.name) && column.kind !== 'sequence')
  const set = columns.map((column) => `${quote(column.name)} = j.${quote(column.name)}`)
  return `muutos${index} AS (UPDATE ${resource.table} t SET ${set.join(', ')} FROM ${rows} WHERE t.id = j.id AND ${canStore})`
}

const unrevised = new Set(['id', 'drupal_internal__id', 'vid', 'created', 'changed', 'revision_created', 'revision_log_message'])

function isAppendOnly(resource: Resource, key: string): boolean {
  const field = fieldOf(resource, key)
  return field?.kind === 'json' && field.appendOnly === true
}

/** What is only appended to, and its own history, makes no version: nobody has edited anything. */
export const isNewVersion = ({ resource, before, after }: StoredChange): boolean =>
  before === null || Object.keys(after).some((key) => !isAppendOnly(resource, key) && !isDeepStrictEqual(before[key], after[key]))

const isRevised = (resource: Resource, key: string): boolean =>
  !unrevised.has(key) && fieldOf(resource, key)?.kind !== 'sequence' && !isAppendOnly(resource, key)

/** The old and new value of each changed field; empty fields of a new row are left out. */
function revisionOf({ resource, before, after }: StoredChange) {
  const changed: Record<string, [unknown, unknown]> = {}
  for (const { key } of resource.columns) {
    if (!isRevised(resource, key)) continue
    const from = before ? before[key] : null
    const to = after[key]
    const empty = to === '' || to === 0 || to === null || to === false || (Array.isArray(to) && to.length === 0)
    if (before === null ? !empty : !isDeepStrictEqual(from, to)) changed[key] = [from, to]
  }
  return { entiteetti: resource.name, rivi: after.id, vid: after.vid, syy: after.revision_log_message, muutokset: changed }
}
