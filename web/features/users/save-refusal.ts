import { signInMessages, userSaveMessage } from '#domain/errors.ts'
import { CallFault } from '#web/data/fault.ts'

/** A refused save of a user in the words of rules/errors.md#user-messages: what is at none of the form's fields is told with the server's own text. */
export function inWords(fault: CallFault, fieldOf: (pointer: string) => string | null): CallFault {
  // No answer has no words of its own.
  if (fault.status === 0) return fault
  const listed = fault.errors.length > 0 ? fault.errors : [{ detail: fault.message }]
  const errors = listed.map((error) => {
    const detail = userSaveMessage(error.detail)
    return { ...error, detail: error.pointer && fieldOf(error.pointer) ? detail : `${signInMessages.unknown}: ${detail}` }
  })
  return new CallFault(fault.status, errors)
}
