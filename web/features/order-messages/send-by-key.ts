import type { KeyboardEvent } from 'react'

/** Ctrl Enter in a text sends it. It does not reach the order's page, where the same key takes the order's next step. */
export const sendByKey = (send: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  send()
}
