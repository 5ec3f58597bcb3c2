import { useSyncExternalStore } from 'react'
import { appVersion } from '#domain/features/settings/runtime-config.ts'

let newVersion = false
const listeners = new Set<() => void>()

export function announceNewVersion(): void {
  if (newVersion) return
  newVersion = true
  for (const listener of listeners) listener()
}

/** Every answer carries the server's version (rules/sign-in.md#app-version); a different one means that a new build is available. */
export function noteServerVersion(version: string | null): void {
  if (version && version !== appVersion) announceNewVersion()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => newVersion)

function past(worker: ServiceWorker, ...passing: readonly ServiceWorkerState[]): Promise<void> {
  return new Promise((resolve) => {
    const check = () => !passing.includes(worker.state) && resolve()
    worker.addEventListener('statechange', check)
    check()
  })
}

/**
 * 'Päivitä': reloads into the new build. The old service worker would answer the reload with the old page, so the new
 * one takes over first; if there is no new one, the old one is unregistered and the page comes from the server.
 */
export async function reloadIntoNewVersion(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration) {
      await registration.update()
      if (registration.installing) await past(registration.installing, 'installing')
      const { waiting } = registration
      if (waiting) {
        waiting.postMessage({ type: 'SKIP_WAITING' })
        await past(waiting, 'installed', 'activating')
      } else {
        await registration.unregister()
      }
    }
  } finally {
    location.reload()
  }
}
