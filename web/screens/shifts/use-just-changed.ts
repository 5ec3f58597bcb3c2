import { useEffect, useState } from 'react'
import { changingLasts } from '#domain/features/presence/viewers.ts'

/** Whether the person has just changed something: `said` is the text about the last change. */
export function useJustChanged(said: string): boolean {
  const [over, setOver] = useState(said)
  useEffect(() => {
    const timer = setTimeout(() => setOver(said), changingLasts * 1000)
    return () => clearTimeout(timer)
  }, [said])
  return said !== over
}
