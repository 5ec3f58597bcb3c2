import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import type { OrderState } from '#domain/entities/order/order.states.ts'
import { lineBadge } from '#domain/entities/order/order.status.ts'
import { goodsText } from '../../kit/goods-text.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { deliveryPlace } from '../../kit/places.ts'
import classes from './acknowledge.module.css'
import type { Shipment } from './acknowledge-data.ts'

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
  error?: string | undefined
}

function whyNot({ tila }: Shipment): string {
  if (tila === 'toimitettu') return 'Toimitettu jo.'
  return tila === 'odottaa_noutoa' ? 'Ei vielä noudettu.' : 'Ei kuljetuksessa juuri nyt.'
}

/** Which shipments are received; those that cannot be say why. */
export function ShipmentChoices({ shipments, order, now, deliverable, chosen, onChange, onePlace, error }: Props) {
  const fault = useId()
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
        const open = deliverable.has(shipment.id)
        const place = onePlace ? '' : deliveryPlace(shipment).name
        const details = [place, shipment.kuvaus, shipment.viite && `Viite ${shipment.viite}`, open ? '' : whyNot(shipment)].filter(Boolean)
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox stands in it
          <label
            key={shipment.id}
            className={classes.choice}
            data-chosen={chosen.has(shipment.id) || undefined}
            data-locked={!open || undefined}
          >
            <Checkbox
              size="md"
              checked={chosen.has(shipment.id)}
              disabled={!open}
              onChange={(event) => toggle(shipment.id, event.currentTarget.checked)}
            />
            <span className={classes.text}>
              <strong>{goodsText([shipment])}</strong>
              {details.length > 0 && <small>{details.join(' · ')}</small>}
            </span>
            <OrderBadge status={lineBadge(order, shipment, now, 'staff')} />
          </label>
        )
      })}
      {error && (
        <p id={fault} className={classes.fault}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
