import { Button } from '@mantine/core'
import { IconRotate2 } from '@tabler/icons-react'
import { formatTime } from '../../kit/format.ts'
import { deliveryPlace } from '../../kit/places.ts'
import classes from './driver.module.css'
import type { Shipment } from './driver-queries.ts'
import { type Given, type ShipmentLine, type Shown, type Stop, shipmentAs, shipmentSteps, stopsOf } from './stops.ts'
import type { Deed } from './use-steps.ts'

/** Deliveries that their driver can still take back: for ten minutes (RULES section 3). */
export function justDelivered(
  lines: readonly ShipmentLine[],
  shown: ReadonlyMap<string, Shown>,
  split: ReadonlySet<string>,
  given: Given,
): Stop[] {
  const delivered = lines.map((line) => shipmentAs(line, shown.get(line.row.id))).filter(({ row }) => row.tila === 'toimitettu')
  return stopsOf(
    delivered.filter(({ row }) => returns(row, given)),
    split,
  )
}

const returns = (row: Shipment, given: Given): boolean =>
  shipmentSteps({ shipments: [row] }, 'kuljettaja', given).back.some(({ to }) => to === 'kuljetuksessa')

/** What was delivered a moment ago, at hand for whoever pressed the wrong stop. */
export function JustDelivered({ stops, onDeed }: { stops: readonly Stop[]; onDeed: (deed: Deed) => void }) {
  if (stops.length === 0) return null
  return (
    <section aria-label="Juuri toimitettu">
      <h2 className={classes.day}>Juuri toimitettu</h2>
      <ul className={classes.just}>
        {stops.map(({ key, order, shipments }) => {
          const name = deliveryPlace(shipments[0]).name || order.tunniste
          return (
            <li key={key}>
              <span>
                <strong>{name}</strong>
                <small>
                  {order.tunniste} · toimitettu {formatTime(shipments[0].timestamp_toimitettu)}
                </small>
              </span>
              <Button
                variant="default"
                size="md"
                leftSection={<IconRotate2 size={20} aria-hidden />}
                aria-label={`Kumoa toimitus: ${order.tunniste}, ${name}`}
                onClick={() =>
                  onDeed({
                    name: 'lahetys',
                    rows: shipments,
                    from: 'toimitettu',
                    to: 'kuljetuksessa',
                    actor: 'kuljettaja',
                    told: 'Kumottu',
                  })
                }
              >
                Kumoa
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
