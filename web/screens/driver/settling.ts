import { useSyncExternalStore } from 'react'

/** Presses within this time (milliseconds) count as a double tap, or as aimed at the button that was there before. */
const settlingTime = 600

let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: typeof timer): void {
  timer = next
  for (const listener of listeners) listener()
}

/** A step was pressed: for a moment the buttons of steps ignore presses. */
export function settle(): void {
  clearTimeout(timer)
  set(setTimeout(() => set(undefined), settlingTime))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A store beside React's tree, so that a press renders the buttons again and not the whole day. */
export const useSettling = (): boolean => useSyncExternalStore(subscribe, () => timer !== undefined)
