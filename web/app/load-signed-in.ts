import { useSyncExternalStore } from 'react'
import { loadPart } from '../ui/loading/load-part.ts'

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
    const { startSignedIn, SignedInFrame } = await loadPart(() => import('./signed-in.tsx'))
    // The built name of this file changes whenever any file of the app does, so it identifies the build.
    await startSignedIn(import.meta.url)
    set({ SignedInFrame })
  } catch (failure) {
    // The file no longer exists on the server, it does not come, or there is no network; the next call retries.
    loading = undefined
    set('failed')
    reportError(failure)
  }
}

/** Loads and starts the part of the app for signed-in people. Further calls wait for the first one, unless it failed. */
export function loadSignedIn(): Promise<void> {
  loading ??= load()
  return loading
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null until it has been loaded and started. */
export const useSignedInPart = (): Loading => useSyncExternalStore(subscribe, () => state)
