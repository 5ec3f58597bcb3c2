import { useTimeout } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useLostSince } from '#web/data/connection.ts'

/** Milliseconds that an item may take to be sent before the page tells of it, while there is a network: a press does not move the page. */
export const shownAfter = 1000

/** What is said of an item that waits to be sent, once it has waited. */
export function Lasting({ children }: { children: ReactNode }) {
  const [isLasting, setIsLasting] = useState(false)
  useTimeout(() => setIsLasting(true), shownAfter, { autoInvoke: true })
  const isLost = useLostSince() !== null
  return isLasting || isLost ? children : null
}

/** `lähetetään, kun yhteys palaa`; with a connection only `lähetetään`. */
export function useSendingText(): string {
  return useLostSince() === null ? 'lähetetään' : 'lähetetään, kun yhteys palaa'
}
