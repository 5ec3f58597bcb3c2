import { windowAt, windowText } from '#domain/entities/shipment/shipment.times.ts'
import type { End } from '#domain/values/place/place.ts'
import { formatDay } from '#web/kit/format.ts'
import type { OrderRead } from '../order-data.ts'
import classes from './receipt.module.css'

type Shipment = OrderRead['shipments'][number]

const placeOf = (row: Shipment, end: End): string => [row[`${end}_nimi`], row[`${end}_postitmp`]].filter(Boolean).join(', ')

/** The days and hours that the order has for one end, each once. */
function whenOf(rows: readonly Shipment[], end: End): string {
  const times = rows.map((row) => {
    const window = windowText(windowAt(end, row), end === 'toimitus' ? row.toivottu_toimitus : 0)
    const day = end === 'toimitus' && row.toivottu_toimitus > 0 ? formatDay(row.toivottu_toimitus) : ''
    return [day, window].filter(Boolean).join(' ')
  })
  return [...new Set(times.filter(Boolean))].join(', ')
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter(Boolean))]

/** What happens to a new order next, with the places and the times that are known. */
export function NextSteps({ read: { shipments }, staff }: { read: OrderRead; staff: boolean }) {
  if (shipments.length === 0) return null
  const [pickups, deliveries] = [
    unique(shipments.map((row) => placeOf(row, 'nouto'))),
    unique(shipments.map((row) => placeOf(row, 'toimitus'))),
  ]
  const [pickup, delivery] = [whenOf(shipments, 'nouto'), whenOf(shipments, 'toimitus')]
  const steps = [
    { what: 'Nouto', where: pickups, when: pickup || (staff ? 'ei sovittua aikaa' : 'sovitamme ajan toimituspäivän mukaan') },
    { what: 'Toimitus', where: deliveries, when: delivery || (staff ? 'ei toivottua päivää' : 'mahdollisimman pian') },
  ]
  return (
    <ol className={classes.steps} aria-label="Mitä seuraavaksi tapahtuu">
      {steps.map(({ what, where, when }) => (
        <li key={what}>
          <strong>{what}</strong> {where.join(' ja ')}: {when}
        </li>
      ))}
    </ol>
  )
}
