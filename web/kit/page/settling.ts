import { useState, useSyncExternalStore } from 'react'

/** Presses within this time (milliseconds) count as a double tap, or as aimed at the button that was there before. */
const settlingTime = 600

let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: typeof timer): void {
  timer = next
  for (const listener of listeners) listener()
}

/** A step or a task was pressed: for a moment the buttons of steps ignore presses. */
export function settle(): void {
  clearTimeout(timer)
  set(setTimeout(() => set(undefined), settlingTime))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A store beside React's tree, so that a press renders the buttons again and not the whole day. */
const useSettling = (): boolean => useSyncExternalStore(subscribe, () => timer !== undefined)

/**
 * For a moment after a step, when other buttons have appeared under the finger, buttons look normal but ignore presses (`settling`). The one that
 * was pressed (`taken`) shows it at once: what the press changes is drawn only when the device has stored it.
 */
export function usePressed<Key extends string>() {
  const settling = useSettling()
  const [pressed, setPressed] = useState<Key | null>(null)
  if (!settling && pressed !== null) setPressed(null)
  return { settling, taken: settling ? pressed : null, setPressed }
}
