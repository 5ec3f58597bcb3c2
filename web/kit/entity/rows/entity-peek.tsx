import { useId } from 'react'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import type { Column } from '../../list/columns.ts'
import { PeekTools } from '../../list/rows/peek-tools.tsx'
import type { PeekControls } from '../../list/rows/use-peek.ts'
import { EntityFacts } from '../fields/entity-fields.tsx'
import { contentOf, isRowField, type RowField, rowField } from '../fields/row-fields.ts'
import classes from './entity-peek.module.css'

type Props<T> = PeekControls & {
  entity: EntityName
  /** The row as the list has read it: shown at once. */
  row: object
  /** The row as the list's columns take it. */
  listed: T
  columns: readonly Column<T>[]
  /** Fields that the viewer may not read. */
  hidden: ReadonlySet<string>
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0)

/** What the row has besides the list's columns; empty fields, and structures that only the page shows, are left out. */
function fieldsBeside(entity: EntityName, row: object, shown: ReadonlySet<string>): RowField[] {
  const { fields, relations }: Entity = registry[entity]
  const keys = [...Object.keys(fields), ...Object.keys(relations)].filter(
    (key) => isRowField(entity, key) && !shown.has(key) && !isEmpty(Reflect.get(row, key)),
  )
  return keys
    .map((key) => rowField(entity, key))
    .filter((described) => described.kind === 'relation' || !['json', 'mark', 'coordinate'].includes(described.field.kind))
}

/** A row of a register beside its list, read-only. The list handles the keys (Space, j, k, Enter, Esc). */
export function EntityPeek<T>(props: Props<T>) {
  const { entity, row, listed, columns, hidden, ...controls } = props
  const heading = useId()
  const [, ...facts] = columns
  const others = fieldsBeside(entity, row, new Set([...columns.map(({ id }) => id), ...hidden]))
  return (
    <section className={classes.peek} aria-labelledby={heading}>
      <PeekTools noun="rivi" {...controls} />
      <h2 id={heading} className={classes.heading}>
        {rowHeading(entity, row)}
      </h2>
      <dl className={classes.facts}>
        {facts.map(({ id, header, cell }) => (
          <div key={id}>
            <dt>{header}</dt>
            <dd>{cell(listed)}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <EntityFacts
          fields={others}
          content={contentOf(
            row,
            others.map(({ key }) => key),
          )}
        />
      )}
    </section>
  )
}
