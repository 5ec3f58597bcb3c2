import { toastMessages } from '#domain/errors.ts'
import { clearToasts, showPassingFault } from '../data/fault-toast.tsx'
import { onSessionEnd } from '../session/session.ts'

/** How long the end of the session is shown, in seconds (rules/errors.md#session-end). */
const shownFor = 10

export function followSessionEndToasts(): void {
  onSessionEnd((reason) => {
    // The next person must not be offered to undo the previous person's actions.
    clearToasts()
    // The sign-in page itself reports a session that expired or was ended, since the person may return long after a toast is gone.
    if (reason === 'forbidden') showPassingFault(toastMessages.sessionEnded, shownFor)
  })
}
