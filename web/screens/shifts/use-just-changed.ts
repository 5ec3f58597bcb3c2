import { useEffect, useState } from 'react'

/** Milliseconds for which a change counts as changing. */
const changingLasts = 30_000

/** Whether the person has just changed something: `said` is the text about the last change. */
export function useJustChanged(said: string): boolean {
  const [over, setOver] = useState(said)
  useEffect(() => {
    const timer = setTimeout(() => setOver(said), changingLasts)
    return () => clearTimeout(timer)
  }, [said])
  return said !== over
}
