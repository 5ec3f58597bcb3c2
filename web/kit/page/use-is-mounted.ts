import { useCallback, useEffect, useRef } from 'react'

/** Tells whether the component is still on the page: what an answer leads to must not move somebody who has left meanwhile. */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return useCallback(() => mounted.current, [])
}
