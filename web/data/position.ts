import { useEffect, useRef } from 'react'

export type Point = { lat: number; lng: number }

// A driver who stands at a door has stood there for a while; nobody is made to wait for a satellite.
const options: PositionOptions = { enableHighAccuracy: false, maximumAge: 60_000, timeout: 10_000 }

/**
 * Where the device is, as soon as it knows and if its user lets it say so; asked while `wanted`. Gives what reads it, null
 * when there is no answer yet or none at all. The first reading stands: it is the place of a save, and a retry is the same
 * save wherever it is made, also to the key that it is sent under (`saveKeyOf`).
 */
export function usePosition(isEnabled: boolean): () => Point | null {
  const point = useRef<Point | null>(null)
  const read = useRef<Point | null>(undefined)
  useEffect(() => {
    // Browsers have none on plain http addresses.
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

/** A metre is near enough. */
const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000
