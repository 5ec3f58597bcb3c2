import { useSyncExternalStore } from 'react'

type Loading = Pick<typeof import('./signed-in.tsx'), 'SignedInFrame'> | 'failed' | null

let state: Loading = null
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

function set(next: Loading): void {
  state = next
  for (const listener of listeners) listener()
}

async function load(): Promise<void> {
  try {
    const { startSignedIn, SignedInFrame } = await import('./signed-in.tsx')
    // The name of this file, as it is built, changes with any other file of the app.
    await startSignedIn(import.meta.url)
    set({ SignedInFrame })
  } catch (failure) {
    // Gone from the server, or no network; the next call tries again.
    loading = undefined
    set('failed')
    reportError(failure)
  }
}

/** Fetches what only people who have signed in need, and starts it. Once: a later call waits for the first one, unless that failed. */
export function loadSignedIn(): Promise<void> {
  loading ??= load()
  return loading
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null until it has been loaded and has started. */
export const useSignedInPart = (): Loading => useSyncExternalStore(subscribe, () => state)
