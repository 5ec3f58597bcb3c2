import type { Relation } from '../model/define-entity.ts'
import type { Field } from '../model/define-field.ts'
import { type EntityName, type Row, registry } from '../model/registry.ts'

/** A row with its entity's defaults, for tests. */
export function blankRow<N extends EntityName>(name: N, values: Partial<Row<N>> = {}): Row<N> {
  const fields: Readonly<Record<string, Field>> = registry[name].fields
  const relations: Readonly<Record<string, Relation>> = registry[name].relations
  const row: Record<string, unknown> = {
    id: '00000000-0000-4000-8000-000000000000',
    drupal_internal__id: 1,
    vid: 1,
    name: '',
    status: 1,
    created: 0,
    changed: 0,
    revision_created: 0,
    revision_log_message: '',
  }
  for (const [key, field] of Object.entries(fields)) row[key] = field.default
  for (const [key, { kind }] of Object.entries(relations)) if (kind !== 'inverse') row[key] = kind === 'one' ? null : []
  // The loops above have set every field and stored relation of the entity; TypeScript cannot follow them.
  return { ...row, ...values } as Row<N>
}
