import { IconArrowRight } from '@tabler/icons-react'
import { countDifferences } from '#domain/entities/shipment/shipment.counts.ts'
import { windowAt, windowText } from '#domain/entities/shipment/shipment.times.ts'
import { ends } from '#domain/values/place/place.ts'
import { formatMoment } from '#domain/values/time/helsinki-clock.ts'
import type { EntityRow } from '#web/data/row.ts'
import { addressOf, deliveryPlace, type Place, pickupPlace } from '#web/features/addresses/places.ts'
import { formatDay, formatMinutes } from '#web/kit/format.ts'
import several from '../places/several-places.module.css'

type Props = { shipment: EntityRow<'lahetys'>; all: readonly EntityRow<'lahetys'>[] }

/** A shipment's own places and notes, shown when the order's other shipments have different ones. */
export function ShipmentRoute({ shipment, all }: Props) {
  const { viite, viesti, toivottu_toimitus } = shipment
  const differs = (note: 'viite' | 'viesti' | 'toivottu_toimitus') => all.some((other) => other[note] !== shipment[note])
  const notes = [
    differs('toivottu_toimitus') && (toivottu_toimitus > 0 ? `Toivottu toimitus ${formatDay(toivottu_toimitus)}` : 'Ei toivottua päivää'),
    ...ends.map((end) => {
      const text = windowText(windowAt(end, shipment), toivottu_toimitus)
      return text && `${end === 'nouto' ? 'Nouto' : 'Toimitus'} ${text}`
    }),
    shipment.myohastyminen > 0 && `Ilmoitettu ${formatMinutes(shipment.myohastyminen)} myöhässä`,
    shipment.luvattu_aika > 0 && `Luvattu ${formatMoment(shipment.luvattu_aika)}`,
    ...countDifferences(shipment),
    differs('viite') && viite && `Viite ${viite}`,
    differs('viesti') && viesti,
  ].filter(Boolean)
  return (
    <>
      <div className={several.route}>
        <RouteEnd name="Nouto" place={pickupPlace(shipment)} hollow />
        <IconArrowRight size={16} className={several.routeArrow} aria-hidden />
        <RouteEnd name="Toimitus" place={deliveryPlace(shipment)} />
      </div>
      {notes.length > 0 && <p className={several.notes}>{notes.join(' · ')}</p>}
    </>
  )
}

function RouteEnd({ name, place, hollow = false }: { name: string; place: Place; hollow?: boolean }) {
  return (
    <address className={several.routeEnd} data-hollow={hollow || undefined} aria-label={name}>
      <strong>{place.name || 'Nimi puuttuu'}</strong>
      <span>{addressOf(place) || 'Osoite puuttuu'}</span>
    </address>
  )
}
