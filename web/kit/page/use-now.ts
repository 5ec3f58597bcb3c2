import { useEffect, useState } from 'react'
import { serverSeconds } from '#web/session/clock.ts'

/**
 * The current time in unix seconds by the server's clock, updated every `every` seconds: for what is allowed or late only for a while. A device
 * whose clock is wrong would otherwise offer other steps than the server allows.
 */
export function useNow(every = 30): number {
  const [now, setNow] = useState(serverSeconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverSeconds()), every * 1000)
    return () => clearInterval(timer)
  }, [every])
  return now
}
