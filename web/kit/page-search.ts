import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Readonly<Record<string, string | undefined>>

/**
 * What a list keeps in its address: filters, tab, order, columns. `set` changes some of it in place, so that the back
 * button leaves the list instead of undoing filters one by one; '' and undefined take a value away.
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
