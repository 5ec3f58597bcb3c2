import { useSyncExternalStore } from 'react'

/** Chromium's event, which is in no standard: the app may be installed, by `prompt`. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }
/** How the app is installed on this device: the browser asks, or the person does it by Safari's own menu. */
export type InstallWay = 'prompt' | 'safari'

const dismissedKey = 'kuorma.install-hint'
let offered: InstallEvent | null = null
let isHidden = false
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
/** iPhones and iPads, whose browsers never offer it; an iPad says that it is a Mac. */
const isSafariDevice = (): boolean => 'standalone' in navigator && (/iPhone|iPad/.test(navigator.userAgent) || navigator.maxTouchPoints > 1)
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

/** Called at the start of the app: the browser offers the installation once, early. */
export function followInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    // Without this the browser shows a bar of its own.
    event.preventDefault()
    offered = event
    changed()
  })
  window.addEventListener('appinstalled', () => {
    offered = null
    changed()
  })
}

function wayNow(): InstallWay | null {
  if (isInstalled()) return null
  if (offered) return 'prompt'
  return isSafariDevice() ? 'safari' : null
}

/** The browser asks the person; whatever the answer, it may be asked only once. */
export async function install(): Promise<void> {
  const event = offered
  offered = null
  await event?.prompt()
  changed()
}

function isDismissed(): boolean {
  try {
    return isHidden || localStorage.getItem(dismissedKey) !== null
  } catch {
    return isHidden
  }
}

/** The hint is not shown on this device again; the user menu still offers the installation. */
export function dismissHint(): void {
  isHidden = true
  try {
    localStorage.setItem(dismissedKey, '1')
  } catch {
    // Without storage it is hidden until the page is loaded again.
  }
  changed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How the app can be installed here; null when it cannot, or is. */
export const useInstallWay = (): InstallWay | null => useSyncExternalStore(subscribe, wayNow)
export const useInstallHint = (): InstallWay | null => useSyncExternalStore(subscribe, () => (isDismissed() ? null : wayNow()))
