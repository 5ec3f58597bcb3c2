import { Group } from '@mantine/core'
import { mayTouchRow } from '#domain/access/row-rights.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import type { EntityRow, Values } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import classes from '../entity.module.css'
import { type CustomInputs, EntityFields } from '../fields/entity-fields.tsx'
import { FieldValue } from '../fields/field-input.tsx'
import { type FieldKey, rowField } from '../fields/row-fields.ts'
import { RemoveRow } from '../remove-row.tsx'
import { RowForm } from '../row-form.tsx'
import { useEntityRow, useRowViewer } from '../use-entity-row.ts'

type Props<N extends EntityName> = {
  entity: N
  /** Null for a new row. */
  row: EntityRow<N> | null
  fields: readonly FieldKey<N>[]
  inputs?: CustomInputs<N> | undefined
  /** What fields are called here, in the list of faults, where their inputs have labels of their own. */
  labels?: Readonly<Record<string, string>>
  /** Values of a new row besides the typed ones. */
  fixed?: Values<N>
  /** The initial values of a new row. */
  initial?: Values<N>
  /** The name of a new row's draft. */
  draft?: string
  /** The accessible name of a new row's form. */
  addLabel?: string
  /** The button that adds a new row. */
  addAction?: string
  /** Whether the row can be removed here, by those who may. */
  removable?: boolean
  onClose: () => void
}

/** A form of one row in place, on a page that shows several: the row is added, edited and removed there. */
export function InlineRowForm<N extends EntityName>(props: Props<N>) {
  const {
    entity,
    row,
    fields,
    inputs,
    labels = {},
    fixed,
    initial,
    draft = 'new',
    addLabel = '',
    addAction = 'Lisää',
    removable = true,
    onClose,
  } = props
  const viewer = useRowViewer()
  const { api, rights } = useEntityRow({
    ...{ entity, row, fields, draft },
    ...(fixed ? { fixed } : {}),
    ...(initial ? { initial } : {}),
  })
  const { label } = registry[entity]
  const onRemoved = () => {
    api.saved()
    onClose()
  }
  return (
    <div className={classes.inlineForm}>
      <RowForm
        label={row ? `${label} ${row.tunniste}` : addLabel}
        api={api}
        labelOf={(key) => labels[key] ?? rowField(entity, key).label}
        show={(key, value) => <FieldValue described={rowField(entity, key)} value={value} />}
        onSaved={onClose}
        action={row ? 'Tallenna' : addAction}
        inline
        onCancel={onClose}
      >
        <EntityFields entity={entity} fields={fields} api={api} rights={rights} inputs={inputs} />
      </RowForm>
      {row && removable && mayTouchRow(entity, 'delete', { row, viewer, now: nowSeconds() }) !== false && (
        <Group mt="sm">
          <RemoveRow entity={entity} id={row.id} heading={`${label} ${row.tunniste}`} onRemoved={onRemoved} />
        </Group>
      )}
    </div>
  )
}
