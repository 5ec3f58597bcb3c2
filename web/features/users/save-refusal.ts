import { signInMessages, userSaveMessage } from '#domain/errors.ts'
import { CallFault } from '#web/data/fault.ts'

/** A rejected save of a user in the words of rules/errors.md#user-messages: faults outside the form's fields keep the server's own text. */
export function inWords(fault: CallFault, fieldOf: (pointer: string) => string | null): CallFault {
  // A save without an answer has no faults to reword.
  if (fault.status === 0) return fault
  const listed = fault.errors.length > 0 ? fault.errors : [{ detail: fault.message }]
  const errors = listed.map((error) => {
    const detail = userSaveMessage(error.detail)
    return { ...error, detail: error.pointer && fieldOf(error.pointer) ? detail : `${signInMessages.unknown}: ${detail}` }
  })
  return new CallFault(fault.status, errors)
}
