import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { changesOf, fieldRights, type RowField, valueFault } from '../fields/row-fields.ts'
import { useRowViewer } from '../use-entity-row.ts'
import classes from './quick-cell.module.css'
import type { QuickEdit } from './use-quick-edits.ts'

const editable = ['text', 'integer', 'decimal', 'money', 'day', 'choice', 'flag']

/** Whether the input of the field fits in a cell of a list. */
export const fitsInCell = (described: RowField): boolean => described.kind === 'field' && editable.includes(described.field.kind)

type Row = { id: string; vid: number; status: number }
type Props = {
  entity: EntityName
  described: RowField
  row: Row
  onSave: (edit: QuickEdit) => void
  /** The value as shown while it is not edited. */
  children: ReactNode
}

/** A list cell that can be edited in place: Enter, F2 or a click opens it, Enter saves, Esc cancels. A flag is toggled without an input. */
export function QuickCell({ entity, described, row, onSave, children }: Props) {
  const viewer = useRowViewer()
  /** The row at the start of the edit. Its version makes the save conflict with changes stored meanwhile. */
  const [edited, setEdited] = useState<Row | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Returns the focus to the button once the field is gone.
    if (wasEditing.current && !edited && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = edited !== null
  }, [edited])

  const { key, label } = described
  const isOpen = row.status === 1 && fieldRights({ name: entity, row, viewer, now: nowSeconds() }, [key]).edits(key)
  if (!isOpen) return children
  const heading = rowHeading(entity, row)
  const save = (of: Row, value: unknown) => onSave({ id: of.id, vid: of.vid, heading, key, value, before: Reflect.get(of, key) })
  if (edited) {
    return (
      <QuickField
        entity={entity}
        described={described}
        label={`${label}, ${heading}`}
        before={Reflect.get(edited, key)}
        onDone={(changes) => {
          setEdited(null)
          if (key in changes) save(edited, changes[key])
        }}
      />
    )
  }
  const isFlag = described.kind === 'field' && described.field.kind === 'flag'
  const begin = () => (isFlag ? save(row, Reflect.get(row, key) !== true) : setEdited(row))
  return (
    <UnstyledButton
      ref={button}
      className={classes.value}
      onClick={begin}
      onKeyDown={(event) => {
        if (event.key === 'F2') begin()
      }}
    >
      <span className={classes.text}>{children}</span>
      <VisuallyHidden>
        , muuta {label}, {heading}
      </VisuallyHidden>
      <IconPencil size={14} stroke={1.8} aria-hidden className={classes.pencil} />
    </UnstyledButton>
  )
}

type FieldProps = {
  entity: EntityName
  described: RowField
  label: string
  before: unknown
  /** `changes` is empty when the value was not changed. */
  onDone: (changes: Readonly<Record<string, unknown>>) => void
}

function QuickField({ entity, described, label, before, onDone }: FieldProps) {
  const [value, setValue] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { key } = described
  const isChoice = described.kind === 'field' && described.field.kind === 'choice'
  useEffect(() => {
    const input = frame.current?.querySelector('input')
    input?.focus()
    if (isChoice) input?.click()
    else input?.select()
  }, [isChoice])

  const finish = (typed: unknown) => {
    const found = valueFault(described, typed)
    setFault(found)
    if (found === null) onDone(changesOf(entity, { read: { [key]: before }, content: { [key]: typed } }, () => true))
  }
  const change = (typed: unknown) => {
    setValue(typed)
    setFault(null)
    if (isChoice) finish(typed)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone({})
    if (event.key !== 'Enter' || isChoice) return
    // Otherwise the same key press would also activate the button that replaces the field.
    event.preventDefault()
    finish(value)
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) finish(value)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced around a single field
    <div ref={frame} role="group" aria-label={label} className={classes.field} onKeyDown={press} onBlur={leave}>
      <FieldInput
        entity={entity}
        described={described}
        input={{ label, value, onChange: change, error: fault, readOnly: false, required: false, size: 'xs', 'data-path': `quick.${key}` }}
      />
    </div>
  )
}
