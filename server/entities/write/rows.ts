import type { Viewer } from '#domain/access/roles.ts'
import { type Column, isList } from '#domain/model/columns.ts'
import type { BaseRow } from '#domain/model/define-entity.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { finish, join, param, type Source, type Sql, sql } from '#server/platform/database/sql.ts'
import { type Model, quote, type Resource, type Rights } from '../model.ts'
import { newScope, policyCondition, readable } from '../read/conditions.ts'
import { parameterOf } from '../read/read.ts'
import { type Cached, statementCache } from '../statement-cache.ts'

/** A row in memory, by the keys of its columns. */
export type StoredRow = BaseRow & Record<string, unknown>
/** A stored row, and what the viewer may do with it. */
export type LoadedRow = { row: StoredRow; mayRead: boolean; mayUpdate: boolean; mayDelete: boolean }

const asText = { getTypeParser: () => (value: string) => value }

const isNumber = (column: Column): boolean =>
  ['number', 'status', 'integer', 'decimal', 'money', 'coordinate', 'moment', 'day', 'sequence'].includes(column.kind)

function fromText(column: Column, value: string | null): unknown {
  if (value === null) return null
  if (isList(column) || column.kind === 'json') return JSON.parse(value)
  if (column.kind === 'flag') return value === 'true'
  return isNumber(column) ? Number(value) : value
}

type Load = { column: string; ids: readonly string[]; lock: boolean; orIds?: readonly string[] }
type LoadStatement = { text: string; sources: readonly Source[] }
const loads = new WeakMap<Model, ReturnType<typeof statementCache<LoadStatement>>>()

function cachedLoad(model: Model, rights: Rights, resource: Resource, by: Load): Cached<LoadStatement> {
  const cache = loads.get(model) ?? statementCache<LoadStatement>()
  loads.set(model, cache)
  const key = [resource.name, rights.key, by.column, by.lock, by.orIds !== undefined].join('|')
  return cache(key, () => compileLoad(model, rights, resource, by))
}

/** The rows whose `column` is one of the first list of values, or that are in the second list. */
function compileLoad(model: Model, rights: Rights, resource: Resource, by: Load): LoadStatement {
  const scope = newScope(model, rights)
  const reach = rights.reach(resource.name)
  const may = (condition: Sql | null): Sql => condition ?? sql`true`
  const columns = resource.columns.map((column) =>
    isList(column) ? `to_json(r.${quote(column.name)})::text` : `r.${quote(column.name)}::text`,
  )
  const ids = sql`r.${quote(by.column)} = ANY(${param({ value: 0 })}::uuid[])`
  const condition = by.orIds ? sql`((${ids} AND r.status = 1) OR r.id = ANY(${param({ value: 1 })}::uuid[]))` : ids
  const reaches = [
    readable(scope, resource, 'r'),
    ...[reach.update, reach.delete].map((cell) => policyCondition(scope, resource, 'r', cell?.rows ?? 'none')),
  ]
  const flags = reaches.map((condition) => sql`(${may(condition)})::text`)
  return finish(
    sql`SELECT ${columns.join(', ')}, ${join(flags, ', ')} FROM ${resource.table} r WHERE ${condition} ORDER BY r.id${by.lock ? ' FOR NO KEY UPDATE' : ''}`,
  )
}

/**
 * Loads rows by `column`. With `lock` they are locked against other writers (but not against new rows that refer to them), in the order
 * of their ids, so that two writers cannot deadlock.
 */
export async function loadRows(
  runner: Queryable,
  model: Model,
  rights: Rights,
  viewer: Viewer | null,
  resource: Resource,
  by: Load,
): Promise<LoadedRow[]> {
  if (by.ids.length === 0) return []
  const { statement, name } = cachedLoad(model, rights, resource, by)
  const { text, sources } = statement
  const values = sources.map((source) => parameterOf(source, viewer, [by.ids, by.orIds]))
  const result = await runner.query<(string | null)[]>({
    ...(name === null ? {} : { name }),
    text,
    values,
    rowMode: 'array',
    types: asText,
  })
  const width = resource.columns.length
  return result.rows
    .map((cells) => ({
      row: Object.fromEntries(resource.columns.map((column, index) => [column.key, fromText(column, cells[index] ?? null)])) as StoredRow,
      mayRead: cells[width] === 'true',
      mayUpdate: cells[width + 1] === 'true',
      mayDelete: cells[width + 2] === 'true',
    }))
    .sort((a, b) => a.row.drupal_internal__id - b.row.drupal_internal__id)
}

/** A new row with every default in place. */
export function emptyRow(resource: Resource, id: string, now: number): StoredRow {
  const row: StoredRow = {
    id,
    drupal_internal__id: 0,
    vid: 1,
    name: resource.entity.nameDefault ?? '',
    status: 1,
    created: now,
    changed: now,
    revision_created: now,
    revision_log_message: '',
  }
  for (const [key, field] of Object.entries(resource.entity.fields))
    if (field.kind !== 'mark') row[key] = typeof field.default === 'object' ? structuredClone(field.default) : field.default
  for (const [key, relation] of Object.entries(resource.entity.relations)) {
    if (relation.kind === 'one') row[key] = null
    else if (relation.kind === 'many') row[key] = []
  }
  return row
}

/** The row by column names, in the form that `jsonb_populate_recordset` reads. */
export const toRecord = (resource: Resource, row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(resource.columns.map((column) => [column.name, row[column.key]]))
