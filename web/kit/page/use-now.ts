import { useEffect, useState } from 'react'
import { nowSeconds } from '#web/session/clock.ts'

/** The time in unix seconds, told anew every `every` seconds: for what is allowed or late only for a while. */
export function useNow(every = 30): number {
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowSeconds()), every * 1000)
    return () => clearInterval(timer)
  }, [every])
  return now
}
