import { getHotkeyHandler } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { currentSession, onAuthState } from '../../session/session.ts'
import { catchTyping } from '../shell/typed-ahead.ts'

let isOpen = false
let isShown = false
let takeTyped = (): string => ''
const listeners = new Set<() => void>()

function set(next: boolean): void {
  isOpen = next
  isShown = false
  takeTyped()
  takeTyped = isOpen ? catchTyping() : () => ''
  for (const listener of listeners) listener()
}

export const openPalette = (): void => set(true)
export const closePalette = (): void => set(false)

/** For the palette's field when it gets the focus: what was typed before that. */
export function typedAhead(): string {
  isShown = true
  return takeTyped()
}

// Until the field is shown, nobody means to close it: they press again because nothing has happened yet.
const pressKey = getHotkeyHandler([['mod+K', ({ repeat }) => !repeat && set(!isShown)]])

/** Follows the palette's key from the start of the app: a press before the header is there opens the palette once it is. */
export function followPaletteKey(): void {
  document.documentElement.addEventListener('keydown', (event) => {
    if (currentSession()) pressKey(event)
  })
  onAuthState(() => {
    if (!currentSession()) closePalette()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpenedPalette = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
