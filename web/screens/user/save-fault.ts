import { signInMessages, userSaveMessage } from '#domain/errors.ts'
import { CallFault } from '../../data/fault.ts'
import { labels, presentPassword } from './user-values.ts'

/** The call names a profile's fields with or without the group that they are sent in. */
export function fieldOf(pointer: string): string | null {
  const name = pointer.split('/').at(-1) ?? ''
  return name in labels || name === presentPassword ? name : null
}

/** A refused save in the words of SPEC section 8: what is none of the form's fields is told with the server's own text. */
export function inWords(fault: CallFault): CallFault {
  // No answer has no words of its own.
  if (fault.status === 0) return fault
  const listed = fault.errors.length > 0 ? fault.errors : [{ detail: fault.message }]
  return new CallFault(
    fault.status,
    listed.map((error) => ({
      ...error,
      detail:
        error.pointer && fieldOf(error.pointer)
          ? userSaveMessage(error.detail)
          : `${signInMessages.unknown}: ${userSaveMessage(error.detail)}`,
    })),
  )
}
