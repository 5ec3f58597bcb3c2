import { endSession, onSessionEnd } from '../session/session.ts'

let shown = 0
onSessionEnd(() => {
  shown = 0
})

/** rules/errors.md#session-end: a second 403 while logged in signs out. */
export function noteForbidden(): void {
  shown += 1
  if (shown >= 2) endSession('forbidden')
}
