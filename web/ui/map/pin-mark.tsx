import { IconMapPinFilled } from '@tabler/icons-react'
import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './map.module.css'
import type { LatLng, MapPin } from './map-points.ts'

/** Pixels that an arrow key moves the pin, without and with Shift. */
const keySteps = { normal: 12, small: 1 }
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Five decimals are about a metre. */
const rounded = ({ lat, lng }: LatLng): LatLng => ({ lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) })
const degrees = (value: number): string => value.toLocaleString('fi-FI', { minimumFractionDigits: 5, maximumFractionDigits: 5 })

/** The pin. With `onMove` it can be moved by dragging, by clicking on the map, and with the arrow keys (with Shift one pixel at a time). */
export function PinMark({ map, at, onMove }: { map: MapLibre; at: LatLng | null; onMove: MapPin['onMove'] }) {
  const [element] = useState(() => document.createElement('div'))
  const [marker, setMarker] = useState<Marker | null>(null)
  const movable = onMove !== undefined
  const move = useEffectEvent((to: LatLng) => onMove?.(rounded(to)))
  const moveByKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction || !at) return
    // Otherwise the key would also move the map and scroll the page.
    event.preventDefault()
    event.stopPropagation()
    const step = event.shiftKey ? keySteps.small : keySteps.normal
    const { x, y } = map.project(at)
    const to = map.unproject([x + direction[0] * step, y + direction[1] * step])
    if (!map.getBounds().contains(to)) map.panTo(to, { animate: false })
    move(to)
  })
  useEffect(() => {
    const made = new Marker({ element, anchor: 'bottom', draggable: movable })
    for (const name of ['aria-label', 'role', 'tabindex']) element.removeAttribute(name)
    made.on('dragend', () => move(made.getLngLat()))
    setMarker(made)
    return () => {
      setMarker(null)
      made.remove()
    }
  }, [element, movable])
  useEffect(() => {
    if (at) marker?.setLngLat(at)
  }, [marker, at])
  const isPlaced = at !== null
  useEffect(() => {
    if (isPlaced) marker?.addTo(map)
    else marker?.remove()
  }, [map, marker, isPlaced])
  useEffect(() => {
    if (!movable) return
    const press = map.on('click', ({ lngLat, originalEvent: { target } }) => {
      if (!(target instanceof Node && element.contains(target))) move(lngLat)
    })
    const onKey = (event: KeyboardEvent) => moveByKey(event)
    element.addEventListener('keydown', onKey)
    return () => {
      press.unsubscribe()
      element.removeEventListener('keydown', onKey)
    }
  }, [map, element, movable])
  if (!at) return null
  const label = `Sijainti ${degrees(at.lat)}, ${degrees(at.lng)}`
  const icon = <IconMapPinFilled size={38} aria-hidden />
  return createPortal(
    movable ? (
      <button type="button" className={classes.pin} aria-label={`${label}. Siirrä nuolinäppäimillä.`} title="Siirrä vetämällä">
        {icon}
      </button>
    ) : (
      <span className={classes.pin} role="img" aria-label={label}>
        {icon}
      </span>
    ),
    element,
  )
}
