import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, useEffect, useSyncExternalStore } from 'react'

/** Something that the open page offers to do now. The palette offers it too. */
export type PageAction = {
  id: string
  label: string
  icon: ComponentType<IconProps>
  /** As `useHotkeys` writes it: `a`, `mod+Enter`. */
  shortcut?: string
  danger?: boolean
  run: () => void
}

/** What the actions are about: `Tilaus T-1042`, `9 valittua tilausta`. */
export type PageActions = { title: string; actions: readonly PageAction[] }

let offered: readonly PageActions[] = []
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Offers the page's actions in the palette for as long as the component is shown; null offers nothing. Pass a memoised object. */
export function usePageActions(page: PageActions | null): void {
  useEffect(() => {
    if (!page) return
    offered = [page, ...offered]
    notify()
    return () => {
      offered = offered.filter((other) => other !== page)
      notify()
    }
  }, [page])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the open page offers, the latest (a selection) first. */
export const useOfferedActions = (): readonly PageActions[] => useSyncExternalStore(subscribe, () => offered)
