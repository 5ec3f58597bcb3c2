import { columnsOf } from '#domain/model/columns.ts'
import type { Entity } from '#domain/model/define-entity.ts'

export type Insertion = { sql: string; values: unknown[] }

/**
 * The INSERT of a new row with the registry's defaults, past the engine. `values` are by column name; parameters are numbered from
 * `first`, so that one statement can have several rows.
 */
export function insertRow(entity: Entity, values: Readonly<Record<string, unknown>>, now: number, first = 1): Insertion {
  const base: Record<string, unknown> = {
    vid: 1,
    status: 1,
    created: now,
    changed: now,
    revision_created: now,
    revision_log_message: '',
    name: entity.nameDefault ?? '',
  }
  // The database sets drupal_internal__id.
  const columns = columnsOf(entity).filter(({ name }) => name !== 'drupal_internal__id')
  const initial = ({ key, name, kind }: (typeof columns)[number]) => {
    const value = name in values ? values[name] : (base[name] ?? entity.fields[key]?.default ?? (kind === 'references' ? [] : null))
    // pg would convert a JavaScript array to a PostgreSQL array.
    return kind === 'json' ? JSON.stringify(value) : value
  }
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const places = columns.map((_, index) => `$${first + index}`).join(', ')
  return { sql: `insert into "${entity.name}" (${names}) values (${places})`, values: columns.map(initial) }
}
