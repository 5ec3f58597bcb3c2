import { useLayoutEffect } from 'react'

/**
 * Marks the document while something is shown on which the styles of the whole page depend, such as a bar at the bottom of the window. The
 * same by `:has()` would make the browser match the page's styles again at every change inside it.
 */
export function useRootMark(mark: `data-${string}`, isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return
    document.documentElement.setAttribute(mark, '')
    return () => document.documentElement.removeAttribute(mark)
  }, [mark, isShown])
}
