import type { LatLng } from '#web/ui/map/map-points.ts'
import { addressOf, driveLink, type Place } from './places.ts'

/** The apps that a driver navigates with. */
export const navigators = { google: 'Google Maps', waze: 'Waze', puhelin: 'Puhelimen kartta' } as const
export type Navigator = keyof typeof navigators
export const navigatorNames = Object.keys(navigators) as Navigator[]
export const isNavigator = (value: unknown): value is Navigator => typeof value === 'string' && Object.hasOwn(navigators, value)

/** Phones of Apple open a map by another address than others, which know `geo:` (RFC 5870). */
const isApple = (agent: string): boolean => /iPhone|iPad|Macintosh/.test(agent)

/** Link to the place in one of the apps, to `at` or else to the address; null when there is neither. `agent`: the browser's user agent. */
export function navigationLink(navigator: Navigator, place: Place, { at, agent }: { at: LatLng | null; agent: string }): string | null {
  const address = addressOf(place)
  const point = at && `${at.lat},${at.lng}`
  const to = point ?? address
  if (to === '') return null
  if (navigator === 'google') return driveLink(place, at)
  if (navigator === 'waze')
    return `https://waze.com/ul?${new URLSearchParams({ ...(point ? { ll: point } : { q: address }), navigate: 'yes' })}`
  if (isApple(agent)) return `https://maps.apple.com/?${new URLSearchParams({ daddr: to, dirflg: 'd' })}`
  return `geo:${point ?? '0,0'}?q=${encodeURIComponent(point && place.name ? `${point}(${place.name})` : to)}`
}
