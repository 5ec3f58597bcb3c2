import type { BaseRow, Entity } from './define-entity.ts'
import type { Field, ValueOf } from './define-field.ts'

/** One database column of an entity. `key` is its name in a row as rules see it (`asiakas`), `name` that of the column (`asiakas_id`). */
export type Column = {
  key: string
  name: string
  kind: Exclude<Field['kind'], 'mark'> | 'id' | 'number' | 'status' | 'reference' | 'references'
  /** PostgreSQL type, as information_schema's udt_name and this project's migrations write it. */
  sqlType: string
}

/** Whether it is stored as a PostgreSQL array. */
export const isList = ({ kind }: Column): boolean => ['choices', 'numbers', 'days', 'references'].includes(kind)

const sqlTypes: Record<Column['kind'], string> = {
  id: 'uuid',
  number: 'bigint',
  status: 'smallint',
  reference: 'uuid',
  references: 'uuid[]',
  text: 'text',
  area: 'text',
  integer: 'integer',
  decimal: 'numeric',
  money: 'numeric',
  coordinate: 'double precision',
  flag: 'boolean',
  moment: 'bigint',
  day: 'bigint',
  choice: 'text',
  choices: 'text[]',
  numbers: 'bigint[]',
  days: 'bigint[]',
  json: 'jsonb',
  sequence: 'bigint',
}
const column = (key: string, kind: Column['kind'], name = key): Column => ({ key, name, kind, sqlType: sqlTypes[kind] })

/** The shared base fields that are stored (rules/http-api.md#base-fields); the others are constants or derived. */
const baseColumns: readonly Column[] = [
  column('id', 'id'),
  column('drupal_internal__id', 'number'),
  column('vid', 'number'),
  column('name', 'text'),
  column('status', 'status'),
  column('created', 'moment'),
  column('changed', 'moment'),
  column('revision_created', 'moment'),
  column('revision_log_message', 'text'),
]

/** Every column of the entity's table, in the order of its definition. */
export function columnsOf(entity: Entity): Column[] {
  return [
    ...baseColumns,
    // A mark is derived from the column of a relation.
    ...Object.entries(entity.fields).flatMap(([key, field]) => (field.kind === 'mark' ? [] : [column(key, field.kind)])),
    ...Object.entries(entity.relations).flatMap(([key, relation]) =>
      relation.kind === 'one'
        ? [column(key, 'reference', `${key}_id`)]
        : relation.kind === 'many'
          ? [column(key, 'references', `${key}_ids`)]
          : [],
    ),
  ]
}

/** The name of the unique index of a field. */
export const uniqueIndexOf = (entity: string, field: string): string => `${entity}_${field}`

type ReferenceColumns<R> = {
  [K in keyof R & string as R[K] extends { kind: 'one' } ? `${K}_id` : never]: R[K] extends { required: true } ? string : string | null
} & {
  [K in keyof R & string as R[K] extends { kind: 'many' } ? `${K}_ids` : never]: string[]
}
/** A row of the entity's table by column, with the types of `columnsOf`. */
export type ColumnValues<E> = E extends { fields: infer F; relations: infer R }
  ? BaseRow & { -readonly [K in keyof F as F[K] extends { kind: 'mark' } ? never : K]: ValueOf<F[K]> } & ReferenceColumns<R>
  : never
