import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Readonly<Record<string, string | undefined>>

/** A day of the address, in unix seconds; 0 where there is none or it cannot be parsed: people edit addresses by hand. */
export const dayFrom = (text: string | undefined): number => (/^\d{8,11}$/.test(text ?? '') ? Number(text) : 0)

/**
 * The state that a list keeps in its address: filters, tab, order, columns. `set` replaces the history entry, so that the back
 * button leaves the list instead of undoing filters one by one; '' and undefined remove a value.
 */
export function usePageSearch(): { search: Search; set: (changes: Search) => void } {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const set = useCallback(
    (changes: Search) =>
      void navigate({
        to: '.',
        search: (before: Search) =>
          Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined && value !== '')),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, set }
}
