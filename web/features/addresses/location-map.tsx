import { useMemo } from 'react'
import type { SetFields } from '#web/kit/entity/fields/entity-fields.tsx'
import type { Content } from '#web/kit/entity/fields/row-fields.ts'
import { useSettings } from '#web/session/settings.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import type { MapPin, MapPoint } from '#web/ui/map/map-points.ts'
import classes from './location-map.module.css'
import { mapCredits } from './map-credits.ts'
import { postalKey, usePostalPoints } from './postal-points.ts'

const noPoints: readonly MapPoint[] = []

/** A saved address on a map, with a pin that can be moved. `set` is null when the viewer may not change the address. */
export function LocationMap({ content, set }: { content: Content; set: SetFields | null }) {
  const { lat, lng, field_postinumero: code, field_maa: country } = content
  const key = typeof code === 'string' && typeof country === 'string' ? postalKey(country, code) : null
  const postal = usePostalPoints([key]).get(key ?? '')
  const [pinLat, pinLng] = typeof lat === 'number' && typeof lng === 'number' ? [lat, lng] : [postal?.lat, postal?.lng]
  const at = useMemo(() => (pinLat === undefined || pinLng === undefined ? null : { lat: pinLat, lng: pinLng }), [pinLat, pinLng])
  const pin: MapPin = { at, ...(set ? { onMove: (to) => set({ ...to, sijainti_lahde: 'kasin' }) } : {}) }
  const { mapTiles, mapAttribution } = useSettings()
  if (set === null && at === null) return null
  return (
    <>
      <div className={classes.map}>
        <PointMap label="Osoite kartalla" points={noPoints} pin={pin} tiles={mapTiles} attribution={mapAttribution} credits={mapCredits} />
      </div>
      {set && (
        <p className={classes.hint}>
          {at === null
            ? 'Napauta karttaa, niin osoite saa sijainnin.'
            : 'Siirrä merkkiä vetämällä, napauttamalla karttaa tai nuolinäppäimillä (vaihtonäppäin pohjassa tarkasti).'}
        </p>
      )}
    </>
  )
}
