import { useEffect, useState } from 'react'
import { nowSeconds } from '#web/session/clock.ts'

/** The current time in unix seconds, updated every `every` seconds: for what is allowed or late only for a while. */
export function useNow(every = 30): number {
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowSeconds()), every * 1000)
    return () => clearInterval(timer)
  }, [every])
  return now
}
