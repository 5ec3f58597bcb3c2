import { useEffect, useRef } from 'react'

export type Point = { lat: number; lng: number }

// A driver at a door has been there for a while, so a recent position will do, and nobody has to wait for a satellite.
const options: PositionOptions = { enableHighAccuracy: false, maximumAge: 60_000, timeout: 10_000 }

/**
 * The device's position, once it is known and if the user permits it; requested while `isEnabled`. Returns a function that reads it: null
 * when there is no answer yet or none at all. The first position is kept: it is the place of a save, and a retry is the same
 * save wherever it is made, with the same idempotency key (`saveKeyOf`).
 */
export function usePosition(isEnabled: boolean): () => Point | null {
  const point = useRef<Point | null>(null)
  const read = useRef<Point | null>(undefined)
  useEffect(() => {
    // Browsers give no position on plain http addresses.
    if (!isEnabled || !('geolocation' in navigator)) return
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        point.current = { lat: rounded(coords.latitude), lng: rounded(coords.longitude) }
      },
      () => undefined,
      options,
    )
  }, [isEnabled])
  return () => {
    if (read.current === undefined) read.current = point.current
    return read.current
  }
}

/** Rounded to about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000
