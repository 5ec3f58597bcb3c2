import type { LatLng } from '#web/ui/map/map-points.ts'

/** Places between the ends of one link to the maps service (rules/integrations.md#driver-link). */
export const maxBetween = { mobile: 3, elsewhere: 9 }

/** Links that lead through all points in their order; each begins where the one before it ends. The first begins where the person is, without a start. */
export function driveLinks(points: readonly LatLng[], { hasStart, max }: { hasStart: boolean; max: number }): string[] {
  const text = ({ lat, lng }: LatLng): string => `${lat},${lng}`
  const links: string[] = []
  let [origin, rest] = hasStart ? [points[0], points.slice(1)] : [undefined, [...points]]
  while (rest.length > 0) {
    const [between, to] = [rest.slice(0, Math.min(max, rest.length - 1)), rest[Math.min(max, rest.length - 1)]]
    if (!to) break
    const query = new URLSearchParams({
      api: '1',
      ...(origin ? { origin: text(origin) } : {}),
      destination: text(to),
      ...(between.length > 0 ? { waypoints: between.map(text).join('|') } : {}),
      travelmode: 'driving',
      dir_action: 'navigate',
    })
    links.push(`https://www.google.com/maps/dir/?${query}`)
    origin = to
    rest = rest.slice(between.length + 1)
  }
  return links
}
