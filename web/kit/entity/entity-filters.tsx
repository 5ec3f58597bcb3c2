import type { Entity } from '#domain/model/define-entity.ts'
import type { Comparison, Filter } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import type { FilterField } from '../list/filters/fit-filters.ts'
import { ChoiceFilter, FlagFilter } from '../list/list-filters.tsx'
import { type FieldKey, rowField } from './fields/row-fields.ts'
import { entityOf } from './fields/row-names.ts'
import { idFrom, RelationFilter } from './relation-filter.tsx'

/** A condition on a path composed of registry names, which TypeScript cannot check. */
export const whereIs = <N extends EntityName>(path: string, value: Comparison): Filter<N> => ({ [path]: value }) as Filter<N>

/** The filter for a typed text: by the entity's search words, or by its name when it has none. */
export function searchFilter<N extends EntityName>(entity: N, text: string): Filter<N> {
  const { search }: Entity = registry[entity]
  return search ? whereIs('q', text) : whereIs('name', { operator: 'CONTAINS', value: text })
}

/**
 * A filter of a list: by a field that is a choice or a flag, by a relation, or by custom choices, each with its condition.
 * `name` is the parameter in the address; by default the field's name.
 */
export type FilterShape<N extends EntityName> =
  | { field: FieldKey<N>; name?: never; label?: never; choices?: never }
  | { field?: never; name: string; label: string; choices: Readonly<Record<string, { label: string; where: (now: number) => Filter<N> }>> }

/** The filter's value in the address, and the time (unix seconds). */
type Chosen = { value: string | undefined; now: number }

/** The condition on the rows; null when the filter is not active. */
export function filterOf<N extends EntityName>(entity: N, shape: FilterShape<N>, { value, now }: Chosen): Filter<N> | null {
  if (value === undefined) return null
  if (shape.choices) return shape.choices[value]?.where(now) ?? null
  const described = rowField(entity, shape.field)
  if (described.kind === 'relation') {
    const id = idFrom(value)
    return id === null ? null : whereIs(`${shape.field}.id`, id)
  }
  const isFlag = described.field.kind === 'flag'
  return whereIs(shape.field, isFlag ? value === '1' : value)
}

/** The filter with its field, for the line above the list. */
export const filterField = <N extends EntityName>(entity: N, shape: FilterShape<N>): FilterField => ({
  names: [shape.name ?? shape.field],
  label: shape.choices ? shape.label : rowField(entity, shape.field).label,
  field: <EntityFilter entity={entity} shape={shape} />,
})

function EntityFilter<N extends EntityName>({ entity, shape }: { entity: N; shape: FilterShape<N> }) {
  if (shape.choices) {
    const data = Object.entries(shape.choices).map(([value, { label }]) => ({ value, label }))
    return <ChoiceFilter name={shape.name} label={shape.label} data={data} />
  }
  const { label, ...described } = rowField(entity, shape.field)
  if (described.kind === 'relation') return <RelationFilter name={shape.field} label={label} entity={entityOf(described.relation.to)} />
  const { field } = described
  if (field.kind === 'flag') return <FlagFilter name={shape.field} label={label} />
  if (field.kind !== 'choice' && field.kind !== 'choices') return null
  return (
    <ChoiceFilter name={shape.field} label={label} data={Object.entries(field.values).map(([value, text]) => ({ value, label: text }))} />
  )
}
