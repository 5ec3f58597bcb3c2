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

/** True while some form on the page holds what has not been saved; nothing may then cover or reload it. */
export const useFormBeingTyped = (): boolean => useSyncExternalStore(subscribe, () => typed > 0)

/** Called by a form: counts it as being typed while `dirty`. */
export function useMarkTyping(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    change(1)
    return () => change(-1)
  }, [dirty])
}
