import { type Model, type Rights, resourceNamed } from '../model.ts'
import type { Faults } from './intents/faults.ts'
import type { Intent } from './intents/intent.ts'
import { readInput } from './intents/read-intent.ts'

/** A change of one row. The caller chooses the id of a new row, so that other changes of the same save can refer to it. */
export type RowChange = {
  readonly op: 'add' | 'update' | 'remove'
  readonly entity: string
  readonly id: string
  /** Values by field, and ids by relation. */
  readonly values: Readonly<Record<string, unknown>>
  /** Values typed by a person: validated, and checked against the person's rights, as a request's body is. Otherwise the server's own values. */
  readonly isInput: boolean
  /** The version that was edited; null if any version may be changed. */
  readonly vid: number | null
  /** Reason of the change (`revision_log_message`). */
  readonly reason: string
  /** JSON pointer into the caller's request, used in faults. */
  readonly pointer: string
}
type Reading = { rights: Rights; faults: Faults }
/** `faults` collects what is wrong with values that a person typed. */
export function intentsOf(model: Model, changes: readonly RowChange[], { rights, faults }: Reading): Intent[] {
  return changes.map(({ op, entity, id, values, isInput, vid, reason, pointer }): Intent => {
    const intent: Intent = {
      op,
      resource: resourceNamed(model, entity),
      id,
      values: {},
      readOnlyValues: {},
      linked: {},
      vid,
      reason,
      pointer,
    }
    if (isInput) readInput({ rights, faults }, intent, values)
    else intent.values = { ...values }
    return intent
  })
}
