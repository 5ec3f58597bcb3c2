import { useCallbackRef } from '@mantine/hooks'
import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, useEffect, useMemo, useSyncExternalStore } from 'react'

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
type PageActions = { title: string; actions: readonly PageAction[] }

let offered: readonly PageActions[] = []
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/**
 * Offers actions in the palette for as long as the component is shown. They may be made anew at each render: the palette is given others only when
 * their texts have changed, and runs the newest.
 */
export function usePageActions(title: string, actions: readonly PageAction[]): void {
  const run = useCallbackRef((id: string) => actions.find((action) => action.id === id)?.run())
  const texts = actions.map(({ id, label }) => `${id} ${label}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts stand for the actions
  const page = useMemo(
    (): PageActions | null =>
      texts === '' ? null : { title, actions: actions.map((action) => ({ ...action, run: () => run(action.id) })) },
    [texts, title, run],
  )
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
