import { IconPencil } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { useIsMounted } from '../../page/use-is-mounted.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { shownValue } from '../fields/field-text.ts'
import { changesOf, fieldRights, type RowField, valueFault } from '../fields/row-fields.ts'
import { useRowViewer } from '../use-entity-row.ts'
import classes from './quick-cell.module.css'
import type { CellRow, QuickEdit, QuickRefusal } from './quick-edit.ts'

const editable = ['text', 'integer', 'decimal', 'money', 'day', 'moment', 'choice', 'flag']

/** Whether the input of the field fits in a cell of a list. */
export const fitsInCell = (described: RowField): boolean => described.kind === 'field' && editable.includes(described.field.kind)

/** Stores the edit; returns why it was not stored, or null. */
export type QuickSave = (edit: QuickEdit) => Promise<QuickRefusal | null>
type Props = {
  entity: EntityName
  described: RowField
  row: CellRow
  onSave: QuickSave
  /** The value as shown while it is not edited. */
  children: ReactNode
}

/** Names the value that somebody else has stored. */
const changedText = (described: RowField, stored: CellRow): string => {
  const value = described.kind === 'field' ? shownValue(described.field, Reflect.get(stored, described.key)) : ''
  return `Joku muu on muuttanut tätä. Tallennettu: ${value}. Jos haluat korvata sen, paina Enter.`
}

/** An edit that was not stored: what was typed, and why. */
type Refused = { typed: unknown; text: string }

/**
 * A list cell that can be edited in place: Enter, F2 or a click opens it, Enter saves, Esc cancels. A flag is toggled without an input. When the
 * value is not stored, the cell opens again with what was typed and the reason.
 */
export function QuickCell({ children, ...props }: Props) {
  const { entity, described, row } = props
  const viewer = useRowViewer()
  const isOpen = row.status === 1 && fieldRights({ name: entity, row, viewer, now: nowSeconds() }, [described.key]).edits(described.key)
  return isOpen ? (
    <EditableCell {...props} heading={rowHeading(entity, row)}>
      {children}
    </EditableCell>
  ) : (
    children
  )
}

/** The same for a value that the caller lets the person edit, as a call does that is no save of the row. `heading` names the row. */
export function EditableCell({ entity, described, row, heading, onSave, children }: Props & { heading: string }) {
  /** The row at the start of the edit. Its version makes the save conflict with changes stored meanwhile. */
  const [edited, setEdited] = useState<CellRow | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const isMounted = useIsMounted()
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Returns the focus to the button once the field is gone.
    if (wasEditing.current && !edited && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = edited !== null
  }, [edited])

  const { key, label } = described
  const isFlag = described.kind === 'field' && described.field.kind === 'flag'
  const save = async (of: CellRow, value: unknown): Promise<void> => {
    const refusal = await onSave({ id: of.id, vid: of.vid, heading, key, value, before: Reflect.get(of, key) })
    if (refusal === null) return
    if (isMounted() && !isFlag) {
      setRefused({ typed: value, text: refusal.stored ? changedText(described, refusal.stored) : refusal.text })
      setEdited(refusal.stored ?? of)
    } else if (refusal.isSilent) showFault(`${heading}: ${refusal.text}`)
  }
  if (edited) {
    return (
      <QuickField
        entity={entity}
        described={described}
        label={`${label}, ${heading}`}
        before={Reflect.get(edited, key)}
        refused={refused}
        onDone={(changes) => {
          setEdited(null)
          setRefused(null)
          if (key in changes) void save(edited, changes[key])
        }}
      />
    )
  }
  const begin = () => (isFlag ? void save(row, Reflect.get(row, key) !== true) : setEdited(row))
  return (
    // Plain elements: a scrolling table renders dozens of these.
    <button
      type="button"
      ref={button}
      className={classes.value}
      onClick={begin}
      onKeyDown={(event) => {
        if (event.key === 'F2') begin()
      }}
    >
      <span className={classes.text}>{children}</span>
      <span className={classes.hidden}>
        , muuta {label}, {heading}
      </span>
      <IconPencil size={14} stroke={1.8} aria-hidden className={classes.pencil} />
    </button>
  )
}

type FieldProps = {
  entity: EntityName
  described: RowField
  label: string
  before: unknown
  refused: Refused | null
  /** `changes` is empty when the value was not changed. */
  onDone: (changes: Readonly<Record<string, unknown>>) => void
}

function QuickField({ entity, described, label, before, refused, onDone }: FieldProps) {
  const [value, setValue] = useState(refused ? refused.typed : before)
  const [fault, setFault] = useState(refused?.text ?? null)
  const frame = useRef<HTMLDivElement>(null)
  const { key } = described
  const isChoice = described.kind === 'field' && described.field.kind === 'choice'
  const isRefused = refused !== null
  useEffect(() => {
    // A field that opens by itself does not take the focus from where the person types meanwhile.
    if (isRefused && document.activeElement !== document.body) return
    const input = frame.current?.querySelector('input')
    input?.focus()
    if (!isChoice) input?.select()
    else if (!isRefused) input?.click()
  }, [isChoice, isRefused])

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
    // Enter chooses in an open list.
    const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Enter' || (isChoice && (!refused || isListOpen))) return
    // Otherwise the same key press would also activate the button that replaces the field.
    event.preventDefault()
    finish(value)
  }
  const leave = (event: FocusEvent) => {
    // A refused value is not sent again without being changed or confirmed with Enter.
    const isLeft = !event.currentTarget.contains(event.relatedTarget)
    if (isLeft && !(refused && fault === refused.text)) finish(value)
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
