import { Button } from '@mantine/core'
import { IconRotate2 } from '@tabler/icons-react'
import { deliveryPlace } from '#web/features/addresses/places.ts'
import type { ShownLine } from '#web/features/orders/answered-lines.ts'
import { formatTime } from '../../kit/format.ts'
import classes from './driver.module.css'
import { numbersOf, type ShipmentLine, type StepContext, type Stop, shipmentAs, shipmentSteps, stopsOf } from './stops.ts'
import type { StateStep } from './use-steps.ts'

/** Deliveries that their driver can still take back: for ten minutes (rules/deliveries.md#undo). */
export function justDelivered(
  lines: readonly ShipmentLine[],
  shown: ReadonlyMap<string, ShownLine>,
  split: ReadonlySet<string>,
  context: StepContext,
): Stop[] {
  const delivered = lines.map((line) => shipmentAs(line, shown.get(line.row.id))).filter(({ row }) => row.tila === 'toimitettu')
  return stopsOf(
    delivered.filter((line) => returns(line, context)),
    split,
    context.now,
  )
}

const returns = ({ row, order }: ShipmentLine, context: StepContext): boolean =>
  shipmentSteps({ shipments: [row], orders: [order] }, 'kuljettaja', context).back.some(({ to }) => to === 'kuljetuksessa')

/** Recent deliveries, for a driver who pressed the button of the wrong stop. */
export function JustDelivered({ stops, onStep }: { stops: readonly Stop[]; onStep: (step: StateStep) => void }) {
  if (stops.length === 0) return null
  return (
    <section aria-label="Juuri toimitettu">
      <h2 className={classes.day}>Juuri toimitettu</h2>
      <ul className={classes.just}>
        {stops.map(({ key, orders, shipments }) => {
          const numbers = numbersOf({ orders })
          const name = deliveryPlace(shipments[0]).name || numbers
          return (
            <li key={key}>
              <span>
                <strong>{name}</strong>
                <small>
                  {numbers} · toimitettu {formatTime(shipments[0].timestamp_toimitettu)}
                </small>
              </span>
              <Button
                variant="default"
                size="md"
                leftSection={<IconRotate2 size={20} aria-hidden />}
                aria-label={`Kumoa toimitus: ${numbers}, ${name}`}
                onClick={() =>
                  onStep({
                    name: 'lahetys',
                    rows: shipments,
                    from: 'toimitettu',
                    to: 'kuljetuksessa',
                    actor: 'kuljettaja',
                    toast: 'Kumottu',
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
