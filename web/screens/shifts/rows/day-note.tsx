import { type KeyboardEvent, useState } from 'react'
import type { ShiftNoteRow } from '#domain/features/shifts/shift-rows.ts'
import { CallFault } from '#web/data/fault.ts'
import { add, drop, type Operation, operations, update } from '#web/data/operations.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import classes from './headings.module.css'

type Props = {
  /** For the accessible name: `ma 16.11.` */
  day: string
  paiva: number
  notes: readonly ShiftNoteRow[]
  /** How many days wide it may be written. */
  days: number
  onSaved: () => Promise<unknown>
}

const textOf = (notes: readonly ShiftNoteRow[]): string => notes.map(({ viesti }) => viesti).join('\n')

/** The changes that make the day's note `text`: of several notes the first one gets it all, and the others are removed. */
function changesTo(text: string, { paiva, notes, id }: Pick<Props, 'paiva' | 'notes'> & { id: string }): Operation[] {
  const [note, ...others] = notes
  if (text === textOf(notes)) return []
  if (!note) return [add('tyovuoro_lisatieto', { id, paiva, viesti: text })]
  if (text === '') return notes.map((one) => drop('tyovuoro_lisatieto', one.id))
  return [update('tyovuoro_lisatieto', note, { viesti: text }), ...others.map((one) => drop('tyovuoro_lisatieto', one.id))]
}

/** The note of a day, edited in place: Enter saves, Esc leaves it as it was. */
export function DayNote({ day, paiva, notes, days, onSaved }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  /** The notes as they were when the field was opened, and the id of a new one. */
  const [opened, setOpened] = useState({ notes, id: '' })
  const { run, isRunning } = useAction({
    mutationFn: async (list: readonly Operation[]) => {
      await operations(list, saveKeyOf(opened.id, list))
      await onSaved()
    },
    onSuccess: () => setTyped(null),
    // The text stays in its field; the call has said why.
    onFault: (failure) => failure instanceof CallFault,
  })
  const text = textOf(notes)
  const save = () => {
    if (typed === null) return
    const list = changesTo(typed.trim(), { paiva, ...opened })
    if (list.length > 0) run(list)
    else setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    else if (event.key === 'Enter' && !event.shiftKey) save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (typed === null)
    return (
      <button
        type="button"
        className={classes.note}
        aria-label={`Muistiinpano ${day}${text ? `: ${text}` : ''}`}
        title={text}
        onClick={() => {
          setOpened({ notes, id: newId() })
          setTyped(text)
        }}
      >
        {text && <span style={{ width: `calc(${days * 100}% - 6px)` }}>{text}</span>}
      </button>
    )
  return (
    <textarea
      className={classes.noteField}
      aria-label={`Muistiinpano ${day}`}
      // The press on the note opened the field.
      ref={(field) => field?.focus()}
      rows={3}
      maxLength={1000}
      value={typed}
      disabled={isRunning}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  )
}
