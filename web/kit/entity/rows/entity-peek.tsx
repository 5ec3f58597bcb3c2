import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { formatCount } from '../../format.ts'
import type { Column } from '../../list/columns.ts'
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
  const { entity, row, listed, columns, hidden, position, onNext, onPrevious, onOpen, onClose } = props
  const heading = useId()
  const [, ...facts] = columns
  const others = fieldsBeside(entity, row, new Set([...columns.map(({ id }) => id), ...hidden]))
  return (
    <section className={classes.peek} aria-labelledby={heading}>
      <div className={classes.tools}>
        <span className={classes.position}>
          {formatCount(position.at)} / {formatCount(position.of)}
        </span>
        <ActionIcon variant="default" aria-label="Edellinen rivi" title="Edellinen (K)" disabled={!onPrevious} onClick={onPrevious}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Seuraava rivi" title="Seuraava (J)" disabled={!onNext} onClick={onNext}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          size="compact-md"
          rightSection={
            <Kbd size="xs" aria-hidden>
              ↵
            </Kbd>
          }
          onClick={onOpen}
        >
          Avaa
        </Button>
        <ActionIcon variant="subtle" color="gray" aria-label="Sulje esikatselu" title="Sulje (Esc)" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
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
