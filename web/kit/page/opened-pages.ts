import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** A page of a row that has been opened: `KLR-418`, `Auto`, `/auto/…`. */
export type OpenedPage = { label: string; detail: string; to: string }

const listeners = new Set<(page: OpenedPage) => void>()

/** Calls the listener for every opened page of a row until the returned function is called. */
export function followOpened(listener: (page: OpenedPage) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that the page of a row is open; an empty label says nothing. */
export function useOpened(label: string, detail: string): void {
  const to = useLocation({ select: ({ pathname }) => pathname })
  // A page that is being left still stands while the address is the next one's already.
  const address = useRef(to)
  useEffect(() => {
    address.current = to
  }, [to])
  useEffect(() => {
    if (label !== '') for (const listener of listeners) listener({ label, detail, to: address.current })
  }, [label, detail])
}
