import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'
import type { Point } from '#web/data/position.ts'

/** The driver's consent on this device to recording the places of tasks (rules/worktime.md#places). */
export function usePlaceConsent(userId: string) {
  const [given, setGiven] = useLocalStorage({ key: `kuorma.places.${userId}`, defaultValue: false, getInitialValueInEffect: false })
  return { given: given === true, setGiven }
}

/** A position is used as the place of a task for this long (milliseconds). */
const maxAge = 3 * 60_000
/** To about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000

/** Returns a function that answers where the device is now, at once; null without a consent, a permission or a recent position. */
export function useLatestPosition(isAllowed: boolean): () => Point | null {
  const latest = useRef<{ point: Point; at: number } | null>(null)
  useEffect(() => {
    // Browsers give no position on plain http addresses.
    if (!isAllowed || !('geolocation' in navigator)) return
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        latest.current = { point: { lat: rounded(coords.latitude), lng: rounded(coords.longitude) }, at: Date.now() }
      },
      () => undefined,
      { enableHighAccuracy: false, maximumAge: 60_000 },
    )
    return () => {
      navigator.geolocation.clearWatch(watch)
      latest.current = null
    }
  }, [isAllowed])
  return useCallback(() => (latest.current && Date.now() - latest.current.at < maxAge ? latest.current.point : null), [])
}
