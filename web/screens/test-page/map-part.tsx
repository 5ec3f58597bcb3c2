import { shipmentStyle } from '#web/features/orders/status-styles.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import { settings } from '../../session/settings.ts'
import { Section } from '../../ui/section.tsx'

const tampere = { lat: 61.4942, lng: 23.7817, place: 'Tampere' }
const lahti = { lat: 60.9827, lng: 25.6615, place: 'Lahti' }
const kotka = { lat: 60.4181, lng: 27.0224, place: 'Kotka' }
const points = [
  { ...tampere, id: 'a', style: shipmentStyle('kuljetuksessa'), start: true, label: 'T-1042, nouto: Tampere' },
  { ...lahti, id: 'a', style: shipmentStyle('kuljetuksessa'), label: 'T-1042, toimitus: Lahti' },
  { ...kotka, id: 'b', style: shipmentStyle('myohassa'), label: 'T-1043, toimitus: Kotka' },
]
const lines = [[tampere, lahti]] as const

export function MapPart() {
  const { mapTiles, mapAttribution } = settings()
  return (
    <Section title="Kartta">
      <div style={{ height: 320 }}>
        <PointMap label="Kolme paikkaa" points={points} lines={lines} tiles={mapTiles} attribution={mapAttribution} />
      </div>
    </Section>
  )
}
