import { useCallback, useEffect, useRef } from 'react'

/** Returns whether the component is still mounted: a late answer must not navigate a person who has left the page. */
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
