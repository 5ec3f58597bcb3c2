import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import badge from '../badges/status-badge.module.css'
import classes from './map.module.css'
import type { Place } from './map-places.ts'
import type { LatLng, MapProps } from './map-points.ts'

/** An element of the page that is anchored to a place on the map. */
function Mark({ map, lat, lng, children }: LatLng & { map: MapLibre; children: ReactNode }) {
  const [element] = useState(() => document.createElement('div'))
  useEffect(() => {
    const marker = new Marker({ element }).setLngLat([lng, lat]).addTo(map)
    // The button inside has its own label; the map's generic one would hide it.
    for (const name of ['aria-label', 'role', 'tabindex']) element.removeAttribute(name)
    return () => {
      marker.remove()
    }
  }, [map, element, lat, lng])
  return createPortal(children, element)
}

type PlaceProps = { map: MapLibre; place: Place; named: boolean; chosen: boolean; onSelect: MapProps['onSelect'] }

/** Not in the tab order: hundreds of stops would come before the page's other controls, and the list contains the same rows. */
export const PlaceMark = memo(({ map, place, named, chosen, onSelect }: PlaceProps) => {
  const { lat, lng, points } = place
  const [first] = points
  if (!first) return null
  // A late point determines the look of the mark; otherwise points of different kinds have no colour.
  const shown =
    points.find(({ style }) => style.tone === 'late') ?? (points.every(({ style }) => style.tone === first.style.tone) ? first : null)
  const Icon = shown?.style.icon
  const ids = [...new Set(points.map(({ id }) => id))]
  return (
    <Mark map={map} lat={lat} lng={lng}>
      <button
        type="button"
        tabIndex={-1}
        className={`${badge.tones} ${classes.place}`}
        data-tone={shown?.style.tone ?? 'cancelled'}
        data-series={points.every(({ series }) => series === first.series) ? first.series : undefined}
        data-start={points.every(({ start }) => start) || undefined}
        data-chosen={chosen || undefined}
        title={points.map(({ label }) => label).join('\n')}
        aria-label={points.map(({ label }) => label).join('; ')}
        onClick={() => onSelect?.(ids)}
      >
        {first.text === undefined && Icon && <Icon size={15} stroke={2} aria-hidden />}
        {first.text === undefined ? points.length > 1 && points.length : points.map(({ text }) => text).join(', ')}
      </button>
      {named && first.place && (
        <span className={classes.name} aria-hidden>
          {first.place}
        </span>
      )}
    </Mark>
  )
})

type ClusterProps = { map: MapLibre; at: LatLng; count: number; onOpen: () => void }

export function ClusterMark({ map, at, count, onOpen }: ClusterProps) {
  return (
    <Mark map={map} lat={at.lat} lng={at.lng}>
      <button type="button" tabIndex={-1} className={classes.cluster} aria-label={`${count} kohdetta, lähennä`} onClick={onOpen}>
        {count.toLocaleString('fi-FI')}
      </button>
    </Mark>
  )
}
