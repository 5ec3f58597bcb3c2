import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { failureReasons } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import { deliveryPlace } from '#web/features/addresses/places.ts'
import { CountedPieces } from '#web/features/deliveries/counted-pieces.tsx'
import type { Order, Shipment } from '#web/features/deliveries/delivery.ts'
import { FailedDeliveryDialog } from '#web/features/deliveries/failed-delivery-dialog.tsx'
import { goodsText } from '#web/features/orders/goods-text.ts'
import { LineBadge } from '#web/features/orders/order-badge.tsx'
import classes from './acknowledge.module.css'
import type { Exceptions } from './acknowledge-data.ts'

type Props = {
  shipments: readonly Shipment[]
  orderOf: (shipment: Shipment) => Pick<Order, 'tunniste' | 'tilauksen_tila'>
  /** The shipments belong to several orders. */
  several: boolean
  now: number
  /** The ids that can be delivered now. */
  deliverable: ReadonlySet<string>
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** The pieces that were counted, by shipment; none where nobody counted. */
  counts: ReadonlyMap<string, number>
  onCounts: (counts: ReadonlyMap<string, number>) => void
  /** All shipments go to one place, which is shown above the list. */
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

function withCount(counts: ReadonlyMap<string, number>, id: string, count: number | undefined): ReadonlyMap<string, number> {
  const next = new Map(counts)
  if (count === undefined) next.delete(id)
  else next.set(id, count)
  return next
}

/** Choices of the received shipments; a shipment that cannot be received shows the reason. */
export function ShipmentChoices({
  shipments,
  orderOf,
  several,
  now,
  deliverable,
  chosen,
  onChange,
  counts,
  onCounts,
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
        const order = orderOf(shipment)
        const details = [
          several ? order.tunniste : '',
          place,
          shipment.kuvaus,
          shipment.viite && `Viite ${shipment.viite}`,
          open || exception ? '' : whyNot(shipment),
        ].filter(Boolean)
        return (
          <div key={shipment.id} className={classes.received}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: it contains the checkbox */}
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
              <LineBadge order={order.tilauksen_tila} line={shipment} now={now} />
            </label>
            {open && chosen.has(shipment.id) && shipment.maara > 1 && (
              <CountedPieces
                of={goodsText([shipment])}
                ordered={shipment.maara}
                count={counts.get(shipment.id)}
                onChange={(count) => onCounts(withCount(counts, shipment.id, count))}
              />
            )}
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
        onReported={(failure) => {
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
