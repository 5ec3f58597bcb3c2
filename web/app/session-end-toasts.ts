import { notifications } from '@mantine/notifications'
import { toastMessages } from '#domain/errors.ts'
import { showPassingFault } from '../data/fault-toast.tsx'
import { onSessionEnd } from '../session/session.ts'

/** Seconds that the session's end is told (rules/errors.md#session-end). */
const shownFor = 10

export function followSessionEndToasts(): void {
  onSessionEnd((reason) => {
    // Nobody who signs in next is offered to undo what somebody else did.
    notifications.clean()
    // Of a session that grew old or was ended, login itself tells: the person may come back long after a toast.
    if (reason === 'forbidden') showPassingFault(toastMessages.sessionEnded, shownFor)
  })
}
