import { type CallFault, Conflict } from '#web/data/fault.ts'
import { explainedRefusals } from '#web/data/fault-toast.tsx'

/**
 * A new value of one field of a row. `vid` is the version on which it is based. An undo (`isUndo`) cannot itself be undone.
 * `saved` replaces "tallennettu" in the toast.
 */
export type QuickEdit = {
  id: string
  vid: number
  heading: string
  key: string
  value: unknown
  before: unknown
  saved?: string
  isUndo?: boolean
}

export type CellRow = { id: string; vid: number; status: number }

/** Why an edit was not stored. */
export type QuickRefusal = {
  text: string
  /** The call itself has shown no message. */
  isSilent: boolean
  /** The row with the value that somebody else has stored in the same field meanwhile; null when that is not the reason. */
  stored: CellRow | null
}

/** Somebody else has changed the edited field. */
export class OutdatedEdit extends Conflict {
  readonly stored: CellRow
  constructor(stored: CellRow) {
    super()
    this.stored = stored
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The edit on the version that somebody else has stored. `stored`: they stored the same value; `changed`: they stored another value of the
 * same field; `same`: the row has not changed, so the refusal has another cause.
 */
export function rebased(edit: QuickEdit, row: CellRow): QuickEdit | 'stored' | 'changed' | 'same' {
  const theirs: unknown = Reflect.get(row, edit.key)
  if (row.vid === edit.vid) return 'same'
  if (isSame(theirs, edit.value)) return 'stored'
  return isSame(theirs, edit.before) ? { ...edit, vid: row.vid } : 'changed'
}

/** Replaces the general message of a conflict, which asks to reload the page: the list has already been refetched. */
const conflictText = 'Joku muu ehti muuttaa riviä. Katso muutos ja yritä uudelleen.'

const unansweredText = 'Palvelimeen ei saatu yhteyttä. Yritä uudelleen painamalla Enter.'

const textOf = ({ status, message }: CallFault): string => (status === 409 ? conflictText : status === 0 ? unansweredText : message)

export function refusalOf(fault: CallFault): QuickRefusal {
  return {
    text: textOf(fault),
    isSilent: explainedRefusals.includes(fault.status),
    stored: fault instanceof OutdatedEdit ? fault.stored : null,
  }
}
