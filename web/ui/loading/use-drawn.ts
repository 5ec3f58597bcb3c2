import { startTransition, useEffect, useState } from 'react'

/** False until the browser has drawn the first frame: what may come later is left out of it. */
export function useDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // The frame is drawn after its callbacks.
      timer = setTimeout(() => startTransition(() => setIsDrawn(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isDrawn
}
