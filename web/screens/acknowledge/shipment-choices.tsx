import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { failureReasons } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import type { OrderState } from '#domain/entities/order/order.states.ts'
import { lineBadge } from '#domain/entities/order/order.status.ts'
import type { Shipment } from '../../kit/delivery.ts'
import { FailedDeliveryDialog } from '../../kit/failed-delivery-dialog.tsx'
import { goodsText } from '../../kit/goods-text.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { deliveryPlace } from '../../kit/places.ts'
import classes from './acknowledge.module.css'
import type { Exceptions } from './acknowledge-data.ts'

type Props = {
  shipments: readonly Shipment[]
  order: OrderState
  now: number
  /** The ids that can be delivered now. */
  deliverable: ReadonlySet<string>
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** All go to one place, which stands above the list. */
  onePlace: boolean
  exceptions: Exceptions
  onExceptions: (exceptions: Exceptions) => void
  located: boolean
  error?: string | undefined
}

function whyNot({ tila }: Shipment): string {
  if (tila === 'toimitettu') return 'Toimitettu jo.'
  return tila === 'odottaa_noutoa' ? 'Ei vielä noudettu.' : 'Ei kuljetuksessa juuri nyt.'
}

/** Which shipments are received; those that cannot be say why. */
export function ShipmentChoices({
  shipments,
  order,
  now,
  deliverable,
  chosen,
  onChange,
  onePlace,
  exceptions,
  onExceptions,
  located,
  error,
}: Props) {
  const fault = useId()
  const [failing, setFailing] = useState<Shipment | null>(null)
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={classes.choices} data-path="lahetykset" aria-describedby={error ? fault : undefined}>
      <legend>Kuitattavat lähetykset</legend>
      {shipments.map((shipment) => {
        const exception = exceptions.get(shipment.id)
        const open = deliverable.has(shipment.id) && !exception
        const place = onePlace ? '' : deliveryPlace(shipment).name
        const details = [
          place,
          shipment.kuvaus,
          shipment.viite && `Viite ${shipment.viite}`,
          open || exception ? '' : whyNot(shipment),
        ].filter(Boolean)
        return (
          <div key={shipment.id} className={classes.received}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox stands in it */}
            <label className={classes.choice} data-chosen={(open && chosen.has(shipment.id)) || undefined} data-locked={!open || undefined}>
              <Checkbox
                size="md"
                checked={chosen.has(shipment.id) && !exception}
                disabled={!open}
                onChange={(event) => toggle(shipment.id, event.currentTarget.checked)}
              />
              <span className={classes.text}>
                <strong>{goodsText([shipment])}</strong>
                {details.length > 0 && <small>{details.join(' · ')}</small>}
              </span>
              <OrderBadge status={lineBadge(order, shipment, now, 'staff')} />
            </label>
            {exception ? (
              <p className={classes.exception}>
                <span>
                  Ei toimitettu: {failureReasons[exception.syy]}
                  {exception.selite && <small>{exception.selite}</small>}
                </span>
                <Button
                  variant="subtle"
                  size="md"
                  aria-label={`Peru merkintä: ${goodsText([shipment])}`}
                  onClick={() => onExceptions(new Map([...exceptions].filter(([id]) => id !== shipment.id)))}
                >
                  Peru
                </Button>
              </p>
            ) : (
              open && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="md"
                  leftSection={<IconAlertTriangle size={18} aria-hidden />}
                  aria-label={`Ei onnistunut: ${goodsText([shipment])}`}
                  onClick={() => setFailing(shipment)}
                >
                  Ei onnistunut
                </Button>
              )
            )}
          </div>
        )
      })}
      <FailedDeliveryDialog
        name={`toimituspoikkeama.${failing?.id ?? ''}`}
        opened={failing !== null}
        of={failing ? goodsText([failing]) : ''}
        action="Merkitse"
        located={located}
        onClose={() => setFailing(null)}
        onTold={(failure) => {
          if (failing) onExceptions(new Map([...exceptions, [failing.id, failure]]))
          setFailing(null)
        }}
      />
      {error && (
        <p id={fault} className={classes.fault}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
