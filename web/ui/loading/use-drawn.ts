import { startTransition, useEffect, useState } from 'react'

/** False until the browser has drawn a frame with the content (`isReady`): what may come later is left out of it. */
export function useDrawn(isReady = true): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // The frame is drawn after its callbacks.
      timer = setTimeout(() => startTransition(() => setIsDrawn(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isReady])
  return isDrawn
}
