import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Without a key or a press for so long, nothing is being done on the page (milliseconds). */
const quietTime = 30_000
const signs = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/** Whether nothing is being done: another page has just been opened, or nothing was pressed for a while. Stays true from then on. */
export function useUndisturbed(): boolean {
  const router = useRouter()
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    if (isQuiet) return
    let timer = setTimeout(() => setIsQuiet(true), quietTime)
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIsQuiet(true), quietTime)
    }
    for (const sign of signs) window.addEventListener(sign, again, { passive: true, capture: true })
    const stop = router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) setIsQuiet(true)
    })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, again, { capture: true })
      stop()
    }
  }, [isQuiet, router])
  return isQuiet
}
