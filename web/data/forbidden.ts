import { endSession, onSessionEnd } from '../session/session.ts'

let seen = 0
onSessionEnd(() => {
  seen = 0
})

/** rules/errors.md#session-end: a second 403 while logged in signs out. */
export function noteForbidden(): void {
  seen += 1
  if (seen >= 2) endSession('forbidden')
}
