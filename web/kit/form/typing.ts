import { useEffect, useSyncExternalStore } from 'react'

let typed = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  typed += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether some form on the page has unsaved changes; nothing may then cover or reload the page. */
export const useFormBeingTyped = (): boolean => useSyncExternalStore(subscribe, () => typed > 0)

/** Called by a form: counts it as having unsaved changes while `dirty`. */
export function useMarkTyping(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    change(1)
    return () => change(-1)
  }, [dirty])
}
