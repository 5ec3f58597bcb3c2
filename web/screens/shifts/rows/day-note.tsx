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
  onSaved: () => Promise<unknown>
}

/** The change that makes the day's note `text`; the first note of the day is the one edited. */
function changeTo(text: string, { paiva, notes, id }: Pick<Props, 'paiva' | 'notes'> & { id: string }): Operation | null {
  const [note] = notes
  if (!note) return text === '' ? null : add('tyovuoro_lisatieto', { id, paiva, viesti: text })
  if (text === note.viesti) return null
  return text === '' ? drop('tyovuoro_lisatieto', note.id) : update('tyovuoro_lisatieto', note, { viesti: text })
}

/** The note of a day, edited in place: Enter saves, Esc leaves it as it was. */
export function DayNote({ day, paiva, notes, onSaved }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [id] = useState(newId)
  const { run, isRunning } = useAction({
    mutationFn: async (operation: Operation) => {
      await operations([operation], saveKeyOf(id, operation))
      await onSaved()
    },
    onSuccess: () => setTyped(null),
    // The text stays in its field; the call has said why.
    onFault: (failure) => failure instanceof CallFault,
  })
  const text = notes.map(({ viesti }) => viesti).join('\n')
  const save = () => {
    if (typed === null) return
    const operation = changeTo(typed.trim(), { paiva, notes, id })
    if (operation) run(operation)
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
        onClick={() => setTyped(notes[0]?.viesti ?? '')}
      >
        {text && <span>{text}</span>}
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
